"""What of Flanders Fields anybody may print, by period or month; and its playsheets to read."""

from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.games.problems import Problem
from app.lookups.facts import BadAsk
from app.pages.lookups.laid_out.address import house_rules, month_problem
from app.pages.printing.form import UNKNOWN
from app.pages.rendering import page
from app.printing.asked import problem_of
from app.printing.things import Choosing, PrintsOffered
from app.seats.guard import anyone
from app.systems.flanders_fields.pages.printing.scenario_prints import scenarios_to_print
from app.systems.flanders_fields.pages.printing.switches import has_backs, is_large, switches
from app.systems.flanders_fields.pages.printing.ways import WAYS
from playsheets.flanders_fields.catalogue import CATALOGUE, PERIODS, SheetWanted
from playsheets.flanders_fields.period_sheet import period_sheet
from rules.flanders_fields.book import calendar, rulings
from rules.flanders_fields.resolutions import QUESTIONS
from rules.kernel.months import Month, parse_month
from rules.kernel.rulings import HouseRule

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
AT: Final = "/print"
CHANGES: Final = "changes"


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
    return page("flanders_fields/playsheets/strip.html", {**context, "problem": problem})


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
    return page(
        "flanders_fields/playsheets/sheet.html", {"sheet": sheet, "periods": PERIODS, "problem": problem, **asked}
    )


def wanted_of(query: QueryParams) -> SheetWanted:
    """For which period or month, and under which house rules, an address prints. Raises BadAsk."""
    return SheetWanted(_period(query), house_rules(QUESTIONS, query), is_large(query), has_backs(query), _month(query))


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


def _choosing(request: Request) -> Choosing[SheetWanted]:
    query = request.query_params
    month, house = _month(query), _house(query)
    dated = [("date", str(month))] if month else []
    read = f"/playsheets/{_period(query)}" if month is None else "/playsheets"
    shown = {
        "here": AT,
        "scenarios": scenarios_to_print(request),
        "periods": [{"value": key, "word": title} for key, title in PERIODS.items()],
        "period": _period(query),
        "house": house,
        "month": month,
        "of": month.in_words if month else "",
        "dated": dated,
        "look_ups": "/lookups",
        "switches": switches(query),
        "reads": f"{read}?{urlencode(dated + house)}" if dated + house else read,
    }
    return Choosing(CATALOGUE, wanted_of, shown)


PRINTS: Final = PrintsOffered(AT, QUESTIONS.title, CATALOGUE, _choosing, _period, WAYS)
