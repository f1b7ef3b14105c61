"""The ruleset for a date and its house rules: its data files and their sources."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules.kernel.clauses import Clause, SourceTexts
from rules.kernel.months import Calendar
from rules.kernel.ruleset import Book, Edition, calendar_of, clauses_of, rulings_of, tables_of
from rules.kernel.rulings import Ruling
from rules.kernel.tables import Tables

# The texts that the numbers of Flanders Fields are taken from, and how its data name them

SOURCES: Final = SourceTexts(
    lines={"L": "rule book", "P-L": "1914 to mid 1915 playsheet"},
    rulings=("AMB", "SHQ", "GAP"),
    example="lines as L4823, L989-991 or P-L12, a ruling as AMB-30",
)


# The rule book of Flanders Fields

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
