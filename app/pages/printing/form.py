"""What was chosen to be printed, as it stands in an address: things, paper, printer; and the form to choose in."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from gzip import decompress
from typing import Any, Final

import msgspec
from fastapi import Request
from starlette.datastructures import QueryParams
from starlette.responses import Response

from app.downloads import file_name, things_named
from app.games.http import come_back
from app.games.problems import Problem, not_found
from app.lookups.facts import BadAsk
from app.pages.printing.delivery import file_of, known_device, pictures_of
from app.pages.rendering import page, sentence
from app.printing.asked import PAPER_NAMES, correction_of, paper_of, problem_of
from app.printing.things import Choosing, Shown
from app.printing.worker import FinishedPrint
from playsheets.imposing import Edge
from playsheets.press import PAPERS, BadJob, Job, Part

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
