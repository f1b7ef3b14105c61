"""Pages of printable forms, and the forms of a game."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, Response

from app.games.app_services import keeper_of
from app.http.bodies import file_name, things_named
from app.http.guards import seat_for
from app.http.problem_details import Problem, not_found
from app.pages.game_pages import NO_SCREENS
from app.pages.printing.delivery import file_of
from app.pages.rendering import page
from app.plugins import plugins_of
from app.printing.printables import (
    PAPER_NAMES,
    FormsHere,
    NotOffered,
    Printable,
    chosen,
    correction_of,
    job_of_forms,
    offered_forms,
    paper_of,
    problem_of,
)
from app.seats.seat_repository import Seat
from app.system_service import service_of
from playsheets.forms import Form
from playsheets.press import PAPERS, BadJob

# Forms to print: chosen on the left, read as they will stand on paper on the right, taken along as one PDF

NO_FORM: Final = not_found(
    "no-such-form", "Nothing to print there", "no such form is printed here", "choose one of those that are offered"
)


def reading(here: FormsHere, query: QueryParams) -> Response:
    """The forms that the address names, to be read; without one, the first."""
    return page("prints.html", {**_context(here, query, None), **here.more})


async def printed(here: FormsHere, request: Request) -> Response:
    """Return the same as one PDF; what cannot be printed is said on the page."""
    query = request.query_params
    keys = query.getlist("form") or [one.key for one in here.offers[:1]]
    name = file_name(here.named or here.title, things_named(keys), ending="pdf")
    forms = forms_of(here.offers, query)
    try:
        job = job_of_forms(here.title, forms, paper_of(query), correction_of(query))
        return await file_of(request, job, name, f"{here.more.get('at', f'{here.here}/print')}?{query}")
    except BadJob as bad:
        return page("prints.html", {**_context(here, query, problem_of(bad)), **here.more}, 422)


def forms_of(offers: Sequence[Printable], query: QueryParams) -> tuple[Form, ...]:
    """The forms that an address names. Raises Problem for one that is not offered here."""
    return _chosen(offers, query.getlist("form"))


def _chosen(offers: Sequence[Printable], keys: Sequence[str]) -> tuple[Form, ...]:
    try:
        return chosen(offers, keys)
    except NotOffered:
        raise Problem(NO_FORM) from None


def _context(here: FormsHere, query: QueryParams, problem: dict[str, str] | None) -> dict[str, Any]:
    asked = query.getlist("form")
    keys = asked if asked or "asked" in query else [one.key for one in here.offers[:1]]
    return {
        "here": here.here,
        "at": f"{here.here}/print",
        "title": here.title,
        "offers": offered_forms(here.offers, keys),
        "forms": _chosen(here.offers, keys),
        "papers": [{"value": key, "word": PAPER_NAMES[key]} for key in PAPERS],
        "paper": paper_of(query),
        "measured": {name: query.get(name, "") for name in ("across", "along")},
        "problem": problem,
        "in_basket": True,
    }


# Pages of forms


def pages_of_forms(at: str, offered: Callable[..., Any], guard: Callable[..., Any] | None) -> APIRouter:
    """Both pages, `at` an address and below it; `offered` gives the FormsHere of a request that the `guard` lets in.

    Without a guard they stand in a router that has one.
    """
    router = APIRouter(default_response_class=HTMLResponse, dependencies=[Depends(guard)] if guard else [])

    @router.get(at)
    def forms_to_read(forms: Annotated[Any, Depends(offered)], request: Request) -> Response:
        """The forms of the address (`form`)."""
        return reading(forms, request.query_params)

    @router.get(f"{at}/file")
    async def file_of_forms(forms: Annotated[Any, Depends(offered)], request: Request) -> Response:
        """The chosen forms as one PDF."""
        return await printed(forms, request)

    return router


# Prints of a game


async def forms_of_game(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> Any:
    """What its rule system offers. Raises Problem for a game of one that prints nothing."""
    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.record))
    offered = service_of(plugins_of(request)[record.system]).game_forms
    if offered is None:
        raise Problem(NO_SCREENS)
    return await offered(game_id, request, seat)


router: Final = pages_of_forms("/games/{game_id}/print", forms_of_game, seat_for)
