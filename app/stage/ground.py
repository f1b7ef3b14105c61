"""The map on the stage's board: the table of a game and who stands on it, as the seat knows them."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.maps.drawing import draw
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.stage.asking import system_of
from app.stage.routes import scenery_of

router = APIRouter()


@router.get("/games/{game_id}/stage/map")
async def stage_map(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """The map alone, from the seat's own edge; nothing where no table is drawn."""
    games, scenery = keeper_of(request).games, await scenery_of(request, game_id)
    if scenery is None:
        return HTMLResponse("")
    ground = await asyncio.wrap_future(games.ask_soon(game_id, lambda game: scenery.ground(game, seat.role)))
    if ground is None:
        return HTMLResponse("")
    across = ground.far == seat.role.value
    # Drawn beside the thread that writes: what lies on the ground holds nothing that changes.
    system = await asyncio.wrap_future(system_of(games, game_id))
    drawn = await asyncio.to_thread(
        draw,
        ground.table,
        across=across,
        stands=ground.stands,
        overlays=ground.overlays,
        squares=ground.squares,
        edges=plugins_of(request)[system].info.edges,
    )
    context = {"map": drawn, "name": ground.name, "far": ground.far, "drags": ground.drags}
    return page("stage_map.html", context)
