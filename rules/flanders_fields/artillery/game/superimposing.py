"""Batteries laid over the general barrage: which of them the date allows, and at whose call they are (FF-SUI)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.flanders_fields.artillery.allotment import (
    SuperimposedFacts,
    SuperimposedOrder,
    may_order,
    superimposed,
)
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.at_call import ordered_by
from rules.flanders_fields.game.state import Regiment, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.explain import Explained, Refusal


def as_allowed(units: Sequence[Unit], regiments: Sequence[Regiment], book: RuleBook) -> Iterator[Unit]:
    """The units of a new game: where the date or the side has no superimposed batteries, they are ordinary ones."""
    for unit in units:
        own = sum(regiment.side is unit.side and not regiment.division for regiment in regiments)
        facts = SuperimposedFacts(regiments=own, side=unit.side)
        barred = unit.superimposed and isinstance(superimposed(facts, book), Refusal)
        yield replace(unit, superimposed=False) if barred else unit


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
