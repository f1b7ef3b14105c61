"""The one stream of a page."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.responses import StreamingResponse

from app.games.game import View
from app.games.keeper import keeper_of
from app.seats.guard import GameId, seat_at, seat_for
from app.seats.seat import Seat

router = APIRouter(tags=["live"])


Seen = Annotated[str, Query(description='the id of what the page shows, "epoch:number"', examples=["8fk2:5"])]
LastSeen = Annotated[str, Header(description="the same, as browsers send it when they connect again")]


@router.get(
    "/games/{game_id}/stream",
    response_class=StreamingResponse,
    response_description="Server-sent events, until the game, the seat or the server ends",
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream(
    game_id: GameId,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    seen: Seen = "",
    last_event_id: LastSeen = "",
) -> StreamingResponse:
    """Server-sent events. Unnamed: `{number, said}`, the view changed; `heartbeat`: `{number, hash}`, it did not.

    With `closed: true` the game is over. `seen` is the id of what the page shows, as it was told; without it the
    present number is told at once.
    """
    keeper = keeper_of(request)

    async def now() -> View | None:
        if await seat_at(game_id, request) != seat:
            return None
        return await asyncio.wrap_future(keeper.games.view_soon(game_id, seat.role))

    frames = keeper.hub.listen(seat, now, last_event_id or seen)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames, media_type="text/event-stream", headers=headers)
