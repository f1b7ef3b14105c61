"""Pages of look-ups."""
