"""Ground under fire in a game: whoever moves, assaults or leads through it is attacked on the way, worked by hand."""

from typing import Any

import pytest

from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER, FireResult
from rules.kernel.explanations import Refusal
from tests.game.evening import Evening, die, played
from tests.game.guns_in_play import BATTERY, KILLED, NOTHING, SUPPRESSED, in_action, replays

MOVER = "d1.1.c1.p1"


def zone_ahead(**settings: Any) -> Evening:
    """A British field battery has fired once; the first German company, in the next turn, has two actions."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "set_aiming_point", unit="a1.b1", where="the wire")
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    return evening


def moves(evening: Evening, *met: dict[str, Any]) -> Any:
    zones = met or ({"zone": "a1.b1", "stand": MOVER, "cover": "soft"},)
    return evening.try_("defender", "move_unit", unit="d1.1.c1", zones=list(zones))


@pytest.mark.parametrize(
    ("overlap", "pips", "result"),
    [("whole", 4, NOTHING), ("whole", 5, SUPPRESSED), ("whole", 6, KILLED), ("half", 6, NOTHING)],
)
def test_a_zone_attacks_who_moves_through_it(overlap: str, pips: int, result: FireResult) -> None:
    """FF-MVZ-X1: -1 on Soft 4 / 5; FF-MVZ-X5: -1 - 2 where it is partly in. The seat of the guns throws."""
    evening = zone_ahead()
    moves(evening, {"zone": "a1.b1", "stand": MOVER, "cover": "soft", "overlap": overlap})
    waits = evening.refused("defender", "move_unit", unit="d1.1.c1")
    assert (waits.clause, waits.instead) == ("FF-MVZ-02", "throw the die of that zone first")
    ask = {"zone": "a1.b1", "stand": MOVER}
    assert evening.refused("defender", "fire_on_mover", die=die(pips), **ask).clause == "FF-TRN-01"
    met = evening.do("attacker", "fire_on_mover", die=die(pips), **ask)
    assert (met.result, met.stops) == (result, result is not NOTHING)
    assert evening.state.stands[MOVER].alive is (result is not KILLED)
    assert evening.state.guns.crossings == ()
    replays(evening)


def test_a_zone_attacks_a_stand_once_in_a_turn() -> None:
    """FF-MVZ-X7, AMB-322; by house rule once for each action."""
    for option, again in (("ordered", False), ("each_action", True)):
        evening = zone_ahead(house_rules=[{"ruling": "AMB-322", "option": option}])
        moves(evening)
        evening.do("attacker", "fire_on_mover", zone="a1.b1", stand=MOVER, die=die(2))
        moves(evening)
        assert bool(evening.state.guns.crossings) is again


CHIEF = "d1.1.hq"


COMMAND_TOO = {"house_rules": [{"ruling": "AMB-322", "option": "command_too"}]}


def command_stands_move(**settings: Any) -> Evening:
    """The defender's last phase, with the zone of the attacker's battery in force."""
    evening = zone_ahead(**settings)
    evening.go_to("defender", "late_command_moves")
    return evening


def chief_moves(evening: Evening, *zones: str, **more: Any) -> Any:
    met = [{"zone": zone, "stand": "", "cover": "soft"} for zone in zones]
    return evening.try_("defender", "move_command_stand", stand=CHIEF, zones=met, **more)


@pytest.mark.parametrize(("pips", "result"), [(5, NOTHING), (6, SUPPRESSED)])
def test_by_house_rule_zones_attack_command_stands_too(pips: int, result: FireResult) -> None:
    """AMB-322 command_too: Soft 4 / 5; -1 for the zone and -1 for a command stand (FF-CMD-04): a 6 suppresses."""
    evening = command_stands_move(**COMMAND_TOO)
    assert not isinstance(chief_moves(evening, "a1.b1"), Refusal)
    assert isinstance(chief_moves(evening), Refusal)
    met = evening.do("attacker", "fire_on_mover", zone="a1.b1", stand=CHIEF, die=die(pips))
    assert met.result is result
    # Once for each stand, zone and turn; a suppressed stand stays where it is (FF-SUP-02).
    again = chief_moves(evening, "a1.b1")
    assert (again.clause if isinstance(again, Refusal) else "") == ("" if result is NOTHING else "FF-SUP-02")
    assert evening.state.guns.crossings == ()
    replays(evening)


def test_otherwise_they_move_twice_and_unhurt() -> None:
    """AMB-322, FF-CMD-05: two moves of 20 cm on foot, no third; FF-CMD-06: in the last phase only."""
    evening = command_stands_move()
    for _ in range(2):
        (moved,) = chief_moves(evening, "a1.b1")
        assert moved.says == "moves up to 20 cm, cross country"
    assert chief_moves(evening).clause == "FF-CMD-05"
    assert SYSTEM.view(evening.state, DEFENDER)["guns"]["command_moves"] == []
    early = zone_ahead()
    assert chief_moves(early).clause == "FF-CMD-06"
    assert early.refused("defender", "move_command_stand", stand="a1.hq").clause == "FF-CMD-05"
    assert early.refused("defender", "move_command_stand", stand=MOVER).clause == "FF-CMD-05"


def test_a_seat_is_shown_its_command_stands_where_zones_attack_them() -> None:
    """AMB-322 command_too: with the moves each has left."""
    evening = command_stands_move(**COMMAND_TOO)
    shown = {one["id"]: one["left"] for one in SYSTEM.view(evening.state, DEFENDER)["guns"]["command_moves"]}
    assert shown[CHIEF] == 2
    chief_moves(evening)
    shown = {one["id"]: one["left"] for one in SYSTEM.view(evening.state, DEFENDER)["guns"]["command_moves"]}
    assert shown[CHIEF] == 1
    assert all(name.startswith("d1") for name in shown)


def test_ranging_shots_and_moved_points_leave_no_zone() -> None:
    """FF-MVZ-X2, FF-MVZ-03; AMB-320: nor does a battery that has limbered up, and a suppressed one's zone sleeps."""
    evening = zone_ahead()
    no_zone = moves(evening, {"zone": "a1.b2", "stand": MOVER, "cover": "soft"})
    assert no_zone.clause == "FF-MVZ-03"
    for what, value in (("levels", 1), ("levels", 0), ("fired_here", False)):
        evening.do("referee", "correct", of="a1.b1", what=what, value=value, reason="seen")
        live = SYSTEM.view(evening.state, DEFENDER)["guns"]["zones"]
        assert bool(live) is ((what, value) == ("levels", 0))


