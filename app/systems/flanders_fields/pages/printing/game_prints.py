"""What of a game can be printed: rosters, plans and sheets as the seat may know them."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.pages.games import NO_SCREENS
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.force import as_counted
from app.systems.flanders_fields.reported import reported
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.shelters.view import uncounted
from rules.flanders_fields.vocabulary import Side

if TYPE_CHECKING:
    from app.systems.flanders_fields.printing.offers import Printable

router = APIRouter(default_response_class=HTMLResponse)
SeatHere = Annotated[Seat, Depends(seat_for)]


@router.get("/games/{game_id}/print")
async def game_prints(game_id: str, request: Request, seat: SeatHere) -> Response:
    """The forms of this game that the seat may print, those of the address (`form`) to be read."""
    from app.systems.flanders_fields.pages.printing.prints import reading

    view, offers = await offers_of(game_id, request, seat)
    drafts = await asyncio.to_thread(_drafts, game_id, request, seat)
    return reading(f"/games/{game_id}", view["title"], offers, request.query_params, view=view, drafts=drafts)


@router.get("/games/{game_id}/print/file")
async def game_print_file(game_id: str, request: Request, seat: SeatHere) -> Response:
    """The chosen forms of this game as one PDF."""
    from app.systems.flanders_fields.pages.printing.prints import printed

    view, offers = await offers_of(game_id, request, seat)
    return await printed(f"/games/{game_id}", view["title"], offers, request.query_params, view=view)


def _drafts(game_id: str, request: Request, seat: Seat) -> list[dict[str, str]]:
    """The drafts of fire plans that this seat may read, which have prints of their own."""
    from rules.flanders_fields.game.plan.secrets import knows_plan

    sides = [side for side in Side if knows_plan(seat.role, side)]
    found = keeper_of(request).fire_plans.of_game(game_id, sides) if sides else ()
    return [{"name": one.name, "side": one.side, "here": f"/plans/{one.id}/print"} for one in found]


async def offers_of(game_id: str, request: Request, seat: Seat) -> tuple[dict[str, Any], tuple["Printable", ...]]:
    """What a seat sees of a game, and the forms of it that it may print. Raises Problem for a game without screens."""
    # Forms are loaded with the first that is printed, not with the service.
    from app.systems.flanders_fields.printing.of_game import Known, beside, offered

    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.record))
    if record.system != SYSTEM.key:
        raise Problem(NO_SCREENS)
    over = await asyncio.to_thread(reported, keeper_of(request), game_id) if record.closed_at else None
    more = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: beside(one, seat.role)))
    unseen = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: uncounted(one.state, seat.role)))
    seen = msgspec.json.decode((await asyncio.wrap_future(games.view_soon(game_id, seat.role))).body)
    view = as_counted(seen, unseen)
    return view, offered(Known(view, more, over))
