"""The report of a game that is over: what its rule system shows of it, else what the core can tell of any."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.closed import NO_REPORT
from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.games.report import DiceFell, GameReport, reported
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.guard import seat_for
from app.seats.seat import Seat
from rules.kernel.dice import FACES
from rules.kernel.seats import Seating

router = APIRouter()


@router.get("/games/{game_id}/report")
async def after_action(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """What a closed game came to. While it is played there is none, for any seat."""
    games = keeper_of(request).games

    def system_of(one: OpenGame) -> str:
        return one.record.system

    plugin = plugins_of(request)[await asyncio.wrap_future(games.ask_soon(game_id, system_of))]
    if plugin.service.show_report is not None:
        return await plugin.service.show_report(game_id, request, seat)
    reports = plugin.service.reports
    if reports is None:
        raise Problem(NO_REPORT)
    found = await asyncio.to_thread(reported, keeper_of(request), game_id, plugin.game, reports)
    context = {
        "here": f"/games/{game_id}",
        "found": found,
        "book": plugin.title,
        "what": reports.what,
        "sides": [_side(found, side, plugin.info.seating) for side in _sides(found)],
        "faces": FACES,
    }
    return page("report.html", context)


def _sides(found: GameReport) -> Sequence[str]:
    return [*dict.fromkeys(one.side for one in found.strengths)]


def _side(found: GameReport, side: str, seating: Seating | None) -> Mapping[str, Any]:
    strengths = [one for one in found.strengths if one.side == side]
    word = seating.sides[side] if seating else side.capitalize()
    lost = sum(one.began - one.left for one in strengths)
    return {"key": side, "name": word, "lost": lost, "strengths": strengths, "dice": found.dice.get(side, DiceFell())}
