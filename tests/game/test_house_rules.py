"""House rules that change the course of a game, worked by hand from the rulebook's alternatives."""

from typing import Any

import pytest

from rules.flanders_fields.game.actions.movement import CrossWire
from rules.flanders_fields.game.decisions import prospects
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, Carriage
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor
from tests.game.evening import Evening, die, mons, shot
from tests.game.test_deeds_by_hand import of, on


def played_by(ruling: str, option: str, battalion: str = "a1.1") -> Evening:
    """A Mons game under one house rule, at the rifle companies of a German battalion that has the staff bonus."""
    evening = mons(house_rules=[{"ruling": ruling, "option": option}])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_staff")
    evening.do("attacker", "allot_staff_bonus", battalion=battalion)
    evening.go_to("attacker", "early_companies", battalion)
    return evening


def test_the_staff_bonus_as_a_re_roll() -> None:
    """AMB-13 reroll: a 1 earns nothing and is thrown again; the 5 gives two actions (FF-ORD-T5), nothing is added."""
    evening = played_by("AMB-13", "reroll")
    order: dict[str, Any] = {"unit": "a1.1.c1", "die": die(1), "staff_bonus": True}
    refused = evening.refused("attacker", "roll_orders", **order)
    assert (refused.clause, "thrown again" in refused.because) == ("FF-ORD-24", True)
    event = evening.do("attacker", "roll_orders", **order, again=die(5))
    assert (event.actions, event.reasons.total, event.again.pips) == (2, 5, 5)
    assert [step.house.ruling for step in event.reasons.steps if step.house] == ["AMB-13"]


def test_a_die_that_earned_something_stands() -> None:
    """AMB-13 reroll: only a failed die is thrown again; a 2 stays one action, whatever the second die shows."""
    evening = played_by("AMB-13", "reroll")
    event = evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2), again=die(6), staff_bonus=True)
    assert (event.actions, event.reasons.total, event.again) == (1, 2, None)


def test_both_dice_stay_thrown_after_a_take_back() -> None:
    """A re-rolled order taken back keeps both its dice: other faces are refused for the same roll."""
    evening = played_by("AMB-13", "reroll")
    order: dict[str, Any] = {"unit": "a1.1.c1", "die": die(1), "staff_bonus": True}
    evening.do("attacker", "roll_orders", **order, again=die(5))
    evening.agreed("attacker", "undo")
    refused = evening.refused("attacker", "roll_orders", **order, again=die(6))
    assert "shows 5" in refused.because


def test_fire_ends_the_bonus_of_fresh_troops_for_the_battalion_or_by_house_rule_the_company() -> None:
    """AMB-15: by the book the whole battalion counts as fired on, by own_company the company alone (FF-ORD-21)."""
    for option, battalion, company in (("any_fire", True, False), ("own_company", False, True)):
        evening = played_by("AMB-15", option)
        evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
        evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot("a1.1.c1.p1", "d1.1.c1.p1", 30.0, "soft", 2)])
        state = evening.state
        assert (state.battalions["d1.1"].fired_on, state.units["d1.1.c1"].fired_on) == (battalion, company)


def test_a_bonus_that_ends_with_a_result_outlives_a_miss() -> None:
    """AMB-15 result: a miss leaves it; a suppress result on the first of two targets ends it, whatever the second."""
    evening = played_by("AMB-15", "result")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5))
    evening.do("attacker", "fire", unit="a1.1.c1", shots=[shot("a1.1.c1.p1", "d1.1.c1.p1", 30.0, "soft", 2)])
    assert not evening.state.battalions["d1.1"].fired_on
    both = [shot("a1.1.c1.p1", "d1.1.c1.p1", 30.0, "soft", 5), shot("a1.1.c1.p2", "d1.1.c1.p2", 30.0, "soft", 2)]
    evening.do("attacker", "fire", unit="a1.1.c1", shots=both)
    assert evening.state.battalions["d1.1"].fired_on


