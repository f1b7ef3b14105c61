"""Assaults in a game: every outcome is worked by hand from the rulebook, beside the step.

German companies attack British platoons in 1914: rifles at Soft suppress on 5 and kill on 6, +1 when they close.
"""

from typing import Any

import pytest

from rules.flanders_fields.close_combat import Beaten, Winner
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING, FireResult
from rules.kernel.seats import Role
from tests.game.evening import Evening, die, entered, mons
from tests.game.test_deeds_by_hand import of, on

OURS, THEIRS, GUN = "a1.1.c1.p1", "d1.3.c1.p1", "d1.3.mg1"


def ordered(**settings: Any) -> Evening:
    """The first German company has rolled a 6: two actions (FF-ORD-T5)."""
    evening = mons(**settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    assert evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6)).actions == 2
    return evening


def go_in(evening: Evening, stand: str = OURS, target: str = THEIRS, **more: Any) -> Any:
    fields = {"cover": "soft"} | more
    return evening.do("attacker", "go_in", unit=stand.rpartition(".")[0], stand=stand, target=target, **fields)


def closed(evening: Evening, *defenders: str) -> None:
    """All have moved, and these hold their fire."""
    evening.do("attacker", "all_in", unit="a1.1.c1")
    for stand in defenders:
        evening.do("defender", "fire_as_they_close", stand=stand)


def throw(evening: Evening, ours: int, theirs: int, attacker: str = OURS) -> Any:
    evening.do("attacker", "throw_in_combat", attacker=attacker, side="attacker", die=die(ours))
    return evening.do("defender", "throw_in_combat", attacker=attacker, side="defender", die=die(theirs))


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def test_a_trench_is_taken_with_a_die_a_side() -> None:
    """FF-ASL-X1: +1 +1 -1 against 0; 4 against 4 makes 5 against 4, and the defender is gone (FF-ASL-14)."""
    evening = ordered()
    go_in(evening, cover="medium", supporter="a1.1.c1.p2")
    assert evening.state.orders["a1.1.c1"].left == 1
    closed(evening, THEIRS)
    fought = throw(evening, 4, 4)
    assert (fought.winner, fought.beaten, fought.reasons.total) == (Winner.ATTACKER, Beaten.REMOVED, 1)
    assert not evening.state.stands[THEIRS].alive
    replays(evening)


def test_a_draw_throws_the_attacker_back() -> None:
    """FF-ASL-17: 3 against 4 at a trench with support is 4 against 4; 3 cm back, nobody is hurt."""
    evening = ordered()
    go_in(evening, cover="medium", supporter="a1.1.c1.p2")
    closed(evening, THEIRS)
    fought = throw(evening, 3, 4)
    assert (fought.winner, fought.falls_back_cm, fought.changes) == (Winner.DRAW, 3.0, ())
    assert evening.state.contacts() == ()


def test_the_loser_of_a_fight_that_assaulted_is_gone() -> None:
    """+1 against 0: 1 against 6 is 2 against 6."""
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    assert throw(evening, 1, 6).winner is Winner.DEFENDER
    assert not evening.state.stands[OURS].alive
    replays(evening)


@pytest.mark.parametrize(
    ("approach", "pips", "result", "closes"),
    [
        ("front", 3, FireResult.NO_EFFECT, True),  # 3 +1 = 4
        ("front", 4, FireResult.SUPPRESSED, False),  # 4 +1 = 5
        ("front", 5, FireResult.KILLED, False),  # 5 +1 = 6
        ("flank", 4, FireResult.NO_EFFECT, True),  # FF-ASL-08: no bonus
        ("flank", 5, FireResult.SUPPRESSED, False),
        ("flank", 6, FireResult.KILLED, False),
    ],
)
def test_the_assaulted_fire_as_they_close(approach: str, pips: int, result: FireResult, closes: bool) -> None:
    """FF-ASL-06 to -09 with the rifles of 1914."""
    evening = ordered()
    go_in(evening, approach=approach)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    fired = evening.do("defender", "fire_as_they_close", stand=THEIRS, target=OURS, dice=entered(pips))
    assert fired.results == (result,)
    assert bool(evening.state.contacts()) is closes
    assert evening.state.stands[OURS].alive is (result is not FireResult.KILLED)
    assert evening.state.stands[THEIRS].has_fired
    replays(evening)


