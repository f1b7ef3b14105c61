"""Air support in a game: every outcome is worked by hand from the rulebook, beside the step.

March 1918: the German plan holds two missions, the British one. 5 and 6 bring aircraft (FF-AIR-06).
"""

from typing import Any

import pytest

from rules.flanders_fields.air import AirResult
from rules.flanders_fields.game.actions.air.missions import ThrowInAirAttack, air_duel
from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING, Side
from rules.kernel.dice import Throw
from rules.kernel.seats import Role
from tests.game.air_in_play import BATTERY, GUN, PLATOON, STEP, at_the_call, called, named, rule, target, throw
from tests.game.evening import Evening, die, entered, with_plan


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def left(state: GameState) -> tuple[int, int]:
    return tuple(state.air.left(side.side) for side in state.settled.sides)  # type: ignore[return-value]


@pytest.mark.parametrize(("pips", "arrives"), [(1, False), (4, False), (5, True), (6, True)])
def test_aircraft_come_on_five_and_six(pips: int, arrives: bool) -> None:
    """FF-AIR-06; a mission is used when they arrive (GAP-64)."""
    evening = called(pips)
    assert (evening.state.air.strike is not None) is arrives
    assert left(evening.state) == (1 if arrives else 2, 1)
    replays(evening)


@pytest.mark.parametrize(
    ("stand", "cover", "ours", "theirs", "result"),
    [
        (PLATOON, "soft", 3, 4, AirResult.SUPPRESSED),  # FF-AIR-X1: 5 against 4
        (PLATOON, "soft", 2, 4, AirResult.DRAW),  # FF-AIR-X2: 4 against 4
        (GUN, "medium", 2, 4, AirResult.DRIVEN_OFF),  # FF-AIR-X3: 5 against 6
        (BATTERY, "open", 1, 6, AirResult.DRAW),  # FF-AIR-X4: 6 against 6
        (PLATOON, "medium", 1, 5, AirResult.AIRCRAFT_DESTROYED),  # FF-AIR-X5: 2 against 5
        (PLATOON, "open", 6, 1, AirResult.DESTROYED),  # 9 against 1
    ],
)
def test_both_sides_throw_for_each_target(stand: str, cover: str, ours: int, theirs: int, result: AirResult) -> None:
    evening = named(called(), target(stand, cover))
    assert throw(evening, stand, ours, theirs).result is result
    hit = evening.state.stands[stand]
    assert (hit.levels, hit.alive) == (int(result is AirResult.SUPPRESSED), result is not AirResult.DESTROYED)
    # AMB-474: no spread.
    assert evening.state.stands["d1.1.c1.p2"].levels == 0
    assert evening.state.air.strike is None
    # FF-AIR-14: a gun that was not destroyed has turned on them.
    assert evening.state.air.off_line == ((GUN,) if stand == GUN else ())
    replays(evening)


def test_they_attack_three_at_most_nearest_first_and_go_on_after_a_draw() -> None:
    """FF-AIR-07 to -10: the fourth is beyond the third target; a platoon in Hard is passed over (FF-AIR-X6)."""
    evening = called()
    far, near = target("d1.1.c1.p2", distance_cm=3), target("d1.1.c1.p1", distance_cm=0.5)
    more = (target("d1.1.c1.p3", distance_cm=2), target("d1.1.c2.p1", distance_cm=4))
    event = evening.do(
        "attacker", "name_air_targets", targets=[far, near, *more, target("d1.1.c2.p2", "hard", distance_cm=1)]
    )
    assert [one.stand for one in event.targets] == ["d1.1.c1.p1", "d1.1.c1.p3", "d1.1.c1.p2"]
    assert (
        "another target"
        in evening.refused("attacker", "throw_in_air_attack", target="d1.1.c1.p3", side="attacker", die=die(3)).because
    )
    assert throw(evening, "d1.1.c1.p1", 2, 4).result is AirResult.DRAW
    assert throw(evening, "d1.1.c1.p3", 4, 4).result is AirResult.SUPPRESSED
    # AMB-474: driven off, the last target is safe.
    assert throw(evening, "d1.1.c1.p2", 1, 5).result is AirResult.DRIVEN_OFF
    assert evening.state.air.strike is None
    replays(evening)


