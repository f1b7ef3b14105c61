"""Route guards and the seat cookie."""

import asyncio
from collections.abc import Collection
from typing import Annotated, Final

from fastapi import Path, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.games.app_services import keeper_of
from app.http import problem_details
from app.http.logs import note_seat
from app.http.problem_details import HttpAnswer, Problem
from app.seats.seat_repository import SEAT_GOOD_FOR, Seat
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# The seat's cookie

PLAIN: Final = "bz-"
SECURE: Final = "__Host-bz-"
RENEWED: Final = "beatenzone.renewed-cookies"
"""The part of a request's scope with headers that its answer is given."""


def cookie_name(game_id: str, secure: bool) -> str:
    """`__Host-` holds the cookie to this very host and to https; plain http on a local network cannot have it."""
    return f"{SECURE if secure else PLAIN}{game_id}"


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the device came by https."""
    return connection.scope["scheme"] in ("https", "wss")


def token_of(connection: HTTPConnection, game_id: str) -> str | None:
    """The token this device holds for a game."""
    return connection.cookies.get(cookie_name(game_id, is_secure(connection)))


def games_of(request: Request) -> list[str]:
    """The games for which this device holds a token, valid or not."""
    prefix = cookie_name("", is_secure(request))
    return [name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)]


def renew_token(connection: HTTPConnection, game_id: str, token: str) -> None:
    """Have the answer to a request give its device the same token again, so that the browser keeps it as long."""
    holder = Response()
    give_token(holder, connection, game_id, token)
    connection.scope.setdefault(RENEWED, []).extend(pair for pair in holder.raw_headers if pair[0] == b"set-cookie")


def give_token(response: Response, request: HTTPConnection, game_id: str, token: str) -> None:
    """Let the device keep its token."""
    secure = is_secure(request)
    response.set_cookie(
        cookie_name(game_id, secure),
        token,
        max_age=int(SEAT_GOOD_FOR.total_seconds()),
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )


# Guards

GameId = Annotated[
    str, Path(description="the id of a game, as it stands in its address", examples=["3inhppdypjvvtkei"])
]


@dataclass(frozen=True, slots=True)
class Anyone:
    """A route for everybody, seated or not."""

    async def __call__(self, request: Request) -> None:
        """Nothing is asked; forged requests are stopped before any route."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A route for seats at the game in its path, but for those that are `kept_out`; `host` where only the host may."""

    kept_out: Collection[Role] = ()
    host: bool = False

    async def __call__(self, game_id: GameId, request: Request) -> Seat:
        """The device's seat. Raises Problem: 401 without a seat, 403 where the seat does not reach so far."""
        seat = await seat_at(game_id, request)
        note_seat(game_id, seat.role if seat else None)
        if seat is None:
            # A device without a token has no row in the database.
            has_token = token_of(request, game_id)
            raise Problem(
                await asyncio.to_thread(_why_no_seat, game_id, request) if has_token else problem_details.no_seat()
            )
        if self.host and not seat.is_host:
            raise Problem(problem_details.not_yours("only the host of the game may do this"))
        if seat.role in self.kept_out:
            raise Problem(problem_details.not_yours(f"this is not for the {seat.role}"))
        return seat


@dataclass(frozen=True, slots=True)
class HostOfDeleted:
    """A route for the host of a game, also after it has been deleted."""

    async def __call__(self, game_id: GameId, request: Request) -> Seat:
        """Return the host's seat. Raises Problem: 401 without a seat at the game, 403 for another seat."""
        seat = await asyncio.to_thread(seat_at_deleted, game_id, request) or await seat_at(game_id, request)
        if seat is None:
            raise Problem(problem_details.no_seat())
        if not seat.is_host:
            raise Problem(problem_details.not_yours("only the host of the game may do this"))
        return seat


Guard = Anyone | Seated | HostOfDeleted

anyone: Final = Anyone()
seat_for: Final = Seated()
player_for: Final = Seated((Role.SPECTATOR,))
host_for: Final = Seated(host=True)
host_of_deleted: Final = HostOfDeleted()


async def seat_at(game_id: str, request: Request) -> Seat | None:
    """The seat this device holds at a game, None for a stranger."""
    token = token_of(request, game_id)
    if not token:
        return None
    seats = keeper_of(request).seats
    seat = seats.remembered(token)
    if seat is None:
        seat, begins_anew = await asyncio.to_thread(seats.look_up, token)
        if begins_anew:
            renew_token(request, game_id, token)
    return seat if seat and seat.game_id == game_id else None


def seat_at_deleted(game_id: str, request: Request) -> Seat | None:
    """Return the seat this device had at a game that has been deleted; None for every other game."""
    token = token_of(request, game_id)
    seat = keeper_of(request).seats.seat_at_deleted(token) if token else None
    return seat if seat and seat.game_id == game_id else None


def _why_no_seat(game_id: str, request: Request) -> HttpAnswer:
    keeper, token = keeper_of(request), token_of(request, game_id)
    seat = seat_at_deleted(game_id, request)
    deletion = keeper.deletions.of(game_id) if seat else None
    if seat and deletion and deletion.restorable_until:
        return problem_details.game_deleted(deletion.restorable_until, seat.is_host)
    removed = keeper.seats.removed_seat(token) if token else None
    if removed and removed.game_id == game_id:
        return problem_details.seat_removed(removed.is_host, game_id)
    return problem_details.no_seat()
