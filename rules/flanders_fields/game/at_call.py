"""At whose call a superimposed battery is: its own regiment's, or that of another which the plan names (AMB-376)."""

from typing import TYPE_CHECKING

from rules.flanders_fields.artillery.allotment import SuperimposedOrder, may_order
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY
from rules.kernel.explain import Explained, Refusal

if TYPE_CHECKING:
    from rules.flanders_fields.game.table import JudgedTable


def ordered_by(state: GameState, unit: Unit) -> str:
    """The formation that orders a unit; of a shared superimposed battery the regiment that its side's plan names.

    A name that no regiment of its side has leaves it where it belongs. Field batteries are not shared (FF-SUI-02).
    """
    own = unit.ordered_from or unit.of
    if not unit.superimposed or unit.kind in FIELD_ARTILLERY:
        return own
    named = next((one.of.casefold() for one in state.plan.at_call if one.unit == unit.id), "")
    regiments = (one for one in state.regiments.values() if one.side is unit.side and named)
    return next((one.id for one in regiments if named in (one.id.casefold(), one.name.casefold())), own)


def at_whose_call(table: "JudgedTable", unit: Unit) -> Explained[bool] | Refusal | None:
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
