"""The record of a game: what its players set right in it."""
