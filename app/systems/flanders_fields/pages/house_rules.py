"""What every form for a new game lets one choose: the months of the war, and the contested points of the book."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.book import calendar, clauses, rulings
from rules.kernel.months import Month
from rules.kernel.rulings import Ruling


def months() -> Iterator[Month]:
    """Every month of the war."""
    for period in calendar().periods:
        yield from period.months()


def chapters() -> list[dict[str, Any]]:
    """The questions with more than one answer, by the chapter of the first clause they are about."""
    known = clauses()
    found: dict[str, list[Ruling]] = {}
    for ruling in rulings().values():
        if len(ruling.options) > 1:
            found.setdefault(known[ruling.clauses[0]].chapter, []).append(ruling)
    return [{"name": name, "rulings": asked} for name, asked in sorted(found.items())]
