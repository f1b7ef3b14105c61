"""Folding deep suppression into the state. No rule in it."""

from dataclasses import replace

from rules.flanders_fields.artillery.deep_suppression import Chooser
from rules.flanders_fields.artillery.game.deep.events import BatteryLost, DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.state import Deep
from rules.flanders_fields.game.changing import change_stands
from rules.flanders_fields.game.state import GameState


def rolled(state: GameState, event: DeepSuppressionRolled) -> None:
    """The newest die of a side takes the place of the one before (AMB-384)."""
    newest = Deep(event.side, event.turn, event.modifier, event.chosen_by, event.among)
    state.deep = (*(one for one in state.deep if one.side is not event.side), newest)


def lost(state: GameState, event: BatteryLost) -> None:
    """A battery is gone, or the lot fell on nobody."""
    change_stands(state, event.changes)
    state.deep = tuple(_drawn(one, event) if one.side is event.side else one for one in state.deep)


def _drawn(deep: Deep, event: BatteryLost) -> Deep:
    if event.battery:
        return replace(deep, among=(), chosen_by=Chooser.NOBODY, draws=0)
    return replace(deep, draws=deep.draws + 1)
