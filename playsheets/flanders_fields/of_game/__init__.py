"""From a game, as a seat may see it, to its forms: nothing else of the game reaches the paper."""
