"""What the rolls of a game are called, so that they stay thrown; and which events tell what was hidden."""

from typing import Any, Final

from rules.earth_1418.game import events as ev
from rules.earth_1418.game.state import EarthState
from rules.kernel.kept import Dice

TELLS: Final = (ev.CommandsOpened, ev.PlansOpened)


def volley_key(state: EarthState, how: str, unit: str, target: str) -> str:
    """The name of the dice of a shot, a melee or shells in this bound: who, at whom."""
    return f"{how}/{unit}/{target}/{state.bound}"


WIND_KEY: Final = "wind"
"""The name of the die for the wind: it blows once for a game."""


def again_key(state: EarthState, unit: str, target: str) -> str:
    """The name of the dice that are thrown again."""
    return f"again/{unit}/{target}/{state.bound}"


def recovery_key(state: EarthState, unit: str, base: int) -> str:
    """The name of a recovery die."""
    return f"recovery/{unit}/{base}/{state.bound}"


def how_of(how: str, outside: bool) -> str:
    """A word for the name of a volley: shells outside the circle are a roll of their own."""
    return f"{how}-outside" if outside else how


def throws_of(state: EarthState, event: Any) -> Dice:
    """The dice of an event under the names of their rolls."""
    match event:
        case ev.VolleyFired() if event.dice:
            by = event.bombardment or event.unit
            return {volley_key(state, how_of(event.how, event.outside), by, event.target): event.dice}
        case ev.DiceThrownAgain():
            return {again_key(state, event.unit, event.target): event.dice}
        case ev.CordonLaid() if event.dice:
            return {WIND_KEY: event.dice}
        case ev.RecoveryRolled():
            return {recovery_key(state, event.unit, event.base): (event.die,)}
    return {}
