"""Folding what was set right into the state."""

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.vocabulary import BaseMark, Terrain
from rules.kernel.record_kinds import Corrected


def corrected(state: EarthState, event: Corrected) -> None:
    """A value is as it stands on the table."""
    unit = state.units[event.of]
    if event.what.startswith("base "):
        marks, place = list(unit.bases), int(event.what.removeprefix("base ")) - 1
        marks[place] = BaseMark(str(event.after))
        state.change(event.of, bases=tuple(marks))
        state.let_go()
    elif event.what == "terrain":
        state.change(event.of, terrain=Terrain(str(event.after)))
    else:
        state.change(event.of, **{event.what: event.after})