def unpacked(evening: Evening) -> None:
    """The gun came on a pack animal; the referee says it is in action."""
    evening.do("referee", "correct", of=GUN, what="carriage", value="ready", reason="unpacked")


def test_a_machine_gun_stops_the_whole_company() -> None:
    """FF-ASL-X14, AMB-405: a 2 with +2 suppresses the company, and none of its stands close."""
    evening = ordered()
    unpacked(evening)
    go_in(evening, target=GUN)
    go_in(evening, stand="a1.1.c1.p2")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    assert evening.state.assault is not None
    assert evening.state.assault.firing == (GUN, THEIRS)
    fired = evening.do("defender", "fire_as_they_close", stand=GUN, target=OURS, dice=entered(2))
    assert set(fired.stopped) == {OURS, "a1.1.c1.p2"}
    assert evening.state.contacts() == ()
    assert [evening.state.stands[f"a1.1.c1.p{n}"].levels for n in (1, 2, 3)] == [1, 1, 1]
    # Nobody comes at the riflemen any more: they do not fire.
    assert evening.state.assault.firing == ()
    replays(evening)


def test_by_house_rule_only_the_stand_hit_stops() -> None:
    """AMB-405 only_hit: the second platoon closes, suppressed: +1 -1 against 0 (FF-ASL-T1)."""
    evening = ordered(house_rules=[{"ruling": "AMB-405", "option": "only_hit"}])
    unpacked(evening)
    go_in(evening, target=GUN)
    go_in(evening, stand="a1.1.c1.p2")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    evening.do("defender", "fire_as_they_close", stand=GUN, target=OURS, dice=entered(2))
    evening.do("defender", "fire_as_they_close", stand=THEIRS)
    assert [one.attacker for one in evening.state.contacts()] == ["a1.1.c1.p2"]
    assert throw(evening, 4, 4, "a1.1.c1.p2").winner is Winner.DRAW


def test_packed_suppressed_and_command_stands_do_not_fire() -> None:
    """FF-ASL-10, FF-RCB-12, FF-CST-01: nobody is asked for dice, and the fight comes at once."""
    evening = ordered()
    evening.do("referee", "correct", of=THEIRS, what="levels", value=1, reason="seen")
    go_in(evening)
    go_in(evening, stand="a1.1.c1.p2", target=GUN)
    go_in(evening, stand="a1.1.c1.p3", target="d1.3.hq")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    assert evening.state.assault is not None
    assert evening.state.assault.firing == ()
    # FF-ASL-T1: +1 against -1; 2 against 4 is 3 against 3.
    assert throw(evening, 2, 4).winner is Winner.DRAW


def test_the_contacts_are_fought_in_their_order_and_a_defender_fights_them_all() -> None:
    """FF-ASL-11, AMB-406."""
    evening = ordered()
    go_in(evening)
    go_in(evening, stand="a1.1.c1.p2")
    closed(evening, THEIRS)
    refused = evening.refused("attacker", "throw_in_combat", attacker="a1.1.c1.p2", side="attacker", die=die(4))
    assert refused.clause == "FF-ASL-11"
    assert throw(evening, 1, 6).winner is Winner.DEFENDER
    assert throw(evening, 6, 1, "a1.1.c1.p2").winner is Winner.ATTACKER


def test_by_house_rule_a_defender_fights_once() -> None:
    """AMB-406 once: with the first fight the second contact is over too."""
    evening = ordered(house_rules=[{"ruling": "AMB-406", "option": "once"}])
    go_in(evening)
    go_in(evening, stand="a1.1.c1.p2")
    closed(evening, THEIRS)
    throw(evening, 1, 6)
    assert evening.state.contacts() == ()


