"""The look-ups: every answer of the rules without a game, and the contested points with how they are settled."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.lookups.facts import BadAsk
from app.pages.lookup_answers import Asked, card
from app.pages.lookup_forms import asked_facts, form
from app.pages.lookup_tables import table_for
from app.pages.lookup_tools import BY_SLUG, TOOLS
from app.pages.lookup_words import month_words
from app.pages.rendering import page
from app.seats.guard import anyone
from rules.flanders_fields.book import calendar, rulings
from rules.kernel.months import BadMonth, parse_month

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
FIRST: Final = "1914-08"
UNKNOWN: Final[dict[str, Any]] = {
    "status": 404,
    "heading": "No such look-up",
    "because": "There is no look-up at this address.",
    "instead": "Choose one from the list of look-ups.",
}


@router.get("/lookups")
def lookups(date: str = FIRST) -> HTMLResponse:
    """Every look-up, for the date chosen here once."""
    shown = _known(date)
    tools = [{"title": tool.title, "about": tool.about, "href": f"/lookups/{tool.slug}?date={shown}"} for tool in TOOLS]
    return page("lookups/index.html", {"tools": tools, **_dated(shown), "problem": _problem_of(date)})


@router.get("/lookups/rulings")
def contested(date: str = FIRST) -> HTMLResponse:
    """Every point where the book is silent or disagrees with itself: the question, the default, the options, why."""
    chapters: dict[str, list[Any]] = {}
    for ruling in rulings().values():
        chapters.setdefault(ruling.chapter, []).append(ruling)
    return page("lookups/rulings.html", {"chapters": chapters, "date": _known(date)})


@router.get("/lookups/{slug}")
def lookup(slug: str, request: Request) -> HTMLResponse:
    """One look-up: its facts, and the answer to them. What cannot be read is said beside its field."""
    tool = BY_SLUG.get(slug)
    if tool is None:
        return page("error.html", UNKNOWN, UNKNOWN["status"])
    query = request.query_params
    date = _known(query.get("date", FIRST))
    problem: BadAsk | None = None
    answer: dict[str, Any] | None = None
    table = None
    try:
        asked = Asked(tool, asked_facts(tool, query), date, _dice(query))
        answer = card(asked)
        table = table_for(slug, asked.read, asked.book, answer.get("total_read"))
    except BadAsk as bad:
        problem = bad
    context = {
        "tool": tool,
        "groups": form(tool, query, problem),
        "answer": answer,
        "problem": problem,
        "table": table,
        "again": f"/lookups/{slug}?{_without_dice(query, date)}",
        **_dated(date),
    }
    return page("lookups/tool.html", context, 200)


def _dated(date: str) -> dict[str, Any]:
    periods = calendar().periods
    now = calendar().period_of(parse_month(date))
    return {
        "date": date,
        "month": month_words(date),
        "period": now.title,
        "periods": [{"title": one.title, "date": str(one.first), "current": one == now} for one in periods],
        "months": [
            {
                "title": one.title,
                "months": [{"value": str(month), "word": month_words(str(month))} for month in one.months()],
            }
            for one in periods
        ],
    }


def _known(date: str) -> str:
    """The date if these rules know it, otherwise the first month of the war."""
    return FIRST if _problem_of(date) else date


def _problem_of(date: str) -> str:
    try:
        calendar().period_of(parse_month(date))
    except BadMonth as bad:
        return str(bad)
    return ""


def _dice(query: QueryParams) -> tuple[int, ...]:
    dice = _plain_dice(query)
    if any(not 1 <= pips <= 6 for pips in dice):
        raise BadAsk("dice", "a die shows 1 to 6", "enter each die as it lies on the table")
    return dice


def _plain_dice(query: QueryParams) -> tuple[int, ...]:
    """The dice in the address: "4", "3,5,1" or "3 5 1", those thrown first and those asked for after them."""
    written = f"{query.get('dice', '')},{query.get('more', '')}".replace(" ", ",")
    parts = [part.strip() for part in written.split(",") if part.strip()]
    return tuple(int(part) if part.isdecimal() and len(part) == 1 else 0 for part in parts)


def _without_dice(query: QueryParams, date: str) -> str:
    kept: Sequence[tuple[str, str]] = [
        (name, value) for name, value in query.multi_items() if name not in ("dice", "more", "date")
    ]
    return urlencode([("date", date), *kept])
