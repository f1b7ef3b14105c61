"""The list of the game's modules as data. The engine fills it; code below the engine reads it here."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, Chapters
from rules.kernel.deeds import Keeps

_registered: list[Chapter[EarthState, EarthTable]] = []
_record: list[tuple[Keeps[EarthState], type[Any]]] = []


def register(
    listed: Sequence[Chapter[EarthState, EarthTable]], record: Keeps[EarthState], correction: type[Any]
) -> None:
    """Fill the registry. The engine calls this once, when it is loaded. Raises RuntimeError the second time.

    Args:
        listed: the modules, in the order of the play screen.
        record: the record of the game.
        correction: the command that corrects a value of the game.
    """
    if _registered:
        raise RuntimeError("the modules of the game are registered already")
    _registered.extend(listed)
    _record.append((record, correction))


@cache
def chapters() -> Chapters[EarthState, EarthTable]:
    """Return the modules in the order of the play screen, as one. Raises RuntimeError if none is registered."""
    if not _registered:
        raise RuntimeError("no module of the game is registered: import rules.earth_1418.game.engine first")
    return Chapters(tuple(_registered))


def record() -> tuple[Keeps[EarthState], type[Any]]:
    """Return the record and its command of correction. Raises RuntimeError if none is registered."""
    if not _record:
        raise RuntimeError("no record of the game is registered: import rules.earth_1418.game.engine first")
    return _record[0]
