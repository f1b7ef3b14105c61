"""What happened to the table and the places on it, in sentences for the log."""

from typing import Final

from rules.flanders_fields.game.ground.events import GroundEvent, StandsLifted, StandsPlaced, TableLaid
from rules.flanders_fields.game.naming import formation_name, stand_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling
from rules.kernel.measure import cm
from rules.kernel.numerals import counted

MOST_NAMED = 3


def ground_says(state: GameState, event: GroundEvent) -> str:
    """One plain sentence."""
    match event:
        case TableLaid(table=table):
            return f"The table is laid: {table.name}, {cm(table.width_mm)} by {cm(table.depth_mm)}"
        case StandsPlaced(of=of, layout=layout) if layout is not None:
            name = unit_name(state, of) if of in state.units else formation_name(state, of)
            return f"{name} is drawn up in {layout.value}"
        case StandsPlaced(places=places):
            return f"On the map: {_names(state, [one.stand for one in places])}"
        case StandsLifted(stands=stands):
            return f"Off the map: {_names(state, stands)}"


def ground_name(state: GameState, event: GroundEvent) -> str:
    """The name of a deed on the button that takes it back."""
    if isinstance(event, TableLaid):
        return f"the table {event.table.name}"
    said = ground_says(state, event)
    return f"{said[:1].lower()}{said[1:]}" if said.startswith(("On ", "Off ")) else said


def _names(state: GameState, stands: tuple[str, ...] | list[str]) -> str:
    named = "; ".join(stand_name(state, one) for one in stands[:MOST_NAMED])
    rest = len(stands) - MOST_NAMED
    return f"{named} and {counted(rest, 'other')}" if rest > 0 else named


TOLD: Final = Telling(ground_says, ground_name)
