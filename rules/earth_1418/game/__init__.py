"""A whole game: its state, what may be done, and what each seat may see."""

from rules.earth_1418.game.system import SYSTEM

__all__ = ["SYSTEM"]
