"""Tanks of a game and those they meet, brought to the point where they fire, for the tests about them."""

from typing import Any

from tests.game.evening import Evening, die, played, shot

MALE, FEMALE = "a1.1.x1", "a1.1.x2"
THEIRS, BESIDE, THIRD, GUN = "d1.1.c1.p1", "d1.1.c1.p2", "d1.1.c2.p1", "d1.1.mg1"


def ordered(tank: str = MALE, pips: int = 6, **settings: Any) -> Evening:
    """The tanks of the first battalion are ordered; a 6 gives one of them two actions (FF-ORD-T3, late)."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_tanks", "a1.1")
    evening.do("attacker", "roll_orders", unit=tank, die=die(pips))
    return evening


def at(tank: str, target: str, sector: str, *pips: int, range_cm: float = 20, cover: str = "soft", **more: Any) -> Any:
    """A tank's shot at what lies on one side of it."""
    return shot(tank, target, range_cm, cover, *pips, sector=sector, **more)


def defended(step: str, unit: str) -> Evening:
    """The German turn: this unit has rolled a 6."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", step, "d1.1")
    evening.do("defender", "roll_orders", unit=unit, die=die(6))
    return evening
