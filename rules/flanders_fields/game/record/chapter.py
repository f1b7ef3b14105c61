"""The record as a chapter of the game: what players set right, take back, overrule, ask and note."""

from collections.abc import Sequence
from typing import Any, Final

from rules.flanders_fields.game.book_chapter import BookChapter, LiesBy
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.record import fold
from rules.flanders_fields.game.record.commands import Correct
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import is_set_up, unseen, waiting
from rules.kernel.chapters import Command, late
from rules.kernel.explain import Refusal
from rules.kernel.play import no_past
from rules.kernel.record_kinds import Corrected, Reread
from rules.kernel.recording import KEPT_RECORD_COMMANDS, RECORD_COMMANDS, RECORD_KINDS, judged
from rules.kernel.seats import Audience
from rules.kernel.stage import Deed


def _judged(table: JudgedTable, command: Command) -> Judgement:
    # Here: the record judges what all chapters judge, whose list this one stands in.
    from rules.flanders_fields.game.deciding import RECORD, decide

    of_record = None
    if not isinstance(command, Reread):
        of_record = judged(RECORD, table.state, table.actor, command, no_past, decide, Correct)
    return of_record or Refusal("", "that is no command which can be overruled", "send it by itself")


def _of_the_unseen(state: GameState, event: Corrected) -> bool:
    """It brings a battalion on, or sets down the death of a stand of which the other side did not know."""
    return event.what in ("on_table", "alive") and unseen(state, event.of) is not None


def _corrected_for(state: GameState, event: Corrected) -> Audience | None:
    """The planner's own, what tells of a plan; everybody's, the death of a stand below, as of those hit there."""
    from rules.flanders_fields.game.record.kept import kept_by

    planner = kept_by(state, event)
    if planner:
        return Audience(planner.value)
    return Audience.ALL if _fell_below(state, event) else None


def _fell_below(state: GameState, event: Corrected) -> bool:
    """Whether it sets down the death of a stand below: that is told to everybody, as of those hit there (FF-DSH-02)."""
    if event.what != "alive" or event.after is True or is_set_up(state):
        return False
    return state.shelters.hides(event.of) and waiting(state, event.of) is None


def _answers() -> Sequence[Deed[Any]]:
    from rules.flanders_fields.game.record.deeds import OF_RECORD

    return OF_RECORD.first


def _deeds() -> Sequence[Deed[Any]]:
    from rules.flanders_fields.game.record.deeds import OF_RECORD

    return OF_RECORD.last


def _lies() -> LiesBy:
    from rules.flanders_fields.game.lying import house_rules

    return {12: house_rules}


ANSWERS: Final[BookChapter] = BookChapter(key="answers", deeds=_answers)
"""What is owed before all else: the answer to a question."""
RECORD: Final[BookChapter] = BookChapter(
    key="record",
    events=(
        Happening(
            kind="corrected",
            made=Corrected,
            fold=fold.corrected,
            tells=_of_the_unseen,
            heard=_corrected_for,
            about=lambda event: "" if event.what == "on_table" else event.of,
            forgets=fold.set_right,
        ),
        *(
            Happening(kind=one.kind, made=one.made, fold=one.fold, heard=one.heard, is_deed=one.is_deed)
            for one in RECORD_KINDS
        ),
    ),
    told=late("rules.flanders_fields.game.record.words", "TOLD"),
    commands={
        "correct": Correct,
        **RECORD_COMMANDS,
    },
    kept_commands=KEPT_RECORD_COMMANDS,
    judge=_judged,
    deeds=_deeds,
    lies=_lies,
)
