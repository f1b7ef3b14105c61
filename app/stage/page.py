"""The page of the stage: a frame, and the first scene in it; a script draws everything else."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, RedirectResponse

from app.games.keeper import keeper_of
from app.pages.closing import closing
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.stage.routes import scenery_of
from app.stage.scened import scene_soon, with_deletion
from rules.kernel.seats import Role

router = APIRouter()


@router.get("/games/{game_id}/stage")
def stage_page(game_id: str, seat: Annotated[Seat, Depends(seat_for)]) -> RedirectResponse:
    """Where the stage was before it became the page of the game."""
    return RedirectResponse(f"/games/{seat.game_id}", 303)


async def show_stage(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    """The one screen of play, whatever is played and whoever sits here."""
    keeper = keeper_of(request)
    games = keeper.games
    shown = await asyncio.wrap_future(scene_soon(games, seat, await scenery_of(request, game_id)))
    scene = await with_deletion(keeper, seat, shown)
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    context = {
        "game_id": game_id,
        "title": scene.title,
        "number": scene.number,
        "hash": scene.hash,
        "role": seat.role.value,
        "host": seat.is_host,
        "may_take_file": seat.is_host or seat.role is Role.REFEREE or record.closed_at is not None,
        "sealed": sealed,
        "over": closing(record),
        "has_report": plugins_of(request)[record.system].service.has_report,
        # Inside a script of data: no name that somebody typed may end it.
        "scene": scene.model_dump_json().replace("<", "\\u003c"),
    }
    return page("stage.html", context)
