"""Pages of prints: the choice of a rule system, and the basket."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from gzip import decompress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.http.bodies import file_name, things_named
from app.http.guards import anyone
from app.http.problem_details import Problem, come_back, not_found
from app.lookups.queries import BadAsk
from app.pages.printing.delivery import file_of, known_device, pictures_of, queue_of
from app.pages.rendering import page, sentence
from app.printing.printables import PAPER_NAMES, Choosing, PrintsOffered, Shown, correction_of, paper_of, problem_of
from app.printing.worker import FinishedPrint
from playsheets.imposition import Edge
from playsheets.press import PAPERS, TEST_PAGE, BadJob, Job, Part, TrialPart

# Choices of a print

UNKNOWN: Final = not_found(
    "no-such-print",
    "Nothing to print there",
    "there is no playsheet or page at this address",
    "choose what to print",
)
EDGES: Final[Mapping[Edge, str]] = {"long": "Over the long edge", "short": "Over the short edge"}
NO_PAGES: Final = FinishedPrint()
NOTHING_BESIDES: Final[Shown] = {
    "base": "",
    "game": "",
    "forms": (),
    "scenarios": (),
    "periods": (),
    "house": (),
    "kept_rules": (),
    "dated": (),
    "month": None,
    "switches": (),
    "reads": "",
    "of": "",
    "book": "",
    "others": (),
}
"""What the form of a system need not have."""


async def form(choosing: Choosing[Any], request: Request) -> Response:
    """What can be printed, what of it was chosen, and how its first pages will look."""
    query, problem, status = request.query_params, None, 200
    made, headers = NO_PAGES, {}
    try:
        made = await pictures_of(request, _job(choosing, query))
    except (BadJob, BadAsk) as bad:
        problem = problem_of(bad)
    except Problem as busy:
        status, headers = busy.answer.status, {**come_back(busy.answer.status), **busy.headers}
        told = msgspec.json.decode(busy.answer.body)
        problem = {"because": sentence(told["because"]), "instead": sentence(told.get("instead", ""))}
    context = {**_form(choosing, query), "pages": len(made.files), "is_cut": made.pages > len(made.files)}
    response = page("print.html", {**context, "problem": problem}, status)
    response.headers.update(headers)
    return known_device(response, request)


async def pdf(choosing: Choosing[Any], request: Request, named: str) -> Response:
    """Return the chosen things as one PDF, named after them and after what they are of (`named`)."""
    query = request.query_params
    name = file_name(things_named([*query.getlist("thing"), *query.getlist("form")]), named, ending="pdf")
    try:
        return await file_of(request, _job(choosing, query), name, f"{choosing.shown['here']}?{query}")
    except (BadJob, BadAsk) as bad:
        return unprinted(choosing, query, bad)


def unprinted(choosing: Choosing[Any], query: QueryParams, bad: BadJob | BadAsk) -> Response:
    """What cannot be printed is said on the page where it was chosen."""
    return page("print.html", {**_form(choosing, query), "pages": 0, "is_cut": False, "problem": problem_of(bad)}, 422)


async def picture(choosing: Choosing[Any], number: int, request: Request) -> Response:
    """One page of the chosen things as a picture, counted from 1."""
    try:
        made = await pictures_of(request, _job(choosing, request.query_params))
    except (BadJob, BadAsk):
        raise Problem(UNKNOWN) from None
    if not 1 <= number <= len(made.files):
        raise Problem(UNKNOWN)
    packed = made.files[number - 1]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(decompress(packed), media_type="image/svg+xml")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, media_type="image/svg+xml", headers=headers)


def _job(choosing: Choosing[Any], query: QueryParams) -> Job:
    """Raises BadJob and BadAsk."""
    if query.get("paper", "a4") not in PAPERS:
        raise BadJob(f"{query['paper']!r} is no paper to print on; choose {' or '.join(PAPER_NAMES.values())}")
    things = choosing.catalogue.begun_with_a_test(_things(choosing, query), is_measured(query))
    job = choosing.catalogue.job(things, choosing.wanted(query), paper_of(query), correction_of(query))
    return replace(job, parts=(*job.parts, *choosing.more(query)), turned_over=edge_of(query))


def parts_of(choosing: Choosing[Any], query: QueryParams) -> tuple[Part, ...]:
    """What an address names, to go into a file with other things. Raises BadJob and BadAsk."""
    job = choosing.catalogue.job(_things(choosing, query), choosing.wanted(query))
    return (*job.parts, *choosing.more(query))


def _things(choosing: Choosing[Any], query: QueryParams) -> list[str]:
    return query.getlist("thing") if "asked" in query else query.getlist("thing") or [choosing.usual]


def edge_of(query: QueryParams) -> Edge:
    """The edge over which leaves are turned, the long one unless the address says otherwise."""
    return next((edge for edge in EDGES if edge == query.get("turned")), "long")


def is_measured(query: QueryParams) -> bool:
    """Whether the printer was measured, even if it draws true."""
    return any(query.get(name, "").strip() for name in ("across", "along"))


def _offered(choosing: Choosing[Any], query: QueryParams) -> Iterable[Shown]:
    """The things that can be printed here, with those that are chosen."""
    things = _things(choosing, query)
    return [
        {"key": one.key, "title": one.title, "says": one.says, "on": one.key in things}
        for one in choosing.catalogue.things.values()
        if choosing.of_game or not one.of_game
    ]


def _form(choosing: Choosing[Any], query: QueryParams) -> Shown:
    """The form, as it is filled in."""
    return {
        "things": _offered(choosing, query),
        "papers": [{"value": key, "word": PAPER_NAMES[key]} for key in PAPERS],
        "paper": paper_of(query),
        "edges": [{"value": key, "word": word} for key, word in EDGES.items()],
        "turned": edge_of(query),
        "measured": {name: query.get(name, "") for name in ("across", "along")},
        "same": str(query) or f"thing={choosing.usual}",
        **NOTHING_BESIDES,
        **choosing.shown,
    }


# Pages to choose prints


def print_pages(offered: PrintsOffered, every: Sequence[PrintsOffered]) -> APIRouter:
    """The pages of one system's prints for anybody; `every`: those of all systems, with ways to the others."""
    others = [{"title": one.book, "href": one.at} for one in every if one is not offered]
    router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)

    @router.get(offered.at)
    async def printing(request: Request) -> Response:
        """What can be printed, what of it was chosen, and how its pages will look."""
        choosing = await asyncio.to_thread(offered.choosing, request)
        shown = {**choosing.shown, "book": offered.book, "others": others}
        return await form(replace(choosing, shown=shown), request)

    @router.get(f"{offered.at}/file")
    async def file(request: Request) -> Response:
        """The chosen things as one PDF."""
        named = offered.named(request.query_params)
        return await pdf(await asyncio.to_thread(offered.choosing, request), request, named)

    @router.get(f"{offered.at}/pages/{{number}}")
    async def print_picture(number: int, request: Request) -> Response:
        """One page of the chosen things as a picture, counted from 1."""
        return await picture(await asyncio.to_thread(offered.choosing, request), number, request)

    return router


# The basket

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
