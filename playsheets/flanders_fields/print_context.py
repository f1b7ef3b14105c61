"""What a print is made from: values with their clauses, and the troops of a game."""

from collections.abc import Iterable
from dataclasses import field
from typing import Any, Final, Literal

from playsheets.sheets import Footnote, ResultBand, Text, Value
from rules.flanders_fields.ruleset import RuleBook, calendar, rulings, tables
from rules.kernel.explanations import HouseMark
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Month, When
from rules.kernel.rulings import HouseRule, changes_in
from rules.kernel.tables import Allowance, BookTable, Cited, Reach, Score, ScorePair, Span, Way

# The rule book's values as a sheet prints them

MINUS: Final = "\u2212"
DASH: Final = "\u2013"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
FACES: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """What one sheet reads: a book for its last month, and every month it is for. `house` are the house rules
    in force, `printed` those that were met with, `resolved` the tables of other months that were looked at.

    A value that the last month no longer has is read from the latest that has it, and `months_of` says so.
    """

    book: RuleBook
    months: tuple[Month, ...]
    house: tuple[HouseMark, ...] = ()
    printed: dict[str, HouseMark] = field(default_factory=dict)
    resolved: dict[tuple[str, Month], BookTable] = field(default_factory=dict)

    def has(self, table: str, key: str) -> bool:
        """Whether any month of the sheet has the value."""
        return any(self._at(table, month).has(key) for month in reversed(self.months))

    def known(self, table: str, key: str) -> bool:
        """Whether the sheet has the value, or would have it but for a house rule."""
        return self.has(table, key) or self._taken_out(table, key) is not None

    def cited(self, table: str, key: str) -> Cited[Any]:
        """A value of the latest month that has it. Raises KeyError where none has."""
        for month in reversed(self.months):
            found = self._at(table, month)
            if found.has(key):
                return found.values[key]
        raise KeyError(f"{table}, {key}")

    def months_of(self, table: str, key: str) -> str:
        """For which of the sheet's months the value is there, where not for all: "to July 1918"."""
        there = [month for month in self.months if self._at(table, month).has(key)]
        if len(there) == len(self.months) or not there:
            return ""
        begins, ends = there[0], there[-1]
        if begins == self.months[0]:
            return f"to {ends.in_words}"
        return f"from {begins.in_words}" if ends == self.months[-1] else f"{begins.in_words} to {ends.in_words}"

    def _at(self, table: str, month: Month) -> BookTable:
        if month == self.book.when.month:
            return self.book.table(table)
        if (table, month) not in self.resolved:
            changes = changes_in(self.book.choices)
            self.resolved[table, month] = tables()[table].at(When(month, self.book.when.period), changes)
        return self.resolved[table, month]

    def signed(self, table: str, key: str) -> Value:
        """A modifier with its sign."""
        return self._value(table, key, signed)

    def cm(self, table: str, key: str) -> Value:
        """A distance in centimetres, without the unit."""
        return self._value(table, key, centimetres)

    def number(self, table: str, key: str) -> Value:
        """A plain number."""
        return self._value(table, key, str)

    def at_least(self, table: str, key: str) -> Value:
        """A score on one die: "5 or 6", "3+"."""
        return self._value(table, key, at_least)

    def cell(self, table: str, key: str) -> Value:
        """A cell of a table: scores, or an allowance."""
        return self._value(table, key, cell)

    def _value(self, table: str, key: str, written: Any) -> Value:
        taken_out = None if self.has(table, key) else self._taken_out(table, key)
        if taken_out:
            mark, before = taken_out
            return Value(DASH, before.clause, self.letter(mark), written(before.value))
        cited = self.cited(table, key)
        text = written(cited.value)
        if cited.house is None:
            return Value(text, cited.clause)
        return Value(text, cited.clause, self.letter(cited.house), self._was(table, key, cited.house, written))

    def _taken_out(self, table: str, key: str) -> tuple[HouseMark, Cited[Any]] | None:
        """The house rule that took a value out of the book, with the value."""
        for mark in self.house:
            changes = rulings()[mark.ruling].option(mark.option).changes
            before = self.book.without(mark.ruling).table(table) if changes else None
            if before and before.has(key) and any(one.table == table and one.key == key for one in changes):
                return mark, before.values[key]
        return None

    def _was(self, table: str, key: str, mark: HouseMark, written: Any) -> str:
        before = self.book.without(mark.ruling).table(table)
        return written(before.values[key].value) if before.has(key) else "none"

    def bands(self, table: str, key: str, gives: Any, open_ended: bool = True) -> tuple[ResultBand, ...]:
        """What each run of totals gives; an open end means that modifiers may carry the total beyond a die's faces."""
        cited = self.cited(table, key)
        return self.run(cited, [(span, gives(word)) for span, word in cited.value], open_ended)

    def run(self, cited: Cited[Any], given: Iterable[tuple[Span, str]], open_ended: bool) -> tuple[ResultBand, ...]:
        """Spans with what they give as bands, marked where a house rule changed the row they come from."""
        mark = self.letter(cited.house) if cited.house else ""
        return tuple(ResultBand(span_words(span, open_ended), Value(text, cited.clause, mark)) for span, text in given)

    def letter(self, mark: HouseMark) -> str:
        """The letter of a house rule on this sheet; the first that is printed is a."""
        self.printed.setdefault(mark.ruling, mark)
        again, place = divmod(list(self.printed).index(mark.ruling), len(LETTERS))
        return LETTERS[place] * (again + 1)

    def mark(self, *names: str) -> str:
        """The letters of the house rules in force among rulings or the clauses they touch, with commas between."""
        found = [
            mark for mark in self.house if mark.ruling in names or set(rulings()[mark.ruling].clauses) & set(names)
        ]
        return ",".join(self.letter(mark) for mark in found)

    def footnotes(self) -> tuple[Footnote, ...]:
        """The house rules whose letters stand on the sheet."""
        marks = self.printed.values()
        return tuple(Footnote(self.letter(one), one.ruling, one.says, one.original) for one in marks)


