"""What is written unseen as a chapter of the game, whatever chapter of the book it is of."""

from typing import Any, Final

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written import fold
from rules.earth_1418.game.written.events import BombardmentAimed, ChoiceWritten
from rules.kernel.chapters import Chapter, EventKind, late
from rules.kernel.seats import Audience


def _its_side(_state: EarthState, event: Any) -> Audience:
    return Audience(event.side)


WRITTEN: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="written",
    events=(
        EventKind(kind="choice_written", made=ChoiceWritten, fold=fold.written, heard=_its_side),
        EventKind(kind="bombardment_aimed", made=BombardmentAimed, fold=fold.aimed, heard=_its_side),
    ),
    told=late("rules.earth_1418.game.written.words", "TOLD"),
)
