"""Every ready scenario, and one of two forces, is played to the end of three game turns; then comes its report."""

import random

import pytest

from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.game.report import report, throws_in
from rules.flanders_fields.vocabulary import Side
from tests.game.evening import Evening, played
from tests.game.test_any_planned_evening import Sent
from tests.game.test_setting_up import at_deployment, told, written

TURNS = 3
PATIENCE = 6000
"""More deeds than three turns of any scenario have come to."""


def played_out(evening: Evening, seed: str) -> int:
    """Deeds that make sense, one after the other, until the fourth game turn begins; how many they were."""
    chance = random.Random(seed)
    table = Sent(evening, chance)
    table.brisk = True
    for deeds in range(PATIENCE):
        if evening.state.turn.number > TURNS:
            return deeds
        sensible = [one for one in table._possible() if one not in (table._correct, table._bleed, table._note)]
        chance.choice(sensible)(chance)
    raise AssertionError(f"turn {evening.state.turn.number} after {PATIENCE} deeds")


def holds(evening: Evening) -> None:
    """The report agrees with the state the game has come to, which is also what its log folds to."""
    found = report(evening.log, SYSTEM.fresh())
    assert SYSTEM.replay(evening.log).stands == evening.state.stands
    for side in found.sides:
        own = [stand for stand in evening.state.stands.values() if stand.side is side.side]
        gone = sum(not stand.alive for stand in own)
        assert side.cost.facts.killed + side.cost.routed == gone
        assert sum(turn.lost.get(side.side, 0) for turn in found.turns) == gone
    numbers = [(turn.number, turn.side) for turn in found.turns]
    assert numbers[: 2 * TURNS] == [(number, side) for number in range(1, TURNS + 1) for side in Side]
    withdrawn = {seq for one in evening.log for seq in SYSTEM.taken_back(one.event)}
    dice = sum(len(list(throws_in(one.event))) for one in evening.log if one.seq not in withdrawn)
    assert sum(side.dice.thrown for side in found.sides) == dice
    assert dice > 0


@pytest.mark.parametrize("scenario", scenarios())
def test_a_ready_scenario_is_played_for_three_turns(scenario: str) -> None:
    evening = played(scenario)
    played_out(evening, f"three turns of {scenario}")
    holds(evening)


def test_two_forces_are_deployed_and_play_for_three_turns() -> None:
    """The British brigade of late 1916 against a German regiment."""
    evening = at_deployment(written(turns=TURNS))
    while (now := told(evening, "referee"))["under_way"]:
        evening.do(now["side"], "deploy_formation", formation=now["choices"][0]["id"])
    played_out(evening, "two forces")
    holds(evening)
