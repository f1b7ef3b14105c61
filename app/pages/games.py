"""The page of a game: the stage, or what its rule system shows of it when it is over."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.games.problems import not_found
from app.plugins import plugins_of
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
) -> HTMLResponse:
    """The one screen of play, whatever is played and whoever sits or stands here; of a closed game how it ended."""
    # What draws the stage is loaded with the first game that is opened, not with the service.
    from app.stage.page import show_stage

    games = keeper_of(request).games

    def look(one: OpenGame) -> tuple[str, bool]:
        return one.record.system, one.is_closed and not seat.role.looks_on

    system, is_over = await asyncio.wrap_future(games.ask_soon(game_id, look))
    show_closed = plugins_of(request)[system].service.show_closed
    if is_over and show_closed is not None:
        shown: HTMLResponse = await show_closed(game_id, request, seat)
        return shown
    return await show_stage(game_id, request, seat)
