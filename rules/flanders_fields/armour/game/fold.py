"""Folding corrections of a block house, its faces one by one or all of them; and horses that are left or mounted."""

from dataclasses import replace

from rules.flanders_fields.armour.game.events import Dismounted
from rules.flanders_fields.game.changing import spend
from rules.flanders_fields.game.models import ON_FOOT
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Action


def dismounted(state: GameState, event: Dismounted) -> None:
    """An action is spent on it; whoever leaves the horses for good is infantry."""
    spend(state, event.unit, Action.MOVE)
    unit = state.units[event.unit]
    kind = ON_FOOT if event.for_good else unit.type
    state.units[event.unit] = replace(unit, dismounted=not event.mounted and not event.for_good, type=kind)