def test_a_company_suppressed_three_times_dies_as_a_whole() -> None:
    """AMB-81 whole_company: a platoon that was put right by hand goes too; by the book it would have one level."""
    for option, alive in (("whole_company", False), ("any_stand", True)):
        evening = mons(house_rules=[{"ruling": "AMB-81", "option": option}])
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", "early_machine_guns", "a1.1")
        gun = next(u for u in evening.state.units.values() if u.of == "a1.1" and u.kind == "machine_gun")
        evening.do("referee", "correct", of=gun.id, what="carriage", value="ready", reason="it stands ready")
        evening.do("attacker", "roll_orders", unit=gun.id, die=die(6))
        burst = [shot(gun.stands[0], "d1.1.c1.p1", 30.0, "soft", 4)]
        for _ in range(2):
            evening.do("attacker", "fire", unit=gun.id, shots=burst)
        evening.do("referee", "correct", of="d1.1.c1.p4", what="levels", value=0, reason="it had recovered")
        evening.do("attacker", "fire", unit=gun.id, shots=burst)
        assert evening.state.stands["d1.1.c1.p4"].alive is alive
        assert not evening.state.stands["d1.1.c1.p1"].alive


def at_the_wire(option: str = "order_roll", pips: int = 6, declared: bool = True) -> Evening:
    """A Mons game at the first company of a German battalion that has rolled for its orders in front of wire."""
    evening = mons(house_rules=[{"ruling": "AMB-57", "option": option}])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(pips), crossing_wire=declared)
    return evening


PLATOONS = ["a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c1.p3"]


def test_wire_is_declared_before_the_die_where_the_order_roll_decides() -> None:
    """AMB-57: a company that did not take the -2 does not cross; one that did crosses with an action (6 - 2 is one)."""
    refused = at_the_wire(declared=False).refused("attacker", "cross_wire", unit="a1.1.c1", stands=PLATOONS)
    assert refused.clause == "FF-ORD-22"
    evening = at_the_wire()
    assert evening.state.orders["a1.1.c1"].earned == 1
    evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=PLATOONS)
    assert not any(evening.state.stands[name].on_wire for name in PLATOONS)


def test_a_failed_order_hangs_a_company_on_the_wire_only_where_the_order_roll_decides() -> None:
    """FF-ORD-22: 3 - 2 earns nothing and the company is caught; under the main rules' test it just stands still."""
    for option, pips, caught in (("order_roll", 3, True), ("both", 3, True), ("test", 1, False)):
        evening = at_the_wire(option, pips)
        assert evening.state.orders["a1.1.c1"].earned == 0
        assert all(evening.state.stands[name].on_wire is caught for name in PLATOONS)


def test_who_fails_at_the_wire_tries_again_in_a_later_turn() -> None:
    """FF-WIR-16 with the main rules' 3+: of 1, 3 and 5 two cross; the third may not try again this turn."""
    evening = at_the_wire("test", declared=False)
    dice = [die(1), die(3), die(5)]
    evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=PLATOONS, dice=dice)
    assert [evening.state.stands[name].on_wire for name in PLATOONS] == [True, False, False]
    again: dict[str, Any] = {"unit": "a1.1.c1", "stands": PLATOONS[:1], "dice": [die(6)]}
    assert evening.refused("attacker", "cross_wire", **again).clause == "FF-WIR-07"


def test_between_two_belts_a_stand_is_on_the_wire() -> None:
    """FF-WIR-08, AMB-61: the first of two belts is behind it, the second before it: it counts as on the wire."""
    evening = at_the_wire("test", declared=False)
    evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=PLATOONS[:1], dice=[die(6)], belts=2)
    assert evening.state.stands[PLATOONS[0]].on_wire
    evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=PLATOONS[:1], dice=[die(3)])
    assert not evening.state.stands[PLATOONS[0]].on_wire


