"""Pages of prints: choice, forms, basket and delivery."""
