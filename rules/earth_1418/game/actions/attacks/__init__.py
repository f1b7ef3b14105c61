"""Attacks in a game: shots, shells and melees."""
