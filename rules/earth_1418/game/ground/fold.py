"""Folding the table into the state."""

from dataclasses import replace

from rules.earth_1418.game.ground.events import BasesLifted, BasesPlaced, TerrainLaid
from rules.earth_1418.game.state import EarthState


def laid(state: EarthState, event: TerrainLaid) -> None:
    """A table lies; who no longer fits on it is off the map."""
    state.ground = replace(state.ground.lifted(event.lifted), laid=event.ground)


def bases_placed(state: EarthState, event: BasesPlaced) -> None:
    """Where bases stand."""
    state.ground = state.ground.placed(event.bases)


def bases_lifted(state: EarthState, event: BasesLifted) -> None:
    """Who is off the map."""
    state.ground = state.ground.lifted(event.bases)
