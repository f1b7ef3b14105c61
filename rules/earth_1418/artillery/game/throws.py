"""What the roll for the wind is called, so that it stays thrown."""

from typing import Final

from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.game.state import EarthState
from rules.kernel.kept import Dice

WIND_KEY: Final = "wind"
"""The name of the die for the wind: it blows once for a game."""


def of_wind(_state: EarthState, event: CordonLaid) -> Dice:
    """The die for the wind by its name."""
    return {WIND_KEY: event.dice} if event.dice else {}
