"""Look-ups: every question of the rules, asked without a game."""
