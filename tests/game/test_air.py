"""Air support in a game: every outcome is worked by hand from the rulebook, beside the step.

March 1918: the German plan holds two missions, the British one. 5 and 6 bring aircraft (FF-AIR-06).
"""

from typing import Any

import pytest

from rules.flanders_fields.air import AirResult
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.plan.state import FirePlan
from rules.flanders_fields.game.state import GameState
from rules.kernel.play import Role
from tests.game.evening import Evening, die, entered, with_plan

STEP = "late_air"
PLATOON, GUN, BATTERY = "d1.1.c1.p1", "d1.1.mg1", "d1.b1"


def rule(ruling: str, option: str) -> dict[str, Any]:
    return {"house_rules": [{"ruling": ruling, "option": option}]}


def at_the_call(**settings: Any) -> Evening:
    """The German player turn in the step of the aircraft, the gas of it left to one side."""
    evening = Evening()
    evening.do("referee", "create_game", scenario="michael-1918", **settings)
    with_plan(evening, FirePlan())
    evening.do("attacker", "start_turn")
    for _ in range(60):
        if evening.state.turn.step == STEP:
            return evening
        if not isinstance(evening.try_("attacker", "next_step"), tuple):
            forced = {"kind": "next_step"}
            evening.do("referee", "overrule", clause="", command=forced, reason="no gas here")
    raise AssertionError("the step was never reached")


def called(pips: int = 5, **settings: Any) -> Evening:
    evening = at_the_call(**settings)
    evening.do("attacker", "call_aircraft", regiment="a1", die=die(pips))
    return evening


def target(stand: str = PLATOON, cover: str = "soft", distance_cm: float = 1.0, **more: Any) -> dict[str, Any]:
    return {"stand": stand, "cover": cover, "distance_cm": distance_cm, **more}


def named(evening: Evening, *targets: dict[str, Any]) -> Evening:
    evening.do("attacker", "name_air_targets", targets=list(targets))
    return evening


def throw(evening: Evening, stand: str, ours: int, theirs: int) -> Any:
    evening.do("attacker", "throw_in_air_attack", target=stand, side="attacker", die=die(ours))
    return evening.do("defender", "throw_in_air_attack", target=stand, side="defender", die=die(theirs))


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
    evening.do("attacker", "take_back")
    evening.do("referee", "take_back")
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
    for role, known in ((Role.DEFENDER, {"defender": 1}), (Role.ATTACKER, {"attacker": 7}), (Role.SPECTATOR, {})):
        assert SYSTEM.view(evening.state, role)["air"]["left"] == known
    call = next(one for one in evening.log if type(one.event).__name__ == "AircraftCalled")
    told = SYSTEM.tell(evening.state, call, Role.DEFENDER)
    assert "left" not in str(told)
    assert evening.log[-1].audience == "attacker"
    unknown = evening.refused("defender", "correct", of="missions/attacker", what="left", value=3, reason="spying")
    assert unknown == evening.refused("defender", "correct", of="missions/nobody", what="left", value=3, reason="?")


def test_the_dice_of_an_air_attack_stay_thrown() -> None:
    evening = named(called(), target())
    evening.do("attacker", "throw_in_air_attack", target=PLATOON, side="attacker", die=die(3))
    evening.do("attacker", "take_back")
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
