"""Games with aircraft, brought to the step in which they are called."""

from typing import Any

from rules.flanders_fields.game.state.fire_plan import FirePlan
from tests.game.evening import Evening, die, with_plan

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
            evening.do("referee", "override", clause="", command=forced, reason="no gas here")
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
