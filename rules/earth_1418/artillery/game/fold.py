"""Folding smoke and gas into the state."""

from dataclasses import replace

from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.game.state import EarthState


def cordon(state: EarthState, event: CordonLaid) -> None:
    """Smoke or gas lies, and the wind is known."""
    given = state.bombardments[event.bombardment]
    state.bombardments = {**state.bombardments, given.id: replace(given, bonus_spent=True)}
    state.cordons, state.wind = (*state.cordons, event.cordon), event.wind
    state.wind_typed = state.wind_typed or event.is_wind_typed
    if event.wind_value is not None:
        state.facts = replace(state.settled, wind_value=event.wind_value)
    spot = state.ground.aims.get(event.bombardment)
    if spot is not None:
        state.ground = state.ground.aimed(event.cordon.id, spot)
    for gun in given.guns:
        state.change(gun, shot=True)
