"""The pages of fire plans."""