@pytest.mark.parametrize(
    ("told", "because"),
    [
        (target(cover="hard"), "safe from aircraft"),
        (target("d1.1.hq"), "no target of aircraft"),
        (target(sheltering=True), "deep shelter"),
        (target("a1.1.c1.p1"), "its own side"),
        (target(distance_cm=5.5), "within 5 cm"),
        (target("nobody"), "not on the table"),
    ],
)
def test_whom_they_do_not_reach(told: dict[str, Any], because: str) -> None:
    """FF-AIR-04, FF-AIR-07, FF-DSH-02, AMB-473."""
    evening = called()
    assert because in evening.refused("attacker", "name_air_targets", targets=[told]).because
    evening.do("attacker", "end_air_attack")
    assert evening.state.air.strike is None


def test_a_target_that_falls_meanwhile_is_attacked_no_more() -> None:
    """The die thrown for it counts for nobody else: the next one is thrown for with two new dice (FF-AIR-08)."""
    evening = named(called(), target("d1.1.c1.p1"), target("d1.1.c1.p2", distance_cm=2.0))
    evening.do("attacker", "throw_in_air_attack", target="d1.1.c1.p1", side="attacker", die=die(6))
    evening.do("referee", "correct", of="d1.1.c1.p1", what="alive", value=False, reason="seen")
    strike = evening.state.air.strike
    assert strike is not None
    assert ([one.stand for one in strike.targets], strike.dice) == (["d1.1.c1.p2"], ())
    assert throw(evening, "d1.1.c1.p2", 6, 1).target == "d1.1.c1.p2"
    replays(evening)


def test_once_their_only_target_has_fallen_the_aircraft_are_gone() -> None:
    evening = named(called(), target(PLATOON))
    evening.do("referee", "correct", of=PLATOON, what="alive", value=False, reason="seen")
    assert evening.state.air.strike is None
    evening.do("attacker", "next_step")
    evening.do("referee", "undo")
    evening.do("referee", "undo")
    assert throw(evening, PLATOON, 3, 3).target == PLATOON
    replays(evening)


def test_a_gun_that_turned_on_them_is_laid_again_before_it_fires() -> None:
    """FF-AIR-14, AMB-476: an action of its next turn."""
    evening = named(called(), target(GUN, "medium"))
    throw(evening, GUN, 2, 4)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    for _ in range(60):
        here = evening.state.turn
        if (here.step, here.of) == ("late_machine_guns", "d1.1"):
            break
        evening.do("defender", "next_step")
    evening.do("defender", "roll_orders", unit=GUN, die=die(6))
    shot = {"firer": GUN, "target": "a1.1.c1.p1", "range_cm": 30.0, "cover": "open", "dice": entered(1)}
    assert evening.refused("defender", "fire", unit=GUN, shots=[shot]).clause == "FF-AIR-14"
    actions = evening.state.orders[GUN].left
    evening.do("defender", "relay_gun", unit=GUN)
    assert evening.state.orders[GUN].left == actions - 1
    assert evening.state.air.off_line == ()
    assert evening.refused("defender", "relay_gun", unit=GUN).because
    replays(evening)


def test_what_is_refused_while_they_fly_and_when_they_are_called() -> None:
    evening = at_the_call()
    assert "German side" in evening.refused("defender", "call_aircraft", regiment="a1", die=die(5)).because
    assert evening.refused("attacker", "call_aircraft", regiment="d1", die=die(5)).clause == "FF-AIR-05"
    evening.do("attacker", "call_aircraft", regiment="a1", die=die(5))
    assert "once in a turn" in evening.refused("attacker", "call_aircraft", regiment="a1", die=die(5)).because
    assert evening.refused("attacker", "next_step").clause == "FF-AIR-08"
    assert evening.refused("attacker", "end_turn").clause == "FF-AIR-08"
    throws = {"target": PLATOON, "side": "attacker", "die": die(3)}
    assert "name the targets" in evening.refused("attacker", "throw_in_air_attack", **throws).instead
    named(evening, target())
    evening.do("attacker", "throw_in_air_attack", **throws)
    assert "lies there already" in evening.refused("attacker", "throw_in_air_attack", **throws).because
    assert "British side" in evening.refused("attacker", "throw_in_air_attack", **throws | {"side": "defender"}).because
    assert evening.refused("attacker", "end_air_attack").clause == "FF-AIR-08"


def test_the_step_is_passed_over_without_a_mission() -> None:
    evening = at_the_call()
    evening.do("referee", "correct", of="missions/attacker", what="left", value=0, reason="spent before")
    evening.do("attacker", "undo")
    evening.do("referee", "undo")
    evening.do("referee", "correct", of="missions/attacker", what="left", value=0, reason="spent before")
    steps = []
    for _ in range(40):
        if not isinstance(evening.try_("attacker", "next_step"), tuple):
            break
        steps.append(evening.state.turn.step)
    assert STEP not in steps