def values_of(period: str, house_rules: Iterable[HouseRule] = (), month: Month | None = None) -> Values:
    """The values of one of the three sheets over all its months, or in one of them.

    Raises KeyError for no period, and BadHouseRule.
    """
    found = {one.key: one for one in calendar().periods}[period]
    months = (month,) if month else tuple(found.months())
    book = RuleBook.for_game(months[-1], house_rules, period)
    return Values(book, months, book.house_rules)


def natural_failure(values: Values) -> Text:
    """The face of an order die that fails whatever is added, in the words of the sheet (FF-ORD-10)."""
    return "a natural ", values.number("orders/faces", "fails"), " fails"


def signed(value: int) -> str:
    """A modifier with its sign; zero has none."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value else "0"


def centimetres(value: int) -> str:
    """Millimetres as centimetres, without the unit."""
    return f"{value / 10:g}"


def at_least(value: int) -> str:
    """What a die must show: "5 or 6", "6", otherwise "3+"."""
    return {FACES: str(FACES), FACES - 1: f"{FACES - 1} or {FACES}"}.get(value, f"{value}+")


def span_words(span: Span, open_ended: bool) -> str:
    """A run of totals as it is printed beside a die: "1–2", "6", and "6+" where modifiers count."""
    if span.low is None:
        return "1" if span.high == 1 else f"{span.high} or less" if (span.high or 0) < 1 else f"1{DASH}{span.high}"
    if span.high is None:
        if open_ended:
            return f"{span.low}+"
        return str(FACES) if span.low == FACES else f"{span.low}{DASH}{FACES}"
    return str(span.low) if span.low == span.high else f"{span.low}{DASH}{span.high}"


def cell(value: ScorePair | Allowance) -> str:
    """A cell as the printed table has it: "5/7", "6 direct/No", "20", "No"."""
    if isinstance(value, ScorePair):
        return f"{score(value.suppress)}/{score(value.kill)}"
    if value.way is Way.DISTANCE:
        return centimetres(value.mm)
    if value.way is Way.ACTIONS:
        return f"{value.actions} action" + ("s" if value.actions != 1 else "")
    return {Way.FREE: "free", Way.NONE: "No"}[value.way]


def score(value: Score) -> str:
    """One score of a cell; a star asks for the firer's own sight of the target."""
    if value.reach is Reach.AT_LEAST:
        return f"{value.least}*" if value.direct else str(value.least)
    return {Reach.AUTOMATIC: "Auto", Reach.BY_ASSAULT: "Ass", Reach.NOT_POSSIBLE: "No"}[value.reach]


# Who takes part in a game, as far as the seat that prints may know

Level = Literal["battalion", "regiment", "division"]
FIELD: Final = ("field_gun", "field_howitzer")
ARTILLERY: Final = (*FIELD, "heavy_artillery", "super_heavy_artillery")
HEAVY_MORTARS: Final = ("medium_mortar", "heavy_mortar")
MORTARS: Final = ("light_mortar", *HEAVY_MORTARS)
ARMOUR: Final = ("tank", "armoured_car")


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit as it is ordered: its name, its class, the type of a tank, its own grade, and the names of its stands."""

    name: str
    kind: str
    stands: tuple[str, ...]
    type: str = ""
    quality: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A commander with what he orders. `platoons` are the rifle platoons a battalion began with, `own` whether the
    seat that prints has it in hand."""

    name: str
    nation: str
    level: Level
    commander: str
    troops: tuple[Troop, ...]
    quality: str = ""
    storm: bool = False
    platoons: int = 0
    own: bool = True


@dataclass(frozen=True, slots=True)
class Muster:
    """Everybody a seat knows of in a game; `gas` where the game may see any."""

    title: str
    commands: tuple[Command, ...]
    gas: bool = True

    @property
    def nations(self) -> tuple[str, ...]:
        """The armies in the field, those that move first before the others."""
        return tuple(dict.fromkeys(command.nation for command in self.commands))

    def has(self, *kinds: str, level: str = "") -> bool:
        """Whether any unit is of one of the classes, in a battalion or ("regimental") above it where that matters."""
        return any(troop.kind in kinds for one in self._at(level) for troop in one.troops)

    def _at(self, level: str) -> tuple[Command, ...]:
        if not level:
            return self.commands
        return tuple(one for one in self.commands if (one.level == "battalion") == (level == "battalion"))

    def graded(self, quality: str) -> bool:
        """Whether any battalion or unit has the grade; storm troops count as Veteran."""
        return any(
            one.quality == quality
            or (quality == "veteran" and one.storm)
            or any(troop.quality == quality for troop in one.troops)
            for one in self.commands
        )
