"""What was chosen to be printed, as it stands in an address: things, paper, printer; and the form to choose in."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from gzip import compress, decompress
from typing import Any, Final, TypeVar

from fastapi import Request
from starlette.datastructures import QueryParams
from starlette.responses import Response

from app.games.problems import Problem, not_found
from app.lookups.facts import BadAsk
from app.pages.rendering import page
from app.printing.asked import PAPER_NAMES, at_the_press, correction_of, paper_of, problem_of
from playsheets.flanders_fields.catalogue import THINGS, SheetWanted, begun_with_a_test, job_of
from playsheets.imposing import Edge
from playsheets.press import PAPERS, BadJob, Job, Part, pages_of, pdf_of

UNKNOWN: Final = not_found(
    "no-such-print",
    "Nothing to print there",
    "there is no playsheet or page at this address",
    "choose what to print",
)
EDGES: Final[Mapping[Edge, str]] = {"long": "Over the long edge", "short": "Over the short edge"}
USUAL: Final = ("playsheet",)
T = TypeVar("T")
Shown = dict[str, Any]
# What is printed for whom; raises BadAsk for house rules that are none.
Chosen = Callable[[QueryParams], SheetWanted]
# What else of the address goes into the same file; raises BadJob.
Parts = Callable[[QueryParams], tuple[Part, ...]]


def nothing_more(_query: QueryParams) -> tuple[Part, ...]:
    """Where nothing else can be put into the file."""
    return ()


async def form(query: QueryParams, wanted: Chosen, shown: Shown, more: Parts = nothing_more) -> Response:
    """What can be printed, what of it was chosen, and how its pages will look."""
    try:
        pictures = await at_the_press(partial(_pictures, _job(query, wanted, more)))
        problem = None
    except (BadJob, BadAsk) as bad:
        pictures, problem = (), problem_of(bad)
    return page("print.html", {**_form(query), **shown, "pages": len(pictures), "problem": problem})


async def pdf(query: QueryParams, wanted: Chosen, shown: Shown, named: str, more: Parts = nothing_more) -> Response:
    """The chosen things as one PDF."""
    try:
        made = await at_the_press(partial(pdf_of, _job(query, wanted, more)))
    except (BadJob, BadAsk) as bad:
        return unprinted(bad, query, shown)
    headers = {"Content-Disposition": f'attachment; filename="beaten-zone-{named}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


def unprinted(bad: BadJob | BadAsk, query: QueryParams, shown: Shown) -> Response:
    """What cannot be printed is said on the page where it was chosen."""
    return page("print.html", {**_form(query), **shown, "pages": 0, "problem": problem_of(bad)}, 422)


async def picture(number: int, request: Request, wanted: Chosen, more: Parts = nothing_more) -> Response:
    """One page of the chosen things as a picture, counted from 1."""
    try:
        pictures = await at_the_press(partial(_pictures, _job(request.query_params, wanted, more)))
    except (BadJob, BadAsk):
        raise Problem(UNKNOWN) from None
    if not 1 <= number <= len(pictures):
        raise Problem(UNKNOWN)
    packed = pictures[number - 1]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(decompress(packed), media_type="image/svg+xml")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, media_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=4)
def _pictures(job: Job) -> tuple[bytes, ...]:
    """The pages of a job as packed pictures; those of the last few are kept, since a page asks for them one by one."""
    return tuple(compress(one, 6) for one in pages_of(job))


def _job(query: QueryParams, wanted: Chosen, more: Parts) -> Job:
    """Raises BadJob and BadAsk."""
    if query.get("paper", "a4") not in PAPERS:
        raise BadJob(f"{query['paper']!r} is no paper to print on; choose {' or '.join(PAPER_NAMES.values())}")
    things = begun_with_a_test(_things(query), is_measured(query))
    job = job_of(things, wanted(query), paper_of(query), correction_of(query))
    return replace(job, parts=(*job.parts, *more(query)), turned_over=edge_of(query))


def parts_of(query: QueryParams, wanted: Chosen, more: Parts = nothing_more) -> tuple[Part, ...]:
    """What an address names, to go into a file with other things. Raises BadJob and BadAsk."""
    return (*job_of(_things(query), wanted(query)).parts, *more(query))


def _things(query: QueryParams) -> list[str]:
    return query.getlist("thing") if "asked" in query else query.getlist("thing") or list(USUAL)


def edge_of(query: QueryParams) -> Edge:
    """The edge over which leaves are turned, the long one unless the address says otherwise."""
    return next((edge for edge in EDGES if edge == query.get("turned")), "long")


def is_measured(query: QueryParams) -> bool:
    """Whether the printer was measured, even if it draws true."""
    return any(query.get(name, "").strip() for name in ("across", "along"))


def offered(query: QueryParams, of_game: bool) -> Iterable[Shown]:
    """The things that can be printed here, with those that are chosen."""
    things = _things(query)
    return [
        {"key": one.key, "title": one.title, "says": one.says, "on": one.key in things}
        for one in THINGS.values()
        if of_game or not one.of_game
    ]


def _form(query: QueryParams) -> Shown:
    """The part of the form that is the same for a period and for a game."""
    return {
        "papers": [{"value": key, "word": PAPER_NAMES[key]} for key in PAPERS],
        "chosen": {
            "paper": paper_of(query),
            "large": "large" in query,
            "fronts": "fronts" in query,
            "turned": edge_of(query),
        },
        "edges": [{"value": key, "word": word} for key, word in EDGES.items()],
        "measured": {name: query.get(name, "") for name in ("across", "along")},
        "same": str(query) or "thing=playsheet",
    }
