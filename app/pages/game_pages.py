"""Pages around a game: home, joining, the game, its seats and its deletion."""

import asyncio
from collections.abc import Mapping
from operator import attrgetter
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.app_services import keeper_of
from app.games.open_game import OpenGame
from app.http.guards import anyone, games_of, host_for, player_for, seat_at, seat_at_deleted, seat_for
from app.http.problem_details import not_found
from app.pages.log_page import closing
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.network_addresses import reachable_bases, what_to_do
from app.seats.seat_repository import Device, Seat
from app.system_service import service_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# The home page

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
        for game in service_of(plugin).ready_games()
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


# The page of an invitation


@router.get("/join", dependencies=[Depends(anyone)])
def join() -> HTMLResponse:
    """The same page for everybody: the code stands behind the #, which no browser sends."""
    return page("join.html", {})


# The page of a game

NO_SCREENS: Final = not_found(
    "no-screens",
    "No screens for this game",
    "its rule system has no screen of that kind",
    "play it by what its stage offers, on the page of the game",
)


@router.get("/games/{game_id}")
async def game(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
) -> HTMLResponse:
    """The one screen of play, whatever is played and whoever sits or stands here; of a closed game how it ended."""
    # What draws the play screen is loaded with the first game that is opened, not at the start.
    from app.play.routes import show_stage

    games = keeper_of(request).games

    def look(one: OpenGame) -> tuple[str, bool]:
        return one.record.system, one.is_closed and not seat.role.looks_on

    system, is_over = await asyncio.wrap_future(games.ask_soon(game_id, look))
    show_closed = service_of(plugins_of(request)[system]).show_closed
    if is_over and show_closed is not None:
        return await show_closed(game_id, request, seat)
    return await show_stage(game_id, request, seat)


# The host's page of seats


@router.get("/games/{game_id}/seats")
async def seats(game_id: str, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> HTMLResponse:
    """Every device that ever sat at the game, the host's first, and the way to close it. Only the host."""
    keeper = keeper_of(request)
    asked = keeper.games.ask_soon(game_id, lambda game: (game.record, game.system.seating, game.seat_names))
    record, seating, names = await asyncio.wrap_future(asked)
    sides = {side: names[side] for side in seating.sides}
    devices = await asyncio.to_thread(keeper.seats.devices, game_id)
    bases = reachable_bases(request)
    taken = {one.seat.role for one in devices if one.revoked_at is None}
    context = {
        "game_id": game_id,
        "title": record.title,
        "seats": names,
        "empty": {word: name for word, name in sides.items() if word not in taken},
        "listed": [_shown(one, names) for one in devices],
        "own": seat.id,
        "over": closing(record),
        "bases": [{"base": one.base, "adapter": one.adapter} for one in bases],
        "here_only": not bases,
        "advice": what_to_do(request.app.state.settings),
        "recovery_made": await asyncio.to_thread(keeper.seats.has_recovery_code, game_id),
    }
    return page("seats.html", context)


def _shown(device: Device, names: Mapping[str, str]) -> dict[str, object]:
    role = device.seat.role.value
    return {
        "id": device.seat.id,
        "name": device.seat.name,
        "role": names[role],
        "host": device.seat.is_host,
        "since": device.created_at,
        "gone": device.revoked_at is not None,
    }


# The page to delete a game

deletion_router = APIRouter()


@deletion_router.get("/games/{game_id}/deletion")
async def deletion(game_id: str, request: Request, seat: Annotated[Seat, Depends(player_for)]) -> HTMLResponse:
    """The state of the request to delete a game, and what this seat can do about it."""
    keeper = keeper_of(request)
    record, names = await asyncio.wrap_future(
        keeper.games.ask_soon(game_id, lambda game: (game.record, game.seat_names))
    )
    is_closed = record.closed_at is not None
    asked = None if is_closed else await asyncio.to_thread(keeper.deletions.known, game_id)
    waiting_for = await asyncio.to_thread(keeper.deletions.waiting_for, asked) if asked else frozenset()
    sides = await asyncio.to_thread(keeper.deletions.sides_to_ask, game_id)
    context = {
        "game_id": game_id,
        "title": record.title,
        "is_host": seat.is_host,
        "is_at_once": is_closed or not sides,
        "asked": asked,
        "waiting_for": [names[role] for role in sorted(waiting_for)],
        "must_agree": seat.role in waiting_for,
    }
    return page("deletion.html", context)
