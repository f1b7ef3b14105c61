"""Games in play: load, judge, append, announce. No rule in it."""