def test_a_winner_goes_on_once_without_another_action() -> None:
    """FF-ASL-16, AMB-410: a new assault, closing fire and all; a second follow-up is refused."""
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    throw(evening, 6, 1)
    assert go_in(evening, target="d1.3.c1.p2").follow_up
    assert evening.state.orders["a1.1.c1"].left == 1
    closed(evening, "d1.3.c1.p2")
    throw(evening, 6, 1)
    fields = {"unit": "a1.1.c1", "stand": OURS, "target": "d1.3.c1.p3", "cover": "soft"}
    assert evening.refused("attacker", "go_in", **fields).clause == "FF-ASL-16"
    replays(evening)


def test_defender_that_fired_before_a_follow_up_fires_again() -> None:
    """AMB-402, AMB-410: a follow-up is a new assault, with defensive fire again."""
    evening = ordered()
    go_in(evening)
    go_in(evening, stand="a1.1.c1.p2", target="d1.3.c1.p2")
    closed(evening, THEIRS)
    shot = {"stand": "d1.3.c1.p2", "dice": entered(6)}
    evening.do("defender", "fire_as_they_close", target="a1.1.c1.p2", **shot)
    throw(evening, 6, 1)
    go_in(evening, target="d1.3.c1.p2")
    assert evening.do("attacker", "all_in", unit="a1.1.c1").firing == ("d1.3.c1.p2",)
    assert evening.do("defender", "fire_as_they_close", target=OURS, **shot).results == (FireResult.KILLED,)
    replays(evening)


def test_while_an_assault_is_on_the_rest_waits() -> None:
    """FF-ASL-05, FF-ASL-11."""
    evening = ordered()
    go_in(evening)
    for kind, fields in (("move_unit", {"unit": "a1.1.c1"}), ("next_step", {}), ("end_turn", {})):
        assert evening.refused("attacker", kind, **fields).clause == "FF-ASL-05"
    early = {"attacker": OURS, "side": "attacker", "die": die(4)}
    assert evening.refused("attacker", "throw_in_combat", **early).clause == "FF-ASL-05"
    evening.do("attacker", "all_in", unit="a1.1.c1")
    assert evening.refused("attacker", "throw_in_combat", **early).clause == "FF-ASL-06"


def test_each_side_speaks_for_itself() -> None:
    """FF-TRN-01: neither throws the other's dice, nor holds the other's fire; the referee may."""
    evening = ordered()
    go_in(evening)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    assert evening.refused("attacker", "fire_as_they_close", stand=THEIRS).clause == "FF-TRN-01"
    evening.do("referee", "fire_as_they_close", stand=THEIRS)
    theirs = {"attacker": OURS, "side": "defender", "die": die(4)}
    assert evening.refused("attacker", "throw_in_combat", **theirs).clause == "FF-TRN-01"
    evening.do("referee", "throw_in_combat", **theirs)
    assert evening.refused("defender", "throw_in_combat", **theirs).clause == "FF-ASL-13"


def test_a_die_thrown_in_a_fight_stays_thrown() -> None:
    """Both dice lie there after a take-back, each under its own side's name."""
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    throw(evening, 1, 6)
    evening.do("referee", "undo")
    assert evening.state.stands[OURS].alive
    evening.refused("defender", "throw_in_combat", attacker=OURS, side="defender", die=die(1))
    evening.do("defender", "throw_in_combat", attacker=OURS, side="defender", die=die(6))
    assert not evening.state.stands[OURS].alive
    replays(evening)


