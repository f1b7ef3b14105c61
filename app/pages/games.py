"""The page of a game, as the seat may see it: the player's table or the board."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.games.problems import Problem, not_found
from app.pages.before_the_dice import Ahead, foresee, reach_words
from app.pages.board import board, in_the_end
from app.pages.closing import closing
from app.pages.rendering import page
from app.pages.table import Work, work
from app.pages.wall import wall
from app.seats.guard import seat_for
from app.seats.seat import Seat
from rules.flanders_fields.game import SYSTEM
from rules.kernel.play import Role

router = APIRouter()
LOG_SHOWN: Final = 30
LATELY: Final = 400
NO_SCREENS: Final = not_found(
    "no-screens",
    "No screens for this game",
    "its rule system is played through the JSON service only",
    "open a game of Flanders Fields from the home page",
)


@router.get("/games/{game_id}")
async def game(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    correct: str = "",
) -> HTMLResponse:
    """The game as this seat may know it.

    A player's address may name the unit in hand (`unit`), what it is about to do (`do`: move, fire, cross) and what has
    been filled in for it. `correct` names the stand, unit or battalion whose record the referee is about to correct.
    Of a closed game every seat sees how it ended, and nothing to fill in.
    """
    games = keeper_of(request).games
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    if record.system != SYSTEM.key:
        raise Problem(NO_SCREENS)
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    told = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: _lately(one, seat.role)))
    view: dict[str, Any] = msgspec.json.decode(made.body)
    for regiment in (regiment for side in view.get("sides", ()) for regiment in side["regiments"]):
        regiment["options"] = [{"value": one["id"], "word": one["name"]} for one in regiment["battalions"]]
    over = closing(record)
    context = {
        "game_id": game_id,
        "number": made.number,
        "view": view,
        "log": [{"time": "", "says": one["says"]} for one in told[-LOG_SHOWN:][::-1]],
        "here": f"/games/{game_id}",
        "host": seat.is_host,
        "over": over,
        "sealed": sealed,
    }
    if over or seat.role in (Role.REFEREE, Role.SPECTATOR):
        gone = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: _withdrawn_lately(one, seat.role)))
        if seat.role is Role.SPECTATOR:
            return page("wall.html", context | wall(view, told, gone))
        if over:
            return page("closed.html", context | in_the_end(view, told, gone))
        return page("board.html", context | board(view, told, gone, correct))
    in_hand = work(view, told, seat, request.query_params)
    ahead = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: _ahead(one, seat, in_hand)))
    return page("table.html", context | in_hand.shown(ahead))


def _lately(game: OpenGame, role: Role) -> list[dict[str, Any]]:
    """What was told of the last two turns or so: a page shows no more, and costs the same however long the game is."""
    return game.told(role, _since(game, role))


def _withdrawn_lately(game: OpenGame, role: Role) -> frozenset[int]:
    return game.withdrawn_numbers(role, _since(game, role))


def _since(game: OpenGame, role: Role) -> int:
    return max(0, game.numbers[role] - LATELY)


def _ahead(game: OpenGame, seat: Seat, in_hand: Work) -> Ahead:
    foreseen = {name: foresee(game, seat.role, draft) for name, draft in in_hand.drafts.items()}
    return Ahead(foreseen, reach_words(game, in_hand.unit["id"]) if in_hand.unit else {})
