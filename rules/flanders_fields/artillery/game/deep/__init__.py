"""Deep suppression in a game: the attacker's die at the start of his turn, and the battery it may destroy (FF-DSU)."""
