"""The playsheets of the three periods (FF-PSH-01 to FF-PSH-03)."""

from collections.abc import Iterable
from dataclasses import replace

from playsheets.content import Footnote, Sheet, Side, marks_on
from playsheets.fire_side import fire_side
from playsheets.order_side import order_side
from playsheets.values import values_of
from rules.flanders_fields.book import calendar
from rules.kernel.months import Month
from rules.kernel.rulings import HouseRule


def period_sheet(period: str, house_rules: Iterable[HouseRule] = (), month: Month | None = None) -> Sheet:
    """The sheet of "early", "mid" or "late", or of one month of it. What a house rule changed is marked, the original
    beside it.

    Raises KeyError for a period that is none and BadHouseRule for a choice that cannot be made.
    """
    values = values_of(period, tuple(house_rules), month)
    sides: tuple[Side, ...] = (order_side(values), fire_side(values))
    title = month.in_words if month else next(one.title for one in calendar().periods if one.key == period)
    notes = values.footnotes()
    if notes:
        sides = tuple(replace(side, house=_on(side, notes)) for side in sides)
    return Sheet("Western Front playsheet", title, sides, len(values.house) - len(notes))


def _on(side: Side, notes: tuple[Footnote, ...]) -> tuple[Footnote, ...]:
    marks = marks_on(side)
    return tuple(note for note in notes if note.mark in marks)