def test_a_side_does_not_know_how_many_missions_the_other_has_left() -> None:
    """FF-AIR-15 is the plan's: nor from the card of the call, nor from the log, nor from a correction."""
    evening = called(6)
    evening.do("referee", "correct", of="missions/attacker", what="left", value=7, reason="umpire's gift")
    for role, known in ((DEFENDER, {"defender": 1}), (ATTACKER, {"attacker": 7}), (Role.SPECTATOR, {})):
        assert SYSTEM.view(evening.state, role)["air"]["left"] == known
    call = next(one for one in evening.log if type(one.event).__name__ == "AircraftCalled")
    told = SYSTEM.tell(evening.state, call, DEFENDER)
    assert "left" not in str(told)
    assert evening.log[-1].audience == "attacker"
    unknown = evening.refused("defender", "correct", of="missions/attacker", what="left", value=3, reason="spying")
    assert unknown == evening.refused("defender", "correct", of="missions/nobody", what="left", value=3, reason="?")


def test_the_dice_of_an_air_attack_stay_thrown() -> None:
    evening = named(called(), target())
    evening.do("attacker", "throw_in_air_attack", target=PLATOON, side="attacker", die=die(3))
    evening.agreed("attacker", "undo")
    throws = {"target": PLATOON, "side": "attacker"}
    assert "shows 3" in evening.refused("attacker", "throw_in_air_attack", die=die(6), **throws).because
    evening.do("attacker", "throw_in_air_attack", die=die(3), **throws)
    replays(evening)


# House rules


def test_by_house_rule_a_regiment_orders_them_as_a_battery() -> None:
    """AMB-34, AMB-470: 6 - 3 = 3 gives the one action; a 5 does not."""
    assert called(6, **rule("AMB-34", "order")).state.air.strike is not None
    assert called(5, **rule("AMB-34", "order")).state.air.strike is None


def test_by_house_rule_a_call_uses_a_mission_and_destroyed_aircraft_another() -> None:
    """GAP-64, AMB-474."""
    assert left(called(2, **rule("GAP-64", "each_call")).state) == (1, 1)
    evening = named(called(6, **rule("AMB-474", "one_more")), target(cover="medium"))
    assert throw(evening, PLATOON, 1, 5).result is AirResult.AIRCRAFT_DESTROYED
    assert left(evening.state) == (0, 1)


def test_by_house_rule_command_stands_are_attacked_as_infantry() -> None:
    """AMB-473."""
    evening = named(called(**rule("AMB-473", "command_too")), target("d1.1.hq"))
    assert throw(evening, "d1.1.hq", 6, 1).result is AirResult.DESTROYED
    assert not evening.state.stands["d1.1.hq"].alive


# -- Observing for the guns, by house rule ----

HEAVY, OTHER = "a1.b4", "a1.b5"
"""Two German batteries behind the table."""
WATCHING = rule("AMB-471", "one_point")


def with_a_point(*batteries: str, **settings: Any) -> Evening:
    """The German guns' step; each of these has two actions (late, a 6) and has laid its point with one of them."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="michael-1918", **settings)
    with_plan(evening, FirePlan(), gas=False)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    for battery in batteries:
        evening.do("attacker", "roll_orders", unit=battery, die=die(6))
        evening.do("attacker", "set_aiming_point", unit=battery, where="the mill")
    return evening


def test_a_mission_that_is_not_used_observes_one_point() -> None:
    """AMB-471, FF-DEV-01: its fire does not deviate; in Soft on the heavy row (3 / 4) a 3 suppresses."""
    evening = with_a_point(HEAVY, **WATCHING)
    caught = {"stands": [{"stand": PLATOON, "cover": "soft"}], "dice": entered(3)}
    assert evening.refused("attacker", "fire_on_area", unit=HEAVY, **caught).clause == "FF-DEV-01"
    watched = evening.do("attacker", "watch_from_air", unit=HEAVY)
    assert [step.clause for step in watched.reasons.steps] == ["FF-AIR-01"]
    assert evening.refused("attacker", "roll_deviation", unit=HEAVY, dice=entered(1, 1, 1, 1, 1)).clause == "FF-TYP-08"
    fired = evening.do("attacker", "fire_on_area", unit=HEAVY, **caught)
    assert fired.hits[0].result.value == "suppressed"
    assert left(evening.state) == (2, 1)
    replays(evening)


def test_it_observes_one_point_in_a_turn_and_does_not_attack_in_it() -> None:
    """AMB-471: of two missions one observes, the other is called; when both observe, none is."""
    evening = with_a_point(HEAVY, OTHER, **WATCHING)
    evening.do("attacker", "watch_from_air", unit=HEAVY)
    evening.do("attacker", "watch_from_air", unit=OTHER)
    assert evening.state.air.free(Side.ATTACKER) == 0
    evening.go_to("attacker", STEP)
    assert evening.refused("attacker", "call_aircraft", regiment="a1", die=die(6)).clause == "FF-AIR-15"
    evening = with_a_point(HEAVY, **WATCHING)
    evening.do("attacker", "watch_from_air", unit=HEAVY)
    evening.go_to("attacker", STEP)
    evening.do("attacker", "call_aircraft", regiment="a1", die=die(5))
    # GAP-64: the one that has arrived is used, the one that observed is not.
    assert left(evening.state) == (1, 1)
    evening.do("attacker", "end_air_attack")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    assert evening.state.air.watches == ()
    replays(evening)


def test_once_the_point_is_moved_nobody_observes_it() -> None:
    """AMB-471: one point; the mission is not another's in the same turn."""
    evening = with_a_point(HEAVY, **WATCHING)
    evening.do("attacker", "watch_from_air", unit=HEAVY)
    evening.do("attacker", "set_aiming_point", unit=HEAVY, where="the ford")
    assert not evening.state.air.sees_point_of(HEAVY)
    assert evening.state.air.free(Side.ATTACKER) == 1


