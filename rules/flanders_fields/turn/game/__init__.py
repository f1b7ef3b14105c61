"""Turns, steps, reinforcements and field promotions."""
