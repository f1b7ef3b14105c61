"""Pages of a closed game: its final state and its report."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from fastapi import Request
from starlette.responses import HTMLResponse

from app.games.app_services import keeper_of
from app.games.open_game import OpenGame
from app.lookups.queries import look_ups_of_view
from app.lookups.vocabulary import month_words
from app.pages.log_page import closing
from app.pages.rendering import page
from app.seats.seat_repository import Seat
from app.systems.flanders_fields.lookups import CLAUSES
from app.systems.flanders_fields.pages.battalion_record import carried_on_in
from app.systems.flanders_fields.report import Reported, reported
from app.systems.flanders_fields.screen_board import as_counted, latest, owed_in, rows, standing
from rules.flanders_fields.game.actions.shelters import uncounted
from rules.flanders_fields.game.dice_luck import Rolls
from rules.flanders_fields.game.report import PlayerTurn, SideEnd
from rules.flanders_fields.game.report_text import (
    EXPECTED_SAYS,
    ROLLS,
    came_words,
    dice_words,
    lost_words,
    luck_words,
    men_words,
    nothing_words,
    objective_words,
    points_words,
    verdict_words,
)
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import FACES
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# A closed game

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


# The report of a closed game


async def _view(request: Request, seat: Seat) -> Mapping[str, Any]:
    seen = await asyncio.wrap_future(keeper_of(request).games.view_soon(seat.game_id, seat.role))
    view: Mapping[str, Any] = msgspec.json.decode(seen.body)
    return view


async def after_action(game_id: str, request: Request, seat: Seat) -> HTMLResponse:
    """What a closed game came to. While it is played there is none, for any seat."""
    game = await asyncio.to_thread(reported, keeper_of(request), game_id)
    found = game.report
    names = {one.side: one.name for one in found.sides}
    forces = await asyncio.to_thread(_forces, request, game, game_id)
    context = {
        "title": game.title,
        "here": f"/games/{game_id}",
        "over": game,
        "date": month_words(found.date),
        "after_the_game": look_ups_of_view("/lookups/after-the-game", await _view(request, seat)),
        "sides": [{**_side(one), "forces": forces[one.side]} for one in found.sides],
        "turns": [_turn(one, names) for one in found.turns],
        "objectives": [objective_words(found, one) for one in found.objectives],
        "points": points_words(found),
        "decides": found.decides,
        "verdict": verdict_words(found),
        "revealed": [(one.name, found.revealed[one.side]) for one in found.sides if found.revealed[one.side]],
        "moments": found.moments,
        "after_the_die": found.after_the_die,
        "nothing": nothing_words(found),
        "faces": FACES,
        "expected_says": EXPECTED_SAYS,
        "clauses": CLAUSES,
    }
    return page("flanders_fields/report.html", context)


def _forces(request: Request, game: Reported, game_id: str) -> dict[Side, list[dict[str, Any]]]:
    """The forces of this device that each side may have been made from."""
    return {one.side: list(carried_on_in(request, one, game_id, game)) for one in game.report.sides}


def _turn(one: PlayerTurn, names: Mapping[Side, str]) -> dict[str, Any]:
    lost = {name: max(0, one.lost.get(side, 0)) for side, name in names.items()}
    return {"number": one.number, "side": names[one.side], "lost": lost, "moments": one.moments}


def _side(one: SideEnd) -> dict[str, Any]:
    return {
        "name": one.name,
        "killed": lost_words(one.cost),
        "men": men_words(one.casualties),
        "house": one.house,
        "battalions": one.battalions,
        "dice": one.dice,
        "fell": dice_words(one.dice),
        "rolls": [_rolls(each) for each in one.rolls],
    }


def _rolls(one: Rolls) -> dict[str, Any]:
    brought = [
        {"came": came_words(each, one.dice), "expected": f"{each.expected:.1f}", "luck": luck_words(each)}
        for each in one.tallies
    ]
    return {"name": ROLLS[one.roll], "thrown": one.dice.thrown, "mean": one.dice.mean, "brought": brought}
