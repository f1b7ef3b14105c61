"""Moves, assaults and recovery at the table."""
