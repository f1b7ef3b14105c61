"""What happened with units that were ordered, in a sentence, a shorter name, and the card that stays in sight."""

from typing import Any, Final

from rules.flanders_fields.game.naming import die, unit_name
from rules.flanders_fields.game.outcomes import ActionSpent, MadeReady, told_reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.orders.game.events import OrderEvent, OrdersRolled, UnitFinished
from rules.kernel.chapters import Telling
from rules.kernel.numerals import counted
from rules.kernel.plain import plain


def says_order(state: GameState, event: OrderEvent) -> str:
    """One plain sentence."""
    match event:
        case UnitFinished(unit=unit):
            return f"{unit_name(state, unit)} is done"
        case OrdersRolled(unit=unit, die=thrown, actions=actions, again=again):
            second = f", thrown again {die(again)}" if again else ""
            return f"{unit_name(state, unit)}, order: {die(thrown)}{second}, {counted(actions, 'action')}"
        case ActionSpent(unit=unit, says=did) | MadeReady(unit=unit, says=did):
            return f"{unit_name(state, unit)} {did}"


def name_of_order(state: GameState, event: OrderEvent) -> str:
    """The name of a deed on the button that takes it back; empty where its sentence says it."""
    match event:
        case OrdersRolled(unit=unit):
            return f"{state.units[unit].name}'s order"
        case ActionSpent(unit=unit, says=did) | MadeReady(unit=unit, says=did):
            return f"{state.units[unit].name}: {did.split(':')[0]}"
        case UnitFinished():
            return ""


def order_card(event: OrderEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons; None where there is nothing to show."""
    match event:
        case OrdersRolled(die=die, actions=actions, reasons=reasons, again=again):
            dice = (die, again) if again else (die,)
            return {"dice": plain(dice), "outcome": actions} | told_reasons(reasons)
        case ActionSpent(kind=kind, reasons=reasons):
            return {"outcome": kind.value} | told_reasons(reasons)
        case MadeReady(carriage=carriage, reasons=reasons):
            return {"outcome": carriage.value} | told_reasons(reasons)
        case UnitFinished():
            return None


TOLD: Final = Telling(says_order, name_of_order, order_card)
