"""Printed tables as dated, sourced data: numbers, bands and grids, and what their cells hold.

A file holds one table, which is called what its path says ("shooting/ranges"); its `id` is what answers, addresses and
the digest of a book call it, and never changes. Each value carries its clause and its sources, and the months it holds
for; the loader refuses a month without exactly one value, a band that leaves a total unanswered, and a value without a
source.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Generic, TypeVar

from rules.kernel.clauses import Source, SourceTexts
from rules.kernel.distances import BadDistance, parse_cm
from rules.kernel.explanations import HouseMark, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, Calendar, When, parse_month
from rules.kernel.rulings import Change, Ruling
from rules.kernel.toml_reader import BadData, Reader, read_toml

# What stands in the cells of printed tables

_BAND = re.compile(r"^(?:\.\.(?P<upto>-?\d+)|(?P<low>-?\d+)(?:-(?P<high>-?\d+))?|(?P<onward>-?\d+)\.\.)$")
_SCORE = re.compile(r"^(?P<least>\d+)(?P<direct> direct)?$")


class BadCell(ValueError):
    """Text in a table's cell that no reader of the table could understand."""


class Reach(StrEnum):
    """How a result can come about."""

    AT_LEAST = "at_least"
    AUTOMATIC = "auto"
    BY_ASSAULT = "assault"
    NOT_POSSIBLE = "no"


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a firing table: at least so many, automatic, only by assault, or not possible.

    `direct` asks for the firer's own sight of the target.
    """

    reach: Reach
    least: int = 0
    direct: bool = False

    def met_by(self, total: int, direct_sight: bool) -> bool:
        """Whether a modified total (with or without direct sight) reaches it."""
        if self.reach is Reach.AUTOMATIC:
            return True
        return self.reach is Reach.AT_LEAST and total >= self.least and (direct_sight or not self.direct)

    def __str__(self) -> str:
        if self.reach is Reach.AT_LEAST:
            return f"{self.least} direct" if self.direct else str(self.least)
        return self.reach.value


def parse_score(written: str) -> Score:
    """Read '4', '6 direct', 'auto', 'assault' or 'no'. Raises BadCell."""
    match = _SCORE.match(written)
    if match:
        return Score(Reach.AT_LEAST, int(match["least"]), match["direct"] is not None)
    try:
        return Score(Reach(written))
    except ValueError:
        raise BadCell(f"{written!r} is no score; write 4, 6 direct, auto, assault or no") from None


@dataclass(frozen=True, slots=True)
class ScorePair:
    """Suppress and kill scores of one weapon against one kind of cover."""

    suppress: Score
    kill: Score

    def __str__(self) -> str:
        return f"{self.suppress}/{self.kill}"


def parse_pair(written: str) -> ScorePair:
    """Read 'suppress/kill', such as '5/7', 'auto/2', '6 direct/no'. Raises BadCell."""
    parts = written.split("/")
    if len(parts) != 2:
        raise BadCell(f"{written!r} is no pair; write suppress/kill, such as 5/7 or 6 direct/no")
    return ScorePair(parse_score(parts[0]), parse_score(parts[1]))


class Way(StrEnum):
    """How a mover gets through a kind of ground."""

    DISTANCE = "distance"
    ACTIONS = "actions"
    FREE = "free"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Allowance:
    """Movement in one kind of ground: millimetres a move action, or whole actions to cross, or free, or none."""

    way: Way
    mm: int = 0
    actions: int = 0

    def __str__(self) -> str:
        if self.way is Way.DISTANCE:
            return f"{self.mm / 10:g}"
        if self.way is Way.ACTIONS:
            return f"{self.actions} action" + ("s" if self.actions != 1 else "")
        return self.way.value


def parse_allowance(written: str) -> Allowance:
    """Read '20' or '7.5' (cm), '1 action', '3 actions', 'free' or 'none'. Raises BadCell."""
    if written in ("free", "none"):
        return Allowance(Way(written))
    number, _, word = written.partition(" ")
    if word in ("action", "actions") and number.isdigit():
        return Allowance(Way.ACTIONS, actions=int(number))
    if not word:
        return Allowance(Way.DISTANCE, mm=parse_length(number))
    raise BadCell(f"{written!r} is no allowance; write centimetres, '1 action', 'free' or 'none'")


def parse_length(written: str) -> int:
    """Read centimetres with at most one decimal as whole millimetres. Raises BadCell."""
    try:
        return parse_cm(written)
    except BadDistance as bad:
        raise BadCell(str(bad)) from None


@dataclass(frozen=True, slots=True)
class Span:
    """A run of totals: low to high, either end open when None."""

    low: int | None
    high: int | None

    def holds(self, total: int) -> bool:
        """Whether the total lies in the run."""
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def parse_span(written: str) -> Span:
    """Read '..1' (that or less), '4', '2-3' or '6..' (that or more). Raises BadCell."""
    match = _BAND.match(written)
    if not match:
        raise BadCell(f"{written!r} is no band; write ..1 for that or less, 2-3, 4, or 6.. for that or more")
    if match["upto"] is not None:
        return Span(None, int(match["upto"]))
    if match["onward"] is not None:
        return Span(int(match["onward"]), None)
    low = int(match["low"])
    high = int(match["high"]) if match["high"] is not None else low
    if high < low:
        raise BadCell(f"{written!r} runs backwards; write the smaller total first")
    return Span(low, high)


# Printed tables as dated, sourced data

T = TypeVar("T")
V_co = TypeVar("V_co", covariant=True)

GRIDS = ("scores", "allowances")
KINDS = ("numbers", "words", "bands", "scores", "allowances")
UNITS = ("die", "cm", "inches", "actions", "count", "levels", "percent", "degrees", "word", "suppress/kill", "going")


@dataclass(frozen=True, slots=True)
class Cited(Generic[V_co]):
    """A value with the clause and sources it stands on, and the mark of the house rule that changed it."""

    value: V_co
    clause: str
    sources: tuple[Source, ...]
    says: str
    ruling: str = ""
    house: HouseMark | None = None

    def because(self, says: str) -> Step:
        """A ledger line for this value as a modifier. Only for whole numbers."""
        value = self.value if isinstance(self.value, int) else None
        return Step(self.clause, says, value, self.house)

    def cites(self, says: str) -> Step:
        """A ledger line that names this value's clause without adding to the die."""
        return Step(self.clause, says, None, self.house)


