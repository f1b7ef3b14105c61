"""Corrections in a game, with undo, overrides, requests and notes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.earth_1418.game.registry import chapters, decide, judge
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import EarthState, called
from rules.earth_1418.vocabulary import SEATING, BaseMark, Terrain
from rules.kernel.consent import NOTHING_THERE, corrected
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Correctable, Correction, Costs, Judgement
from rules.kernel.prompts import NEEDED, Ask, AskKind, Asks, Told
from rules.kernel.record_events import ConsentAnswered, Corrected, Noted, Overruled, RequestAllowed, read_values
from rules.kernel.record_module import KEPT_RECORD_COMMANDS, RECORD_COMMANDS, RECORD_KINDS, deeds_of_record, said
from rules.kernel.rule_modules import Chapter, EventKind, Telling
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import build

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectOnTable:
    """Set a tracked value to what stands on the table."""

    of: str = fact("what is corrected")
    what: str = fact("which of its values")
    value: int | float | bool | str = fact("what it is on the table")
    reason: str = fact("why, in a few words", default="", longest=500)


# Log text

SAID: Final = {
    "dug_in": "dug in",
    "packed": "packed",
    "under_fire": "under fire in the last bound",
    "moved_last": "moved in the last bound",
}
"""A corrected value that is so or is not, in the words of the table."""


def set_right(event: Corrected) -> str:
    """What a correction says, in the words of the table."""
    if event.what in SAID:
        return f"{'' if event.after else 'not '}{SAID[event.what]}"
    return f"{event.what} is {str(event.after).replace('_', ' ')}"


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    right = f"{called(state, event.of)}, {set_right(event)}" if isinstance(event, Corrected) else ""
    return said(event, str.capitalize, right)


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case Corrected():
            return f"{called(state, event.of)}: {set_right(event)}"
        case Noted():
            return "a note"
        case ConsentAnswered() | RequestAllowed():
            return f"what was agreed: {event.words}"
        case Overruled():
            return f"{event.clause} set aside"
    return type(event).__name__


TOLD: Final[Telling[EarthState]] = Telling(says, names)


# What a game says of its record

CORRECT: Final = Asks(CorrectOnTable)


FLAGS: Final = ("dug_in", "packed", "under_fire", "moved_last")


class EarthRecord:
    """What the record of a game asks of its system."""

    seating: Final = SEATING

    def span(self, state: EarthState) -> str:
        """A step, which both sides share."""
        return state.span

    def is_shared(self, _state: EarthState) -> bool:
        """Every step belongs to both sides."""
        return True

    def read(self, values: Mapping[str, object]) -> Any:
        """The command of these values."""
        return read_values(chapters().commands, values)

    def judge(self, state: EarthState, actor: Actor, command: Any, overruled: bool = False) -> Judgement:
        """What a command brings; plans, moves and ranges that the rules refuse can be set aside."""
        return judge(EarthTable(state, actor, overruled=overruled), command)

    def correction(self, state: EarthState, _actor: Actor, command: CorrectOnTable) -> Correction | Refusal:
        """What a correction would do."""
        wanted = dict(correctable(state, command.of)).get(command.what)
        if wanted is None:
            return NOTHING_THERE
        event = corrected(wanted, command)
        if isinstance(event, Refusal):
            return event
        return Correction((event,), names(state, event), wanted.owner, wanted.hurts(event.after))

    def agreed(self, _state: EarthState, _actor: Actor, _values: Mapping[str, object]) -> Judgement | None:
        """There are no questions of a chapter's own."""
        return None

    def is_open(self, _state: EarthState, _roll: str) -> bool:
        """Every die of a bound is rolled openly."""
        return True

    def audience(self, state: EarthState, event: Any) -> Audience:
        """Who may know of an event that has not happened."""
        return chapters().heard(state, event) or Audience.ALL


def correctable(state: EarthState, of: str) -> Iterator[tuple[str, Correctable]]:
    """What can be corrected of a sub-unit."""
    unit = state.units.get(of)
    if unit is None:
        return
    owner = Role(unit.side)
    for number, mark in enumerate(unit.bases, 1):
        yield f"base {number}", Correctable(mark.value, lambda value: value in [*BaseMark], Costs.NEITHER, owner)
    yield "terrain", Correctable(unit.terrain.value, lambda value: value in [*Terrain], Costs.NEITHER, owner)
    for flag in FLAGS:
        yield flag, Correctable(getattr(unit, flag), lambda value: isinstance(value, bool), Costs.NEITHER, owner)


def _correct_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield CORRECT("of", among=[*table.state.units])
    kept = dict(correctable(table.state, told["of"]))
    yield CORRECT("what", among=[*kept])
    value = kept[told["what"]].value
    if isinstance(value, bool):
        yield CORRECT("value", kind=AskKind.SWITCH)
    else:
        words = BaseMark if told["what"].startswith("base ") else Terrain
        yield CORRECT("value", kind=AskKind.WORD, among=[one.value for one in words])
    yield CORRECT("reason", usual=NEEDED)
    if found := _refused(table, build(CorrectOnTable, told)):
        yield found


def _refused(table: EarthTable, command: Any) -> Refusal | None:
    found = decide(table.state, command, table.actor, table.past)
    return found if isinstance(found, Refusal) else None


OF_RECORD: Final = deeds_of_record(SEATING, _refused, CorrectOnTable, _correct_asks)


# Folds of events into the state


def apply_correction(state: EarthState, event: Corrected) -> None:
    """A value is as it stands on the table."""
    unit = state.units[event.of]
    if event.what.startswith("base "):
        marks, place = list(unit.bases), int(event.what.removeprefix("base ")) - 1
        marks[place] = BaseMark(str(event.after))
        state.change(event.of, bases=tuple(marks))
        state.let_go()
    elif event.what == "terrain":
        state.change(event.of, terrain=Terrain(str(event.after)))
    else:
        state.change(event.of, **{event.what: event.after})


# The rule module


ANSWERS: Final[Chapter[EarthState, EarthTable]] = Chapter(key="answers", deeds=OF_RECORD.first)
"""What is owed before all else: the answer to a question."""
RECORD: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="record",
    events=(EventKind(kind="corrected", made=Corrected, fold=apply_correction), *RECORD_KINDS),
    told=TOLD,
    commands={"correct": CorrectOnTable, **RECORD_COMMANDS},
    kept_commands=KEPT_RECORD_COMMANDS,
    deeds=OF_RECORD.last,
)
