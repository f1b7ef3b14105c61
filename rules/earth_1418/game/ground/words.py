"""What happened on the table, in a sentence for the log."""

from typing import Any, Final

from rules.earth_1418.game.ground.events import BasesPlaced, TerrainLaid
from rules.earth_1418.game.naming import units_of
from rules.earth_1418.game.state import EarthState
from rules.kernel.chapters import Card, Telling


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    match event:
        case TerrainLaid():
            removed = ", ".join(event.removed)
            return f"{removed}: removed from the table" if removed else f"The table {event.ground.table.name} is laid"
        case BasesPlaced():
            return f"{units_of(state, [one.base for one in event.bases])}: placed on the map"
    return f"{units_of(state, event.bases)}: taken off the map"


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case TerrainLaid():
            removed = ", ".join(event.removed)
            return f"the removal of {removed}" if removed else f"the table {event.ground.table.name}"
        case BasesPlaced():
            return f"the place of {units_of(state, [one.base for one in event.bases])}"
    return f"{units_of(state, event.bases)} off the map"


def card(event: Any) -> Card | None:
    """Of a move, or of a table that is laid with everybody on it, that one says where bases stand."""
    return {"beside": True} if isinstance(event, BasesPlaced) else None


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)
