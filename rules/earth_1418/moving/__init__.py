"""Moves, assaults, and positions that are dug."""
