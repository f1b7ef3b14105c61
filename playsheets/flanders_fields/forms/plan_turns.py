"""What a fire plan does by itself, turn by turn, in the order of the sheet's phases (FF-FPL-24)."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from playsheets.flanders_fields.forms.plan_marks import centimetres, marks, weapon_of
from playsheets.forms.content import Ledger, LedgerCell, LedgerColumn
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import Does
from rules.flanders_fields.fire_plan.references import in_words
from rules.flanders_fields.fire_plan.timetable import Act, timetable
from rules.flanders_fields.fire_plan.written import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    ShiftLine,
    WorkLine,
    WrittenPlan,
)

TURNS: Final = (
    LedgerColumn("Turn", 2),
    LedgerColumn("What happens by itself, in its order", 16),
    LedgerColumn("Done", 2),
)
DOES: Final = {
    Does.STANDS: "lies",
    Does.ADVANCES: "lifts, and lies",
    Does.HALTS: "halts",
    Does.ROLLS_BACK: "rolls back, and lies",
}


def turn_by_turn(plan: WrittenPlan, book: RuleBook) -> tuple[Ledger, ...]:
    """A row for each thing that happens, with a box to tick; nothing where nothing does."""
    rows = tuple(_rows(plan, book))
    return (Ledger("Turn by turn", TURNS, rows, says="in the side’s own turns"),) if rows else ()


def _rows(plan: WrittenPlan, book: RuleBook) -> Iterator[tuple[LedgerCell, ...]]:
    for turn, acts in groupby(timetable(plan, book), key=lambda act: act.turn):
        for number, act in enumerate(acts):
            yield (LedgerCell("" if number else str(turn)), LedgerCell(said(act, plan)), LedgerCell(boxes=1))


def said(act: Act, plan: WrittenPlan) -> str:
    """One thing that happens, in words."""
    line = plan.line(act.line)
    at = f" at {in_words(act.at)}" if act.at else ""
    match line:
        case BarrageLine():
            does = DOES[act.does] if act.does else "lies"
            return f"{marks(plan)[line.id]} rolling barrage {does} with its rear edge {centimetres(act.rear_mm)} cm up"
        case GasLine():
            return f"{marks(plan)[line.id]} {line.kind or ''} gas comes{at}{_named(line.where)}"
        case ShiftLine():
            return f"{weapon_of(plan, line.weapon)}: its aiming point moves, then lies{at}{_named(line.where)}"
        case BombardmentLine():
            return f"{weapon_of(plan, line.weapon)} fires{at}{_named(line.where)}"
        case WorkLine():
            return f"{marks(plan)[line.id]} {line.name} is bombarded"
        case _:
            return ""


def _named(where: str) -> str:
    return f", {where}" if where else ""
