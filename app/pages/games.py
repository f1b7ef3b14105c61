"""The page of a game, as the seat may see it; each rule system shows its own."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.games.problems import Problem, not_found
from app.seats.guard import seat_for
from app.seats.seat import Seat

router = APIRouter()
NO_SCREENS: Final = not_found(
    "no-screens",
    "No screens for this game",
    "its rule system is played through the JSON service only",
    "open a game of Flanders Fields from the home page",
)


@router.get("/games/{game_id}")
async def game(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
) -> HTMLResponse:
    """The game as this seat may know it, in the way of its rule system."""
    record = await asyncio.wrap_future(keeper_of(request).games.ask_soon(game_id, lambda one: one.record))
    show_game = request.app.state.registered[record.system].show_game
    if show_game is None:
        raise Problem(NO_SCREENS)
    shown: HTMLResponse = await show_game(game_id, request, seat)
    return shown
