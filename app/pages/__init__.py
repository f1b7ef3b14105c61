"""Pages: the templates, what they may call, and the routes that show them."""
