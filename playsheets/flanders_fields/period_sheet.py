"""The playsheets of the three periods (FF-PSH-01 to FF-PSH-03)."""

from collections.abc import Iterable
from dataclasses import replace

from playsheets.content import Footnote, Sheet, SheetSide, marks_on
from playsheets.flanders_fields.fire_side import fire_side
from playsheets.flanders_fields.order_side import order_side
from playsheets.flanders_fields.values import Values, values_of
from rules.flanders_fields.book import calendar
from rules.kernel.months import Month
from rules.kernel.rulings import HouseRule


def period_sheet(period: str, house_rules: Iterable[HouseRule] = (), month: Month | None = None) -> Sheet:
    """The sheet of "early", "mid" or "late", or of one month of it. What a house rule changed is marked, the original
    beside it.

    Raises KeyError for a period that is none and BadHouseRule for a choice that cannot be made.
    """
    values = values_of(period, tuple(house_rules), month)
    sides: tuple[SheetSide, ...] = (order_side(values), fire_side(values))
    title = month.in_words if month else next(one.title for one in calendar().periods if one.key == period)
    return with_footnotes(Sheet("Western Front playsheet", title, sides), values)


def with_footnotes(sheet: Sheet, values: Values, all_rules: bool = False) -> Sheet:
    """The sheet with the house rules that changed something under the side where they did; with `all_rules` those
    that change nothing on it are told under the last side, else only counted."""
    sides = tuple(replace(side, house=footnotes_on(side, values)) for side in sheet.sides)
    told = {note.ruling for side in sides for note in side.house}
    others = [one for one in values.house if one.ruling not in told]
    if not all_rules or not others:
        return replace(sheet, sides=sides, unprinted=len(others))
    more = tuple(Footnote("", one.ruling, one.says, one.original) for one in others)
    return replace(sheet, sides=(*sides[:-1], replace(sides[-1], house=(*sides[-1].house, *more))))


def footnotes_on(thing: object, values: Values) -> tuple[Footnote, ...]:
    """The house rules whose marks stand on a piece of content."""
    if not values.printed:
        return ()
    marks = marks_on(thing)
    return tuple(note for note in values.footnotes() if note.mark in marks)