def test_dice_at_the_first_of_two_belts_count() -> None:
    """FF-WIR-08: each belt is tried with a die of its own, and the main rules' 3+ crosses it."""
    evening = at_the_wire("test", declared=False)
    for belts in (1, 2):
        command = CrossWire(unit="a1.1.c1", stands=tuple(PLATOONS), belts=belts)
        found = prospects(evening.state, command, Actor(ATTACKER))
        assert not isinstance(found, Refusal)
        assert [one.faces for one in found] == [(0, 0, 1, 1, 1, 1)] * 3


def test_a_company_that_hangs_on_the_wire_does_not_walk_off() -> None:
    """FF-WIR-07: only a new try moves it; AMB-65 walk_back lets it go back with a move, off the wire."""
    for rules, freed in (([], False), ([{"ruling": "AMB-65", "option": "walk_back"}], True)):
        evening = mons(house_rules=rules)
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", "early_companies", "a1.1")
        for name in PLATOONS:
            evening.do("referee", "correct", of=name, what="on_wire", value=True, reason="caught last turn")
        evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
        if freed:
            evening.do("attacker", "move_unit", unit="a1.1.c1")
            assert not any(evening.state.stands[name].on_wire for name in PLATOONS)
        else:
            assert evening.refused("attacker", "move_unit", unit="a1.1.c1").clause == "FF-WIR-07"


def test_a_target_that_comes_later_is_refused() -> None:
    """FF-TGT-01: another enemy comes first; where the steps are advice (SHQ-19) the choice is free."""
    for option, allowed in (("next_step", False), ("advice", True)):
        evening = played_by("SHQ-19", option)
        evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
        later = [shot("a1.1.c1.p1", "d1.1.c1.p1", 30.0, "soft", 2, passes_over=True)]
        if allowed:
            evening.do("attacker", "fire", unit="a1.1.c1", shots=later)
        else:
            assert evening.refused("attacker", "fire", unit="a1.1.c1", shots=later).clause == "FF-TGT-01"


def test_what_stands_in_the_line_of_fire_is_typed_in() -> None:
    """FF-RCB-11: one stand may be fired over, two may not; SHQ-17 forbid: no friends anywhere in the line."""
    for rules, facts, clause in (
        ([], {"stands_in_front": 2}, "FF-RCB-11"),
        ([{"ruling": "SHQ-17", "option": "forbid"}], {"friends_in_line": True}, "FF-RCB-06"),
    ):
        evening = mons(house_rules=rules)
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", "early_companies", "a1.1")
        evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(2))
        blocked = [shot("a1.1.c1.p1", "d1.1.c1.p1", 30.0, "soft", 2, **facts)]
        assert evening.refused("attacker", "fire", unit="a1.1.c1", shots=blocked).clause == clause


def test_the_wire_takes_a_die_a_platoon_only_where_platoons_test() -> None:
    """AMB-57: by the order roll nothing is left to throw; FF-WIR-04 early, 3 or more: 1 and 2 are caught."""
    command = CrossWire(unit="a1.1.c1", stands=tuple(PLATOONS))
    assert prospects(at_the_wire().state, command, Actor(ATTACKER)) == ()
    tested = prospects(at_the_wire("test", declared=False).state, command, Actor(ATTACKER))
    assert not isinstance(tested, Refusal)
    assert [(one.of, one.faces) for one in tested] == [(name, (0, 0, 1, 1, 1, 1)) for name in PLATOONS]


