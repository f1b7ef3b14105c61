"""Deep suppression in a game: what a die brings, the lot for a battery, and what it takes off orders (FF-DSU-T1)."""

from typing import Any

import pytest

from rules.flanders_fields.artillery import Chooser
from rules.flanders_fields.game.actions.artillery.deep_suppression import lot_number
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER, SEATING, Side
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.seats import Role
from tests.game.evening import Evening, entered, somme

BATTERIES = ("d1.b1", "d1.b2", "d1.b3", "d1.b4")


def opened(**settings: Any) -> Evening:
    """The Somme game in its first phase: the British, with an army's heavy guns behind them, are to roll."""
    evening = somme(**settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.state.turn.step == "mid_deep_suppression"
    return evening


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


@pytest.mark.parametrize(("pips", "modifier"), [(1, 0), (2, 0), (3, -1), (4, -1), (5, -2)])
def test_what_a_die_brings(pips: int, modifier: int) -> None:
    """FF-DSU-T1; it is in force against the defender alone."""
    evening = opened()
    rolled = evening.do("attacker", "roll_deep_suppression", dice=entered(pips))
    assert (rolled.modifier, rolled.among) == (modifier, ())
    assert evening.state.deep_modifier(Side.DEFENDER) == modifier
    assert evening.state.deep_modifier(Side.ATTACKER) == 0
    replays(evening)


def test_nobody_goes_on_before_the_die() -> None:
    evening = opened()
    refused = evening.refused("attacker", "next_step")
    assert refused.because == "deep suppression has not been rolled for this turn"
    assert evening.refused("attacker", "end_turn").clause == "FF-DSU-02"
    assert evening.refused("defender", "roll_deep_suppression", dice=entered(4)).clause == "FF-TRN-01"
    evening.do("attacker", "roll_deep_suppression", dice=entered(1))
    twice = evening.refused("attacker", "roll_deep_suppression", dice=entered(6))
    assert "has been rolled" in twice.because
    evening.do("attacker", "next_step")


def test_a_six_destroys_a_battery_by_lot() -> None:
    """FF-DSU-X2, AMB-382: the one in the front line is out of it.

    Three batteries on one die: 1 and 4 the first, 2 and 5 the second, 3 and 6 the third.
    """
    evening = opened()
    rolled = evening.do("attacker", "roll_deep_suppression", dice=entered(6), in_front_line=["d1.b1"])
    assert (rolled.modifier, rolled.chosen_by, rolled.among) == (-1, Chooser.LOT, BATTERIES[1:])
    assert evening.refused("attacker", "next_step").instead == "settle first which one"
    assert evening.refused("defender", "lose_battery", dice=entered(5)).clause == "FF-TRN-01"
    lost = evening.do("attacker", "lose_battery", dice=entered(5))
    assert lost.battery == "d1.b3"
    assert not evening.state.stands["d1.b3"].alive
    assert evening.state.deep_modifier(Side.DEFENDER) == -1
    evening.do("attacker", "next_step")
    replays(evening)


def test_a_lot_among_four_is_thrown_again_on_five_and_six() -> None:
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(6))
    assert evening.do("attacker", "lose_battery", dice=entered(5)).battery == ""
    assert evening.state.deep[0].draws == 1
    assert evening.do("attacker", "lose_battery", dice=entered(4)).battery == "d1.b4"
    replays(evening)


@pytest.mark.parametrize("batteries", range(1, 13))
def test_a_lot_is_fair(batteries: int) -> None:
    """Of all throws that count, each battery gets as many."""
    throws: list[tuple[D6, ...]] = [(one,) for one in ALL_D6]
    if batteries > 6:
        throws = [(one, other) for one in ALL_D6 for other in ALL_D6]
    fell = [number for dice in throws if (number := lot_number(dice, batteries)) is not None]
    assert {fell.count(one) for one in range(batteries)} == {len(throws) // batteries}
    assert set(fell) == set(range(batteries))


def test_the_only_battery_in_the_rear_needs_no_lot() -> None:
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(6), in_front_line=list(BATTERIES[:3]))
    assert [evening.state.stands[one].alive for one in BATTERIES] == [True, True, True, False]
    evening.do("attacker", "next_step")
    replays(evening)


def test_with_every_battery_in_the_front_line_none_is_lost() -> None:
    evening = opened()
    behind = evening.refused("attacker", "roll_deep_suppression", dice=entered(6), in_front_line=list(BATTERIES))
    assert "on the table" in behind.because
    evening.do("referee", "correct", of=BATTERIES[3], what="alive", value=False, reason="lost before")
    rolled = evening.do("attacker", "roll_deep_suppression", dice=entered(6), in_front_line=list(BATTERIES[:3]))
    assert (rolled.modifier, rolled.among) == (-1, ())


