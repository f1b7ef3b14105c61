"""What may follow a number of a book: look-ups, what is printed, what the map proposes and draws, games."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from rules.kernel.ruleset import Book
from rules.kernel.tables import BookTable
from tests.numbers.changes import Number, book_with


@dataclass(frozen=True)
class Follower:
    """One answer, sheet or measure: what the book says of it, and the book it is read from."""

    name: str
    settle: Callable[[], Book]
    reads: Callable[[Any], Any]

    def says(self) -> str:
        """What it comes to, in words; a fault is one too."""
        try:
            return repr(self.reads(self.settle()))
        except Exception as fault:
            return repr(fault)


Followers = Callable[[], Iterator[Follower]]


class _Watched(dict[str, Any]):
    """The values of a table that knows which of them were asked for; who goes through it has asked for all."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.read = set[str]()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        self.read.update(self.keys())
        return super().__iter__()


def _settled(one: Follower, values: dict[str, _Watched]) -> Any:
    return _watched(one.settle(), values)


@cache
def readers(every: Followers) -> Mapping[tuple[str, str], list[tuple[Follower, str]]]:
    """Who reads each value, by its table and key, and what they say while the book is as it is."""
    found = defaultdict[tuple[str, str], list[tuple[Follower, str]]](list)
    for one in every():
        values = dict[str, _Watched]()
        watching = replace(one, settle=partial(_settled, one, values))
        says = watching.says()
        for table, asked in values.items():
            for key in (*asked.read, ""):
                found[table, key].append((one, says))
    return found


class _Tables(dict[str, Any]):
    """The tables of a book, each watched once it is asked for."""

    def __init__(self, tables: Mapping[str, BookTable], asked: dict[str, _Watched]) -> None:
        super().__init__(tables)
        self._asked = asked

    def __getitem__(self, name: str) -> Any:
        table = super().__getitem__(name)
        if name not in self._asked:
            self._asked[name] = _Watched(table.values)
            self[name] = table = replace(table, values=self._asked[name])
        return table


def _watched(book: Book, asked: dict[str, _Watched]) -> Book:
    return replace(book, tables=_Tables(book.tables, asked))


def follows(every: Followers, number: Number, sheets: bool = False) -> bool:
    """Whether one of them says otherwise when the number is changed.

    Sheets look into other months too, by the tables themselves: whoever reads a table at all may follow it.
    """
    reading = readers(every).get((number.table, "" if sheets else number.key), [])
    for value in number.changed if reading else ():
        with book_with(number, value):
            if any(one.says() != says for one, says in reading):
                return True
    return False
