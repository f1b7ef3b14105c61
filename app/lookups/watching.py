"""Which house rules an answer was read by: those whose choice or changed values were looked at on the way to it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from app.lookups.facts import T
from rules.kernel.book import Book
from rules.kernel.rulings import Change

B = TypeVar("B", bound=Book)


def watch(book: B) -> tuple[B, Callable[[str], bool]]:
    """The same book, and whether a ruling could have had a part in what was read from it so far."""
    choices = _Watched(book.choices)
    values = {name: _Watched(table.values) for name, table in book.tables.items()}
    absent = {name: _Watched(table.absent) for name, table in book.tables.items()}
    tables = {name: replace(table, values=values[name], absent=absent[name]) for name, table in book.tables.items()}

    def read(change: Change) -> bool:
        return values[change.table].was_read(change.key) or absent[change.table].was_read(change.key)

    def looked_at(ruling: str) -> bool:
        return choices.was_read(ruling) or any(map(read, book.choices[ruling].option.changes))

    return replace(book, tables=tables, choices=choices), looked_at


class _Watched(Mapping[str, T]):
    """A mapping that knows the keys it was asked for, there or not; who goes through it has asked for them all."""

    def __init__(self, of: Mapping[str, T]) -> None:
        self._of = of
        self._read: set[str] = set()
        self._gone_through = False

    def was_read(self, key: str) -> bool:
        return self._gone_through or key in self._read

    def __getitem__(self, key: str) -> T:
        self._read.add(key)
        return self._of[key]

    def __iter__(self) -> Iterator[str]:
        self._gone_through = True
        return iter(self._of)

    def __len__(self) -> int:
        self._gone_through = True
        return len(self._of)
