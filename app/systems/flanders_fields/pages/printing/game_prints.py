"""What of a game can be printed: rosters, plans and sheets as the seat may know them."""

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import Request

from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.pages.games import NO_SCREENS
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.force import as_counted
from app.systems.flanders_fields.reported import reported
from app.systems.flanders_fields.shelves import shelves_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.shelters.game.view import uncounted
from rules.flanders_fields.vocabulary import Side

if TYPE_CHECKING:
    from app.printing.offers import FormsHere, Printable


async def forms_of_game(game_id: str, request: Request, seat: Seat) -> "FormsHere":
    """The forms of a game that a seat may print, and the drafts of fire plans beside them."""
    from app.printing.offers import FormsHere

    view, offers = await offers_of(game_id, request, seat)
    drafts = await asyncio.to_thread(_drafts, game_id, request, seat)
    return FormsHere(f"/games/{game_id}", view["title"], offers, {"view": view, "drafts": drafts})


def _drafts(game_id: str, request: Request, seat: Seat) -> list[dict[str, str]]:
    """The drafts of fire plans that this seat may read, which have prints of their own."""
    from rules.flanders_fields.game.unseen import knows

    sides = [side for side in Side if knows(seat.role, side)]
    found = shelves_of(request).fire_plans.of_game(game_id, sides) if sides else ()
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
