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
    paper_of,
    problem_of,
)
from app.seats.seat_repository import Seat
from app.system_service import service_of
from playsheets.press import PAPERS, BadJob

# Forms to print

NO_FORM: Final = not_found(
    "no-such-form", "Nothing to print there", "no such form is printed here", "choose one of those that are offered"
)


def reading(here: str, title: str, offers: Sequence[Printable], query: QueryParams, **more: Any) -> Response:
    """The forms that the address names, to be read; without one, the first.

    `here`: the page that is gone back to; its prints stand at /print below it unless `at` says where.
    """
    return page("prints.html", _context(here, title, offers, query, None) | more)


async def printed(
    here: str, title: str, offers: Sequence[Printable], request: Request, named: str = "", **more: Any
) -> Response:
    """Return the same as one PDF; what cannot be printed is said on the page.

    The file is named after its `title` and its forms, and after `named` in place of a title that is secret.
    """
    query = request.query_params
    keys = query.getlist("form") or [one.key for one in offers[:1]]
    name = file_name(named or title, things_named(keys), ending="pdf")
    forms = forms_of(offers, query)
    try:
        job = job_of_forms(title, forms, paper_of(query), correction_of(query))
        return await file_of(request, job, name, f"{more.get('at', f'{here}/print')}?{query}")
    except BadJob as bad:
        return page("prints.html", _context(here, title, offers, query, problem_of(bad)) | more, 422)


def forms_of(offers: Sequence[Printable], query: QueryParams) -> Any:
    """The forms that an address names. Raises Problem for one that is not offered here."""
    try:
        return chosen(offers, query.getlist("form"))
    except NotOffered:
        raise Problem(NO_FORM) from None


def _context(
    here: str, title: str, offers: Sequence[Printable], query: QueryParams, problem: dict[str, str] | None
) -> dict[str, Any]:
    asked = query.getlist("form")
    keys = asked if asked or "asked" in query else [one.key for one in offers[:1]]
    try:
        forms = chosen(offers, keys)
    except NotOffered:
        raise Problem(NO_FORM) from None
    return {
        "here": here,
        "at": f"{here}/print",
        "title": title,
        "offers": [{"key": one.key, "title": one.title, "says": one.says, "on": one.key in keys} for one in offers],
        "forms": forms,
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
        # The press is loaded with the first form that is read, not with the service.

        here: FormsHere = forms
        return reading(here.here, here.title, here.offers, request.query_params, **here.more)

    @router.get(f"{at}/file")
    async def file_of_forms(forms: Annotated[Any, Depends(offered)], request: Request) -> Response:
        """The chosen forms as one PDF."""

        here: FormsHere = forms
        return await printed(here.here, here.title, here.offers, request, here.named, **here.more)

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