@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"stand": "a1.1.c2.p1"}, "FF-ASL-02"),
        ({"target": "a1.1.c2.p1"}, "FF-ASL-01"),
        ({"target": "d1.4.c1.p1"}, "FF-ASL-01"),
        ({"supporter": THEIRS}, "FF-ASL-12"),
        ({"supporter": "a1.1.mg1"}, "FF-ASL-12"),
        ({"supporter": OURS}, "FF-ASL-12"),
    ],
)
def test_what_cannot_go_in_is_told_why(fields: dict[str, str], clause: str) -> None:
    evening = ordered()
    asked = {"unit": "a1.1.c1", "stand": OURS, "target": THEIRS, "cover": "soft"} | fields
    assert evening.refused("attacker", "go_in", **asked).clause == clause


def test_a_suppressed_platoon_and_one_on_wire_do_not_go_in() -> None:
    """AMB-417, FF-WIR-05."""
    evening = ordered()
    asked = {"unit": "a1.1.c1", "stand": OURS, "target": THEIRS, "cover": "soft"}
    evening.do("referee", "correct", of=OURS, what="levels", value=1, reason="seen")
    assert "uppress" in evening.refused("attacker", "go_in", **asked).because
    evening.do("referee", "correct", of=OURS, what="levels", value=0, reason="seen")
    evening.do("referee", "correct", of=OURS, what="on_wire", value=True, reason="seen")
    assert evening.refused("attacker", "go_in", **asked).clause == "FF-WIR-05"


def across_the_wire() -> Evening:
    """Two platoons cross wire with the last action, the third stays behind."""
    evening = ordered(house_rules=[{"ruling": "AMB-57", "option": "test"}])
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    trying = ["a1.1.c1.p1", "a1.1.c1.p2"]
    evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=trying, dice=entered(3, 5))
    assert evening.state.orders["a1.1.c1"].left == 0
    return evening


def test_who_has_crossed_wire_goes_on_into_an_assault() -> None:
    """FF-WIR-05, FF-ASL-22, FF-WIR-16: who crossed with the last action goes in, who stayed does not."""
    evening = across_the_wire()
    asked = {"unit": "a1.1.c1", "target": THEIRS, "cover": "soft"}
    assert evening.refused("attacker", "go_in", stand="a1.1.c1.p3", **asked).clause == "FF-ORD-02"
    assert {"unit": "a1.1.c1"} in [one.about for one in of(on(evening, "attacker").offered, "go_in") if not one.barred]
    assert go_in(evening, stand="a1.1.c1.p2").reasons.steps[0].clause == "FF-ASL-22"
    assert evening.refused("attacker", "go_in", stand="a1.1.c1.p3", **asked).clause == "FF-ASL-05"
    go_in(evening, stand="a1.1.c1.p1", target="d1.3.c1.p2")
    closed(evening, THEIRS, "d1.3.c1.p2")
    assert throw(evening, 6, 1, "a1.1.c1.p2").winner is Winner.ATTACKER
    assert throw(evening, 1, 6, "a1.1.c1.p1").winner is Winner.DEFENDER
    assert go_in(evening, stand="a1.1.c1.p2", target="d1.3.c1.p2").follow_up
    assert evening.state.orders["a1.1.c1"].left == 0
    replays(evening)


@pytest.mark.parametrize(("began_cm", "left"), [(5.0, 1), (5.1, 0)])
def test_only_a_near_enemy_is_assaulted_without_an_action(began_cm: float, left: int) -> None:
    """FF-WIR-05: it goes on up to 5 cm; what lies farther takes the action that is left."""
    evening = ordered(house_rules=[{"ruling": "AMB-57", "option": "test"}])
    evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=[OURS], dice=entered(6))
    go_in(evening, began_cm=began_cm)
    assert evening.state.orders["a1.1.c1"].left == left
    replays(evening)


def test_who_has_crossed_wire_goes_on_at_once_or_not_at_all() -> None:
    """FF-WIR-05: the 5 cm belong to the crossing; once another company is ordered it is over."""
    evening = across_the_wire()
    evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(6))
    asked = {"unit": "a1.1.c1", "stand": "a1.1.c1.p2", "target": THEIRS, "cover": "soft"}
    assert evening.refused("attacker", "go_in", **asked).clause == "FF-ORD-02"


