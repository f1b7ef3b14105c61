"""The game as the properties of deeds see it: two seats, and a log that numbers itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.earth_1418.attacks import number_refused
from rules.earth_1418.forces import FormationWritten, SubUnitWritten
from rules.earth_1418.game.engine import DEEDS, SYSTEM
from rules.earth_1418.game.ready_games import ready_games
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.setup import BeginEarth
from rules.earth_1418.game.state.game import SIDES, EarthState
from rules.earth_1418.ruleset import EarthBook
from rules.kernel.explanations import Refusal
from rules.kernel.months import parse_month
from rules.kernel.play import Recorded
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Actor, Audience, Role

READY = "brisefer-ridge"
OF_THE_RECORD = ("answer", "correct_die", "undo", "correct", "override", "note", "withdraw", "carry_out")
WITH_A_DOCUMENT = ("set_table",)
PLAYED = tuple(deed for deed in DEEDS if deed.kind not in (*OF_THE_RECORD, *WITH_A_DOCUMENT))


def fitting(formations: Sequence[FormationWritten], book: EarthBook) -> tuple[FormationWritten, ...]:
    """The same formations, each sub-unit with as many bases as it may begin with: its own number where it may."""

    def fits(one: SubUnitWritten) -> SubUnitWritten:
        numbers = (bases for bases in (one.bases, *range(1, 9)) if number_refused(one.unit, bases, book) is None)
        return replace(one, bases=next(numbers))

    return tuple(replace(one, sub_units=tuple(map(fits, one.sub_units))) for one in formations)


class Staged:
    """A game of so many bounds, under house rules."""

    deeds = PLAYED
    seats = SIDES

    def __init__(
        self, bounds: int = 3, house: Sequence[tuple[str, str]] = (), scenario: str = READY, on_table: bool = False
    ) -> None:
        self.bounds = bounds
        rules = tuple(HouseRule(*one) for one in house)
        self.begin = BeginEarth(scenario=scenario, house_rules=rules, on_table=on_table)
        if not isinstance(self.decide(EarthState(), SIDES[0], self.begin), Refusal):
            return
        # A house rule may hold sub-units to numbers that the ready game does not keep to (G-22).
        ready = ready_games()[scenario]
        own = fitting(ready.formations, EarthBook.for_game(parse_month(ready.date), rules))
        self.begin = BeginEarth(date=ready.date, formations=own, house_rules=rules)

    def fresh(self) -> EarthState:
        state = EarthState()
        events = self.decide(state, SIDES[0], self.begin)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = self.apply(state, event)
        return state

    def table(self, state: EarthState, seat: str) -> EarthTable:
        return EarthTable(state, Actor(Role(seat)))

    def over(self, state: EarthState) -> bool:
        return state.bound > self.bounds or not all(any(state.of_side(side)) for side in SIDES)

    def knows(self, event: Any, seat: str) -> bool:
        return SYSTEM.audience(EarthState(), event) in (Audience.ALL, Audience(seat))

    def apply(self, state: EarthState, event: Any) -> EarthState:
        made = state.copy()
        return SYSTEM.apply(made, Recorded(state.seq + 1, event, f"c{state.seq + 1}", Role.SPECTATOR))

    def decide(self, state: EarthState, seat: str, command: Any) -> Sequence[Any] | Refusal:
        return SYSTEM.decide(state, command, Actor(Role(seat)))