def test_one_die_counts_for_all_rifle_companies_of_a_battalion() -> None:
    """AMB-22 battalion: a 5 gives both companies two actions (FF-ORD-T5); the machine gun throws its own die."""
    evening = played_by("AMB-22", "battalion")
    assert evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5)).actions == 2
    assert "shows 5" in evening.refused("attacker", "roll_orders", unit="a1.1.c2", die=die(6)).because
    second = evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(5))
    assert (second.die.pips, second.actions) == (5, 2)
    evening.agreed("attacker", "undo")
    evening.agreed("attacker", "undo")
    # The die stays thrown, whichever company is ordered first now.
    assert "shows 5" in evening.refused("attacker", "roll_orders", unit="a1.1.c3", die=die(1)).because
    assert evening.do("attacker", "roll_orders", unit="a1.1.c3", die=die(5)).actions == 2
    assert SYSTEM.replay(evening.log) == evening.state


def test_of_one_die_for_all_the_company_with_the_marker_throws_again() -> None:
    """AMB-22 with AMB-13: the 1 of the battalion fails all; the company with the marker throws a 5, two actions."""
    rules = [{"ruling": "AMB-22", "option": "battalion"}, {"ruling": "AMB-13", "option": "reroll"}]
    evening = mons(house_rules=rules)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_staff")
    evening.do("attacker", "allot_staff_bonus", battalion="a1.1")
    evening.go_to("attacker", "early_companies", "a1.1")
    assert evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(1)).actions == 0
    again = evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(1), again=die(5), staff_bonus=True)
    assert (again.actions, again.again.pips) == (2, 5)
    assert evening.do("attacker", "roll_orders", unit="a1.1.c3", die=die(1)).actions == 0


def limbered_guns(option: str, pips: int = 6) -> Evening:
    """A Mons game: a field battery that has rolled a 6, which gives it two actions, and comes limbered."""
    evening = mons(house_rules=[{"ruling": "AMB-47", "option": option}])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(pips))
    assert (evening.state.orders["a1.b1"].left, evening.state.units["a1.b1"].carriage) == (pips // 3, Carriage.LIMBERED)
    return evening


def test_the_first_change_of_carriage_in_a_turn_is_free_by_house_rule() -> None:
    """AMB-47: it unlimbers for an action; free once a turn it has both left, and limbering up again takes one."""
    usual = limbered_guns("one_action")
    usual.do("attacker", "change_carriage", unit="a1.b1", to="ready")
    assert usual.state.orders["a1.b1"].left == 1
    evening = limbered_guns("free_once")
    free = evening.do("attacker", "change_carriage", unit="a1.b1", to="ready")
    assert [step.says for step in free.reasons.steps] == [
        "The first limbering, unlimbering, packing or unpacking of a turn: no action"
    ]
    assert (evening.state.orders["a1.b1"].left, evening.state.units["a1.b1"].carriage) == (2, Carriage.READY)
    evening.do("attacker", "change_carriage", unit="a1.b1", to="limbered")
    assert (evening.state.orders["a1.b1"].left, evening.state.units["a1.b1"].carriage) == (1, Carriage.LIMBERED)
    assert SYSTEM.replay(evening.log) == evening.state


@pytest.mark.parametrize(
    ("option", "pips", "refused"), [("free_once", 3, ""), ("free_once", 1, "FF-ORD-09"), ("one_action", 3, "FF-ORD-02")]
)
def test_what_is_free_is_done_after_the_last_action_too(option: str, pips: int, refused: str) -> None:
    """AMB-47: a battery that a 3 gave one action goes forward and unlimbers; a 1 gave it nothing (FF-ORD-09)."""
    evening = limbered_guns(option, pips)
    if pips > 1:
        evening.do("attacker", "move_unit", unit="a1.b1")
    assert evening.state.orders["a1.b1"].left == 0
    offered = {one.about["unit"] for one in of(on(evening, "attacker").offered, "change_carriage")}
    if refused:
        assert evening.refused("attacker", "change_carriage", unit="a1.b1", to="ready").clause == refused
    else:
        evening.do("attacker", "change_carriage", unit="a1.b1", to="ready")
        assert evening.refused("attacker", "change_carriage", unit="a1.b1", to="limbered").clause == "FF-ORD-02"
    assert ("a1.b1" in offered) is not bool(refused)
