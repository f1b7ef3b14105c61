"""What may follow a number of the book: look-ups, what is printed, what the map proposes and draws, games."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from unittest.mock import patch

from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.game.survey import arcs
from rules.flanders_fields.game.survey.bands import pieces_across
from rules.flanders_fields.game.survey.reach import reached
from rules.flanders_fields.game.survey.templates import HeldTemplate, lay_held, templates_of
from rules.flanders_fields.game.survey.zones import zone_of
from rules.flanders_fields.vocabulary import Transport
from rules.kernel.months import parse_month
from rules.kernel.tables import BookTable
from tests.conformance.answered import answer_of, book_of
from tests.conformance.cases import every_case
from tests.numbers.changes import Number, book_with
from tests.numbers.games import every_command
from tests.survey import test_every_fact as scenes

PRINTED: Final = ("playsheet", "strip", "templates", "sticks", "aiming-points", "suppression", "markers")
MAPPED: Final = tuple(parse_month(month) for month in ("1914-08", "1916-07", "1917-11", "1918-03"))


@dataclass(frozen=True)
class Follower:
    """One answer, sheet or measure: what the book says of it, and the book it is read from."""

    name: str
    settle: Callable[[], RuleBook]
    reads: Callable[[RuleBook], Any]

    def says(self) -> str:
        """What it comes to, in words; a fault is one too."""
        try:
            return repr(self.reads(self.settle()))
        except Exception as fault:
            return repr(fault)


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


def followers_of(use: str) -> Mapping[tuple[str, str], list[tuple[Follower, str]]]:
    """Who reads each value, by its table and key, and what they say while the book is as it is."""
    return _readers(USES[use])


@cache
def _readers(every: Callable[[], Iterator[Follower]]) -> Mapping[tuple[str, str], list[tuple[Follower, str]]]:
    found = defaultdict[tuple[str, str], list[tuple[Follower, str]]](list)
    for one in every():
        values = dict[str, _Watched]()
        watching = replace(one, settle=lambda one=one, values=values: _watched(one.settle(), values))
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
        return replace(table, values=self._asked.setdefault(name, _Watched(table.values)))


def _watched(book: RuleBook, asked: dict[str, _Watched]) -> RuleBook:
    return replace(book, tables=_Tables(book.tables, asked))


def follows(use: str, number: Number) -> bool:
    """Whether something of that use says otherwise when the number is changed."""
    # A sheet looks into other months too, by the tables themselves.
    readers = followers_of(use).get((number.table, "" if use == "print" else number.key), [])
    for value in number.changed if readers else ():
        with book_with(number, value):
            if any(one.says() != says for one, says in readers):
                return True
    return False


def _answers() -> Iterator[Follower]:
    for case in every_case():
        yield Follower(case.name, lambda case=case: book_of(case), lambda book, case=case: answer_of(case, book))


def _prints() -> Iterator[Follower]:
    for period in calendar().periods:
        for key in PRINTED:
            yield Follower(
                f"{key}, {period.key}",
                lambda period=period: RuleBook.for_game(period.last, (), period.key),
                lambda book, key=key, period=period: _printed(key, period.key, book),
            )


def _printed(key: str, period: str, book: RuleBook) -> Any:
    with patch.object(RuleBook, "for_game", lambda *_: book):
        return CATALOGUE.things[key].part(SheetWanted(period))


def _measures() -> Iterator[Follower]:
    for month in MAPPED:
        for name, ask in {**scenes.SCENES, **DRAWN}.items():
            yield Follower(
                f"{name}, {month}",
                lambda month=month: RuleBook.for_game(month),
                lambda book, ask=ask: _measured(ask, book),
            )


def _played() -> Iterator[Follower]:
    for name, settle, judged in every_command():
        yield Follower(name, settle, judged)


def _measured(ask: Callable[[Any], Any], book: RuleBook) -> Any:
    with patch.object(scenes, "LATE", book):
        return ask(scenes.scene())


DRAWN: Final[Mapping[str, Callable[[Any], Any]]] = {
    "arcs": lambda on: [arcs.shapes(on, name, scenes.LATE) for name in on.stands],
    "zone": lambda on: zone_of(on, "gun", scenes.FOE, scenes.LATE),
    "reach": lambda on: [reached(on, name, how, scenes.LATE) for name in on.stands for how in Transport],
    "band": lambda on: list(pieces_across(on, (0.0, 5.0, -5.0))),
    "templates": lambda on: [
        lay_held(HeldTemplate(one, scenes.POINT, 0), scenes.LATE) for one in templates_of(scenes.LATE)
    ],
}
USES: Final[Mapping[str, Callable[[], Iterator[Follower]]]] = {
    "look-up": _answers,
    "print": _prints,
    "map": _measures,
    "game": _played,
}
