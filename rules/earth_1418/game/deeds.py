"""What may be done in a game: the deeds of all chapters."""

from collections.abc import Sequence
from typing import Final

from rules.earth_1418.game.engine import CHAPTERS
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.turn.game.creating_deeds import CREATING_DEEDS
from rules.kernel.stage import Deed

DEEDS: Final[tuple[Deed[EarthTable], ...]] = tuple(CHAPTERS.deeds())
"""What may be done in a game that has begun; what is owed stands in this order."""


def deeds_of(state: EarthState) -> Sequence[Deed[EarthTable]]:
    """The deeds of a game; before there is one, to begin it."""
    return DEEDS if state.facts else CREATING_DEEDS
