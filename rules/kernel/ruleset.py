"""The rules of one game: the data folder over all dates, settled for a date and house rules."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Self, TypeVar

from rules.kernel.clauses import Clause, SourceTexts, load_clauses
from rules.kernel.explanations import HouseMark
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Calendar, Month, Period, When, parse_month
from rules.kernel.rulings import Choice, HouseRule, Ruling, changes_in, choose, load_rulings, without
from rules.kernel.tables import BookTable, Tables, check_changes, load_tables
from rules.kernel.toml_reader import read_toml

F = TypeVar("F")


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The book of one rule system over all dates: its data folder, and how its data name their sources.

    There is one of each, and all that is read from it is kept by it: ids that stand in two books never meet.
    """

    folder: Path
    sources: SourceTexts


@cache
def calendar_of(edition: Edition) -> Calendar:
    """The periods that the book tells apart."""
    file = read_toml(edition.folder / "periods.toml")
    periods = tuple(
        Period(p.text("key"), p.text("title"), parse_month(p.text("first")), parse_month(p.text("last")))
        for p in file.tables("period")
    )
    return Calendar(periods)


@cache
def tables_of(edition: Edition) -> Tables:
    """Every table of the book, over all dates."""
    return load_tables(edition.folder / "tables", calendar_of(edition), edition.sources)


@cache
def rulings_of(edition: Edition) -> Mapping[str, Ruling]:
    """Every contested point with its options, each of them checked against the tables it changes."""
    found = load_rulings(edition.folder / "rulings")
    check_changes(found, tables_of(edition))
    return found


@cache
def clauses_of(edition: Edition) -> Mapping[str, Clause]:
    """Every clause, with how far the program acts on it."""
    return load_clauses(edition.folder / "clauses")


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """What is in force in one game. Chapters receive the tables and choices they need from here.

    There is one of each, so that what follows from it can be kept by it. A system names its own `edition`.
    """

    edition: ClassVar[Edition]

    when: When
    tables: Mapping[str, BookTable]
    choices: Mapping[str, Choice]

    def table(self, table: str) -> BookTable:
        """A table as it stands at this game's date under its house rules, by its name: "shooting/ranges"."""
        return self.tables[table]

    def table_of_id(self, table_id: str) -> str:
        """The name of the table that data and answers call by this id."""
        return tables_of(self.edition).names[table_id]

    def ruling(self, ruling: str) -> Choice:
        """What is in force for a ruling, with its mark: looked up once by whoever needs both."""
        return self.choices[ruling]

    def option(self, ruling: str) -> str:
        """The option in force for a ruling."""
        return self.ruling(ruling).option.key

    def behaviour(self, ruling: str, options: Mapping[str, F]) -> F:
        """The procedure in force for a ruling whose options are functions of one signature."""
        return self.ruling(ruling).gives(options)

    def mark(self, ruling: str) -> HouseMark | None:
        """The house rule mark of a ruling, None where the default is in force."""
        return self.ruling(ruling).mark

    @property
    def house_rules(self) -> tuple[HouseMark, ...]:
        """The mark of every ruling that is not settled by its default."""
        return tuple(choice.mark for choice in self.choices.values() if choice.mark)

    def without(self, ruling: str) -> Self:
        """The same book with one ruling settled by its default. Raises KeyError."""
        choices = without(self.choices, ruling)
        changed = {change.table for change in self.choices[ruling].option.changes}
        return type(self)(self.when, {**self.tables, **_ruled(self.edition, self.when, choices, changed)}, choices)

    @property
    def fingerprint(self) -> str:
        """A short digest of everything in force: equal books have equal fingerprints."""
        values = sorted(f"{t.id}/{key}={cited.value}" for t in self.tables.values() for key, cited in t.values.items())
        options = sorted(f"{name}={choice.option.key}" for name, choice in self.choices.items())
        return sha256("\n".join([str(self.when), *values, *options]).encode()).hexdigest()[:16]

    @classmethod
    def for_game(cls, month: Month, house_rules: Iterable[HouseRule] = (), period: str = "") -> Self:
        """The book for a date and house rules; `period` sets the sheet by hand.

        Raises BadMonth for a date outside its periods and BadHouseRule for a choice that cannot be made.
        """
        made: Self = _settled(cls, month, tuple(house_rules), period)  # type: ignore[arg-type]  # a class is hashable
        return made


B = TypeVar("B", bound=Book)


@lru_cache(maxsize=64)
def _settled(kind: type[B], month: Month, house_rules: tuple[HouseRule, ...], period: str) -> B:
    edition = kind.edition
    when = When(month, period or calendar_of(edition).period_of(month).key)
    choices = _chosen(edition, house_rules)
    changed = {change.table for change, _ in changes_in(choices)}
    return kind(when, {**_printed(edition, when), **_ruled(edition, when, choices, changed)}, choices)


def _ruled(
    edition: Edition, when: When, choices: Mapping[str, Choice], tables: Iterable[str]
) -> Mapping[str, BookTable]:
    """These tables at a date, under the house rules."""
    printed, changes = _printed(edition, when), changes_in(choices)
    return {name: tables_of(edition)[name].changed(printed[name], when, changes) for name in tables}


@lru_cache(maxsize=64)
def _chosen(edition: Edition, house_rules: tuple[HouseRule, ...]) -> Mapping[str, Choice]:
    """Every ruling as house rules settle it, which is the same at every date."""
    return choose(rulings_of(edition), house_rules)


@lru_cache(maxsize=64)
def _printed(edition: Edition, when: When) -> Mapping[str, BookTable]:
    """Every table at a date as the book has it: house rules change few of them."""
    return {name: table.at(when) for name, table in tables_of(edition).items()}
