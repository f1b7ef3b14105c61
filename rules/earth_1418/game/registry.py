"""The list of the game's modules as data. The engine fills it; code below the engine reads it here."""

from collections.abc import Sequence
from functools import cache

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, Chapters

_registered: list[Chapter[EarthState, EarthTable]] = []


def register(listed: Sequence[Chapter[EarthState, EarthTable]]) -> None:
    """Fill the registry. The engine calls this once, when it is loaded. Raises RuntimeError the second time."""
    if _registered:
        raise RuntimeError("the modules of the game are registered already")
    _registered.extend(listed)


@cache
def chapters() -> Chapters[EarthState, EarthTable]:
    """Return the modules in the order of the play screen, as one. Raises RuntimeError if none is registered."""
    if not _registered:
        raise RuntimeError("no module of the game is registered: import rules.earth_1418.game.engine first")
    return Chapters(tuple(_registered))
