"""What the look-ups of Flanders Fields have that is theirs alone."""
