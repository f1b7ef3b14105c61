"""Every number of the tables of a rule system, and its book with one of them changed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from unittest.mock import patch

from rules.kernel import ruleset
from rules.kernel.months import When
from rules.kernel.ruleset import Edition, tables_of
from rules.kernel.tables import Allowance, BookTable, DatedTable, Reach, Score, ScorePair, Span, Value, Way

LEAP = 3


@dataclass(frozen=True)
class Number:
    """A number of a table: where it stands, the value it is part of, and that value with the number changed."""

    edition: Edition
    table: str
    key: str
    part: str
    entry: int
    changed: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.table} {self.key}" + (f" ({self.part})" if self.part else "")


def every_number(edition: Edition) -> Iterator[Number]:
    """Every number of every table of a book, each of those that stand in one cell by itself."""
    for table in tables_of(edition).values():
        for n, entry in enumerate(table.entries):
            if entry.cited is not None:
                for part, changed in _parts(entry.cited.value):
                    yield Number(edition, table.name, entry.key, part, n, changed)


def _parts(value: Value) -> Iterator[tuple[str, tuple[Value, ...]]]:
    match value:
        case int():
            yield "", (value + 1, value - 1, value + LEAP, value - LEAP)
        case ScorePair(suppress, kill):
            if suppress.reach is Reach.AT_LEAST:
                yield "suppress", tuple(ScorePair(one, kill) for one in _scores(suppress))
            if kill.reach is Reach.AT_LEAST:
                yield "kill", tuple(ScorePair(suppress, one) for one in _scores(kill))
        case Allowance(Way.DISTANCE, mm):
            yield "", (Allowance(Way.DISTANCE, mm + 1), Allowance(Way.DISTANCE, mm + 10), Allowance(Way.DISTANCE, 1))
        case Allowance(Way.ACTIONS, actions=actions):
            yield "", (Allowance(Way.ACTIONS, actions=actions + 1),)
        case tuple():
            yield from _edges(value)


def _scores(score: Score) -> tuple[Score, ...]:
    return tuple(replace(score, least=least) for least in (score.least + 1, score.least - 1))


def _edges(bands: tuple[tuple[Span, str], ...]) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Each edge between two runs, moved down and up by one where both stay."""
    for n, ((below, gives), (above, given)) in enumerate(pairwise(bands)):
        moved = list[Value]()
        for step in (-1, 1):
            edge = (below.high or 0) + step
            if (below.low is None or below.low <= edge) and (above.high is None or edge < above.high):
                two = ((Span(below.low, edge), gives), (Span(edge + 1, above.high), given))
                moved.append((*bands[:n], *two, *bands[n + 2 :]))
        if moved:
            yield f"to {below.high}", tuple(moved)


@contextmanager
def book_with(number: Number, value: Value) -> Iterator[None]:
    """Every book settled meanwhile has this value there, at whatever date the entry holds for."""
    every = tables_of(number.edition)._tables
    kept, printed = every[number.table], ruleset._printed
    changed = every[number.table] = _with(kept, number.entry, value)

    def with_it(edition: Edition, when: When) -> Mapping[str, BookTable]:
        as_it_is = printed(edition, when)
        return {**as_it_is, number.table: changed.at(when)} if edition is number.edition else as_it_is

    ruleset._settled.cache_clear()
    try:
        # The other tables of a date are what they were: settling them all anew would cost more than all that is asked.
        with patch.object(ruleset, "_printed", with_it):
            yield
    finally:
        every[number.table] = kept
        ruleset._settled.cache_clear()


def _with(table: DatedTable, n: int, value: Value) -> DatedTable:
    entry = table.entries[n]
    assert entry.cited is not None
    other = replace(entry, cited=replace(entry.cited, value=value))
    return replace(table, entries=(*table.entries[:n], other, *table.entries[n + 1 :]))