@pytest.mark.parametrize(("option", "seat"), [("attacker", "attacker"), ("defender", "defender")])
def test_by_house_rule_a_side_chooses(option: str, seat: str) -> None:
    """AMB-382: the right seat names it, and no other may."""
    evening = opened(house_rules=[{"ruling": "AMB-382", "option": option}])
    evening.do("attacker", "roll_deep_suppression", dice=entered(6), in_front_line=["d1.b1"])
    wrong = "defender" if seat == "attacker" else "attacker"
    assert evening.refused(wrong, "lose_battery", battery="d1.b2").clause == "FF-TRN-01"
    assert "not one of those" in evening.refused(seat, "lose_battery", battery="d1.b1").because
    assert evening.do(seat, "lose_battery", battery="d1.b2").battery == "d1.b2"


def test_it_stays_in_force_until_the_next_die() -> None:
    """AMB-384: throughout the defender's next turn; the next die takes its place and is not added."""
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(5))
    evening.do("referee", "override", clause="FF-BAR-03", command={"kind": "end_turn"}, reason="a short turn")
    evening.do("defender", "start_turn")
    assert evening.state.deep_modifier(Side.DEFENDER) == -2
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.state.deep_modifier(Side.DEFENDER) == -2
    evening.do("attacker", "roll_deep_suppression", dice=entered(3))
    assert evening.state.deep_modifier(Side.DEFENDER) == -1
    replays(evening)


def test_a_die_stays_thrown() -> None:
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(2))
    evening.agreed("attacker", "undo")
    assert "shows 2" in evening.refused("attacker", "roll_deep_suppression", dice=entered(6)).because
    assert evening.do("attacker", "roll_deep_suppression", dice=[{"pips": 6, "source": "rolled"}]).modifier == 0


def test_without_heavy_artillery_the_phase_is_skipped() -> None:
    """Mons at a date of the second sheet: its plan names no heavy guns."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="mons-1914", date="1916-09")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "mid_staff")
    assert not any(type(one.event).__name__ == "DeepSuppressionRolled" for one in evening.log)


def test_before_1917_by_house_rule_there_is_none() -> None:
    """GAP-60: the phase has nothing to do, and the barrage comes first."""
    evening = somme(house_rules=[{"ruling": "GAP-60", "option": "mid_1917"}])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    assert evening.state.turn.step == "mid_rolling_barrage"


@pytest.mark.parametrize(("pips", "actions"), [(4, 0), (5, 1), (6, 1)])
def test_it_is_taken_off_the_orders_of_guns_behind_the_table(pips: int, actions: int) -> None:
    """FF-DSU-T2, middle sheet, -1: 4 brings nothing, 5 and 6 one action; nothing is taken off a gun on the table."""
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(3))
    evening.do("referee", "override", clause="FF-BAR-03", command={"kind": "end_turn"}, reason="a short turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "mid_regimental_artillery")
    on_table = evening.do("defender", "roll_orders", unit="d1.b1", die=entered(4)[0])
    assert not any(step.clause == "FF-ORD-27" for step in on_table.reasons.steps)
    assert evening.do("defender", "roll_orders", unit="d1.b4", die=entered(pips)[0]).actions == actions


def test_all_see_what_is_in_force() -> None:
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(5))
    for role in SEATING.roles:
        view = SYSTEM.view(evening.state, role)
        assert view["deep"]["in_force"] == [
            {"id": "attacker.deep", "by": "attacker", "against": "defender", "modifier": -2}
        ]
    said = SYSTEM.tell(evening.state, evening.log[-1], Role.SPECTATOR)["says"]
    assert said == "Deep suppression: die 5, \u22122 until the next roll"


def test_what_it_takes_off_is_corrected() -> None:
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(3))
    evening.do("referee", "correct", of="attacker.deep", what="modifier", value=-2, reason="misread")
    assert evening.state.deep_modifier(Side.DEFENDER) == -2
    said = SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["says"]
    assert said == "Corrected, Deep suppression: it takes 2 off orders (misread)"
    assert evening.refused("referee", "correct", of="attacker.deep", what="modifier", value=-3, reason="x").instead
    replays(evening)


def test_correction_reads_what_it_takes_off_without_its_sign() -> None:
    """FF-DSU-04: it is -1 or -2; players say "deep suppression 1", to a look-up as to the record."""
    evening = opened()
    evening.do("attacker", "roll_deep_suppression", dice=entered(5))
    evening.do("referee", "correct", of="attacker.deep", what="modifier", value=1, reason="misread")
    assert evening.state.deep_modifier(Side.DEFENDER) == -1
    said = SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["says"]
    assert said == "Corrected, Deep suppression: it takes 1 off orders (misread)"
    refused = evening.refused("referee", "correct", of="attacker.deep", what="modifier", value=1, reason="x")
    assert refused.because == "that is what the record says already"
    assert evening.refused("referee", "correct", of="attacker.deep", what="modifier", value=3, reason="x").instead
    replays(evening)
