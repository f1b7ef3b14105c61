"""The newest order roll, read once more with what was said or played after its die (FF-CRD-22, GAP-38, GAP-92)."""

from dataclasses import replace
from functools import lru_cache

from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.orders.order_roll import roll_orders
from rules.flanders_fields.vocabulary import Bonus
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import dataclass

_earned_by = lru_cache(maxsize=256)(roll_orders)
"""The same order is asked about by every stage until the next one is rolled."""


@dataclass(frozen=True, slots=True)
class RereadOrder:
    """What an order earns now; `changes` frees those that its failure had left hanging on wire."""

    earned: int
    changes: tuple[StandChange, ...]
    reasons: Reasons


def read_again(table: JudgedTable, unit: Unit, bonus: Bonus) -> RereadOrder | Refusal:
    """The order of a unit with one bonus more; a natural 1 fails all the same (FF-NAT-04)."""
    last, orders = table.state.cards.last_order, table.state.orders.get(unit.id)
    if last is None or last.unit != unit.id or orders is None:
        return Refusal("FF-CRD-22", f"{unit.name}'s is not the order rolled last", "keep it for a later roll")
    bonuses, specimen = (*last.facts.bonuses, bonus), table.state.settled.specimen_game
    again = _earned_by(replace(last.facts, bonuses=bonuses, specimen_game=specimen), D6(last.pips), table.book)
    if not isinstance(again, Explained):
        return again if isinstance(again, Refusal) else Refusal(again.clause, again.says, "keep it for a later roll")
    # What it has spent meanwhile stays spent, and nothing takes an action away.
    earned = max(again.value, orders.earned)
    freed = earned and not orders.earned and last.facts.crossing_wire
    living = table.state.living(unit) if freed else ()
    changes = tuple(StandChange(stand.id, stand.levels) for stand in living if stand.on_wire)
    return RereadOrder(earned, changes, Reasons(again.total, again.steps, again.considered))
