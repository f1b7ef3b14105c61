"""The page on which a game is deleted: the host asks, each side agrees or declines."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.rendering import page
from app.seats.guard import player_for
from app.seats.seat import Seat

router = APIRouter()


@router.get("/games/{game_id}/deletion")
async def deletion(game_id: str, request: Request, seat: Annotated[Seat, Depends(player_for)]) -> HTMLResponse:
    """The state of the request to delete a game, and what this seat can do about it."""
    keeper = keeper_of(request)
    record, names = await asyncio.wrap_future(
        keeper.games.ask_soon(game_id, lambda game: (game.record, game.seat_names))
    )
    is_closed = record.closed_at is not None
    asked = None if is_closed else await asyncio.to_thread(keeper.deletions.known, game_id)
    waiting_for = await asyncio.to_thread(keeper.deletions.waiting_for, asked) if asked else frozenset()
    sides = await asyncio.to_thread(keeper.deletions.sides_to_ask, game_id)
    context = {
        "game_id": game_id,
        "title": record.title,
        "is_host": seat.is_host,
        "is_at_once": is_closed or not sides,
        "asked": asked,
        "waiting_for": [names[role] for role in sorted(waiting_for)],
        "must_agree": seat.role in waiting_for,
    }
    return page("deletion.html", context)
