"""What can be printed: chosen on one page, seen before it is printed, taken along as one PDF; and playsheets to read.

Everything that was chosen stands in the address, as with the look-ups, so that a print can be kept and passed on.
"""

import asyncio
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.games.problems import Problem
from app.lookups.facts import BadAsk
from app.pages.lookups.laid_out.address import house_rules, month_problem
from app.pages.rendering import page
from app.printing.asked import problem_of
from app.seats.guard import anyone
from app.systems.flanders_fields.pages.printing.form import UNKNOWN, Shown, form, offered, pdf
from app.systems.flanders_fields.pages.printing.form import picture as picture_of
from app.systems.flanders_fields.pages.printing.scenario_prints import scenarios_to_print
from playsheets.flanders_fields.catalogue import PERIODS, SheetWanted
from playsheets.flanders_fields.period_sheet import period_sheet
from rules.flanders_fields.book import calendar, rulings
from rules.flanders_fields.resolutions import QUESTIONS
from rules.kernel.months import Month, parse_month
from rules.kernel.rulings import HouseRule

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
CHANGES: Final = "changes"


@router.get("/print")
async def printing(request: Request) -> Response:
    """What can be printed, what of it was chosen, and how its pages will look."""
    return await form(request.query_params, wanted_of, await asyncio.to_thread(shown_of, request))


@router.get("/print/file")
async def file(request: Request) -> Response:
    """The chosen things as one PDF."""
    query = request.query_params
    return await pdf(query, wanted_of, await asyncio.to_thread(shown_of, request), _period(query))


@router.get("/print/pages/{number}")
async def picture(number: int, request: Request) -> Response:
    """One page of the chosen things as a picture, counted from 1."""
    return await picture_of(number, request, wanted_of)


@router.get("/playsheets")
def playsheet_of_a_month(request: Request) -> Response:
    """The playsheet of the month in the address, as a game of that month needs it; without one that of mid war."""
    return _playsheet(_period(request.query_params), _month(request.query_params), request.query_params)


@router.get("/playsheets/{period}")
def playsheet(period: str, request: Request) -> Response:
    """A playsheet to be read on the screen, under the house rules of the address."""
    if period not in PERIODS:
        raise Problem(UNKNOWN)
    return _playsheet(period, None, request.query_params)


@router.get("/playsheets/{period}/changes")
def what_changes(period: str, request: Request) -> Response:
    """What the sheet of a period has otherwise than the one before, to be read on the screen."""
    if period not in PERIODS:
        raise Problem(UNKNOWN)
    return _playsheet(period, None, request.query_params, changes=True)


@router.get("/playsheets/{period}/strip")
def turn_strip(period: str, request: Request) -> Response:
    """The sequence of a turn, to be marked on the screen as the turn goes on."""
    if period not in PERIODS:
        raise Problem(UNKNOWN)
    rules, problem = _rules_of(request.query_params)
    context = {"sheet": period_sheet(period, rules), "period": period, "house": _house(request.query_params)}
    return page("playsheets/strip.html", {**context, "problem": problem})


def _rules_of(query: QueryParams) -> tuple[tuple[HouseRule, ...], dict[str, str] | None]:
    """The house rules of an address; where they are none, the book and what was wrong."""
    try:
        return house_rules(QUESTIONS, query), None
    except BadAsk as bad:
        return (), problem_of(bad)


def _playsheet(period: str, month: Month | None, query: QueryParams, changes: bool = False) -> Response:
    rules, problem = _rules_of(query)
    sheet = SheetWanted(period, rules).changes if changes else period_sheet(period, rules, month)
    thing = CHANGES if changes else "playsheet"
    dated = [("date", str(month))] if month else []
    asked = {"period": period, "month": month, "house": _house(query), "dated": dated, "thing": thing}
    return page("playsheets/sheet.html", {"sheet": sheet, "periods": PERIODS, "problem": problem, **asked})


def wanted_of(query: QueryParams) -> SheetWanted:
    """For which period or month, and under which house rules, an address prints. Raises BadAsk."""
    return SheetWanted(
        _period(query), house_rules(QUESTIONS, query), "large" in query, "fronts" not in query, _month(query)
    )


def _period(query: QueryParams) -> str:
    """The period chosen, otherwise that of the month."""
    asked, dated = query.get("period", ""), _date(query)
    return asked if asked in PERIODS else calendar().period_of(dated).key if dated else "mid"


def _month(query: QueryParams) -> Month | None:
    """The month of the address; none once another period has been chosen."""
    dated = _date(query)
    return dated if dated and calendar().period_of(dated).key == _period(query) else None


def _date(query: QueryParams) -> Month | None:
    return None if month_problem(QUESTIONS, query) or "date" not in query else parse_month(query["date"])


def _house(query: QueryParams) -> list[tuple[str, str]]:
    """The house rules of the address, to be carried on."""
    return [(name, option) for name, option in query.multi_items() if name in rulings()]


def shown_of(request: Request) -> Shown:
    """What the form has besides: the periods, the scenarios, and what stays in the address."""
    query = request.query_params
    month = _month(query)
    return {
        "here": "/print",
        "base": "",
        "game": "",
        "things": offered(query, of_game=False),
        "forms": (),
        "scenarios": scenarios_to_print(request),
        "periods": [{"value": key, "word": title} for key, title in PERIODS.items()],
        "period": _period(query),
        "house": _house(query),
        "month": month,
        "dated": [("date", str(month))] if month else [],
    }
