"""One stream a page: that something changed, as soon as it is written down."""
