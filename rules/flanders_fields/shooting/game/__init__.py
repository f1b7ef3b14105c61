"""Fire at stands."""
