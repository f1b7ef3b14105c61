"""Tables that an answer is read from, found by watching which cells the rules read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.lookups.queries import cells_read
from app.pages.lookups.lookup_layout import (
    CLAUSE,
    HEADING,
    Cell,
    OpenQuestion,
    Printed,
    TableLine,
    Words,
    line_of,
    value_words,
)
from rules.kernel.dice import ALL_D6, D6, d6s
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.tables import BookTable

DASH: Final = "\u2013"


@dataclass(frozen=True, slots=True)
class Read:
    """A table with the keys of those of its cells that the answer was read from."""

    name: str
    table: BookTable
    keys: frozenset[str]

    @property
    def is_grid(self) -> bool:
        """Whether its keys are a row and a column."""
        return all(key.count(".") == 1 for key in self.table)


def tables_read(asked: OpenQuestion, keys: Mapping[str, frozenset[str]]) -> tuple[Printed, ...]:
    """Print every table that the answer is read from, with what was read marked."""
    words = asked.laid.words
    read = tuple(Read(name, asked.book.tables[name], some) for name, some in keys.items())
    charts = tuple(_charts(read))
    single = (one for one in read if not any(one in chart for chart in charts))
    return (
        *(_chart(chart, words) for chart in charts),
        *(_grid(one, words) if one.is_grid else _lines(one, words) for one in single),
    )


def keys_read(asked: OpenQuestion) -> Mapping[str, frozenset[str]]:
    """Return the keys of the cells that are read, by table; none of a table that is read whole.

    Nothing is read yet that hangs on dice not thrown.
    """
    wanted = asked.question.dice(asked.read, asked.book)
    thrown = d6s(asked.dice[:wanted])
    throws = (thrown + (face,) * (wanted - len(thrown)) for face in (ALL_D6[0], ALL_D6[-1]))
    first, second = (_read_with(asked, throw) for throw in throws)
    found = {}
    for name in asked.book.tables:
        keys, others = first[name], second[name]
        if keys is None or others is None:
            found[name] = frozenset[str]()
        elif keys & others:
            found[name] = keys & others
    return found


def _read_with(asked: OpenQuestion, dice: tuple[D6, ...]) -> Mapping[str, frozenset[str] | None]:
    return cells_read(asked.book, lambda book: asked.question.resolve(asked.read, dice, book))


def _charts(read: Sequence[Read]) -> Iterator[tuple[Read, ...]]:
    """Yield the tables of one chapter that have a line for the same thing: they are columns of one chart."""
    folders: dict[str, list[Read]] = {}
    for one in read:
        if not one.is_grid:
            folders.setdefault(one.name.partition("/")[0], []).append(one)
    for together in folders.values():
        alike = tuple(one for one in together if any(_alike(one, other) for other in together if other is not one))
        if alike:
            yield alike


def _alike(one: Read, other: Read) -> bool:
    """Whether one line was read in both, or most of their lines are of the same things."""
    common = len(set(one.table) & set(other.table))
    return bool(one.keys & other.keys) or 2 * common > max(len(one.table.values), len(other.table.values))


def _chart(chart: Sequence[Read], words: Words) -> Printed:
    names: dict[str, str] = {}
    for one in chart:
        for key, cited in one.table.values.items():
            names.setdefault(key, cited.says or words(key, ""))
    current = frozenset().union(*(one.keys for one in chart))
    rows = tuple(
        TableLine(name, tuple(_value(one.table, key, words) for one in chart), key in current)
        for key, name in names.items()
    )
    clauses = ", ".join(one.table.id for one in chart)
    return Printed("Chart", tuple(one.table.title for one in chart), rows, clauses, "")


def _value(table: BookTable, key: str, words: Words) -> Cell:
    if not table.has(key):
        return Cell(DASH)
    return Cell(value_words(table, key, words), table.values[key].house)


def _grid(read: Read, words: Words) -> Printed:
    table = read.table
    names = dict.fromkeys(key.partition(".")[0] for key in table)
    columns = tuple(dict.fromkeys(key.partition(".")[2] for key in table))
    rows = []
    for name in names:
        keys = [f"{name}.{at}" for at in columns]
        cells = (replace(_value(table, key, words), current=key in read.keys) for key in keys)
        rows.append(TableLine(words(name, ""), tuple(cells), not read.keys.isdisjoint(keys)))
    return Printed(table.title, tuple(words(at, HEADING) for at in columns), tuple(rows), table.id, "")


def _lines(read: Read, words: Words) -> Printed:
    table = read.table
    rows = tuple(
        line_of(cited.says or words(key, ""), cited, value_words(table, key, words), key in read.keys)
        for key, cited in table.values.items()
    )
    return Printed(table.title, ("", CLAUSE), rows, table.id, "", 0)
