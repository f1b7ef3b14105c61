"""The report of a closed game as JSON."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from app.documented import documented
from app.games.keeper import keeper_of
from app.seats.guard import GameId, seat_for
from app.seats.seat import Seat
from app.systems.flanders_fields.report_shown import ReportShown, report_shown
from app.systems.flanders_fields.reported import reported

router = APIRouter(prefix="/api/v1/games", tags=["games"])


@router.get(
    "/{game_id}/report",
    response_description="What the game came to",
    responses=documented(404, 409),
)
def report_of_game(game_id: GameId, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> ReportShown:
    """What a closed game came to. It tells what each side kept to itself: while the game is played there is none, for
    any seat (409).
    """
    return report_shown(reported(keeper_of(request), game_id))
