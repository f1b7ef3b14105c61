"""What things of a game are called in the log."""

from collections.abc import Iterable

from rules.earth_1418.game.ground.state import unit_of
from rules.earth_1418.game.state import CommandGiven, EarthState
from rules.earth_1418.vocabulary import in_plain_words


def called(state: EarthState, thing: str) -> str:
    """A sub-unit, formation, base, cordon, piece of terrain or bombardment by its name; others as they are."""
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
    laid = state.ground.laid
    piece = next((one.name for one in laid.table.pieces if one.id == thing), "") if laid else ""
    if piece:
        return piece
    gun = thing.rpartition("-")[0]
    return f"the bombardment of {state.units[gun].name}" if gun in state.units else thing


def commanded(given: CommandGiven) -> str:
    """Return what a formation was told, and where it advances to."""
    direction = f", {in_plain_words(given.direction)}" if given.direction is not None else ""
    return f"{given.command.upper()}{direction}"


def units_of(state: EarthState, bases: Iterable[str]) -> str:
    """The sub-units of some bases, by their names."""
    return ", ".join(dict.fromkeys(called(state, unit_of(one)) for one in bases))
