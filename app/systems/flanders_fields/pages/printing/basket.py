"""The basket: prints that were chosen on several pages, as one PDF.

The device keeps addresses, never what stands there. Each is asked for again as whoever prints may have it now, by the
same guards as on its own page: a basket that was filled at another seat gives nothing away.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.games.problems import Problem
from app.lookups.facts import BadAsk
from app.printing.asked import at_the_press, correction_of, paper_of
from app.seats.guard import anyone, seat_for
from app.systems.flanders_fields.fire_plans.keys import holder
from app.systems.flanders_fields.forces.routes import found
from app.systems.flanders_fields.pages.printing.form import edge_of, is_measured, parts_of, unprinted
from app.systems.flanders_fields.pages.printing.game_printing import prints_at
from app.systems.flanders_fields.pages.printing.game_prints import offers_of
from app.systems.flanders_fields.pages.printing.index import shown_of, wanted_of
from app.systems.flanders_fields.pages.printing.plan_prints import offers_of_draft
from app.systems.flanders_fields.pages.printing.scenario_prints import offers_of_one
from playsheets.flanders_fields.catalogue import TEST_PAGE, THINGS, SheetWanted, begun_with_a_test
from playsheets.press import BadJob, FormPart, Job, Part, pdf_of

if TYPE_CHECKING:
    from app.printing.offers import Printable

router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
MOST: Final = 40
Parts = tuple[Part, ...]


@router.get("/print/basket")
async def basket(request: Request) -> Response:
    """Everything that the basket of the address names, one after the other in one file."""
    query = request.query_params
    try:
        job = Job("From the basket", await _everything(request), paper_of(query), correction_of(query), edge_of(query))
        made = await at_the_press(partial(pdf_of, job))
    except (BadJob, BadAsk) as bad:
        return unprinted(bad, query, await asyncio.to_thread(shown_of, request))
    headers = {"Content-Disposition": 'attachment; filename="beaten-zone-basket.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


async def _everything(request: Request) -> Parts:
    """Raises BadJob and BadAsk."""
    items = request.query_params.getlist("item")
    if len(items) > MOST:
        raise BadJob(f"there are {len(items)} things in the basket; print {MOST} of them at a time")
    parts = [*_test_page(request.query_params, items)]
    for number, item in enumerate(items, 1):
        try:
            parts += await _of_item(item, request)
        except Problem:
            raise BadJob(
                f"number {number} in the basket is not there any more, or not for this device; take it out, and "
                "put in what is offered now"
            ) from None
    return tuple(parts)


def _test_page(query: QueryParams, items: list[str]) -> Parts:
    """The page a printer is measured on, where something must measure true and none was measured."""
    things = [thing for item in items for thing in QueryParams(urlsplit(item).query).getlist("thing")]
    is_needed = TEST_PAGE not in things and TEST_PAGE in begun_with_a_test(things, is_measured(query))
    return (THINGS[TEST_PAGE].part(SheetWanted("mid")),) if is_needed else ()


async def _of_item(item: str, request: Request) -> Parts:
    address = urlsplit(item)
    query = QueryParams(address.query)
    for pattern, parts in WAYS.items():
        if not (address.scheme or address.netloc) and (way := re.fullmatch(pattern, address.path)):
            return await parts(way[1], query, request)
    raise BadJob("something in the basket is no print; take it out, and put in what is offered for printing")


async def _for_anybody(_: str, query: QueryParams, __: Request) -> Parts:
    return parts_of(query, wanted_of)


async def _sheets_of_game(game_id: str, query: QueryParams, request: Request) -> Parts:
    here = await prints_at(game_id, request, await seat_for(game_id, request), query)
    return parts_of(query, here.wanted_for, here.parts)


async def _forms_of_game(game_id: str, query: QueryParams, request: Request) -> Parts:
    _, offers = await offers_of(game_id, request, await seat_for(game_id, request))
    return _forms(offers, query)


async def _of_draft(plan_id: str, query: QueryParams, request: Request) -> Parts:
    return _forms(await offers_of_draft(await holder(plan_id, request), request), query)


async def _of_force(force_id: str, query: QueryParams, request: Request) -> Parts:
    from app.systems.flanders_fields.printing.of_files import offers_of_force

    kept = await asyncio.to_thread(found, request, force_id)
    return _forms(tuple(offers_of_force(kept.document)), query)


async def _of_scenario(scenario_id: str, query: QueryParams, request: Request) -> Parts:
    _, offers = await asyncio.to_thread(offers_of_one, scenario_id, request)
    return _forms(offers, query)


def _forms(offers: tuple["Printable", ...], query: QueryParams) -> Parts:
    from app.pages.prints import forms_of

    return tuple(FormPart(one) for one in forms_of(offers, query))


WAYS: Final[Mapping[str, Callable[[str, QueryParams, Request], Awaitable[Parts]]]] = {
    r"/(print)": _for_anybody,
    r"/games/([\w-]+)/sheets": _sheets_of_game,
    r"/games/([\w-]+)/print": _forms_of_game,
    r"/plans/([\w-]+)/print": _of_draft,
    r"/forces/([\w-]+)/print": _of_force,
    r"/print/scenarios/([\w-]+)": _of_scenario,
}
