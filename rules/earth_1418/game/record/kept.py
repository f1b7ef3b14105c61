"""What a game says of its record: its spans, what can be corrected, and what that costs."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.earth_1418.game.deciding import decide, judge
from rules.earth_1418.game.record.commands import CorrectOnTable
from rules.earth_1418.game.record.words import names
from rules.earth_1418.game.registry import chapters
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import SEATING, BaseMark, Terrain
from rules.kernel.asking import NEEDED, Ask, AskKind, Asks, Told
from rules.kernel.deeds import Correctable, Correction, Costs, Judgement
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.record import NOTHING_THERE, corrected
from rules.kernel.record_deeds import deeds_of_record
from rules.kernel.record_kinds import read_values
from rules.kernel.seats import Actor, Audience, Role

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
