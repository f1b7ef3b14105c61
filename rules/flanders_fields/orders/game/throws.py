"""The dice of orders, and of the actions spent, by the name of their roll."""

from rules.flanders_fields.game.dice import order_key, wire_key
from rules.flanders_fields.game.outcomes import ActionSpent
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.orders.game.events import OrdersRolled
from rules.kernel.kept import Dice


def order_throws(state: GameState, event: OrdersRolled) -> Dice:
    """The dice of it by the name of their roll."""
    key = order_key(state, state.units[event.unit])
    return {key: (event.die, event.again) if event.again else (event.die,)}


def wire_throws(state: GameState, event: ActionSpent) -> Dice:
    """The dice of it by the name of their roll."""
    tried = zip(event.changes, event.dice, strict=False)
    return {wire_key(state, change.stand): (die,) for change, die in tried}
