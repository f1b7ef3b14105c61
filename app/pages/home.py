"""The home page: the games at which this device sits, and every way to another."""

import asyncio
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.rendering import page
from app.seats.cookies import games_of
from app.seats.guard import anyone, seat_at
from app.seats.seat import Seat

router = APIRouter()


@router.get("/", dependencies=[Depends(anyone)])
async def home(request: Request) -> HTMLResponse:
    """The games at which this device sits, the closed ones apart; where the setting `demo` is on, the demonstration."""
    seats = [seat for game_id in games_of(request) if (seat := await seat_at(game_id, request))]
    mine = [await _game(request, seat) for seat in seats]
    running = [game for game in mine if not game["closed_at"]]
    closed = sorted((game for game in mine if game["closed_at"]), key=itemgetter("closed_at"), reverse=True)
    return page("home.html", {"games": running, "closed": closed, "demo": request.app.state.settings.demo})


async def _game(request: Request, seat: Seat) -> dict[str, str]:
    games = keeper_of(request).games
    record = await asyncio.wrap_future(games.ask_soon(seat.game_id, lambda game: game.record))
    view = msgspec.json.decode((await asyncio.wrap_future(games.view_soon(seat.game_id, seat.role))).body)
    sides = {side["side"]: side for side in view.get("sides", ())}
    own = sides.get(seat.role.value, {})
    return {
        "href": f"/games/{seat.game_id}",
        "title": record.title,
        "seat": own.get("name") or seat.role.value.capitalize(),
        "nation": own.get("nation", ""),
        "turn": _turn(view.get("turn") or {}, sides),
        "closed_at": record.closed_at or "",
    }


def _turn(turn: Mapping[str, Any], sides: Mapping[str, Mapping[str, Any]]) -> str:
    """How far the game has come, in the words of its top bar; nothing for a system that keeps no turns."""
    if not turn:
        return ""
    whose = turn["side_name"] if turn["running"] else f"{sides[turn['to_begin']]['name']} to begin"
    return f"Now: turn {turn['number'] or 1}, {whose}"
