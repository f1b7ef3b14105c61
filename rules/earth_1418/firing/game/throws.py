"""What the rolls of volleys are called, so that they stay thrown."""

from rules.earth_1418.firing.game.events import DiceThrownAgain, VolleyFired
from rules.earth_1418.game.state import EarthState
from rules.kernel.kept import Dice


def volley_key(state: EarthState, how: str, unit: str, target: str) -> str:
    """The name of the dice of a shot, a melee or shells in this bound: who, at whom."""
    return f"{how}/{unit}/{target}/{state.bound}"


def again_key(state: EarthState, unit: str, target: str) -> str:
    """The name of the dice that are thrown again."""
    return f"again/{unit}/{target}/{state.bound}"


def how_of(how: str, outside: bool) -> str:
    """A word for the name of a volley: shells outside the circle are a roll of their own."""
    return f"{how}-outside" if outside else how


def pending_key(unit: str, target: str) -> str:
    """Under which name a volley waits."""
    return f"{unit}>{target}"


def of_volley(state: EarthState, event: VolleyFired) -> Dice:
    """The dice of a volley by the name of their roll."""
    by = event.bombardment or event.unit
    return {volley_key(state, how_of(event.how, event.outside), by, event.target): event.dice} if event.dice else {}


def of_again(state: EarthState, event: DiceThrownAgain) -> Dice:
    """The dice thrown again by the name of their roll."""
    return {again_key(state, event.unit, event.target): event.dice}
