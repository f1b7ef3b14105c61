"""The rule book of one game: every table and ruling settled for its date and house rules."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from rules.kernel.clauses import Clause, load_clauses
from rules.kernel.explain import HouseMark
from rules.kernel.months import Calendar, Month, Period, When, parse_month
from rules.kernel.rulings import Choice, Choices, HouseRule, Ruling, choose, load_rulings
from rules.kernel.strict import read_toml
from rules.kernel.tables import Table, Tables, check_changes, load_tables
from rules.kernel.values import dataclass

F = TypeVar("F")
DATA = Path(__file__).parent / "data"


@lru_cache(maxsize=1)
def calendar() -> Calendar:
    """The three periods of the war (FF-SCL-08, AMB-01)."""
    file = read_toml(DATA / "periods.toml")
    periods = tuple(
        Period(p.text("key"), p.text("title"), parse_month(p.text("first")), parse_month(p.text("last")))
        for p in file.tables("period")
    )
    return Calendar(periods)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """Every table of the book, over all dates."""
    return load_tables(DATA / "tables", calendar())


@lru_cache(maxsize=1)
def rulings() -> Mapping[str, Ruling]:
    """Every contested point with its options, each of them checked against the tables it changes."""
    found = load_rulings(DATA / "rulings")
    check_changes(found, tables())
    return found


@lru_cache(maxsize=1)
def clauses() -> Mapping[str, Clause]:
    """Every clause, with how far the program acts on it."""
    return load_clauses(DATA / "clauses")


@dataclass(frozen=True, slots=True, eq=False)
class RuleBook:
    """What is in force in one game. Chapters receive the tables and choices they need from here.

    There is one of each, so that what follows from it can be kept by it.
    """

    when: When
    tables: Mapping[str, Table]
    choices: Mapping[str, Choice]

    def table(self, table: str) -> Table:
        """A table as it stands at this game's date under its house rules."""
        return self.tables[table]

    def option(self, ruling: str) -> str:
        """The option in force for a ruling."""
        return self.choices[ruling].option.key

    def behaviour(self, ruling: str, options: Mapping[str, F]) -> F:
        """The procedure in force for a ruling whose options are functions of one signature."""
        return options[self.option(ruling)]

    def mark(self, ruling: str) -> HouseMark | None:
        """The house rule mark of a ruling, None where the default is in force."""
        return self.choices[ruling].house

    @property
    def house_rules(self) -> tuple[HouseMark, ...]:
        """The mark of every ruling that is not settled by its default."""
        return tuple(choice.house for choice in self.choices.values() if choice.house)

    def without(self, ruling: str) -> "RuleBook":
        """The same book with one ruling settled by its default. Raises KeyError."""
        choices = Choices(self.choices).without(ruling)
        changes = choices.changes()
        changed = {change.table for change in self.choices[ruling].option.changes}
        again = {table: tables()[table].at(self.when, changes) for table in changed}
        return RuleBook(self.when, {**self.tables, **again}, choices)

    @property
    def fingerprint(self) -> str:
        """A short digest of everything in force: equal books have equal fingerprints."""
        values = sorted(f"{t.id}/{key}={cited.value}" for t in self.tables.values() for key, cited in t.values.items())
        options = sorted(f"{name}={choice.option.key}" for name, choice in self.choices.items())
        return sha256("\n".join([str(self.when), *values, *options]).encode()).hexdigest()[:16]

    @classmethod
    def for_game(cls, month: Month, house_rules: Iterable[HouseRule] = (), period: str = "") -> "RuleBook":
        """The book for a date and house rules; `period` sets the sheet by hand (AMB-01).

        Raises BadMonth for a date outside the war and BadHouseRule for a choice that cannot be made.
        """
        return _book(month, tuple(house_rules), period)


@lru_cache(maxsize=64)
def _book(month: Month, house_rules: tuple[HouseRule, ...], period: str) -> RuleBook:
    when = When(month, period or calendar().period_of(month).key)
    choices = choose(rulings(), house_rules)
    changes = choices.changes()
    changed = {change.table for change, _ in changes}
    again = {name: tables()[name].at(when, changes) for name in changed}
    return RuleBook(when, {**_printed(when), **again}, choices)


@lru_cache(maxsize=64)
def _printed(when: When) -> Mapping[str, Table]:
    """Every table at a date as the book has it: house rules change few of them."""
    return {name: table.at(when) for name, table in tables().items()}
