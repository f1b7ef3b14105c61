"""What the answers of the look-ups look like."""
