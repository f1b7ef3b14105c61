"""Spending an action of a unit: what the rules let it spend it on (FF-ORD-29, FF-SUP-09, FF-SPR-12)."""

from dataclasses import replace

from rules.flanders_fields.game.outcomes import ActionSpent, Reasons
from rules.flanders_fields.game.state import Orders, Stand, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.orders.actions import SpendFacts, spend_action
from rules.flanders_fields.vocabulary import Action
from rules.kernel.explain import Explained, Refusal


def spend(
    table: JudgedTable, unit: Unit, orders: Orders, kind: Action, suppression: int
) -> Explained[int] | Refusal | None:
    """The rules' leave to spend an action; None where the players overrule its refusal.

    A weapon that fires from behind the table has no place there that a move could change.
    """
    facts = SpendFacts(
        unit_class=unit.kind,
        kind=kind,
        earned=orders.earned,
        spent=orders.spent,
        suppression=suppression,
        on_table=unit.on_table,
    )
    answer = _kept_for_advance(orders, kind) or spend_action(facts, table.book)
    has_a_place = unit.on_table or kind is not Action.MOVE
    return None if table.overruled and has_a_place and isinstance(answer, Refusal) else answer


def _kept_for_advance(orders: Orders, kind: Action) -> Refusal | None:
    """Refuses to spend on anything else what Elan bought: it goes forward (FF-SPR-12)."""
    others = sum(spent is not Action.MOVE for spent in orders.spent)
    if kind is Action.MOVE or others < orders.earned - orders.forward:
        return None
    return Refusal("FF-SPR-12", "what is left of its actions came from Elan", "move it forward")


def each_action(first: ActionSpent, actions: int) -> tuple[ActionSpent, ...]:
    """A deed that takes so many actions, one event for each (FF-ORD-06): the first is the deed itself."""
    return (first, *further_actions(replace(first, changes=(), dice=(), failed=()), actions))


def further_actions(first: ActionSpent, actions: int) -> tuple[ActionSpent, ...]:
    """What a deed that takes so many actions spends beside its first one."""
    return (replace(first, says="spends a further action on it", reasons=Reasons()),) * (actions - 1)


def free_to_move(stands: tuple[Stand, ...]) -> int:
    """The suppression of the least suppressed stand: it is the one that could move."""
    return min(stand.levels for stand in stands)
