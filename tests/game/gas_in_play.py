"""Games with gas, brought to the step of the turn in which it is released and drifts."""

from typing import Any

from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.game.state.gas import Cloud
from rules.flanders_fields.game.system import SYSTEM
from tests.game.evening import Evening, entered, with_plan

THEIRS, OURS, GUN = "d1.1.c1.p1", "a1.1.c1.p1", "d1.1.mg1"


def game(scenario: str = "michael-1918", **settings: Any) -> Evening:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario, **settings)
    return with_plan(evening, FirePlan())


def rule(ruling: str, option: str) -> dict[str, Any]:
    return {"house_rules": [{"ruling": ruling, "option": option}]}


def at_gas(evening: Evening, side: str = "attacker") -> Evening:
    """The side's player turn begins and comes to its gas."""
    evening.do(side, "start_turn")
    evening.go_to(side, f"{evening.state.settled.period}_gas")
    return evening


def throw(evening: Evening, what: str, *pips: int, side: str = "attacker", **more: Any) -> Any:
    return evening.do(side, "throw_for_gas", what=what, dice=entered(*pips), **more)


def went(evening: Evening, cloud: str, *caught: dict[str, Any], pips: tuple[int, ...] = (), **more: Any) -> Any:
    side = evening.state.turn.side.value
    return evening.do(side, "gas_attacks", cloud=cloud, caught=list(caught), dice=entered(*pips), **more)


def touched(stand: str = THEIRS, cover: str = "medium", **more: Any) -> dict[str, Any]:
    return {"stand": stand, "cover": cover, **more}


def released(evening: Evening) -> Evening:
    """Turn 1: no deviation (5), wind 3 + 4 + 10 = 17 cm (FF-GAS-X1); the cloud touches nobody and ends at (60, 77)."""
    at_gas(evening)
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1")
    return evening


def next_round(evening: Evening) -> Evening:
    """The attacker's next player turn, at its gas; the defender's has been ended at once."""
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    if evening.state.turn.number in {one.turn for one in evening.state.gas.planned if one.side == "defender"}:
        british_release(evening)
    evening.do("defender", "end_turn")
    return at_gas(evening)


def british_release(evening: Evening) -> None:
    evening.go_to("defender", "late_gas")
    throw(evening, "release", 6, side="defender")
    went(evening, "cloud3")


def place(evening: Evening, name: str = "cloud1") -> tuple[float, float, int]:
    cloud = cloud_of(evening, name)
    return cloud.along_cm, cloud.up_cm, cloud.phases


def cloud_of(evening: Evening, name: str = "cloud1") -> Cloud:
    cloud = evening.state.gas.cloud(name)
    assert cloud is not None
    return cloud


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state
