"""Who may use a route. Every route declares one `Guard`; a test finds any that does not."""

import asyncio
from collections.abc import Collection
from typing import Annotated, Final

from fastapi import Path, Request

from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import HttpAnswer, Problem
from app.logs import note_seat
from app.seats.cookies import renew_token, token_of
from app.seats.seat import Seat
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

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
            raise Problem(await asyncio.to_thread(_why_no_seat, game_id, request) if has_token else problems.no_seat())
        if self.host and not seat.is_host:
            raise Problem(problems.not_yours("only the host of the game may do this"))
        if seat.role in self.kept_out:
            raise Problem(problems.not_yours(f"this is not for the {seat.role}"))
        return seat


@dataclass(frozen=True, slots=True)
class HostOfDeleted:
    """A route for the host of a game, also after it has been deleted."""

    async def __call__(self, game_id: GameId, request: Request) -> Seat:
        """Return the host's seat. Raises Problem: 401 without a seat at the game, 403 for another seat."""
        seat = await asyncio.to_thread(seat_at_deleted, game_id, request) or await seat_at(game_id, request)
        if seat is None:
            raise Problem(problems.no_seat())
        if not seat.is_host:
            raise Problem(problems.not_yours("only the host of the game may do this"))
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
        return problems.game_deleted(deletion.restorable_until, seat.is_host)
    removed = keeper.seats.removed_seat(token) if token else None
    if removed and removed.game_id == game_id:
        return problems.seat_removed(removed.is_host, game_id)
    return problems.no_seat()
