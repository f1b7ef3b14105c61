"""How a game is set up: what its author has settled for both sides, and the steps of the book before the first turn."""
