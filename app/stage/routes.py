"""The stage as JSON: what a seat owes and is offered, and what a deed asks."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request
from pydantic import Field

from app.documented import documented
from app.games import examples
from app.games.keeper import keeper_of
from app.games.routes import COMMAND_SIZE
from app.plugins import plugins_of
from app.seats.guard import GameId, player_for, seat_for
from app.seats.seat import Seat
from app.shown_as import Strict
from app.stage.asking import asked_soon, known_soon, stage_soon, system_of
from app.stage.scene import Scenery, SceneShown
from app.stage.scened import scene_soon, with_deletion
from app.stage.shown import AskedShown, KnownShown, StageShown, asked_shown, known_shown, stage_shown

router = APIRouter(prefix="/api/v1/games", tags=["stage"])


class DeedInHand(Strict):
    """A deed as far as it was told. `kind` and `about` are those of a deed on the stage."""

    kind: str = Field(description="the kind of its command", examples=["roll_orders"])
    about: dict[str, Any] = Field({}, description="what the stage has settled of it", examples=[{"unit": "a1.1.c1"}])
    told: dict[str, Any] = Field({}, description="the answers so far, by the names of the asks", examples=[{}])
    propose: bool = Field(False, description="whether what nobody told is to be taken as it is proposed")
    weigh: bool = Field(False, description="whether to say of each fact if another value would change a die")
    overrule: str = Field(
        "",
        description="the clause of a refusal that is to be set aside: what is asked then",
        max_length=64,
        examples=["FF-TRN-05"],
    )


WantedDeed = Annotated[DeedInHand, Body(openapi_examples=dict(examples.ASKS))]


@router.get(
    "/{game_id}/stage",
    response_description="What the seat owes, is offered, and waits for",
    responses=documented(404),
)
async def stage(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> StageShown:
    """What may be done now at this seat: what it owes first, what it is offered or why not, and whom it waits for."""
    return stage_shown(await asyncio.wrap_future(stage_soon(keeper_of(request).games, seat)))


@router.get(
    "/{game_id}/scene",
    response_description="What the screen of this seat shows",
    responses=documented(404),
)
async def scene(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> SceneShown:
    """All that the screen of play draws for this seat: the table, the steps, the units, results, and its stage."""
    keeper, scenery = keeper_of(request), await scenery_of(request, game_id)
    shown = await asyncio.wrap_future(scene_soon(keeper.games, seat, scenery))
    return await with_deletion(keeper, seat, shown)


@router.get(
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
    knows = plugins_of(request)[await asyncio.wrap_future(system_of(games, game_id))].service.known
    return known_shown(await asyncio.wrap_future(known_soon(games, seat, of, knows)))


async def scenery_of(request: Request, game_id: str) -> Scenery | None:
    """What the rule system of a game draws of it on the stage, if it draws anything."""
    games = keeper_of(request).games
    system = await asyncio.wrap_future(system_of(games, game_id))
    scenery: Scenery | None = plugins_of(request)[system].service.screen
    return scenery


@router.post(
    "/{game_id}/asks",
    max_body_size=COMMAND_SIZE,
    response_description="What is asked, and what is still missing",
    responses=documented(404, 422),
)
async def asks(
    game_id: GameId, deed: WantedDeed, request: Request, seat: Annotated[Seat, Depends(player_for)]
) -> AskedShown:
    """What a deed of the stage asks, as far as it was told. Nothing happens by it, and no die is thrown."""
    scenery = await scenery_of(request, game_id)
    foresee, meets = (scenery.odds, scenery.meeting) if scenery else (None, None)
    games = keeper_of(request).games
    asked = asked_soon(
        games, seat, deed.kind, deed.about, deed.told, deed.propose, foresee, deed.weigh, meets, deed.overrule
    )
    return asked_shown(await asyncio.wrap_future(asked))
