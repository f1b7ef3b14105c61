"""Pages of look-ups: the list, the search and each look-up."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.http.guards import anyone
from app.http.problem_details import Problem, not_found
from app.lookups.queries import BadAsk, question
from app.lookups.vocabulary import counted, month_words
from app.pages.lookups.answer_card import brought, card
from app.pages.lookups.lookup_form import (
    FIND,
    LIST,
    RULINGS,
    asked_facts,
    choices_of,
    chosen,
    dice_of,
    form,
    house_rules,
    month_of,
    month_problem,
    offered,
    shortened,
    ticks,
    to,
    without_dice,
)
from app.pages.lookups.lookup_layout import Group, LaidOut, OpenQuestion, Parts, Reading, Tool
from app.pages.lookups.ruling_points import contested
from app.pages.rendering import page
from app.plugins import Plugins, plugins_of
from rules.kernel.months import parse_month
from rules.kernel.ruleset import Book

# Search

ASKING: Final = "These ask for it"


def parts_about(laid: LaidOut, find: str) -> Parts:
    """The parts of the list with those look-ups that speak of all these words, or of what begins with them."""
    words = [_beginning(word) for word in find.lower().split()]
    about = [
        (title, tuple(tool for tool in tools if _speaks(_told(laid)[tool.slug][0], words)))
        for title, tools in laid.parts
    ]
    seen = {tool.slug for _, tools in about for tool in tools}
    others = (tool for _, tools in laid.parts for tool in tools if tool.slug not in seen)
    asking = tuple(tool for tool in others if _speaks(" ".join(_told(laid)[tool.slug]), words))
    return tuple((title, tools) for title, tools in (*about, (ASKING, asking)) if tools)


def _beginning(word: str) -> re.Pattern[str]:
    """The beginning of a word; "tanks" finds a tank."""
    stem = word.removesuffix("s") if len(word) > len("gas") else word
    return re.compile(rf"(?<!\w){re.escape(stem)}")


def _speaks(told: str, words: list[re.Pattern[str]]) -> bool:
    return all(word.search(told) for word in words)


@lru_cache(maxsize=8)
def _told(laid: LaidOut) -> Mapping[str, tuple[str, str]]:
    """What each look-up is about, and what it asks for."""
    return {
        tool.slug: (_about(laid, tool).lower(), " ".join(_labels(tool)).lower())
        for _, tools in laid.parts
        for tool in tools
    }


def _about(laid: LaidOut, tool: Tool) -> str:
    """A look-up's own words, those of its question and chapter, and that chapter's clauses."""
    asked = question(laid.of, tool.key)
    return " ".join((tool.title, tool.about, asked.title, asked.chapter, *asked.clauses))


def _labels(tool: Tool) -> Iterator[str]:
    folded = (tool.rows.more,) if tool.rows and tool.rows.more else ()
    rows = (Group(tool.rows.label, tool.rows.facts),) if tool.rows else ()
    for group in (*tool.groups, *rows, *folded):
        yield group.title
        yield from (label for _, label in group.facts)


# The list of look-ups

UNKNOWN: Final = not_found(
    "no-such-look-up",
    "No such look-up",
    "there is no look-up at this address",
    "choose one from the list of look-ups",
)


def laid_out_pages(laid: LaidOut) -> APIRouter:
    """The pages of the look-ups of a system that lays them out itself."""
    router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)

    # A ruling's address is not taken for the name of a question.
    @router.get(RULINGS)
    def contested_points(request: Request) -> Response:
        """Every point where the book is silent or disagrees with itself, and the choice."""
        return contested(laid, request)

    @router.get(LIST)
    def lookups(request: Request) -> Response:
        """Every look-up, or those that speak of what is looked for."""
        return _list(laid, request)

    @router.get(f"{LIST}/{{slug}}")
    def lookup(slug: str, request: Request) -> Response:
        """One look-up: its facts, and the answer to them."""
        return _one(laid, slug, request)

    return router


def _list(laid: LaidOut, request: Request) -> Response:
    """Every look-up, or those that speak of what is looked for, under the month and house rules chosen here once."""
    query = request.query_params
    if short := shortened(laid.of, LIST, query):
        return RedirectResponse(short)
    find = query.get(FIND, "").strip()
    parts = [
        {
            "title": title,
            "tools": [
                {"title": tool.title, "about": tool.about, "href": to(laid.of, f"{LIST}/{tool.slug}", query)}
                for tool in tools
            ],
        }
        for title, tools in parts_about(laid, find)
    ]
    context = {
        "parts": parts,
        "find": find,
        "counts": (sum(len(part["tools"]) for part in parts), len(laid.by_slug)),
        "all": to(laid.of, LIST, query),
        "problem": month_problem(laid.of, query),
        "others": list(_others(plugins_of(request))),
        "prints": [one._replace(href=to(laid.of, one.href, query)) for one in laid.prints],
    }
    return page("lookups/index.html", {**context, **_dated(laid, query), **_house(laid, "", query)})


def _others(plugins: Plugins) -> Iterator[dict[str, str]]:
    """The look-ups of other rule systems, which are drawn from what is described."""
    for lookups in plugins.lookups():
        if not lookups.has_pages:
            yield {"title": lookups.of.title, "href": f"{LIST}/{lookups.of.key}"}


def _one(laid: LaidOut, slug: str, request: Request) -> Response:
    """One look-up: its facts, and the answer to them. What cannot be read is said beside its field."""
    tool = laid.by_slug.get(slug)
    if tool is None:
        raise Problem(UNKNOWN)
    query = request.query_params
    here = f"/lookups/{slug}"
    if short := shortened(laid.of, here, query):
        return RedirectResponse(short)
    tool = _opened(laid, tool, query)
    read = _read(laid, tool, query)
    context = {
        "tool": tool,
        "groups": offered(
            laid, form(laid, tool, query, read["problem"], read["brings"]), tool, _dated_book(laid, query)
        ),
        "again": without_dice(laid.of, here, query),
        "list": to(laid.of, "/lookups", query),
        **read,
        **_dated(laid, query),
        **_house(laid, slug, query),
    }
    return page("lookups/tool.html", context, 200)


def _opened(laid: LaidOut, tool: Tool, query: QueryParams) -> Tool:
    """The look-up with the facts it opens with in this month."""
    if tool.opens is None:
        return tool
    book = laid.of.book.for_game(parse_month(month_of(laid.of, query)))
    return replace(tool, start={**tool.start, **tool.opens(book)})


def _read(laid: LaidOut, tool: Tool, query: QueryParams) -> dict[str, Any]:
    """The answer and its tables, or what cannot be read."""
    try:
        asked = OpenQuestion(laid, tool, asked_facts(laid, tool, query), dice_of(query), _book(laid, query))
        answer = card(asked)
        told = (asked.dice, answer.get("total_read"), answer.get("value"))
        reading = Reading(asked.read, asked.book, laid.words, *told)
    except BadAsk as bad:
        return {"problem": bad, "answer": None, "tables": (), "brings": {}}
    tables = tuple(table for make in tool.tables if (table := make(reading)) is not None)
    return {"problem": None, "answer": answer, "tables": tables, "brings": brought(asked, ticks(laid, tool, query))}


def _dated_book(laid: LaidOut, query: QueryParams) -> Book:
    """The book of the month; house rules that cannot be chosen are left out, the form says what is wrong with them."""
    try:
        return _book(laid, query)
    except BadAsk:
        made: Book = laid.of.book.for_game(parse_month(month_of(laid.of, query)))
        return made


def _book(laid: LaidOut, query: QueryParams) -> Book:
    made: Book = laid.of.book.for_game(parse_month(month_of(laid.of, query)), house_rules(laid.of, query))
    return made


def _house(laid: LaidOut, slug: str, query: QueryParams) -> dict[str, Any]:
    """The house rules in force, and the way to the page where they are chosen."""
    try:
        choices = choices_of(laid.of, house_rules(laid.of, query))
    except BadAsk:
        choices = []
    choose_at = without_dice(laid.of, RULINGS, query) + (f"&for={slug}" if slug else "")
    word = counted(len(choices), "house rule") if choices else "As the book"
    return {"choices": choices, "choose_at": choose_at, "house_word": word, "chosen": chosen(laid.of, query)}


def _dated(laid: LaidOut, query: QueryParams) -> dict[str, Any]:
    date = month_of(laid.of, query)
    periods = laid.of.calendar.periods
    now = laid.of.calendar.period_of(parse_month(date))
    return {
        "date": date,
        "month": month_words(date),
        "period": now.title,
        "periods": [
            {
                "title": one.title,
                "href": to(laid.of, "/lookups", QueryParams([*_undated(laid, query), ("date", str(one.first))])),
                "current": one == now,
            }
            for one in periods
        ],
        "months": [
            {
                "title": one.title,
                "months": [{"value": str(month), "word": month_words(str(month))} for month in one.months()],
            }
            for one in periods
        ],
    }


def _undated(laid: LaidOut, query: QueryParams) -> list[tuple[str, str]]:
    return [pair for pair in chosen(laid.of, query) if pair[0] != "date"]
