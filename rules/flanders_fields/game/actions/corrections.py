"""Corrections, undo and overrides: commands, prompts, folds and their audience."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rules.flanders_fields.game import decisions, tracked_values
from rules.flanders_fields.game.concealment import is_set_up, unseen, waiting
from rules.flanders_fields.game.decisions import decide
from rules.flanders_fields.game.event_folding import changed, let_the_fallen_go, settle_due
from rules.flanders_fields.game.fire_effects import FACE_VALUES, mark_all_faces, mark_face
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.registry import chapters, own_corrections
from rules.flanders_fields.game.rule_module import BookChapter, Correct, Happening, house_rules
from rules.flanders_fields.game.seat_context import SeatDeeds, word
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.tracked_values import correctable, kept_by, things_kept
from rules.flanders_fields.vocabulary import SEATING, Carriage, DueKind
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Judgement
from rules.kernel.play import no_past
from rules.kernel.prompts import Ask, AskKind, Asks, Told
from rules.kernel.record_events import Corrected, Reread
from rules.kernel.record_module import KEPT_RECORD_COMMANDS, RECORD_COMMANDS, RECORD_KINDS, deeds_of_record, judged
from rules.kernel.rule_modules import Command
from rules.kernel.seats import Audience

# Folds of events into the state


def corrected(state: GameState, event: Corrected) -> None:
    """A value is what stands on the table."""
    if any(one.fold(state, event) for one in chapters().corrections):
        return
    if event.of in state.stands and event.what in ("levels", "alive", "on_wire"):
        state.stands[event.of] = changed(state.stands[event.of], **_field(event.what, event.after))
        mark_all_faces(state, event.of)
    elif event.what in FACE_VALUES:
        mark_face(state, event.of, event.what, int(event.after))
    elif event.of in state.units and event.what == "carriage":
        state.units[event.of] = changed(state.units[event.of], carriage=Carriage(str(event.after)))
    elif event.of in state.orders and event.what == "actions":
        orders = state.orders[event.of]
        state.orders[event.of] = orders._replace(earned=len(orders.spent) + int(event.after), done=False)
    elif event.of in state.regiments:
        state.regiments[event.of] = changed(state.regiments[event.of], **_field(event.what, event.after))
    else:
        state.battalions[event.of] = changed(state.battalions[event.of], **_field(event.what, event.after))
        if event.what == "on_table":
            settle_due(state, DueKind.REINFORCEMENT, event.of)
    let_the_fallen_go(state)


def _field(name: str, value: object) -> dict[str, Any]:
    return {name: value}


def set_right(state: GameState, event: Corrected) -> Sequence[str]:
    """The stands of which nothing told holds any more."""
    return state.units[event.of].stands if event.of in state.units else (event.of,)


# Commands of the record: availability and prompts

CORRECT: Final = Asks(Correct)


def _correct_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    """Each thing of which the record keeps a value that the seat may know."""
    named = (of for one in own_corrections() for of in one.named(seated.table))
    yield CORRECT("of", among=[*things_kept(seated.table), *named])
    if own := next(filter(None, (one.choices(told["of"]) for one in own_corrections())), None):
        done, to = own
        yield CORRECT("what", among=done)
        yield CORRECT("value", kind=AskKind.WORD, among=to)
    else:
        kept = correctable(seated.table, told["of"])
        yield CORRECT("what", among=sorted(kept))
        yield CORRECT("value", kind=_kind(kept[told["what"]].value))
    yield CORRECT("reason")
    yield from word(seated, Correct, told)


def _kind(value: int | float | bool | str) -> AskKind:
    """What kind of answer sets a value that is kept."""
    if isinstance(value, bool):
        return AskKind.SWITCH
    return AskKind.TEXT if isinstance(value, str) else AskKind.NUMBER


def _refused(seated: SeatDeeds, command: Command) -> Refusal | None:
    """The judge's word; of a die that is read anew, what was done before counts too."""
    if not isinstance(command, Reread):
        return seated.refused(command)
    judged = decide(seated.state, command, seated.actor, seated.past)
    return judged if isinstance(judged, Refusal) else None


OF_RECORD: Final = deeds_of_record(SEATING, _refused, Correct, _correct_asks)


# The rule module


def _judged(table: JudgedTable, command: Command) -> Judgement:
    of_record = None
    if not isinstance(command, Reread):
        of_record = judged(decisions.RECORD, table.state, table.actor, command, no_past, decide, Correct)
    return of_record or Refusal("", "that is no command which can be overruled", "send it by itself")


def _of_the_unseen(state: GameState, event: Corrected) -> bool:
    """It brings a battalion on, or sets down the death of a stand of which the other side did not know."""
    return event.what in ("on_table", "alive") and unseen(state, event.of) is not None


def _corrected_for(state: GameState, event: Corrected) -> Audience | None:
    """The planner's own, what tells of a plan; everybody's, the death of a stand below, as of those hit there."""
    planner = kept_by(state, event)
    if planner:
        return Audience(planner.value)
    return Audience.ALL if _fell_below(state, event) else None


def _fell_below(state: GameState, event: Corrected) -> bool:
    """Whether it sets down the death of a stand below: that is told to everybody, as of those hit there (FF-DSH-02)."""
    if event.what != "alive" or event.after is True or is_set_up(state):
        return False
    return state.shelters.hides(event.of) and waiting(state, event.of) is None


ANSWERS: Final[BookChapter] = BookChapter(key="answers", deeds=OF_RECORD.first)
"""What is owed before all else: the answer to a question."""
RECORD: Final[BookChapter] = BookChapter(
    key="record",
    events=(
        Happening(
            kind="corrected",
            made=Corrected,
            fold=corrected,
            tells=_of_the_unseen,
            heard=_corrected_for,
            about=lambda event: "" if event.what == "on_table" else event.of,
            forgets=set_right,
        ),
        *(
            Happening(kind=one.kind, made=one.made, fold=one.fold, heard=one.heard, is_deed=one.is_deed)
            for one in RECORD_KINDS
        ),
    ),
    told=tracked_values.TOLD,
    commands={
        "correct": Correct,
        **RECORD_COMMANDS,
    },
    kept_commands=KEPT_RECORD_COMMANDS,
    judge=_judged,
    deeds=OF_RECORD.last,
    lies={12: house_rules},
)
