"""The look-ups: every answer of the rules without a game, and the contested points with how they are settled."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games.problems import Problem, not_found
from app.lookups.facts import BadAsk
from app.lookups.words import counted, month_words
from app.pages.rendering import page
from app.seats.guard import anyone
from app.systems.flanders_fields.pages.lookups.address import (
    FIND,
    LIST,
    RULINGS,
    choices_of,
    chosen,
    dice_of,
    house_rules,
    month_of,
    month_problem,
    shortened,
    to,
    without_dice,
)
from app.systems.flanders_fields.pages.lookups.answers import Asked, brought, card
from app.systems.flanders_fields.pages.lookups.dated import offered
from app.systems.flanders_fields.pages.lookups.finding import parts_about
from app.systems.flanders_fields.pages.lookups.forms import asked_facts, form, ticks
from app.systems.flanders_fields.pages.lookups.tables.every import tables_for
from app.systems.flanders_fields.pages.lookups.tables.table import Reading
from app.systems.flanders_fields.pages.lookups.tools.every import BY_SLUG
from app.systems.flanders_fields.pages.lookups.tools.tool import Tool
from app.systems.listed import LISTED
from rules.flanders_fields.book import RuleBook, calendar
from rules.kernel.months import parse_month

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
UNKNOWN: Final = not_found(
    "no-such-look-up",
    "No such look-up",
    "there is no look-up at this address",
    "choose one from the list of look-ups",
)


@router.get("/lookups")
def lookups(request: Request) -> Response:
    """Every look-up, or those that speak of what is looked for, under the month and house rules chosen here once."""
    query = request.query_params
    if short := shortened(LIST, query):
        return RedirectResponse(short)
    find = query.get(FIND, "").strip()
    parts = [
        {
            "title": title,
            "tools": [
                {"title": tool.title, "about": tool.about, "href": to(f"{LIST}/{tool.slug}", query)} for tool in tools
            ],
        }
        for title, tools in parts_about(find)
    ]
    context = {
        "parts": parts,
        "find": find,
        "counts": (sum(len(part["tools"]) for part in parts), len(BY_SLUG)),
        "all": to(LIST, query),
        "problem": month_problem(query),
        "others": list(_others()),
    }
    return page("lookups/index.html", {**context, **_dated(query), **_house("", query)})


def _others() -> Iterator[dict[str, str]]:
    """The look-ups of other rule systems, which are drawn from what is described."""
    for one in LISTED:
        offered = one.look_ups()
        if offered is not None and not offered.has_pages:
            yield {"title": offered.of.title, "href": f"{LIST}/{offered.of.key}"}


@router.get("/lookups/{slug}")
def lookup(slug: str, request: Request) -> Response:
    """One look-up: its facts, and the answer to them. What cannot be read is said beside its field."""
    tool = BY_SLUG.get(slug)
    if tool is None:
        raise Problem(UNKNOWN)
    query = request.query_params
    here = f"/lookups/{slug}"
    if short := shortened(here, query):
        return RedirectResponse(short)
    tool = _opened(tool, query)
    read = _read(tool, query)
    context = {
        "tool": tool,
        "groups": offered(form(tool, query, read["problem"], read["brings"]), tool, _dated_book(query)),
        "again": without_dice(here, query),
        "list": to("/lookups", query),
        **read,
        **_dated(query),
        **_house(slug, query),
    }
    return page("lookups/tool.html", context, 200)


def _opened(tool: Tool, query: QueryParams) -> Tool:
    """The look-up with the facts it opens with in this month."""
    if tool.opens is None:
        return tool
    book = RuleBook.for_game(parse_month(month_of(query)))
    return replace(tool, start={**tool.start, **tool.opens(book)})


def _read(tool: Tool, query: QueryParams) -> dict[str, Any]:
    """The answer and its tables, or what cannot be read."""
    try:
        asked = Asked(tool, asked_facts(tool, query), dice_of(query), _book(query))
        answer = card(asked)
        reading = Reading(asked.read, asked.book, asked.dice, answer.get("total_read"), answer.get("value"))
    except BadAsk as bad:
        return {"problem": bad, "answer": None, "tables": (), "brings": {}}
    tables, brings = tables_for(tool.slug, reading), brought(asked, ticks(tool, query))
    return {"problem": None, "answer": answer, "tables": tables, "brings": brings}


def _dated_book(query: QueryParams) -> RuleBook:
    """The book of the month; house rules that cannot be chosen are left out, the form says what is wrong with them."""
    try:
        return _book(query)
    except BadAsk:
        return RuleBook.for_game(parse_month(month_of(query)))


def _book(query: QueryParams) -> RuleBook:
    return RuleBook.for_game(parse_month(month_of(query)), house_rules(query))


def _house(slug: str, query: QueryParams) -> dict[str, Any]:
    """The house rules in force, and the way to the page where they are chosen."""
    try:
        choices = choices_of(house_rules(query))
    except BadAsk:
        choices = []
    choose_at = without_dice(RULINGS, query) + (f"&for={slug}" if slug else "")
    word = counted(len(choices), "house rule") if choices else "As the book"
    return {"choices": choices, "choose_at": choose_at, "house_word": word, "chosen": chosen(query)}


def _dated(query: QueryParams) -> dict[str, Any]:
    date = month_of(query)
    periods = calendar().periods
    now = calendar().period_of(parse_month(date))
    return {
        "date": date,
        "month": month_words(date),
        "period": now.title,
        "sheet": to("/playsheets", query),
        "periods": [
            {
                "title": one.title,
                "href": to("/lookups", QueryParams([*_undated(query), ("date", str(one.first))])),
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


def _undated(query: QueryParams) -> list[tuple[str, str]]:
    return [pair for pair in chosen(query) if pair[0] != "date"]