Value = int | str | ScorePair | Allowance | tuple[tuple[Span, str], ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """One line of a file: its key, the dates it holds for, its value (None: absent at that date, and `because`)."""

    key: str
    holds: Callable[[When], bool]
    cited: Cited[Value] | None
    because: str = ""


@dataclass(frozen=True, slots=True)
class BookTable:
    """A table at one date: every key with its value; keys the date does not know are in `absent` with the reason.

    `id` is what it is called in answers and addresses.
    """

    id: str
    title: str
    unit: str
    values: Mapping[str, Cited[Value]]
    absent: Mapping[str, str]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def has(self, key: str) -> bool:
        """Whether the key has a value at this date."""
        return key in self.values

    def _of(self, key: str, kind: type[T]) -> Cited[T]:
        cited = self.values[key]
        if not isinstance(cited.value, kind):
            raise TypeError(f"{self.id}, {key}: {cited.value!r} is no {kind.__name__}")
        return cited  # type: ignore[return-value]  # the line above has just shown it

    def number(self, key: str) -> Cited[int]:
        """A whole number: a modifier, a count, or a distance in millimetres where the table's unit is cm."""
        return self._of(key, int)

    def word(self, key: str) -> Cited[str]:
        """A word of the table."""
        return self._of(key, str)

    def pair(self, row: str, column: str) -> Cited[ScorePair]:
        """Suppress and kill scores in a cell."""
        return self._of(f"{row}.{column}", ScorePair)

    def allowance(self, row: str, column: str) -> Cited[Allowance]:
        """The movement allowance in a cell."""
        return self._of(f"{row}.{column}", Allowance)

    def read(self, row: str, total: int) -> Cited[str]:
        """What a band table gives for a total. Every total has exactly one answer."""
        bands = self._of(row, tuple)
        gives: str = next(gives for span, gives in bands.value if span.holds(total))
        return Cited(gives, bands.clause, bands.sources, bands.says, bands.ruling, bands.house)

    def bands(self, row: str) -> Cited[tuple[tuple[Span, str], ...]]:
        """A row's bands in order, lowest first."""
        return self._of(row, tuple)


@dataclass(frozen=True, slots=True)
class DatedTable:
    """A table over all dates, as loaded. Code and rulings call it by its `name`, answers and addresses by its `id`."""

    name: str
    id: str
    title: str
    clause: str
    kind: str
    unit: str
    file: str
    entries: tuple[_Entry, ...]

    def at(self, when: When, changes: Iterable[tuple[Change, HouseMark]] = ()) -> BookTable:
        """The table at one date, with house rules applied last."""
        values = {e.key: e.cited for e in self.entries if e.cited is not None and e.holds(when)}
        absent = {e.key: e.because for e in self.entries if e.cited is None and e.holds(when)}
        return self.changed(BookTable(self.id, self.title, self.unit, values, absent), when, changes)

    def changed(self, printed: BookTable, when: When, changes: Iterable[tuple[Change, HouseMark]]) -> BookTable:
        """What is printed at one date, with house rules applied."""
        values, absent = dict(printed.values), dict(printed.absent)
        for change, mark in changes:
            if change.table == self.name and change.holds(when):
                self._change(values, absent, change, mark)
        return BookTable(self.id, self.title, self.unit, values, absent)

    def always(self, key: str) -> Cited[int]:
        """The whole number of a key that no date changes. Raises ValueError where there is none, or another later."""
        (found,) = (entry.cited for entry in self.entries if entry.key == key)
        if found is None or not isinstance(found.value, int):
            raise ValueError(f"{self.id}, {key}: there is no number of all dates")
        return found  # type: ignore[return-value]  # the line above has just shown it

    def _change(self, values: dict[str, Cited[Value]], absent: dict[str, str], change: Change, mark: HouseMark) -> None:
        # Changed in its place: where a table is read from the top, its order is part of the rule.
        was = values.get(change.key)
        if change.value == "absent":
            values.pop(change.key, None)
            absent[change.key] = f"{mark.says} (house rule {mark.ruling})"
            return
        absent.pop(change.key, None)
        value = parse_value(self.kind, self.unit, change.value)
        clause, says = (was.clause, was.says) if was else (self.clause, mark.says)
        values[change.key] = Cited(value, clause, (Source("ruling", mark.ruling),), says, mark.ruling, mark)


def parse_value(kind: str, unit: str, written: str) -> Value:
    """Read one printed value of a table. Raises BadCell."""
    if kind == "numbers":
        return parse_length(written) if unit == "cm" else _whole(written)
    if kind == "words":
        return written
    if kind == "bands":
        return _bands(written)
    return parse_pair(written) if kind == "scores" else parse_allowance(written)


def _whole(written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise BadCell(f"{written!r} is no whole number") from None


def _bands(written: str) -> tuple[tuple[Span, str], ...]:
    """Read '..1 = 0, 2-4 = 1, 5.. = 2'. Raises BadCell if a total has no answer or two."""
    bands: list[tuple[Span, str]] = []
    for part in written.split(","):
        span, equals, gives = part.partition("=")
        if not equals or not gives.strip():
            raise BadCell(f"{part.strip()!r} is no band; write 2-4 = 1")
        bands.append((parse_span(span.strip()), gives.strip()))
    _check_bands([span for span, _ in bands])
    return tuple(bands)


def _check_bands(spans: list[Span]) -> None:
    if spans[0].low is not None or spans[-1].high is not None:
        raise BadCell("some totals have no answer; begin with ..n (that or less) and end with n.. (that or more)")
    for below, above in pairwise(spans):
        if below.high is None or above.low is None or above.low != below.high + 1:
            raise BadCell(f"the totals between {below} and {above} have no answer or two; let the bands touch")


class Tables(Mapping[str, DatedTable]):
    """Every table of a rule system, by name."""

    def __init__(self, tables: Mapping[str, DatedTable]) -> None:
        self._tables = dict(tables)

    def __getitem__(self, table: str) -> DatedTable:
        return self._tables[table]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each table by its id."""
        return {table.id: name for name, table in self._tables.items()}


def load_tables(folder: Path, calendar: Calendar, texts: SourceTexts) -> Tables:
    """Every table of a folder, checked over every month. Raises BadData with file, table, key and what is right."""
    tables: dict[str, DatedTable] = {}
    for path in sorted(folder.rglob("*.toml")):
        table = load_table(path, calendar, texts, path.relative_to(folder).with_suffix("").as_posix())
        if table.id in {one.id for one in tables.values()}:
            raise BadData(path.name, table.id, "id", "stands in two files", "keep one file for each table")
        tables[table.name] = table
    return Tables(tables)


def load_table(path: Path, calendar: Calendar, texts: SourceTexts, name: str = "") -> DatedTable:
    """One table file, checked over every month of the calendar. Raises BadData."""
    file = read_toml(path)
    table_id, title, clause = file.text("id"), file.text("title"), file.text("clause")
    file.name = table_id
    kind = file.word("kind", dict(zip(KINDS, KINDS, strict=True)))
    unit = file.word("unit", dict(zip(UNITS, UNITS, strict=True)))
    periods = tuple(period.key for period in calendar.periods)
    entries: list[_Entry] = []
    for reader in file.tables("value"):
        reader.name = f"{table_id}, {reader.name}"
        entries.extend(_entries(reader, kind, unit, clause, periods, texts))
    for reader in file.tables("absent", ()):
        reader.name = f"{table_id}, absent {reader.name}"
        entries.extend(_absences(reader, periods, texts))
    file.close()
    table = DatedTable(name or table_id, table_id, title, clause, kind, unit, path.name, tuple(entries))
    _check_every_month(table, calendar)
    return table


def _entries(
    reader: Reader, kind: str, unit: str, clause: str, periods: tuple[str, ...], texts: SourceTexts
) -> Iterator[_Entry]:
    holds = _holds(reader, periods)
    clause = reader.text("clause", clause)
    says, ruling = reader.text("says", ""), reader.text("ruling", "")
    sources = texts.of(reader)
    if kind in GRIDS:
        row = reader.text("row")
        written = {f"{row}.{column}": cell for column, cell in reader.table("cells").items()}
    else:
        written = {reader.text("key"): reader.written("value")}
    _other_readings(reader, texts)
    reader.close()
    for key, text in written.items():
        try:
            value = parse_value(kind, unit, text)
        except BadCell as error:
            raise reader.wrong(key, "cannot be read", str(error)) from None
        yield _Entry(key, holds, Cited(value, clause, sources, says, ruling))


def _other_readings(reader: Reader, texts: SourceTexts) -> None:
    """What other places of the book say: kept for the reader of the file, and each needs its source too."""
    for other in reader.tables("other", ()):
        other.name = f"{reader.name}, other"
        other.written("value")
        texts.of(other)
        other.text("says", "")
        other.close()


def _absences(reader: Reader, periods: tuple[str, ...], texts: SourceTexts) -> Iterator[_Entry]:
    holds = _holds(reader, periods)
    because = reader.text("because")
    texts.of(reader)
    keys = reader.texts("keys")
    reader.close()
    for key in keys:
        yield _Entry(key, holds, None, because)


def _holds(reader: Reader, periods: tuple[str, ...]) -> Callable[[When], bool]:
    """The dates an entry holds for: a list of periods, months from/until, or both; nothing written: all."""
    chosen = reader.texts("period") if reader.has("period") else periods
    for period in chosen:
        if period not in periods:
            raise reader.wrong("period", f"names {period!r}", f"write some of: {', '.join(periods)}")
    try:
        first = parse_month(reader.text("from")) if reader.has("from") else None
        last = parse_month(reader.text("until")) if reader.has("until") else None
    except BadMonth as error:
        raise reader.wrong("from/until", "cannot be read", str(error)) from None
    if first and last and last < first:
        raise reader.wrong("until", "lies before from", "write the earlier month first")
    if chosen == periods and first is None and last is None:
        return _always
    return lambda when: (
        when.period in chosen and (first is None or when.month >= first) and (last is None or when.month <= last)
    )


def _always(_when: When) -> bool:
    return True


def _check_every_month(table: DatedTable, calendar: Calendar) -> None:
    entries: dict[str, list[_Entry]] = {}
    for entry in table.entries:
        entries.setdefault(entry.key, []).append(entry)
    # Most keys have one value for all dates: to ask that for every month took half of the time of reading a book.
    dated = {key: of_key for key, of_key in entries.items() if len(of_key) > 1 or of_key[0].holds is not _always}
    for when in calendar.every_date() if dated else ():
        for key, of_key in dated.items():
            found = sum(entry.holds(when) for entry in of_key)
            if found != 1:
                raise BadData(
                    table.file,
                    table.id,
                    key,
                    f"has {found} values in {when.month}",
                    "give every month exactly one, or list the key under [[absent]] with the reason",
                )


def check_changes(rulings: Mapping[str, Ruling], tables: Mapping[str, DatedTable]) -> None:
    """Refuse options that change a table, a key or a date that is not there, or to a value nobody could read."""
    for ruling in rulings.values():
        for option in ruling.options:
            for change in option.changes:
                _check_change(f"{ruling.id}, {option.key}", change, tables)


def _check_change(name: str, change: Change, tables: Mapping[str, DatedTable]) -> None:
    table = tables.get(change.table)
    if table is None:
        raise BadData("rulings", name, "table", f"names {change.table!r}", "name a table by its folder and file")
    keys = {entry.key for entry in table.entries}
    columns = {key.partition(".")[2] for key in keys} if table.kind in GRIDS else set()
    if change.key not in keys and change.key.partition(".")[2] not in columns:
        raise BadData(
            "rulings", name, "key", f"names {change.key!r}", f"name a key of {table.id}, or a new row with its columns"
        )
    try:
        if change.value != "absent":
            parse_value(table.kind, table.unit, change.value)
    except BadCell as error:
        raise BadData("rulings", name, "value", "cannot be read", str(error)) from None
