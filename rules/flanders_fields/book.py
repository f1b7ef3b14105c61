"""The rule book of Flanders Fields: where its data stand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules.flanders_fields.sources import SOURCES
from rules.kernel.book import Book, Edition, calendar_of, clauses_of, rulings_of, tables_of
from rules.kernel.clauses import Clause
from rules.kernel.months import Calendar
from rules.kernel.rulings import Ruling
from rules.kernel.tables import Tables

DATA: Final = Path(__file__).parent / "data"
EDITION: Final = Edition(DATA, SOURCES)


def calendar() -> Calendar:
    """The three periods of the war (FF-SCL-08, AMB-01)."""
    return calendar_of(EDITION)


def tables() -> Tables:
    """Every table of the book, over all dates."""
    return tables_of(EDITION)


def rulings() -> Mapping[str, Ruling]:
    """Every contested point with its options, each of them checked against the tables it changes."""
    return rulings_of(EDITION)


def clauses() -> Mapping[str, Clause]:
    """Every clause, with how far the program acts on it."""
    return clauses_of(EDITION)


class RuleBook(Book):
    """What is in force in one game of Flanders Fields; `period` sets the sheet by hand where it is made (AMB-01)."""

    __slots__ = ()
    edition = EDITION
