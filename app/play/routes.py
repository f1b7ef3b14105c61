"""Routes of the play screen: JSON, the page, and a table from the library."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request
from pydantic import Field
from starlette.responses import HTMLResponse, RedirectResponse

from app.games import system_extensions
from app.games.app_services import keeper_of
from app.games.routes import COMMAND_SIZE
from app.http.bodies import Strict
from app.http.guards import GameId, player_for, seat_for
from app.http.openapi_fragments import documented
from app.pages.log_page import closing
from app.pages.rendering import page
from app.play.available_commands import asked_soon, known_soon, stage_soon, system_of
from app.play.command_responses import AskedShown, KnownShown, StageShown, asked_shown, known_shown, stage_shown
from app.play.play_screen import Scenery, SceneShown
from app.play.screen_builder import scene_soon, with_deletion
from app.plugins import plugins_of
from app.seats.seat_repository import Seat
from app.system_service import service_of
from rules.kernel.seats import Role

# The stage as JSON

play_router = APIRouter(prefix="/api/v1/games", tags=["stage"])


class DeedInHand(Strict):
    """A deed as far as it was told. `kind` and `about` are those of a deed on the stage."""

    kind: str = Field(description="the kind of its command", examples=["roll_orders"])
    about: dict[str, Any] = Field({}, description="what the stage has settled of it", examples=[{"unit": "a1.1.c1"}])
    answers: dict[str, Any] = Field({}, description="the answers so far, by the names of the asks", examples=[{}])
    propose: bool = Field(False, description="whether what nobody told is to be taken as it is proposed")
    weigh: bool = Field(False, description="whether to say of each fact if another value would change a die")
    overrule: str = Field(
        "",
        description="the clause of a refusal that is to be set aside: what is asked then",
        max_length=64,
        examples=["FF-TRN-05"],
    )


WantedDeed = Annotated[DeedInHand, Body(openapi_examples=dict(system_extensions.ASKS))]


@play_router.get(
    "/{game_id}/available-commands",
    response_description="What the seat owes, is offered, and waits for",
    responses=documented(404),
)
async def available_commands(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> StageShown:
    """What may be done now at this seat: what it owes first, what it is offered or why not, and whom it waits for."""
    return stage_shown(await asyncio.wrap_future(stage_soon(keeper_of(request).games, seat)))


@play_router.get(
    "/{game_id}/screen",
    response_description="What the screen of this seat shows",
    responses=documented(404),
)
async def screen(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> SceneShown:
    """All that the screen of play draws for this seat: the table, the steps, the units, results, and its stage."""
    keeper, scenery = keeper_of(request), await scenery_of(request, game_id)
    shown = await asyncio.wrap_future(scene_soon(keeper.games, seat, scenery))
    return await with_deletion(keeper, seat, shown)


@play_router.get(
    "/{game_id}/known",
    response_description="What the seat knows of each stand",
    responses=documented(404, 422),
)
async def known(
    game_id: GameId,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    of: Annotated[str, Query(description="the unit in hand; empty: none", max_length=64, examples=["a1.1.c1"])] = "",
) -> KnownShown:
    """What was told before or the map knows of each stand, from the unit in hand: cover, distance, what it is in."""
    games = keeper_of(request).games
    system = await asyncio.wrap_future(system_of(games, game_id))
    knows = service_of(plugins_of(request)[system]).known
    return known_shown(await asyncio.wrap_future(known_soon(games, seat, of, knows)))


async def scenery_of(request: Request, game_id: str) -> Scenery | None:
    """What the rule system of a game draws of it on the stage, if it draws anything."""
    games = keeper_of(request).games
    system = await asyncio.wrap_future(system_of(games, game_id))
    return service_of(plugins_of(request)[system]).screen


@play_router.post(
    "/{game_id}/prompts",
    max_body_size=COMMAND_SIZE,
    response_description="What is asked, and what is still missing",
    responses=documented(404, 422),
)
async def prompts(
    game_id: GameId, deed: WantedDeed, request: Request, seat: Annotated[Seat, Depends(player_for)]
) -> AskedShown:
    """What a deed of the stage asks, as far as it was told. Nothing happens by it, and no die is thrown."""
    scenery = await scenery_of(request, game_id)
    foresee, meets = (scenery.odds, scenery.meeting) if scenery else (None, None)
    games = keeper_of(request).games
    asked = asked_soon(
        games, seat, deed.kind, deed.about, deed.answers, deed.propose, foresee, deed.weigh, meets, deed.overrule
    )
    return asked_shown(await asyncio.wrap_future(asked))


# The page of the stage

screen_page_router = APIRouter()


@screen_page_router.get("/games/{game_id}/stage")
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
        "has_report": service_of(plugins_of(request)[record.system]).has_report,
        # Inside a script of data: no name that somebody typed may end it.
        "scene": scene.model_dump_json().replace("<", "\\u003c"),
    }
    return page("stage.html", context)


# The page to choose a table

table_choice_router = APIRouter()


@table_choice_router.get("/games/{game_id}/table")
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
        "may_lay": any(one.kind == "set_table" and one.barred is None for one in (*stage.owed, *stage.offered)),
        "choices": [{"value": one.id, "word": one.name} for one in found],
    }
    return page("set_table.html", context)
