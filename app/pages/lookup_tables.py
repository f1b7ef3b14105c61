"""The whole table behind a look-up, as printed, with the row and the cell that decide now."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from app.pages.lookup_words import words
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.may_shoot import row_key
from rules.flanders_fields.order_facts import OrderFacts, level_of
from rules.flanders_fields.shooting import target_column
from rules.flanders_fields.shot import Shot
from rules.flanders_fields.vocabulary import Cover, Going, Level, TargetKind
from rules.kernel.tables import Table

TOTALS: Final = range(9)
ORDER_ROWS: Final = (
    ("FF-ORD-T1", "regimental", "Machine guns, regiment"),
    ("FF-ORD-T1", "battalion", "Machine guns, battalion"),
    ("FF-ORD-T2", "with_sight", "Batteries that see"),
    ("FF-ORD-T2", "without_sight", "Batteries without sight"),
    ("FF-ORD-T3", "tank", "Tanks"),
    ("FF-ORD-T4", "light_mortar", "Light mortars"),
    ("FF-ORD-T5", "rifle_company", "Rifle companies"),
)
MOVERS: Final = ("infantry", "cavalry", "field_artillery", "tanks", "motors")
SIGHT: Final = ("open", "in_cover", "fired", "works")
SHOOTING_KEY: Final = "Suppressed / killed on this total or more."


def table_for(slug: str, facts: Any, book: RuleBook, total: int | None) -> dict[str, Any] | None:
    """The table a look-up is read from, as components/matrix.html takes it; None where there is none."""
    make = MAKERS.get(slug)
    return make(facts, book, total) if make else None


def _orders(facts: OrderFacts, book: RuleBook, total: int | None) -> dict[str, Any]:
    printed = book.table("FF-ORD-03").word(facts.unit_class).value
    sight = "with_sight" if facts.own_sight and facts.on_table else "without_sight"
    by_level = "battalion" if level_of(facts) is Level.BATTALION else "regimental"
    row_of = {"FF-ORD-T1": by_level, "FF-ORD-T2": sight}
    rows = [
        {
            "name": name,
            "cells": [book.table(table).read(row, at).value for at in TOTALS],
            "current": table == printed and row == row_of.get(table, row),
        }
        for table, row, name in ORDER_ROWS
        if book.table(table).has(row)
    ]
    return {
        "title": "Actions by the total",
        "columns": [f"{at}" for at in TOTALS],
        "rows": rows,
        "column": None if total is None else min(max(total, 0), TOTALS[-1]),
        "key": "A natural 1 fails whatever the total.",
        "clause": "FF-ORD-10",
    }


def _shooting(shot: Shot, book: RuleBook, _total: int | None) -> dict[str, Any]:
    rows = book.table("FF-SHO-ROWS")
    key = row_key(shot, rows)
    current = rows.word(key).value if rows.has(key) else ""
    columns = [str(cover) for cover in Cover]
    return _pairs("Shooting", book.table("FF-SHO-T1"), columns, current, target_column(shot, book), "FF-SHO-T1")


def _armour(shot: Shot, book: RuleBook, _total: int | None) -> dict[str, Any]:
    rows = book.table("FF-ARM-ROWS")
    at = replace(shot, target=TargetKind.ARMOUR)
    key = row_key(at, rows)
    current = rows.word(key).value if rows.has(key) else ""
    return _pairs("Armour", book.table("FF-ARM-T1"), ["open", "cover"], current, target_column(at, book), "FF-ARM-T1")


def _pairs(title: str, table: Table, columns: Sequence[str], row: str, column: str, clause: str) -> dict[str, Any]:
    return _grid(title, table, columns, row, column) | {"key": SHOOTING_KEY, "clause": clause}


def _grid(title: str, table: Table, columns: Sequence[str], row: str, column: str) -> dict[str, Any]:
    """A table of rows and columns; a cell the date does not have stays a dash."""
    names = dict.fromkeys(key.partition(".")[0] for key in table)
    return {
        "title": title,
        "columns": [_heading(name) for name in columns],
        "rows": [
            {"name": words(name), "cells": [_cell(table, f"{name}.{at}") for at in columns], "current": name == row}
            for name in names
        ],
        "column": columns.index(column) if column in columns else None,
    }


def _heading(column: str) -> str:
    return {"fortified": "Fort.", "field_artillery": "Field guns", "in_cover": "In cover"}.get(column) or words(column)


def _cell(table: Table, key: str) -> str:
    if not table.has(key):
        return "\u2013"
    value = table.values[key].value
    if isinstance(value, int):
        return f"{value / 10:g}"
    return str(value).replace("/", " / ").replace("assault", "A")


def _movement(facts: Any, book: RuleBook, _total: int | None) -> dict[str, Any]:
    column = book.table("FF-MOV-COLUMNS")
    current = column.word(facts.mover).value if column.has(facts.mover) else ""
    made = _grid("Movement in one move action, cm", book.table("FF-MOV-T3"), MOVERS, str(Going(facts.going)), current)
    return made | {"key": "Before bonuses and deductions.", "clause": "FF-MOV-T3"}


def _sight(facts: Any, book: RuleBook, _total: int | None) -> dict[str, Any]:
    viewers = book.table("FF-VIS-VIEWERS")
    row = viewers.word(facts.viewer).value if viewers.has(facts.viewer) else ""
    made = _grid("Sight distances, cm", book.table("FF-VIS-T1"), SIGHT, row, "")
    return made | {"key": "To what the target is, or has done.", "clause": "FF-VIS-T1"}


def _bands(title: str, table: str, row: str, clause: str) -> Callable[[Any, RuleBook, int | None], dict[str, Any]]:
    def made(_facts: Any, book: RuleBook, total: int | None) -> dict[str, Any]:
        bands = book.table(table).bands(row).value
        lines = [
            {
                "name": _span(span.low, span.high),
                "cells": [words(gives)],
                "current": total is not None and span.holds(total),
            }
            for span, gives in bands
        ]
        return {
            "title": title,
            "columns": ["Result"],
            "rows": lines,
            "column": 0,
            "key": "By the total.",
            "clause": clause,
        }

    return made


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return f"{high} or less"
    return f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"


MAKERS: Final[dict[str, Callable[[Any, RuleBook, int | None], dict[str, Any]]]] = {
    "order-roll": _orders,
    "shooting": _shooting,
    "armour": _armour,
    "movement": _movement,
    "visibility": _sight,
    "morale": _bands("Morale", "FF-MOR-T1", "morale", "FF-MOR-T1"),
    "heroic-action": _bands("Heroic action", "FF-HER-04", "heroic_action", "FF-HER-04"),
}
