"""The home page: the games at which this device sits, and every way to another."""

import asyncio
from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.cookies import games_of
from app.seats.guard import anyone, seat_at, seat_at_deleted
from app.seats.seat import Seat
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

router = APIRouter()


@dataclass(frozen=True, slots=True)
class GameAtHome:
    """A game at which this device sits: whose seat it is, under which flag, and how far it has come.

    Times are ISO 8601, UTC; `closed_at` is empty while it runs.
    """

    href: str
    title: str
    seat: str
    flag: str
    turn: str
    begun_at: str
    closed_at: str
    brought_back: bool


@router.get("/", dependencies=[Depends(anyone)])
async def home(request: Request) -> HTMLResponse:
    """The games at which this device sits, the closed ones apart; with the setting `demo` those ready to be opened."""
    seats = [seat for game_id in games_of(request) if (seat := await seat_at(game_id, request))]
    mine = [await _game(request, seat) for seat in seats]
    running = sorted((game for game in mine if not game.closed_at), key=attrgetter("begun_at"), reverse=True)
    closed = sorted((game for game in mine if game.closed_at), key=attrgetter("closed_at"), reverse=True)
    plugins = plugins_of(request).values() if request.app.state.settings.demo else ()
    ready = [
        {**game, "sides": plugin.info.seating.sides if plugin.info.seating else {}}
        for plugin in plugins
        for game in plugin.service.ready_games()
    ]
    deleted = [game for game_id in games_of(request) if (game := await asyncio.to_thread(_deleted, game_id, request))]
    named = {word: name for game in ready for word, name in game["sides"].items()}
    sides = [{"value": word, "word": name} for word, name in named.items()]
    return page("home.html", {"games": running, "closed": closed, "deleted": deleted, "ready": ready, "sides": sides})


async def _game(request: Request, seat: Seat) -> GameAtHome:
    games = keeper_of(request).games
    asked = games.ask_soon(seat.game_id, lambda game: (game.record, game.system.seating))
    record, seating = await asyncio.wrap_future(asked)
    view = msgspec.json.decode((await asyncio.wrap_future(games.view_soon(seat.game_id, seat.role))).body)
    sides = {side["side"]: side for side in view.get("sides", ())}
    own = sides.get(seat.role.value, {})
    return GameAtHome(
        f"/games/{seat.game_id}",
        record.title,
        seat=own.get("name") or seating.names[seat.role],
        flag=own.get("nation") or ("" if seat.role is Role.SPECTATOR else seat.role.value),
        turn=_turn(view.get("turn") or {}, sides),
        begun_at=record.created_at,
        closed_at=record.closed_at or "",
        brought_back=len(record.cups) > 1,
    )


def _deleted(game_id: str, request: Request) -> Mapping[str, str] | None:
    """Return the id, title and end of restoring of a deleted game that this device hosted; None for any other."""
    keeper = keeper_of(request)
    seat = seat_at_deleted(game_id, request)
    deletion = keeper.deletions.of(game_id) if seat and seat.is_host else None
    record = keeper.games.log.read_game(game_id) if deletion else None
    if deletion is None or record is None or deletion.restorable_until is None:
        return None
    return {"id": game_id, "title": record.title, "until": deletion.restorable_until}


def _turn(turn: Mapping[str, Any], sides: Mapping[str, Mapping[str, Any]]) -> str:
    """How far the game has come, in the words of its top bar; nothing for a system that keeps no turns."""
    if not turn:
        return ""
    whose = turn["side_name"] if turn["running"] else f"{sides[turn['to_begin']]['name']} to begin"
    return f"Now: turn {turn['number'] or 1}, {whose}"
