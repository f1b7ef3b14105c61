"""Evenings played from the stage alone, in every ready scenario: what is owed, else what is offered, told by chance.

Nothing here knows a rule: what the stage offers is done or refused among its asks, and no stage tells of what its seat
may not know.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest

from rules.flanders_fields.game.fact_proposals import DEEDS
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.commands import OnStage, Stage
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.serialization import build
from tests.game.ground_in_play import LAID
from tests.game.test_deeds_of_chapters import shuffled
from tests.share import sample
from tests.stage_toy.properties import NoDocument, by_chance
from tests.torture.deeds import HOUSE

SIDES: Final = (ATTACKER, DEFENDER)
COMMANDS_AN_EVENING: Final = 90
KINDS: Final = {deed.kind: deed for deed in DEEDS}
WAYS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"event_cards": "app"},
    {"table": LAID},
    {"event_cards": "app", "house_rules": HOUSE},
)
"""How a game may be set up: bare, with cards, on a table, with house rules that have deeds of their own."""
SELDOM: Final = frozenset(
    {"undo", "correct", "override", "note", "set_table", "end_turn", "hold_objective", "begin_set_up", "answer"}
    | {"place_stands", "place_formation", "lift_stands", "enter_gas", "risk_barrage", "roll_under_barrage"}
)
"""What could be done without end, and would leave no evening of the rest."""
OFTEN: Final = frozenset(
    {"fire", "go_in", "move_unit", "cross_wire", "fire_on_area", "set_aiming_point", "roll_orders"}
)


class AnyEvening:
    """A game of a scenario in which both sides do what their stages offer."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.chance = Random(f"{scenario}/{seed}")
        self.state: GameState = SYSTEM.fresh()
        self.done, self.refused = Counter[str](), Counter[str]()
        way = WAYS[(sorted(scenarios()).index(scenario) + seed) % len(WAYS)]
        self.send(ATTACKER, build(CreateGame, {"scenario": scenario, **way}))

    def stages(self) -> dict[Role, Stage]:
        return {role: SYSTEM.stage(self.state, Actor(role)) for role in SIDES}

    def send(self, role: Role, command: Any) -> Sequence[Recorded[Any]]:
        judged = SYSTEM.decide(self.state, shuffled(command, self.chance), Actor(role))
        assert not isinstance(judged, Refusal), f"{role} was offered {command} and is refused it: {judged}"
        told = list[Recorded[Any]]()
        for event in judged:
            told.append(Recorded(self.state.seq + 1, event, str(sum(self.done.values())), role, self._audience(event)))
            self.state = SYSTEM.apply(self.state, told[-1])
        return told

    def _audience(self, event: Any) -> Audience:
        return SYSTEM.audience(self.state, event)

    def step(self) -> None:
        before = self.stages()
        role, one = self._choose(before)
        deed, seated = KINDS[one.kind], SeatDeeds(self.state, Actor(role))
        try:
            command = deed.filled(seated, one.about, by_chance(deed, seated, one.about, self.chance))
        except NoDocument:
            return
        if isinstance(command, Refusal):
            self.refused[one.kind] += 1
            return
        assert isinstance(command, deed.command), f"{one.kind} of {one.about}: {command}"
        told = self.send(role, command)
        self.done[one.kind] += 1
        for seat, now in self.stages().items():
            if all(event.audience not in (Audience.ALL, Audience(seat.value)) for event in told):
                assert now == before[seat], f"the stage of {seat} tells of {told}"

    def _choose(self, stages: dict[Role, Stage]) -> tuple[Role, OnStage]:
        owed = [(role, one) for role, found in stages.items() for one in found.owed]
        offered = [(role, one) for role, found in stages.items() for one in found.offered if one.barred is None]
        able = owed if owed and self.chance.random() < 0.9 else owed + offered
        assert able, f"nobody can do anything: {stages}"
        kind = self.chance.choice(_often({one.kind for _, one in able}))
        return self.chance.choice([(role, one) for role, one in able if one.kind == kind])


def _often(kinds: set[str]) -> list[str]:
    """The kinds, those that lead nowhere only now and then, and what makes an evening oftener than the rest."""
    return [kind for kind in sorted(kinds) for _ in range(1 if kind in SELDOM else 20 if kind in OFTEN else 6)]


@pytest.mark.parametrize("seed", sample(range(2), 1))
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_an_evening_is_played_from_the_stage_alone(scenario: str, seed: int) -> None:
    evening = AnyEvening(scenario, seed)
    for _ in range(COMMANDS_AN_EVENING * 4):
        evening.step()
        if sum(evening.done.values()) >= COMMANDS_AN_EVENING:
            break
    assert sum(evening.done.values()) >= COMMANDS_AN_EVENING, f"it does not go on: {evening.refused}"
    assert evening.state.turn.number, f"no turn was begun: {evening.done}"
    assert len(evening.done) > 8, f"hardly anything was done: {evening.done}"