@pytest.mark.parametrize("option", ["one_action", "free_once"])
def test_a_gun_that_limbers_up_leaves_no_zone(option: str) -> None:
    """AMB-320: nor has it one once it unlimbers again; AMB-47: also where limbering up costs no action."""
    evening = played("mons-1914", house_rules=[{"ruling": "AMB-47", "option": option}])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_regimental_artillery", "a1")
    in_action(evening, BATTERY)
    evening.do("attacker", "roll_orders", unit=BATTERY, die=die(6))
    evening.do("attacker", "set_aiming_point", unit=BATTERY, where="the bridge")
    evening.do("referee", "correct", of=BATTERY, what="fired_here", value=True, reason="seen")
    assert has_zone(evening)
    evening.do("attacker", "change_carriage", unit=BATTERY, to="limbered")
    assert not has_zone(evening)
    replays(evening)


def has_zone(evening: Evening) -> bool:
    point = evening.state.guns.point_of(BATTERY)
    return point is not None and point.zone is not None


def test_a_stand_that_goes_in_through_a_zone_may_be_stopped_before_it_closes() -> None:
    """AMB-322: assault moves too; AMB-323: a 5 - 1 = 4 suppresses it at Soft, and it does not close."""
    for pips, closes in ((4, True), (5, False)):
        evening = zone_ahead()
        went = {"unit": "d1.1.c1", "stand": MOVER, "target": "a1.1.c1.p1", "cover": "soft"}
        met = {"zone": "a1.b1", "stand": "", "cover": "soft"}
        evening.do("defender", "go_in", zones=[met], **went)
        assert evening.refused("defender", "all_in", unit="d1.1.c1").clause == "FF-MVZ-02"
        evening.do("attacker", "fire_on_mover", zone="a1.b1", stand=MOVER, die=die(pips))
        assert bool(evening.state.contacts()) is closes
        replays(evening)
