"""Every ready scenario, and one of two forces, is played to the end of three game turns; then comes its report."""

import random

import pytest

from rules.flanders_fields.game.actions.air.missions import AirAttacked
from rules.flanders_fields.game.actions.assault.assault_events import FightDecided
from rules.flanders_fields.game.actions.turn import ReinforcementRolled
from rules.flanders_fields.game.dice_luck import Rolls, throws_in
from rules.flanders_fields.game.report import report
from rules.flanders_fields.game.rule_module import ThrownFor
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.game import Turn
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, Side
from rules.kernel.seats import Role
from tests.game.evening import Evening, played
from tests.game.setting_up_in_play import set_up
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
    found = report(evening.log, SYSTEM.fresh(), evening.sent)
    assert SYSTEM.replay(evening.log).stands == evening.state.stands
    for side in found.sides:
        own = [stand for stand in evening.state.stands.values() if stand.side is side.side]
        gone = sum(not stand.alive for stand in own)
        assert side.cost.facts.killed + side.cost.routed == gone
        assert sum(turn.lost.get(side.side, 0) for turn in found.turns) == gone
    numbers = [(turn.number, turn.side) for turn in found.turns]
    assert numbers[: 2 * TURNS] == [(number, side) for number in range(1, TURNS + 1) for side in Side]
    withdrawn = {seq for one in evening.log for seq in SYSTEM.taken_back(one.event)}
    stays = [one for one in evening.log if one.seq not in withdrawn]
    # The first die of a fight is in the log by itself, and again with the other one.
    again = sum(isinstance(one.event, FightDecided | AirAttacked) for one in stays)
    dice = sum(len(list(throws_in(one.event))) for one in stays) - again
    rolls = [one for side in found.sides for one in side.rolls]
    assert sum(one.dice.thrown for one in rolls) == dice > 0
    expected_is_told(rolls)


def expected_is_told(rolls: list[Rolls]) -> None:
    """Of orders almost always; never more than the dice could bring."""
    for one in rolls:
        most = 3 if one.roll is ThrownFor.ORDERS else 1
        for tally in one.tallies:
            assert tally.dice <= one.dice.thrown, tally
            assert 0 <= min(tally.came, tally.expected) <= max(tally.came, tally.expected) <= most * tally.dice, tally
    orders = [one for one in rolls if one.roll is ThrownFor.ORDERS]
    assert sum(one.tallies[0].dice for one in orders) > 0.8 * sum(one.dice.thrown for one in orders)


@pytest.mark.parametrize("scenario", scenarios())
def test_a_ready_scenario_is_set_up_by_steps_and_played_for_three_turns(scenario: str) -> None:
    """FF-FOR-15, AMB-99: battalions in turn, the defender first, then what is higher; every stand inside its zone."""
    evening, order = set_up(scenario)
    sides = [one[0] for one in order if "." in one]
    waiting = {one.id for one in evening.state.battalions.values() if not one.on_table}
    few = min(sides.count("a"), sides.count("d"))
    assert sides[: 2 * few] == ["d", "a"] * few
    assert all("." not in one for one in order[len(sides) :])
    assert not waiting & set(order)
    evening.do("referee", "lift_stands", stands=list(evening.state.places))
    played_out(evening, f"three turns of {scenario}")
    holds(evening)
    assert waiting
    rolled = {one.event.battalion for one in evening.log if isinstance(one.event, ReinforcementRolled)}
    # A battalion that is broken before it comes rolls no more: none of these is.
    assert rolled == waiting


@pytest.mark.parametrize("scenario", scenarios())
def test_a_ready_scenario_says_when_it_ends_and_what_decides(scenario: str) -> None:
    """AMB-10: who holds what is noted, counted, and told when the last turn has been played."""
    evening = played(scenario)
    found = evening.state.set_up
    assert found.objectives
    assert found.decides
    assert any(line.startswith("History and invention:") for line in evening.state.settled.briefing)
    for number, one in enumerate(found.objectives, 1):
        if one.holder is not Side.ATTACKER:
            evening.do("defender", "hold_objective", objective=number, holder="attacker")
    told = SYSTEM.view(evening.state, Role.SPECTATOR)["set_up_by_steps"]
    assert told["points"] == {"attacker": sum(one.points for one in found.objectives), "defender": 0}
    evening.state.turn = Turn(number=found.turns, side=Side.DEFENDER)
    told = SYSTEM.view(evening.state, ATTACKER)["set_up_by_steps"]
    assert (told["over"], bool(told["decides"])) == (scenario != "mons-1914", True)


def test_two_forces_are_deployed_and_play_for_three_turns() -> None:
    """The British brigade of late 1916 against a German regiment."""
    evening = at_deployment(written(turns=TURNS))
    while (now := told(evening, "referee"))["under_way"]:
        evening.do(now["side"], "deploy_formation", formation=now["choices"][0]["id"])
    played_out(evening, "two forces")
    holds(evening)
