"""The event stream of a page."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.responses import StreamingResponse

from app.games.app_services import keeper_of
from app.games.repository import Standing
from app.games.service import GameService
from app.http.connection_limits import PARTS, Frames
from app.http.guards import GameId, seat_at, seat_for, token_of
from app.http.rate_limits import address
from app.live.hub import Now, QuietLine
from app.seats.seat_repository import Seat

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
    """Server-sent events. Unnamed: `{number, said}`, a change; `heartbeat`: `{number, hash, every_s}`, none.

    `here`: a sign of life, between two heartbeats. `notice`: something beside the log has changed, such as a request to
    delete the game: look again.
    `crowded`: `{again_s}`, the stream ends because too many are open, and may be opened again after so many seconds.
    With `closed: true` the game is over. `seen` is the id of what the page shows, as it was told; without it the
    present number is told at once. Silence for longer than twice `every_s` seconds: the line is dead.
    """
    keeper = keeper_of(request)

    async def sits() -> bool:
        return await seat_at(game_id, request) == seat

    now, still = asking(keeper.games, seat, sits)
    # Of what other processes write this one hears only while a page is open.
    first = now if keeper.database.shared else still
    frames = keeper.hub.listen(seat, first, last_event_id or seen, still, address(request), _quiet_line(request, seat))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Frames(frames, headers=headers)


def _quiet_line(request: Request, seat: Seat) -> QuietLine | None:
    """Return the direct way to a page's connection; None if the server offers none."""
    parts = request.scope.get("extensions", {}).get(PARTS)
    keeper, token = keeper_of(request), token_of(request, seat.game_id)
    if parts is None or not token:
        return None

    def standing() -> Standing | None:
        return keeper.games.standing(seat.game_id, seat.role) if keeper.seats.remembered(token) == seat else None

    return QuietLine(parts["send"], standing)


def asking(games: GameService, seat: Seat, sits: Callable[[], Awaitable[bool]]) -> tuple[Now, Now]:
    """What stands for a seat as long as it sits there: asked of its game, and as it was kept if it was asked before."""

    async def now() -> Standing | None:
        if not await sits():
            return None
        return await asyncio.wrap_future(games.standing_soon(seat.game_id, seat.role))

    async def still() -> Standing | None:
        kept = games.standing(seat.game_id, seat.role)
        return kept if kept and await sits() else await now()

    return now, still