def test_losses_in_a_fight_call_for_morale() -> None:
    """FF-MOR-01: 16 platoons; with the eighth lost the battalion tests at half."""
    evening = ordered()
    for company in (2, 3):
        for platoon in (1, 2, 3, 4):
            name = f"d1.3.c{company}.p{platoon}"
            if (company, platoon) != (3, 4):
                evening.do("referee", "correct", of=name, what="alive", value=False, reason="seen")
    assert not evening.state.due
    go_in(evening)
    closed(evening, THEIRS)
    throw(evening, 6, 1)
    assert [due.of for due in evening.state.due] == ["d1.3"]


@pytest.mark.parametrize(
    ("ruling", "option", "more", "added"),
    [
        ("AMB-407", "both", {"defender_supported": True}, (1, 1)),
        ("AMB-409", "both", {"attacker_cover": "medium"}, (1, -1)),
        ("AMB-413", "contact_too", {"attacker_with_commander": True, "defender_with_commander": True}, (2, 1)),
        ("AMB-413", "contact_too", {"attacker_with_commander": True}, (2, 0)),
    ],
)
def test_what_house_rules_look_at_counts_in_a_game(
    ruling: str, option: str, more: dict[str, Any], added: tuple[int, int]
) -> None:
    """FF-ASL-T1: +1 against 0 by the book; by house rule +1 for support, -1 for Medium, +1 for a commander beside."""
    for rules, found in (([], (1, 0)), ([{"ruling": ruling, "option": option}], added)):
        evening = ordered(house_rules=rules)
        go_in(evening, **more)
        closed(evening, THEIRS)
        told = SYSTEM.view(evening.state, Role.REFEREE)["assault"]["fight"]["added"]
        assert (told["attacker"], told["defender"]) == found


def test_every_seat_sees_the_same_of_an_assault() -> None:
    """The next fight with its factors and chances: +1 against 0 is 21, 5, 10 of 36 (FF-ASL-T2)."""
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    for role in SEATING.roles:
        seen = SYSTEM.view(evening.state, role)["assault"]
        assert seen["phase"] == "combat"
        assert seen["fight"]["added"] == {"attacker": 1, "defender": 0, "net": 1}
        assert {one["word"]: round(one["chance"] * 36) for one in seen["fight"]["chances"]} == {
            "attacker wins": 21,
            "draw": 5,
            "defender wins": 10,
        }


@pytest.mark.parametrize(
    ("range_cm", "pips", "result"),
    [
        (20.0, 4, FireResult.NO_EFFECT),
        (20.0, 5, FireResult.SUPPRESSED),
        (4.0, 4, FireResult.SUPPRESSED),  # FF-DFM-03: under 5 cm +1
    ],
)
def test_by_house_rule_those_in_reach_fire_once_from_where_they_are(
    range_cm: float, pips: int, result: FireResult
) -> None:
    """AMB-402 in_reach: another company's platoon, at its own distance, while the assaulted have not all fired."""
    beside = "d1.3.c2.p1"
    evening = ordered(house_rules=[{"ruling": "AMB-402", "option": "in_reach"}])
    go_in(evening)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    shot = {"stand": beside, "target": OURS, "range_cm": range_cm, "dice": entered(pips)}
    assert evening.do("defender", "fire_as_they_close", **shot).results == (result,)
    assert evening.refused("defender", "fire_as_they_close", **shot).clause == "FF-ASL-06"
    replays(evening)


def test_without_that_house_rule_nobody_else_fires() -> None:
    """AMB-402."""
    evening = ordered()
    go_in(evening)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    shot = {"stand": "d1.3.c2.p1", "target": OURS, "range_cm": 20, "dice": entered(6)}
    assert evening.refused("defender", "fire_as_they_close", **shot).clause == "FF-ASL-06"
