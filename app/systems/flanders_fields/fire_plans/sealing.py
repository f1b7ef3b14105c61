"""Sealing a draft in its game, and the plans that were sealed: what has fallen of them, all of them at the end."""

import asyncio
import json
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import BaseModel, Field

from app.documented import documented
from app.documents.use import SMALL
from app.games import problems
from app.games.game import OpenGame
from app.games.http import respond
from app.games.keeper import keeper_of
from app.games.problems import Problem, problem
from app.games.routes import DoneShown
from app.games.wire import Unreadable, read_envelope
from app.seats.guard import GameId, seat_at, seat_for
from app.seats.seat import Seat
from app.shown_as import Strict
from app.systems.flanders_fields.fire_plans import examples
from app.systems.flanders_fields.fire_plans.keys import PlanId, no_such_plan
from app.systems.flanders_fields.fire_plans.routes import Written
from rules.flanders_fields.fire_plan.document import write_plan
from rules.flanders_fields.fire_plan.game.judge import LONGEST_REASON
from rules.flanders_fields.fire_plan.game.view import all_shown, sealed_views
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role

router = APIRouter(prefix="/api/v1", tags=["fire plans"])


class SealWanted(Strict):
    """Which command seals it, and what this device had seen of the game when it was sent."""

    command_id: str = Field(description="made by the device; sent again under its name, it happens once")
    expected_seq: int = Field(ge=0, description="the newest number this device has seen, in its seat's own numbering")
    reason: str = Field(
        default="",
        max_length=LONGEST_REASON,
        description="what the other side is told where findings are let pass: it is asked for its agreement",
    )


class OpeningShown(BaseModel):
    """A piece of a sealed plan that has fallen, with its proof: salt and hashes in hexadecimal."""

    name: str = Field(description="the sort of the piece and the line it is of", examples=["gas/k3f"])
    content: str = Field(description="the piece as it was sealed, JSON text, byte for byte")
    salt: str = Field(description="what it was salted with")
    leaf: int = Field(description="its leaf, from 0")
    path: list[str] = Field(description="the hashes beside its way to the fingerprint")
    proved: bool = Field(description="whether it stands in the sealed plan, worked out anew")


class SealedShown(BaseModel):
    """A sealed plan as a seat may know it; docs/fire-plan-format.md says how to prove it."""

    side: Side = Field(description="whose plan it is")
    fingerprint: str = Field(description="what fixes it, hexadecimal")
    about: str = Field(description="the game it was sealed for")
    allowed: int = Field(description="findings let pass that the rules refuse; the other side has agreed to them")
    shown: list[OpeningShown] = Field(description="what has fallen of it, in its order")
    document: dict[str, Any] | None = Field(description="the plan; null for other sides until the game is closed")
    secret: str = Field(description="the secret of its salts, hexadecimal; empty until the game is closed")
    proved: bool | None = Field(description="whether it is the plan that was sealed; null until the game is closed")


WantedSeal = Annotated[SealWanted, Body(openapi_examples=dict(examples.SEAL))]


@router.post(
    "/fire-plans/{plan_id}/seal",
    max_body_size=SMALL,
    response_model=DoneShown,
    response_description="It is sealed: everybody hears its fingerprint, its side alone what stands in it",
    responses=documented(409, 422, 507),
)
async def seal_fire_plan(plan_id: PlanId, draft: Written, wanted: WantedSeal, request: Request) -> Response:
    """Seal a draft of a game, as it stands now, before anybody deploys. It is the command `seal_plan`.

    Where it lets pass what the rules refuse, the other side is asked first: it hears how many findings, not which.
    """
    game_id = draft.listed.game_id
    if game_id is None:
        detail = "this draft is written without a game"
        raise Problem(problem(409, "no-game", "No game", detail, instead="bring it into a game as a file"))
    seat = await seat_at(game_id, request)
    if seat is None:
        raise Problem(no_such_plan(plan_id))
    secret = {"drawn": "", "about": ""}
    command = {"kind": "seal_plan", "plan": json.loads(write_plan(draft.document)), "secret": secret}
    told = wanted.model_dump(exclude={"reason"})
    envelope = msgspec.json.encode({**told, "command": command | {"reason": wanted.reason}})
    try:
        return respond(await keeper_of(request).desk.hand_in(seat, read_envelope(envelope)))
    except Unreadable as wrong:
        return respond(problems.unreadable(wrong.field, wrong.because, wrong.instead))


@router.get("/games/{game_id}/sealed-plans", response_description="The sealed plans", responses=documented(404))
async def sealed_plans(
    game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]
) -> list[SealedShown]:
    """The plans that were sealed: what has fallen of them with its proof, and once the game is closed all of them."""
    told = keeper_of(request).games.ask_soon(game_id, lambda game: _sealed_plans(game, seat.role))
    return [SealedShown(**one) for one in await asyncio.wrap_future(told)]


def _sealed_plans(game: OpenGame, role: Role) -> list[dict[str, Any]]:
    state = game.state
    if not isinstance(state, GameState):
        return []
    return all_shown(state) if game.record.closed_at else sealed_views(state, role)
