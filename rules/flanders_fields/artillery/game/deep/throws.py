"""The dice of deep suppression by the name of their roll."""

from rules.flanders_fields.artillery.game.deep.due import newest_of
from rules.flanders_fields.artillery.game.deep.events import BatteryLost, DeepSuppressionRolled
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import Dice


def deep_key(state: GameState, side: Side) -> str:
    """The name of a side's die of this turn."""
    return turn_key(state, "deep", side.value)


def lot_key(state: GameState, side: Side) -> str:
    """The name of the lot that is drawn for a battery now."""
    newest = newest_of(state, side)
    return turn_key(state, "lot", f"{side.value}/{newest.draws if newest else 0}")


def deep_throws(state: GameState, event: DeepSuppressionRolled) -> Dice:
    """The dice of it by the name of their roll."""
    return {deep_key(state, event.side): event.dice}


def lot_throws(state: GameState, event: BatteryLost) -> Dice:
    """The dice of it by the name of their roll."""
    return {lot_key(state, event.side): event.dice} if event.dice else {}
