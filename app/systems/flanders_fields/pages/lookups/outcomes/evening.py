"""What the answers about setting up, the turn, reinforcements, gas attacks and gas on a stand are called."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.pages.lookups.outcomes.plans import covered
from app.systems.flanders_fields.words import words


def steps_taken(value: Sequence[str]) -> Outcome:
    """How many steps a turn has."""
    return Outcome("good", "step" if len(value) == 1 else "steps", str(len(value)))


def stepped(value: Sequence[str]) -> Outcome:
    """How many steps lead to the first turn."""
    return Outcome("good", "steps, in this order", str(len(value)))


def when(value: Mapping[str, Any]) -> Outcome:
    """The place of a unit's orders in the turn."""
    step = f", step {value['label']}" if value["label"] else ""
    return Outcome("good", f"in phase {value['phase']}{step}")


def arrive(value: int) -> Outcome:
    """How many battalions arrive."""
    if not value:
        return Outcome("none", "nobody arrives")
    return Outcome("good", "battalion arrives" if value == 1 else "battalions arrive", str(value))


def rear(value: Mapping[str, Any]) -> Outcome:
    """What the zones leave for the defender's rear."""
    return Outcome("good", "cm for the defender's rear", f"{value['rear_mm'] / 10:g}")


def takes_turns(value: Sequence[str]) -> Outcome:
    """Whose battalions are set up, first to last; several in a row are counted."""
    rows = [(side, len(list(run))) for side, run in groupby(value)]
    says = ", ".join(
        words(side).lower() if count == 1 else f"{words(side).lower()} {count} times" for side, count in rows
    )
    return Outcome("good", says) if says else Outcome("none", "nobody to set up")


def released(value: Mapping[str, Any]) -> Outcome:
    """Where a cloud comes down."""
    hour, off = value["deviation"]["clock"], value["deviation"]["distance_cm"]
    lies = f"middle {value['along_cm']:g} cm along, {value['up_cm']:g} up"
    return Outcome("none", f"{off:g} cm off towards {hour} o'clock, {lies}") if hour else Outcome("good", lies)


def through_gas(value: Mapping[str, Any]) -> Outcome:
    """How a cloud catches a base on its way; one that begins in it is not attacked for entering."""
    made = covered(value)
    return replace(made, word=f"{made.word}, it begins in the gas") if value["began_inside"] else made


def gassed(value: Mapping[str, Any]) -> Outcome:
    """Whether a stand is in gas, and what that takes off its orders and its fire."""
    if not value["in_gas"]:
        return Outcome("good", "not in gas")
    minus = [f"{value[one]} on {one}".replace("-", "\u2212") for one in ("orders", "fire")]
    return Outcome("suppressed", f"in gas, {' and '.join(minus)}")


def caught(value: Mapping[str, Any]) -> Outcome:
    """How a cloud catches a base in its phase."""
    attacks = value["attacks"]
    if not attacks:
        return Outcome("good", "not caught")
    how = " and ".join(f"{words(one).lower()} covered" for one in attacks)
    return Outcome("killed", f"{counted(len(attacks), 'attack')}, {how}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    steps_taken,
    stepped,
    when,
    arrive,
    rear,
    takes_turns,
    released,
    through_gas,
    gassed,
    caught,
)
