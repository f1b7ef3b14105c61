"""Whether this process can do its work: asked by the container, by the proxy, and by whoever wonders."""

from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as TooSlow
from typing import Final, Literal

import structlog
from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from app.games.problems import Problem
from app.games.service import GameService
from app.seats.guard import anyone

Check = Callable[[], str | None]

NOBODYS_GAME: Final = "health"  # ids of games are longer
PATIENCE_S: Final = 2.0

log = structlog.get_logger(__name__)
router = APIRouter()


class Health(BaseModel):
    """`ok`, or `failing` with a sentence for each part that fails; parts that work say `ok`."""

    status: Literal["ok", "failing"]
    checks: dict[str, str]


@router.get(
    "/health",
    tags=["service"],
    dependencies=[Depends(anyone)],
    responses={503: {"model": Health, "description": "A part does not work"}},
)
def health(request: Request, response: Response) -> Health:
    """Whether the database and the writer work. 503 if not."""
    checks: Mapping[str, Check] = request.app.state.checks
    found = {name: check() or "ok" for name, check in checks.items()}
    failing = {name: says for name, says in found.items() if says != "ok"}
    if failing:
        log.warning("unhealthy", **failing)
        response.status_code = 503
    return Health(status="failing" if failing else "ok", checks=found)


def database_check(engine: Engine) -> Check:
    """Whether the database answers."""

    def check() -> str | None:
        try:
            with engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError as failed:
            return f"the database does not answer ({type(failed).__name__})"
        return None

    return check


def writer_check(games: GameService) -> Check:
    """Whether the thread that owns the games takes a question and answers it."""

    def check() -> str | None:
        try:
            failed = games.ask_soon(NOBODYS_GAME, lambda game: None).exception(PATIENCE_S)
        except TooSlow:
            return f"the writer has not answered for {PATIENCE_S:g} seconds"
        return None if failed is None or isinstance(failed, Problem) else "the writer cannot read the database"

    return check
