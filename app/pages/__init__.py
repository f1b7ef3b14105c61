"""Pages: templates, their filters, and the routes that render them."""
