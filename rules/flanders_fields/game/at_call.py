"""At whose call a superimposed battery is: its own regiment's, or that of another which the plan names (AMB-376)."""

from rules.flanders_fields.artillery.allotment import SuperimposedOrder, may_order
from rules.flanders_fields.game.progress import ordered_by
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.explain import Explained, Refusal


def at_whose_call(table: JudgedTable, unit: Unit) -> Explained[bool] | Refusal | None:
    """The commander's leave to order a superimposed battery in his step; None for any other unit (FF-SUI-04)."""
    if not unit.superimposed:
        return None
    whose = ordered_by(table.state, unit)
    its_own = table.state.turn.of in ("", whose)
    facts = SuperimposedOrder(
        unit_class=unit.kind,
        by_division=its_own and table.state.regiments[whose].division,
        regiment_named=its_own,
        ordered_this_turn=unit.id in table.state.orders,
    )
    return may_order(facts, table.book)
