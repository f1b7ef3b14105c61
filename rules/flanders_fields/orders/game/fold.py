"""Folding orders, and the actions that are spent of them, into the state."""

from collections.abc import Sequence

from rules.flanders_fields.game.changing import (
    change_stands,
    changed,
    others_act,
    spend,
    use_discipline,
)
from rules.flanders_fields.game.dice import order_key, rolls_together
from rules.flanders_fields.game.outcomes import ActionSpent, MadeReady, over_the_wire
from rules.flanders_fields.game.state import (
    NO_ORDERS,
    GameState,
    Orders,
    Unit,
)
from rules.flanders_fields.orders.game.events import OrdersRolled, UnitFinished
from rules.flanders_fields.vocabulary import Action


def ordered(state: GameState, event: OrdersRolled) -> None:
    """A unit has its actions, and has used what was declared for them."""
    unit = state.units[event.unit]
    if rolls_together(state, unit):
        # It lies there for the other companies too.
        state.thrown = {order_key(state, unit): (event.die,), **state.thrown}
    state.orders[event.unit] = Orders(event.actions, (), event.crossing_wire, forward=event.forward)
    if not event.actions:
        state.units[event.unit] = changed(state.units[event.unit], failed_turn=state.turn.number)
    others_act(state)
    if event.staff_bonus:
        state.regiments[event.staff_bonus] = changed(state.regiments[event.staff_bonus], staff_bonus_spent=True)
    use_discipline(state, event.discipline)
    change_stands(state, event.caught)


def spent(state: GameState, event: ActionSpent) -> None:
    """An action is spent, and the stands are what they are after it."""
    spend(state, event.unit, event.kind, event.failed)
    state.orders[event.unit] = state.orders[event.unit]._replace(moved_last=event.kind is Action.MOVE)
    others_act(state)
    unit = state.units[event.unit]
    if event.kind is Action.REMOVE_SUPPRESSION and _recovers_as_a_whole(state, unit, event):
        unit = changed(unit, company_suppressions=max(0, unit.company_suppressions - 1))
    if event.carriage is not None:
        unit = changed(unit, carriage=event.carriage)
    state.units[event.unit] = unit
    change_stands(state, event.changes)
    state.orders[event.unit] = state.orders[event.unit]._replace(over_wire=over_the_wire(event))


def made_ready(state: GameState, event: MadeReady) -> None:
    """A weapon stands as it has been made to; what was free this turn is used."""
    state.orders[event.unit] = state.orders[event.unit]._replace(readied=True)
    state.units[event.unit] = changed(state.units[event.unit], carriage=event.carriage)
    others_act(state)


def _recovers_as_a_whole(state: GameState, unit: Unit, event: ActionSpent) -> bool:
    recovered = {change.stand for change in event.changes}
    return all(not one.levels or one.id in recovered for one in state.living(unit))


def finished(state: GameState, event: UnitFinished) -> None:
    """A unit is let go."""
    state.orders[event.unit] = state.orders.get(event.unit, NO_ORDERS)._replace(done=True)
    others_act(state)


def moved_off(state: GameState, event: ActionSpent) -> Sequence[str]:
    """The stands of a unit that spends a move; a gun that is packed or unpacked spends it where it stands."""
    moves = event.kind is Action.MOVE and event.carriage is None
    return state.units[event.unit].stands if moves else ()
