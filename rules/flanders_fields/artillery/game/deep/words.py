"""Deep suppression in sentences."""

from typing import Final

from rules.flanders_fields.artillery.game.deep.events import BatteryLost, DeepEvent, DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.view import deep_card
from rules.flanders_fields.game.naming import die as die_text
from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling


def says_deep(state: GameState, event: DeepEvent) -> str:
    """One plain sentence for the log."""
    thrown = ", ".join(die_text(one) for one in event.dice)
    match event:
        case DeepSuppressionRolled(modifier=0):
            return f"Deep suppression: {thrown}, nothing this turn"
        case DeepSuppressionRolled(modifier=modifier, among=among):
            lost = ", and a battery is destroyed" if among else ""
            return f"Deep suppression: {thrown}, \u2212{-modifier} until the next roll{lost}"
        case BatteryLost(battery=""):
            return f"Deep suppression: {thrown}, the lot falls on nobody and is drawn again"
        case BatteryLost(battery=battery):
            by_lot = f": {thrown}" if event.dice else ""
            return f"{unit_name(state, battery)} is destroyed by deep suppression{by_lot}"


def name_of_deep(_state: GameState, event: DeepEvent) -> str:
    """The name of the deed on the button that takes it back."""
    return "the roll for deep suppression" if isinstance(event, DeepSuppressionRolled) else "the loss of a battery"


TOLD: Final = Telling(says_deep, name_of_deep, deep_card)
