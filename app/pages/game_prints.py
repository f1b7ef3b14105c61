"""What of a game can be printed, of whatever rule system: the forms that it offers this seat."""

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.pages.games import NO_SCREENS
from app.seats.guard import seat_for
from app.seats.seat import Seat

if TYPE_CHECKING:
    from app.printing.offers import GameForms

router = APIRouter(default_response_class=HTMLResponse)
SeatHere = Annotated[Seat, Depends(seat_for)]


@router.get("/games/{game_id}/print")
async def game_prints(game_id: str, request: Request, seat: SeatHere) -> Response:
    """The forms of this game that the seat may print, those of the address (`form`) to be read."""
    # The press is loaded with the first form that is read, not with the service.
    from app.pages.prints import reading

    forms = await _forms(game_id, request, seat)
    return reading(f"/games/{game_id}", forms.title, forms.offers, request.query_params, **forms.more)


@router.get("/games/{game_id}/print/file")
async def game_print_file(game_id: str, request: Request, seat: SeatHere) -> Response:
    """The chosen forms of this game as one PDF."""
    from app.pages.prints import printed

    forms = await _forms(game_id, request, seat)
    return await printed(f"/games/{game_id}", forms.title, forms.offers, request.query_params, **forms.more)


async def _forms(game_id: str, request: Request, seat: Seat) -> "GameForms":
    """What its rule system offers. Raises Problem for a game of one that prints nothing."""
    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.record))
    offered = request.app.state.registered[record.system].game_forms
    if offered is None:
        raise Problem(NO_SCREENS)
    forms: GameForms = await offered(game_id, request, seat)
    return forms
