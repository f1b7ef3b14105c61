"""The page of a game of Flanders Fields, as the seat may see it: the player's table, the board or the wall."""

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
from app.systems.flanders_fields.pages.board import board, board_drafts, in_the_end
from app.systems.flanders_fields.pages.force import as_counted, latest
from app.systems.flanders_fields.pages.forms.before_the_dice import foresee_all
from app.systems.flanders_fields.pages.forms.planned import works_shown
from app.systems.flanders_fields.pages.on_map.filled_in import filled_in
from app.systems.flanders_fields.pages.on_map.proposed import OnMap, on_map
from app.systems.flanders_fields.pages.table import work
from app.systems.flanders_fields.pages.wall import wall
from rules.flanders_fields.game.shelters.view import uncounted
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Role
from rules.kernel.values import dataclass

LOG_SHOWN: Final = 30
LATELY: Final = 400


async def show_game(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    """The game as this seat may know it.

    A player's address may name the unit in hand (`unit`), what it is about to do (`do`: move, fire, cross) and what has
    been filled in for it. `correct` names the stand, unit or battalion whose record the referee is about to correct.
    Of a closed game every seat sees how it ended, and nothing to fill in.
    """
    games = keeper_of(request).games
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    lately = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: _lately(one, seat.role)))
    hours = await asyncio.to_thread(games.log.read_hours, game_id, lately.newest)
    view: dict[str, Any] = as_counted(msgspec.json.decode(made.body), lately.uncounted)
    over = closing(record)
    # What was taken back decided nothing: it stands in the log, and on no card.
    counting = [one for one in lately.told if one["number"] not in lately.gone]
    context = {
        "game_id": game_id,
        "number": made.number,
        "hash": made.hash,
        "view": view,
        "log": latest(view, lately.told, lately.gone, hours),
        "here": f"/games/{game_id}",
        "host": seat.is_host,
        "query": request.query_params,
        "over": over,
        "sealed": sealed,
    }
    if seat.role is Role.SPECTATOR:
        return page("wall.html", context | wall(view, lately.told, lately.gone))
    if over:
        return page("closed.html", context | in_the_end(view))
    if seat.role is Role.REFEREE:
        query, map_told = filled_in(request.query_params, view, lately.on_map)
        works = works_shown(view, query, lately.on_map)
        drafts = board_drafts(view, query, map_told, works)
        foreseen = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: foresee_all(one, seat.role, drafts)))
        return page(
            "board.html",
            context | {"query": query} | board(view, counting, query, foreseen, map_told, works),
        )
    asked = (view, counting, seat, request.query_params, lately.on_map)
    # What is asked of a map takes longer than the rest of a page: others need not wait for it.
    in_hand = await asyncio.to_thread(work, *asked) if lately.on_map else work(*asked)
    ahead = await asyncio.wrap_future(games.ask_soon(game_id, in_hand.ahead))
    return page("table.html", context | in_hand.shown(ahead))


@dataclass(frozen=True, slots=True)
class Lately:
    """What was told a seat of the last two turns or so, which of it was taken back, the newest rows of its log,
    the map as it may know it, and the sides whose platoons it cannot count.

    A page shows no more, and costs the same however long the game is.
    """

    told: list[dict[str, Any]]
    gone: frozenset[int]
    newest: list[int]
    on_map: OnMap | None = None
    uncounted: tuple[Side, ...] = ()


def _lately(game: OpenGame, role: Role) -> Lately:
    since = max(0, game.numbers[role] - LATELY)
    told, newest = game.told(role, since), game.newest_seqs(role, LOG_SHOWN)
    gone, on = game.withdrawn_numbers(role, since), on_map(game, role)
    return Lately(told, gone, newest, on.as_placed if on else None, uncounted(game.state, role))
