"""The host's page of seats: who sits where, invitations, taking a seat away."""

import asyncio
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.pages.closing import closing
from app.pages.rendering import page
from app.seats.addresses import reachable_bases, what_to_do
from app.seats.book import Device
from app.seats.guard import host_for
from app.seats.seat import Seat

router = APIRouter()


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
