"""What of Battle for 2mm Earth 1418 anybody may print, by month and house rules."""

from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import Response

from app.games.problems import Problem, not_found, unreadable
from app.lookups.facts import BadAsk
from app.pages.printing.delivery import file_of
from app.printing.things import NO_WAYS, Choosing, PrintsOffered
from app.seats.guard import anyone
from playsheets.earth_1418.catalogue import BOOK, CATALOGUE, EarthWanted
from playsheets.earth_1418.values import USUAL_MONTH, values_for
from playsheets.press import BadJob
from rules.earth_1418.book import rulings
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule

AT: Final = "/print/earth-1418"
UNKNOWN: Final = not_found(
    "no-such-print", "No such print", "nothing of that name is printed", f"choose from {', '.join(CATALOGUE.things)}"
)
router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False)


@router.get(f"{AT}/{{thing}}.pdf")
async def print_thing(thing: str, request: Request) -> Response:
    """A PDF to be printed at actual size, in the month and under the house rules of the address."""
    if thing not in CATALOGUE.things:
        raise Problem(UNKNOWN)
    try:
        wanted = wanted_of(request.query_params)
    except BadAsk as bad:
        raise Problem(unreadable(bad.field, bad.wrong, bad.right)) from None
    try:
        return await file_of(request, CATALOGUE.job((thing,), wanted), "", AT)
    except BadJob as bad:
        wrong, _, right = str(bad).partition("; ")
        raise Problem(unreadable("thing", wrong, right)) from None


def wanted_of(query: QueryParams) -> EarthWanted:
    """For which month and under which house rules an address prints. Raises BadAsk."""
    wanted = EarthWanted(query.get("date") or USUAL_MONTH, tuple(HouseRule(*one) for one in _house(query)))
    try:
        values_for(wanted.month, wanted.house_rules)
    except (BadMonth, BadHouseRule) as bad:
        wrong, _, right = str(bad).partition("; ")
        raise BadAsk("date" if isinstance(bad, BadMonth) else "house_rules", wrong, right) from None
    return wanted


def _house(query: QueryParams) -> list[tuple[str, str]]:
    """The house rules of an address, to be carried on."""
    return [(name, option) for name, option in query.multi_items() if name in rulings()]


def _choosing(request: Request) -> Choosing[EarthWanted]:
    query = request.query_params
    date = query.get("date") or USUAL_MONTH
    try:
        month = parse_month(date)
    except BadMonth:
        month = None
    shown = {
        "here": AT,
        "house": _house(query),
        "month": month,
        "of": f"{BOOK}, {month.in_words}" if month else BOOK,
        "dated": [("date", date)],
        "look_ups": "/lookups/earth-1418",
    }
    return Choosing(CATALOGUE, wanted_of, shown)


def _named(query: QueryParams) -> str:
    return f"earth-1418-{query.get('date') or USUAL_MONTH}"


PRINTS: Final = PrintsOffered(AT, BOOK, CATALOGUE, _choosing, _named, NO_WAYS)
