"""What things of a game are called in the log."""

from collections.abc import Iterable

from rules.earth_1418.game.ground.state import unit_of
from rules.earth_1418.game.state import EarthState


def called(state: EarthState, thing: str) -> str:
    """A sub-unit, formation, base, cordon or bombardment by its name; others as they are."""
    if thing in state.units:
        return state.units[thing].name
    if thing in state.formations:
        return state.formations[thing].name
    unit, _, number = thing.rpartition("/")
    if unit in state.units:
        return f"{state.units[unit].name}, base {number}"
    for cordon in state.cordons:
        if cordon.id == thing:
            return f"the {cordon.kind.replace('_', ' ')} on {cordon.square}"
    gun = thing.rpartition("-")[0]
    return f"the bombardment of {state.units[gun].name}" if gun in state.units else thing


def units_of(state: EarthState, bases: Iterable[str]) -> str:
    """The sub-units of some bases, by their names."""
    return ", ".join(dict.fromkeys(called(state, unit_of(one)) for one in bases))
