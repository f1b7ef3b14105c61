"""Map facts."""
