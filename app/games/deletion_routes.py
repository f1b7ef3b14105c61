"""Deleting a game as JSON: ask, agree, decline, restore."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from app.documented import documented
from app.games.deletions import Deletion
from app.games.keeper import Keeper, keeper_of
from app.games.problems import Problem, problem
from app.seats.guard import host_for, host_of_deleted, player_for
from app.seats.seat import Seat
from app.shown_as import SMALL, Decided
from rules.kernel.seats import Role

router = APIRouter(prefix="/api/v1/games/{game_id}", tags=["games"])


class DeletionResponse(BaseModel):
    """How far the deletion of a game has come. Times are ISO 8601, UTC."""

    is_deleted: bool = Field(description="whether every side has agreed and the game is deleted")
    waiting_for: list[Role] = Field(description="the seated sides that have not agreed yet")
    restorable_until: str | None = Field(description="until when the host can restore it; null while it is not deleted")


@router.post(
    "/deletion",
    max_body_size=SMALL,
    response_description="The game is deleted, or the other sides are asked",
    responses=documented(507),
)
def request_deletion(_: Decided, request: Request, seat: Annotated[Seat, Depends(host_for)]) -> DeletionResponse:
    """Delete a closed game at once, and an open one when each seated side has agreed. Only the host."""
    keeper = keeper_of(request)
    record = keeper.games.log.read_game(seat.game_id)
    return _respond(keeper, keeper.deletions.ask(seat, is_closed=record is not None and record.closed_at is not None))


@router.post(
    "/deletion/agree",
    max_body_size=SMALL,
    response_description="The game is deleted, or other sides are still asked",
    responses=documented(409, 507),
)
def agree_to_deletion(_: Decided, request: Request, seat: Annotated[Seat, Depends(player_for)]) -> DeletionResponse:
    """Agree for this seat's side that the game is deleted. The last side to agree deletes it."""
    keeper = keeper_of(request)
    deletion = keeper.deletions.agree(seat)
    if deletion is None:
        detail = "nobody has asked to delete this game, or the request was withdrawn"
        raise Problem(problem(409, "no-deletion", "No request to delete", detail, instead="ask the host"))
    return _respond(keeper, deletion)


@router.post(
    "/deletion/decline",
    status_code=204,
    max_body_size=SMALL,
    response_description="The game stays",
    responses=documented(507),
)
def decline_deletion(_: Decided, request: Request, seat: Annotated[Seat, Depends(player_for)]) -> None:
    """Decline the request to delete the game, or withdraw it as the host. The host can ask again."""
    keeper = keeper_of(request)
    keeper.deletions.withdraw(seat.game_id)
    keeper.hub.notify(seat.game_id)


@router.post(
    "/restore",
    status_code=204,
    max_body_size=SMALL,
    response_description="The game is there again, with all its seats",
    responses=documented(409, 507),
)
def restore_game(_: Decided, request: Request, seat: Annotated[Seat, Depends(host_of_deleted)]) -> None:
    """Restore a deleted game within seven days. Only the host."""
    if not keeper_of(request).deletions.restore(seat.game_id):
        detail = "this game is not deleted, or was deleted more than seven days ago"
        raise Problem(problem(409, "not-restorable", "Nothing to restore", detail, instead="look on the start page"))


def _respond(keeper: Keeper, deletion: Deletion) -> DeletionResponse:
    if deletion.deleted_at is None:
        keeper.hub.notify(deletion.game_id)
    else:
        keeper.hub.end_game(deletion.game_id)
        keeper.deletions.purge()
    waiting_for = [] if deletion.deleted_at else sorted(keeper.deletions.waiting_for(deletion))
    return DeletionResponse(
        is_deleted=deletion.deleted_at is not None,
        waiting_for=waiting_for,
        restorable_until=deletion.restorable_until,
    )