def test_what_aircraft_do_not_observe() -> None:
    """AMB-471 by default; FF-AIR-15; no point yet; a battery on the table, whose fire does not deviate (FF-DEV-04)."""
    assert with_a_point(HEAVY).refused("attacker", "watch_from_air", unit=HEAVY).clause == "FF-AIR-01"
    evening = with_a_point(HEAVY, "a1.b1", **WATCHING)
    assert evening.refused("attacker", "watch_from_air", unit=OTHER).clause == "FF-ART-15"
    assert evening.refused("attacker", "watch_from_air", unit="a1.b1").clause == "FF-TYP-08"
    assert evening.refused("defender", "watch_from_air", unit=HEAVY).clause == "FF-TRN-01"
    evening.do("referee", "correct", of="missions/attacker", what="left", value=0, reason="lost on the way")
    assert evening.refused("attacker", "watch_from_air", unit=HEAVY).clause == "FF-AIR-15"


def test_only_its_own_side_learns_whether_a_mission_could_observe() -> None:
    """FF-AIR-15: how many are left is the plan's secret; that one observes is said at the table."""
    evening = with_a_point(HEAVY, **WATCHING)
    could = {role.value: SYSTEM.view(evening.state, role)["air"]["may_watch"] for role in SEATING.roles}
    assert could == {"attacker": [HEAVY], "referee": [HEAVY], "defender": [], "spectator": []}
    evening.do("attacker", "watch_from_air", unit=HEAVY)
    assert SYSTEM.view(evening.state, DEFENDER)["air"]["watched"] == [HEAVY]
    assert SYSTEM.view(evening.state, ATTACKER)["air"]["may_watch"] == []


def test_what_aircraft_observe_is_in_the_log_and_can_be_taken_back() -> None:
    evening = with_a_point(HEAVY, **WATCHING)
    evening.do("attacker", "watch_from_air", unit=HEAVY)
    assert SYSTEM.tell(evening.state, evening.log[-1], DEFENDER)["says"] == (
        "Aircraft observe the aiming point of 150 mm howitzers"
    )
    evening.agreed("attacker", "undo")
    assert not evening.state.air.sees_point_of(HEAVY)


@pytest.mark.parametrize(("stand", "adds"), [(PLATOON, ([2], [])), (GUN, ([2, 2], [2]))])
def test_attack_is_foreseen_with_what_each_side_adds(stand: str, adds: tuple[list[int], list[int]]) -> None:
    """FF-AIR-T1: infantry or a machine gun in Soft cover, net +2. The aircraft's die lies before the target's."""
    evening = named(called(), target(stand), target("d1.1.c2.p1"))
    command = ThrowInAirAttack(target=stand, side=Side.DEFENDER, die=Throw(1))
    evening.do("attacker", "throw_in_air_attack", target=stand, side="attacker", die=die(4))
    found = air_duel(evening.state, command)
    assert found is not None
    assert [found.results.count(end) for end in AirResult] == [15, 11, 4, 5, 1]
    assert ([step.value for step in found.aircraft], [step.value for step in found.defence]) == adds
    assert [one and one.pips for one in found.dice] == [4, None]
    assert found.later == ("d1.1.c2.p1",)
    assert air_duel(evening.state, object()) is None
