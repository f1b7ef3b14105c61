"""The page on which a table of the library is laid in a game, whatever is played."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.rendering import page
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.stage.asking import stage_soon

router = APIRouter()


@router.get("/games/{game_id}/table")
async def table_to_lay(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """The tables of the library that this game's rule system may lie on, for whoever may lay one now."""
    keeper = keeper_of(request)
    record = await asyncio.wrap_future(keeper.games.ask_soon(game_id, lambda game: game.record))
    view = await asyncio.wrap_future(keeper.games.view_soon(game_id, seat.role))
    stage = (await asyncio.wrap_future(stage_soon(keeper.games, seat))).stage
    found = await asyncio.to_thread(keeper.tabletops.of_system, record.system)
    context = {
        "game_id": game_id,
        "title": record.title,
        "number": view.number,
        "hash": view.hash,
        "role": seat.role.value,
        "may_lay": any(one.kind == "lay_table" and one.barred is None for one in (*stage.owed, *stage.offered)),
        "choices": [{"value": one.id, "word": one.name} for one in found],
    }
    return page("lay_table.html", context)
