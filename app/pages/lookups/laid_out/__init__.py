"""Look-ups that a rule system lays out itself: in parts, with the whole tables behind them."""
