"""What the answers about the edges of an assault, suppression, ranges and the wind are called on the card."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.words import words

RANGES: Final = {
    "out_of_range": Outcome("none", "out of range"),
    "too_close": Outcome("none", "too close"),
}


def ranged(value: str) -> Outcome:
    """Whether a target is in range."""
    return RANGES.get(value) or Outcome("good", words(value).lower())


def assaults(value: str) -> Outcome:
    """Which kind of assault it is."""
    return Outcome("good", f"may assault: {words(value).lower()}")


def supports(value: int) -> Outcome:
    """What support from behind adds."""
    return Outcome("good", "on its combat die", f"+{value}") if value else Outcome("none", "no support")


def falls_back(value: Mapping[str, Any]) -> Outcome:
    """How far the attacker falls back after a draw, and into what cover."""
    cover = f", in {words(value['cover'])}" if value["cover"] else ""
    return Outcome("some", f"cm back{cover}", f"{value['distance_mm'] / 10:g}")


def wins(value: Mapping[str, Any]) -> Outcome:
    """What the winner of a fight may do."""
    may = [
        says
        for name, says in (("may_reface", "turn"), ("takes_place", "take its place"), ("may_follow_up", "follow up"))
        if value[name]
    ]
    return Outcome("good", f"may {', '.join(may)}") if may else Outcome("none", "stays where it is")


def stands(value: Mapping[str, Any]) -> Outcome:
    """Whether troops stand against armour."""
    if not value["tested"]:
        return Outcome("good", "no test")
    return Outcome("good", "stands") if value["stands"] else Outcome("killed", "does not stand")


def below(value: int) -> Outcome:
    """What going below costs."""
    return Outcome("good", f"with {counted(value, 'move action')}" if value else "may start below")


def levels_after(value: Mapping[str, Any]) -> Outcome:
    """The suppression on each stand after a result, and who dies of it."""
    stands = zip(value["levels"], value["killed"], strict=True)
    told = ["destroyed" if killed else str(levels) for levels, killed in stands]
    return Outcome("killed" if any(value["killed"]) else "suppressed", f"levels {', '.join(told)}")


def recovered(value: Sequence[int]) -> Outcome:
    """The suppression left on each stand."""
    return Outcome("good", f"levels {', '.join(map(str, value))}")


def shed(value: Mapping[str, Any]) -> Outcome:
    """What suppression is left on a commander, and when it falls away."""
    left = counted(value["levels"], "level") if value["levels"] else "no level"
    return Outcome("good", f"{left} left, {'before' if value['before_moving'] else 'after'} it moves")


def wind(value: Mapping[str, Any]) -> Outcome:
    """A wind: its speed, and where it blows to."""
    right = value["direction_deg"]
    side = "straight ahead" if not right else f"{abs(right)} degrees {'right' if right > 0 else 'left'} of ahead"
    return Outcome("some", f"cm, {side}", f"{value['speed_cm']:g}")


def cleared(value: Mapping[str, Any]) -> Outcome:
    """The way made through wire, and what it takes."""
    return Outcome("good", f"cm wide, {counted(value['actions'], 'action')}", f"{value['width_mm'] / 10:g}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    ranged,
    assaults,
    supports,
    falls_back,
    wins,
    stands,
    below,
    levels_after,
    recovered,
    shed,
    wind,
    cleared,
)
