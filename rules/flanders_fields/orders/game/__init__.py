"""Order rolls, and the actions they earn."""
