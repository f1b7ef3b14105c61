"""What happened on the table, in a sentence for the log."""

from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.game.ground.events import BasesPlaced, TerrainLaid
from rules.earth_1418.game.naming import units_of
from rules.earth_1418.game.state import EarthState
from rules.kernel.chapters import Card, Telling


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    match event:
        case TerrainLaid():
            gone = _removed(state, event)
            return f"{gone}: removed from the table" if gone else f"The table {event.ground.table.name} is laid"
        case BasesPlaced():
            return f"{units_of(state, [one.base for one in event.bases])}: placed on the map"
    return f"{units_of(state, event.bases)}: taken off the map"


def _removed(state: EarthState, event: TerrainLaid) -> str:
    """The pieces that a table lacks which is otherwise the one that lay there before, by their names."""
    laid = state.ground.laid
    if laid is None or event.lifted:
        return ""
    before, now = laid.table, event.ground.table
    kept = {one.id for one in now.pieces}
    gone = [one for one in before.pieces if one.id not in kept]
    is_the_same = replace(before, pieces=tuple(one for one in before.pieces if one.id in kept)) == now
    return ", ".join(one.name or one.id for one in gone) if is_the_same else ""


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case TerrainLaid():
            gone = _removed(state, event)
            return f"the removal of {gone}" if gone else f"the table {event.ground.table.name}"
        case BasesPlaced():
            return f"the place of {units_of(state, [one.base for one in event.bases])}"
    return f"{units_of(state, event.bases)} off the map"


def card(event: Any) -> Card | None:
    """Of a move, or of a table that is laid with everybody on it, that one says where bases stand."""
    return {"beside": True} if isinstance(event, BasesPlaced) else None


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)
