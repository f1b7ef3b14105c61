"""The stage as JSON: what a seat owes and is offered, and what a deed asks."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request
from pydantic import Field

from app.documented import documented
from app.games import examples
from app.games.keeper import keeper_of
from app.games.routes import COMMAND_SIZE
from app.seats.guard import GameId, player_for, seat_for
from app.seats.routes import Strict
from app.seats.seat import Seat
from app.stage.asking import asked_soon, stage_soon
from app.stage.shown import AskedShown, StageShown, asked_shown, stage_shown

router = APIRouter(prefix="/api/v1/games", tags=["stage"])


class DeedInHand(Strict):
    """A deed as far as it was told. `kind` and `about` are those of a deed on the stage."""

    kind: str = Field(description="the kind of its command", examples=["roll_orders"])
    about: dict[str, Any] = Field({}, description="what the stage has settled of it", examples=[{"unit": "a1.1.c1"}])
    told: dict[str, Any] = Field({}, description="the answers so far, by the names of the asks", examples=[{}])


WantedDeed = Annotated[DeedInHand, Body(openapi_examples=dict(examples.ASKS))]


@router.get(
    "/{game_id}/stage",
    response_description="What the seat owes, is offered, and waits for",
    responses=documented(404),
)
async def stage(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> StageShown:
    """What may be done now at this seat: what it owes first, what it is offered or why not, and whom it waits for."""
    return stage_shown(await asyncio.wrap_future(stage_soon(keeper_of(request).games, seat)))


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
    asked = asked_soon(keeper_of(request).games, seat, deed.kind, deed.about, deed.told)
    return asked_shown(await asyncio.wrap_future(asked))
