"""A game of Flanders Fields as it stood when it was closed."""

import asyncio
from typing import Any, Final

import msgspec
from fastapi import Request
from starlette.responses import HTMLResponse

from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.pages.closing import closing
from app.pages.rendering import page
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.force import as_counted, latest, owed_in, rows, standing
from rules.flanders_fields.shelters.game.view import uncounted
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

LOG_SHOWN: Final = 30
LATELY: Final = 400


async def show_closed(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    """A closed game for whoever played it: how it ended, and nothing to tap."""
    games = keeper_of(request).games
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    lately = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: _lately(one, seat.role)))
    hours = await asyncio.to_thread(games.log.read_hours, game_id, lately.newest)
    view: dict[str, Any] = as_counted(msgspec.json.decode(made.body), lately.uncounted)
    context = {
        "game_id": game_id,
        "number": made.number,
        "hash": made.hash,
        "view": view,
        "rows_of": rows,
        "standing": standing,
        "log": latest(view, lately.told, lately.gone, hours),
        "here": f"/games/{game_id}",
        "host": seat.is_host,
        "over": closing(record),
        "sealed": sealed,
    }
    return page("flanders_fields/closed.html", context | _in_the_end(view))


def _in_the_end(view: dict[str, Any]) -> dict[str, Any]:
    """Whose seat it is, and what was still owed."""
    own = next((side["name"] for side in view["sides"] if side["side"] == view["you"]), view["you"].capitalize())
    return {"seat": own, "owed": owed_in(view)}


@dataclass(frozen=True, slots=True)
class Lately:
    """What was told a seat of the last two turns or so, which of it was taken back, the newest rows of its log, and the
    sides whose platoons it cannot count.

    A page shows no more, and costs the same however long the game is.
    """

    told: list[dict[str, Any]]
    gone: frozenset[int]
    newest: list[int]
    uncounted: tuple[Side, ...] = ()


def _lately(game: OpenGame, role: Role) -> Lately:
    since = max(0, game.numbers[role] - LATELY)
    told, newest = game.told(role, since), game.newest_seqs(role, LOG_SHOWN)
    return Lately(told, game.withdrawn_numbers(role, since), newest, uncounted(game.state, role))
