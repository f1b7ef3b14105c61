"""The basket: prints that were chosen on several pages, of whatever rule systems, as one PDF.

The device keeps addresses, never what stands there. Each is asked for again as whoever prints may have it now, by the
same guards as on its own page: a basket that was filled at another seat gives nothing away.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.downloads import file_name
from app.games.problems import Problem
from app.lookups.facts import BadAsk
from app.pages.printing.delivery import file_of, queue_of
from app.pages.printing.form import edge_of, is_measured, parts_of, unprinted
from app.printing.asked import correction_of, paper_of
from app.printing.things import PrintsOffered
from app.seats.guard import anyone
from playsheets.catalogue import TEST_PAGE
from playsheets.press import BadJob, Job, Part, TrialPart

MOST: Final = 40
Parts = tuple[Part, ...]
Prints = Sequence[PrintsOffered]


def basket_of(prints: Prints) -> APIRouter:
    """The basket for the prints of all systems; it lies on the page of the first."""
    router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)

    @router.get("/print/basket")
    async def basket(request: Request) -> Response:
        """Everything that the basket of the address names, one after the other in one file."""
        query = request.query_params
        try:
            bare = Job("From the basket", (), paper_of(query), correction_of(query), edge_of(query))
            job = replace(bare, parts=await _everything(prints, request, bare))
            things = len(query.getlist("item"))
            name = file_name("basket", f"{things} {'thing' if things == 1 else 'things'}", ending="pdf")
            return await file_of(request, job, name, f"{prints[0].at}#basket")
        except (BadJob, BadAsk) as bad:
            return unprinted(await asyncio.to_thread(prints[0].choosing, request), query, bad)

    return router


async def _everything(prints: Prints, request: Request, bare: Job) -> Parts:
    """The parts of the basket in its order. Raises BadJob, as soon as they come to too many pages, and BadAsk."""
    items = request.query_params.getlist("item")
    if len(items) > MOST:
        raise BadJob(f"there are {len(items)} things in the basket; print {MOST} of them at a time")
    parts = [*_test_page(prints, request.query_params, items)]
    check_pages = queue_of(request).check_pages
    for number, item in enumerate(items, 1):
        try:
            parts += await _of_item(prints, item, request)
            check_pages(replace(bare, parts=tuple(parts)))
        except Problem:
            raise BadJob(
                f"number {number} in the basket is not there any more, or not for this device; take it out, and "
                "put in what is offered now"
            ) from None
    return tuple(parts)


def _test_page(prints: Prints, query: QueryParams, items: Sequence[str]) -> Parts:
    """The page a printer is measured on, where something must measure true and none was measured."""
    things = [thing for item in items for thing in QueryParams(urlsplit(item).query).getlist("thing")]
    begun = (one.catalogue.begun_with_a_test(things, is_measured(query)) for one in prints)
    is_needed = TEST_PAGE not in things and any(TEST_PAGE in one for one in begun)
    return (TrialPart(),) if is_needed else ()


async def _of_item(prints: Prints, item: str, request: Request) -> Parts:
    address = urlsplit(item)
    query = QueryParams(address.query)
    if not (address.scheme or address.netloc):
        for one in prints:
            if address.path == one.at:
                return parts_of(await asyncio.to_thread(one.choosing, request), query)
            for pattern, parts in one.ways.items():
                if way := re.fullmatch(pattern, address.path):
                    return await parts(way[1], query, request)
    raise BadJob("something in the basket is no print; take it out, and put in what is offered for printing")
