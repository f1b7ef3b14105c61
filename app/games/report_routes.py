"""The report of a closed game as JSON."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel

from app.documented import documented
from app.games.closed import NO_REPORT
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.games.report_shown import GameReported, OwnReport, report_form
from app.plugins import plugins_of
from app.seats.guard import GameId, seat_for
from app.seats.seat import Seat

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
        # What names downloads is loaded with the first one, not with the service.
        from app.downloads import disposition, file_name

        keeper = keeper_of(request)
        record = keeper.games.log.read_game(game_id)
        plugin = plugins_of(request).get(record.system) if record else None
        form = report_form(plugin.service, lambda: plugin.game) if plugin else None
        if record is None or form is None:
            raise Problem(NO_REPORT)
        shown = form.of_kept(keeper, game_id)
        response.headers["Content-Disposition"] = disposition(file_name(record.title, "report", ending="json"))
        return shown

    return router
