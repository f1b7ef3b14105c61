"""Assault: going in, closing fire, the fight, and what follows it (FF-ASL)."""
