"""Batteries behind the table: where their fire falls when nobody sees it, worked by hand from the rulebook."""

from typing import Any

from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER
from tests.game.evening import Evening, die, entered, played
from tests.game.guns_in_play import HEAVY, KILLED, TRENCH, caught, replays


def off_table(pips: int = 6, **settings: Any) -> Evening:
    """The 60-pounders behind the table have two actions (FF-ORD-T2) and a point 64 cm along and 120 cm up."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit=HEAVY, die=die(pips))
    evening.do("attacker", "set_aiming_point", unit=HEAVY, where="the trench", along_cm=64, up_cm=120)
    return evening


def test_unobserved_fire_is_rolled_for_before_anybody_is_caught() -> None:
    """FF-DEV-X2: 2, then 3 and 5 are 5 o'clock, 4 + 3 are 7 cm: 3.5 to the right, 6.06 short (sin, cos of 150)."""
    evening = off_table()
    ask = {"unit": HEAVY, "stands": [caught(TRENCH, "medium")], "dice": entered(5)}
    assert evening.refused("attacker", "fire_on_area", **ask).clause == "FF-DEV-01"
    off = evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(2, 3, 5, 4, 3))
    assert (off.clock, off.distance_cm, off.spends) == (5, 7.0, True)
    assert (off.point.along_cm, off.point.up_cm) == (67.5, 113.9)
    assert evening.state.orders[HEAVY].left == 0
    waits = evening.refused("attacker", "next_step")
    assert (waits.clause, waits.instead) == ("FF-ART-19", "say whom it catches first")
    fired = evening.do("attacker", "fire_on_area", **ask)
    # FF-ART-X6: heavy guns at Medium kill on 5.
    assert (fired.spends, fired.hits[0].result) == (False, KILLED)
    assert evening.state.guns.arriving is None
    replays(evening)


def test_a_first_five_or_six_does_not_deviate_and_alone_will_do() -> None:
    """FF-DEV-X1."""
    evening = off_table()
    off = evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(5))
    assert (off.clock, off.point.where) == (None, "the trench")
    evening.do("attacker", "fire_on_area", unit=HEAVY)


def test_deviation_dice_are_thrown_together() -> None:
    """FF-DEV-05: whoever lets the app throw does not learn the first die from a refusal."""
    evening = off_table()
    one = evening.refused("attacker", "roll_deviation", unit=HEAVY, dice=[{"pips": 4, "source": "rolled"}])
    assert (one.clause, one.because) == ("FF-DEV-05", "5 dice are thrown together")


def test_observed_fire_does_not_deviate() -> None:
    """FF-DEV-04, FF-TYP-08."""
    evening = off_table()
    fired = evening.do("attacker", "fire_on_area", unit=HEAVY, observed=True)
    assert (fired.hits, fired.spends) == ((), True)
    view = SYSTEM.view(evening.state, ATTACKER)["guns"]
    assert HEAVY not in view["may_deviate"]


def test_the_point_deviates_once_and_then_lies_there() -> None:
    """AMB-310 first_use: with its second action it fires on the point as it lies; every_time rolls again."""
    for option, again in (("first_use", False), ("every_time", True)):
        evening = off_table(house_rules=[{"ruling": "AMB-310", "option": option}])
        evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(1, 4, 3, 6, 6))
        evening.do("attacker", "fire_on_area", unit=HEAVY)
        point = evening.state.guns.point_of(HEAVY)
        assert point is not None
        # FF-DEV-X3: 9 o'clock, 12 cm: 64 - 12.
        assert (point.along_cm, point.up_cm) == (52.0, 120.0)
        evening.do("referee", "correct", of=HEAVY, what="actions", value=1, reason="again")
        if again:
            assert evening.refused("attacker", "fire_on_area", unit=HEAVY).clause == "FF-DEV-01"
        else:
            assert evening.do("attacker", "fire_on_area", unit=HEAVY).hits == ()


def test_a_battery_behind_the_table_is_nobodys_target_and_does_not_move() -> None:
    """AMB-308, FF-ORD-05."""
    evening = off_table()
    assert evening.refused("attacker", "move_unit", unit=HEAVY).clause == "FF-ORD-05"
    hit = evening.refused("attacker", "fire_on_area", unit=HEAVY, observed=True, stands=[caught("d1.b4")])
    assert hit.clause == "FF-ART-24"
