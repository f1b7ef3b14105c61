"""Look-ups: queries of the rules without a game."""
