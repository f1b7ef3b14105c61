"""The map of a game: measuring tools, and the board of the play screen."""

import asyncio
from collections.abc import Sequence
from dataclasses import field
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.games.app_services import keeper_of
from app.http.guards import seat_for
from app.http.problem_details import Problem
from app.maps.drawing import Grip, draw
from app.maps.game_map import GameMap, M, View
from app.maps.layers import Overlay
from app.maps.tools import MapTools, ToolAsked
from app.pages.game_pages import NO_SCREENS
from app.pages.log_page import closing
from app.pages.rendering import page
from app.play.available_commands import system_of
from app.play.routes import scenery_of
from app.plugins import plugins_of
from app.seats.seat_repository import Seat
from app.system_service import service_of
from rules.kernel.frozen_dataclasses import dataclass

# The map on the stage's board

board_router = APIRouter()


@board_router.get("/games/{game_id}/stage/map")
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


# The map of a game as its seat may know it

router = APIRouter()


@dataclass(frozen=True, slots=True)
class LaidOver:
    """What tools lay over a map, by what the one in hand is held, and what their form shows."""

    overlays: Sequence[Overlay] = ()
    grips: Sequence[Grip] = ()
    form: View = field(default_factory=dict)


NOTHING_LAID: Final = LaidOver()


@router.get("/games/{game_id}/map")
async def game_map(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    across: bool | None = None,
) -> HTMLResponse:
    """The table with every stand the seat knows of, from its own edge or from the other (`across`).

    A tool (`tool`) measures `from` one stand `to` another, or shows ahead what the rest of the address fills in for it.
    Raises Problem for a game of a system that measures nothing.
    """
    keeper = keeper_of(request)
    games, query = keeper.games, request.query_params
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    plugin = plugins_of(request)[record.system]
    of: GameMap[Any] | None = service_of(plugin).game_map
    if of is None:
        raise Problem(NO_SCREENS)
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    view: View = msgspec.json.decode(made.body)
    ground = of.ground(view)
    from_far = (ground is not None and ground.far == seat.role.value) if across is None else across
    on = await asyncio.wrap_future(games.ask_soon(game_id, lambda game: of.on(game, seat.role)))
    # What is measured is worked out beside the thread that writes: a field holds nothing that changes.
    laid = await asyncio.to_thread(_laid_over, of.tools, on, query, from_far) if on else NOTHING_LAID
    over = closing(record)
    tables = [] if over or sealed else await asyncio.to_thread(keeper.tabletops.of_system, record.system)
    context = {
        "game_id": game_id,
        "number": made.number,
        "hash": made.hash,
        "view": view,
        "over": over,
        "sealed": sealed,
        "here": f"/games/{game_id}/map",
        "game": f"/games/{game_id}",
        "across": from_far,
        "turned": _address(query, across="false" if from_far else "true"),
        "tables": tables,
        "tool_form": laid.form,
        "clauses": of.clauses,
        **shown(of, view, from_far, plugin.info.edges, laid),
    }
    return page(of.template, context)


def _address(query: QueryParams, **otherwise: str) -> str:
    """The page's address with something in it otherwise; what is empty is left out."""
    kept = [(name, value) for name, value in query.multi_items() if name not in otherwise]
    return f"?{urlencode([*kept, *((name, value) for name, value in otherwise.items() if value)])}"


def _laid_over(tools: MapTools[M], on: M, query: QueryParams, across: bool) -> LaidOver:
    asked = ToolAsked(query.get("tool", ""), query, across)
    lies = tools.laid_over(on, asked)
    return LaidOver(lies, tools.grips(on, asked), tools.form(on, asked, lies))


def shown(of: GameMap[Any], view: View, across: bool, edges: tuple[str, str], laid: LaidOver = NOTHING_LAID) -> View:
    """The map with what lies on it, and who is listed beside it."""
    ground = of.ground(view)
    drawn = ground and draw(
        ground.table,
        across=across,
        stands=ground.stands,
        overlays=(*laid.overlays, *ground.overlays),
        grips=laid.grips,
        squares=ground.squares,
        edges=edges,
    )
    return {"map": drawn, "forces": of.listed(view, {one.id: one for one in drawn.stands} if drawn else {})}
