"""What can be printed: chosen on one page, seen before it is printed, taken along as one PDF; and playsheets to read.

Everything that was chosen stands in the address, as with the look-ups, so that a print can be kept and passed on.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from gzip import compress, decompress
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.games.problems import Problem, not_found
from app.lookups.facts import BadAsk
from app.pages.lookup_address import house_rules, month_problem
from app.pages.rendering import page, sentence
from app.seats.guard import anyone
from playsheets.catalogue import PERIODS, THINGS, Wanted, job_of
from playsheets.period_sheet import period_sheet
from playsheets.press import PAPERS, BadJob, Correction, Job, Paper, pages_of, pdf_of
from rules.flanders_fields.book import calendar, rulings
from rules.kernel.months import Month, parse_month

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
UNKNOWN: Final = not_found(
    "no-such-print",
    "Nothing to print there",
    "there is no playsheet or page at this address",
    "choose what to print",
)
PAPER_NAMES: Final = {"a4": "A4", "letter": "Letter"}
USUAL: Final = ("playsheet",)
TRUE_MM: Final = 100.0
T = TypeVar("T")


@router.get("/print")
async def printing(request: Request) -> Response:
    """What can be printed, what of it was chosen, and how its pages will look."""
    query = request.query_params
    try:
        pictures = await _at_the_press(partial(_pictures, _job(query)))
        problem = None
    except (BadJob, BadAsk) as bad:
        pictures, problem = (), _problem(bad)
    return page("print.html", {**_shown(query), "pages": len(pictures), "problem": problem})


@router.get("/print/file")
async def file(request: Request) -> Response:
    """The chosen things as one PDF."""
    try:
        job = _job(request.query_params)
        pdf = await _at_the_press(partial(pdf_of, job))
    except (BadJob, BadAsk) as bad:
        return page("print.html", {**_shown(request.query_params), "pages": 0, "problem": _problem(bad)}, 422)
    named = f"beaten-zone-{_period(request.query_params)}.pdf"
    return Response(
        pdf, media_type="application/pdf", headers={"Content-Disposition": f'attachment; filename="{named}"'}
    )


@router.get("/print/pages/{number}")
async def picture(number: int, request: Request) -> Response:
    """One page of the chosen things as a picture, counted from 1."""
    try:
        pictures = await _at_the_press(partial(_pictures, _job(request.query_params)))
    except (BadJob, BadAsk):
        raise Problem(UNKNOWN) from None
    if not 1 <= number <= len(pictures):
        raise Problem(UNKNOWN)
    packed = pictures[number - 1]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(decompress(packed), media_type="image/svg+xml")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, media_type="image/svg+xml", headers=headers)


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


def _playsheet(period: str, month: Month | None, query: QueryParams) -> Response:
    try:
        rules = house_rules(query)
        problem = None
    except BadAsk as bad:
        rules, problem = (), _problem(bad)
    context = {"sheet": period_sheet(period, rules, month), "period": period, "month": month, "periods": PERIODS}
    dated = [("date", str(month))] if month else []
    return page("playsheets/sheet.html", {**context, "problem": problem, "house": _house(query), "dated": dated})


# One job at a time: the press keeps its threads to itself, and a page of a game never waits for paper.
_PRESS: Final = CapacityLimiter(1)


async def _at_the_press(work: Callable[[], T]) -> T:
    return await to_thread.run_sync(work, limiter=_PRESS)


@lru_cache(maxsize=4)
def _pictures(job: Job) -> tuple[bytes, ...]:
    """The pages of a job as packed pictures; those of the last few are kept, since a page asks for them one by one."""
    return tuple(compress(one, 6) for one in pages_of(job))


def _job(query: QueryParams) -> Job:
    """Raises BadJob and BadAsk."""
    wanted = Wanted(_period(query), house_rules(query), "large" in query, "fronts" not in query, _month(query))
    return job_of(_things(query), wanted, _paper(query), _correction(query))


def _things(query: QueryParams) -> list[str]:
    return query.getlist("thing") if "asked" in query else query.getlist("thing") or list(USUAL)


def _period(query: QueryParams) -> str:
    """The period chosen, otherwise that of the month."""
    asked, dated = query.get("period", ""), _date(query)
    return asked if asked in PERIODS else calendar().period_of(dated).key if dated else "mid"


def _month(query: QueryParams) -> Month | None:
    """The month of the address; none once another period has been chosen."""
    dated = _date(query)
    return dated if dated and calendar().period_of(dated).key == _period(query) else None


def _date(query: QueryParams) -> Month | None:
    return None if month_problem(query) or "date" not in query else parse_month(query["date"])


def _paper(query: QueryParams) -> Paper:
    return next((paper for paper in PAPERS if paper == query.get("paper")), "a4")


def _correction(query: QueryParams) -> Correction:
    return Correction(_measured(query, "across"), _measured(query, "along"))


def _measured(query: QueryParams, name: str) -> float:
    """Millimetres as typed, with a point or a comma; nothing typed is a true printer. Raises BadJob."""
    written = query.get(name, "").strip().replace(",", ".")
    try:
        return float(written) if written else TRUE_MM
    except ValueError:
        raise BadJob(f"{written!r} is no length in millimetres; enter what you measure, such as 99.5") from None


def _house(query: QueryParams) -> list[tuple[str, str]]:
    """The house rules of the address, to be carried on."""
    return [(name, option) for name, option in query.multi_items() if name in rulings()]


def _problem(bad: BadJob | BadAsk) -> dict[str, str]:
    if isinstance(bad, BadAsk):
        return {"because": sentence(bad.wrong), "instead": sentence(bad.right)}
    because, _, instead = str(bad).partition("; ")
    return {"because": sentence(because), "instead": sentence(instead)}


def _shown(query: QueryParams) -> dict[str, Any]:
    """The form with what was chosen, and the same choices for the pictures and the file."""
    things = _things(query)
    return {
        "things": [
            {"key": one.key, "title": one.title, "says": one.says, "on": one.key in things} for one in THINGS.values()
        ],
        "periods": [{"value": key, "word": title} for key, title in PERIODS.items()],
        "papers": [{"value": key, "word": PAPER_NAMES[key]} for key in PAPERS],
        "chosen": {
            "period": _period(query),
            "paper": _paper(query),
            "large": "large" in query,
            "fronts": "fronts" in query,
        },
        "measured": {name: query.get(name, "") for name in ("across", "along")},
        "house": _house(query),
        "month": _month(query),
        "dated": [("date", str(month))] if (month := _month(query)) else [],
        "same": str(query) or "thing=playsheet",
    }
