"""Routes of the report of a closed game: as JSON, and as a page."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel
from starlette.responses import HTMLResponse

from app.games.app_services import keeper_of
from app.games.open_game import OpenGame
from app.games.reports import NO_REPORT, DiceFell, GameReport, GameReported, OwnReport, report_form, reported
from app.http.bodies import disposition, file_name
from app.http.guards import GameId, seat_for
from app.http.openapi_fragments import documented
from app.http.problem_details import Problem
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.seat_repository import Seat
from app.system_service import service_of
from rules.kernel.dice import FACES
from rules.kernel.seats import Seating

TOLD: Final = (
    "What a closed game came to. It tells what each side kept to itself: while the game is played there is none, for\n"
    "any seat (409)."
)


def report_router(own: Sequence[OwnReport]) -> APIRouter:
    """Its address; some systems have a form of `own`, all others that of the core."""
    router = APIRouter(prefix="/api/v1/games", tags=["games"])
    shown: Any = reduce(or_, (one.shown for one in own), GameReported)

    @router.get(
        "/{game_id}/report",
        response_model=shown,
        description=TOLD,
        response_description="What the game came to",
        responses=documented(404, 409),
    )
    def report_of_game(
        game_id: GameId, request: Request, response: Response, seat: Annotated[Seat, Depends(seat_for)]
    ) -> BaseModel:
        """What a closed game came to, in the form of its system or in that of any."""
        keeper = keeper_of(request)
        record = keeper.games.log.read_game(game_id)
        plugin = plugins_of(request).get(record.system) if record else None
        form = report_form(service_of(plugin), lambda: plugin.game) if plugin else None
        if record is None or form is None:
            raise Problem(NO_REPORT)
        shown = form.of_kept(keeper, game_id)
        response.headers["Content-Disposition"] = disposition(file_name(record.title, "report", ending="json"))
        return shown

    return router


router = APIRouter()


@router.get("/games/{game_id}/report")
async def after_action(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """What a closed game came to. While it is played there is none, for any seat."""
    games = keeper_of(request).games

    def system_of(one: OpenGame) -> str:
        return one.record.system

    plugin = plugins_of(request)[await asyncio.wrap_future(games.ask_soon(game_id, system_of))]
    service = service_of(plugin)
    if service.show_report is not None:
        return await service.show_report(game_id, request, seat)
    if service.reports is None:
        raise Problem(NO_REPORT)
    found = await asyncio.to_thread(reported, keeper_of(request), game_id, plugin.game, service.reports)
    context = {
        "here": f"/games/{game_id}",
        "found": found,
        "book": plugin.title,
        "what": service.reports.what,
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
