"""The record as a chapter of the game: what players set right, take back, overrule, ask and note."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.game.record import fold
from rules.earth_1418.game.record.commands import CorrectOnTable
from rules.earth_1418.game.record.kept import OF_RECORD
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, EventKind, late
from rules.kernel.record_kinds import Corrected
from rules.kernel.recording import KEPT_RECORD_COMMANDS, RECORD_COMMANDS, RECORD_KINDS
from rules.kernel.stage import Deed


def _answers() -> Sequence[Deed[Any]]:
    return OF_RECORD.first


def _deeds() -> Sequence[Deed[Any]]:
    return OF_RECORD.last


ANSWERS: Final[Chapter[EarthState, EarthTable]] = Chapter(key="answers", deeds=_answers)
"""What is owed before all else: the answer to a question."""
RECORD: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="record",
    events=(EventKind(kind="corrected", made=Corrected, fold=fold.corrected), *RECORD_KINDS),
    told=late("rules.earth_1418.game.record.words", "TOLD"),
    commands={"correct": CorrectOnTable, **RECORD_COMMANDS},
    kept_commands=KEPT_RECORD_COMMANDS,
    deeds=_deeds,
)
