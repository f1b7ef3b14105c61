"""What each look-up asks, and how its facts are laid out."""
