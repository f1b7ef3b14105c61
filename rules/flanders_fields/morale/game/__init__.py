"""Morale and heroes: tests that losses call for, and what a platoon dares."""
