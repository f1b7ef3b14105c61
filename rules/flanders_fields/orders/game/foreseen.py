"""What the dice of an order roll would bring."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.orders.game.commands import RollOrders
from rules.flanders_fields.orders.game.events import OrdersRolled
from rules.kernel.dice import Throw


def _thrown(command: RollOrders, die: Throw) -> RollOrders:
    """The command with this die; where it has a second one, that falls alike, so that the first is told alone."""
    return replace(command, die=die, again=die) if command.again else replace(command, die=die)


FORESEEN: Final[ForeseenBy] = {
    RollOrders: one_die(OrdersRolled, "unit", lambda event: event.actions, _thrown),
}
