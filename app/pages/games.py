"""The page of a game, as the seat may see it: each rule system shows its own, or its stage is shown."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games.keeper import keeper_of
from app.games.problems import not_found
from app.seats.guard import seat_for
from app.seats.seat import Seat

router = APIRouter()
NO_SCREENS: Final = not_found(
    "no-screens",
    "No screens for this game",
    "its rule system has no screen of that kind",
    "play it by what its stage offers, on the page of the game",
)


@router.get("/games/{game_id}")
async def game(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
) -> Response:
    """The game as this seat may know it, in the way of its rule system."""
    record = await asyncio.wrap_future(keeper_of(request).games.ask_soon(game_id, lambda one: one.record))
    show_game = request.app.state.registered[record.system].show_game
    if show_game is None:
        return RedirectResponse(f"/games/{game_id}/stage", 303)
    shown: HTMLResponse = await show_game(game_id, request, seat)
    return shown
