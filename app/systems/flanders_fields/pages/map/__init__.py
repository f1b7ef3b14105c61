"""The map of a game, and the tools laid over it."""
