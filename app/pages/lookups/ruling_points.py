"""Contested points of a rule book: readings, sources and choices."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import lru_cache

from fastapi import Request
from starlette.datastructures import QueryParams
from starlette.responses import RedirectResponse, Response

from app.pages.lookups.lookup_form import FIND, FOR, RULINGS, chosen, facts_of, shortened, without_dice
from app.pages.lookups.lookup_layout import LaidOut, Tool, value_words
from app.pages.rendering import page
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.ruleset import Book
from rules.kernel.rulings import Ruling
from rules.kernel.tables import BookTable

TableCell = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """One value of the book that hangs on a ruling: its table, what it is, the value, where it is printed."""

    table: str
    says: str
    value: str
    where: str


@dataclass(frozen=True, slots=True)
class ContestedPoint:
    """A ruling as the page tells it: the values of each period, the clauses by title, the look-ups it bears on."""

    ruling: Ruling
    printed: tuple[tuple[str, tuple[PrintedPlace, ...]], ...]
    clauses: tuple[tuple[str, str], ...]
    tools: tuple[str, ...]

    def mentions(self, words: str) -> bool:
        """Whether all these words stand somewhere in it."""
        one = self.ruling
        options = " ".join(option.says for option in one.options)
        cited = " ".join(f"{name} {title}" for name, title in self.clauses)
        told = " ".join((one.id, *one.also, one.chapter, one.question, one.because, options, cited)).lower()
        return all(word in told for word in words.lower().split())


def contested(laid: LaidOut, request: Request) -> Response:
    """Every point where the book is silent or disagrees with itself: the question, the options, why, and the choice."""
    query = request.query_params
    if short := shortened(laid.of, RULINGS, query):
        return RedirectResponse(short)
    tool, words = laid.by_slug.get(query.get(FOR, "")), query.get(FIND, "").strip()
    found = [point for point in points(laid) if point.mentions(words)]
    chapters: dict[str, list[ContestedPoint]] = {}
    for point in found:
        chapters.setdefault(point.ruling.chapter, []).append(point)
    picked = {name: ruling.default for name, ruling in laid.of.rulings.items()}
    picked |= {name: option for name, option in chosen(laid.of, query) if name in picked}
    shown = {point.ruling.id for point in found}
    back = f"/lookups/{tool.slug}" if tool else "/lookups"
    context = {
        "chapters": dict(sorted(chapters.items())),
        "picked": picked,
        "changed": _changed(chapters, picked),
        "find": words,
        "such_as": next(iter(laid.of.rulings)),
        "counts": (len(found), len(laid.of.rulings)),
        "slug": tool.slug if tool else "",
        "back": {
            "action": back,
            "title": tool.title if tool else "Look-ups",
            "href": without_dice(laid.of, back, _here(query)),
        },
        "fields": facts_of(laid.of, _here(query)),
        "unseen": [pair for pair in chosen(laid.of, query) if pair[0] in picked and pair[0] not in shown],
    }
    return page("lookups/rulings.html", context)


def _changed(chapters: Mapping[str, list[ContestedPoint]], picked: Mapping[str, str]) -> dict[str, int]:
    """How many of a chapter are settled otherwise than by the book."""
    return {
        name: sum(picked[point.ruling.id] != point.ruling.default for point in found)
        for name, found in chapters.items()
    }


def _here(query: QueryParams) -> QueryParams:
    """An address without what only this page needs: the look-up it leads back to, and the words looked for."""
    return QueryParams([pair for pair in query.multi_items() if pair[0] not in (FIND, FOR)])


@lru_cache(maxsize=8)
def points(laid: LaidOut) -> tuple[ContestedPoint, ...]:
    """Every ruling with what the page tells of it."""
    books = [(one.title, laid.of.book.for_game(one.first)) for one in laid.of.calendar.periods]
    cells = _contested_cells(laid, [book for _, book in books])
    return tuple(
        ContestedPoint(
            ruling,
            tuple(
                (period, places) for period, book in books if (places := _places(laid, book, cells.get(ruling.id, ())))
            ),
            tuple((name, laid.of.clauses[name].title) for name in ruling.clauses if name in laid.of.clauses),
            tuple(tool.title for tool in laid.by_slug.values() if _bears_on(laid, ruling, tool)),
        )
        for ruling in laid.of.rulings.values()
    )


def _bears_on(laid: LaidOut, ruling: Ruling, tool: Tool) -> bool:
    """Whether a ruling may change what a look-up answers: one of its chapter, but no dice read as they lie."""
    asked = laid.question(tool)
    return asked.chapter == ruling.chapter and bool(fields(asked.facts))


def _contested_cells(laid: LaidOut, books: Iterable[Book]) -> dict[str, tuple[TableCell, ...]]:
    """The cells that a ruling had to settle in any period, by the ruling."""
    ids = {name: ruling.id for ruling in laid.of.rulings.values() for name in (ruling.id, *ruling.also)}
    found: dict[str, dict[TableCell, None]] = {}
    for book in books:
        for name in sorted(book.tables):
            for key, cited in book.tables[name].values.items():
                if cited.ruling:
                    found.setdefault(ids.get(cited.ruling, cited.ruling), {})[name, key] = None
    return {ruling: tuple(cells) for ruling, cells in found.items()}


def _places(laid: LaidOut, book: Book, cells: Iterable[TableCell]) -> tuple[PrintedPlace, ...]:
    """What one period's book has in these cells, and where it is printed."""
    return tuple(
        _place(laid, book.tables[name], key)
        for name, key in cells
        if name in book.tables and book.tables[name].has(key)
    )


def _place(laid: LaidOut, table: BookTable, key: str) -> PrintedPlace:
    cited = table.values[key]
    where = "; ".join(f"{source.text} {source.where}".strip() for source in cited.sources)
    says = cited.says or key.replace("_", " ").replace(".", ", ")
    return PrintedPlace(table.title, says, value_words(table, key, laid.words), where)
