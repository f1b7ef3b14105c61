"""Whether this process can do its work: asked by the container, by the proxy, and by whoever wonders."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as TooSlow
from pathlib import Path
from typing import Final, Literal

import structlog
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from app.games.problems import Problem, unhealthy
from app.games.service import GameService
from app.seats.guard import anyone

Check = Callable[[], str | None]

NOBODYS_GAME: Final = "health"  # ids of games are longer
PATIENCE_S: Final = 2.0
MIB: Final = 2**20
ROOM_MIB: Final = 16

log = structlog.get_logger(__name__)
router = APIRouter()


class Health(BaseModel):
    """Every part works."""

    status: Literal["ok"]
    checks: dict[str, str] = Field(description="the parts, by name")


@router.get("/health", tags=["service"], dependencies=[Depends(anyone)], response_description="Every part works")
def health(request: Request) -> Health:
    """Whether the database and the writer work. 503 if not: `checks` has a sentence for each part that fails."""
    checks: Mapping[str, Check] = request.app.state.checks
    found = {name: check() or "ok" for name, check in checks.items()}
    failing = {name: says for name, says in found.items() if says != "ok"}
    if failing:
        log.warning("unhealthy", **failing)
        raise Problem(unhealthy("; ".join(failing.values()), found))
    return Health(status="ok", checks=found)


def database_check(engine: Engine) -> Check:
    """Whether the database answers, and where it is a file, whether its disk takes more."""

    def check() -> str | None:
        try:
            with engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError as failed:
            return f"the database does not answer ({type(failed).__name__})"
        return _of_disk(engine.url.database or ".") if engine.dialect.name == "sqlite" else None

    return check


def _of_disk(path: str) -> str | None:
    try:
        disk = os.statvfs(Path(path).parent)
    except OSError as failed:
        return f"the disk of the database does not answer ({failed.strerror})"
    left = disk.f_bavail * disk.f_frsize
    if disk.f_flag & os.ST_RDONLY:
        return "the disk of the database can only be read: nothing more is kept on it"
    if left < ROOM_MIB * MIB:
        return f"the disk of the database is full: it has {left // MIB} MiB left, and {ROOM_MIB} are needed"
    return None


def writer_check(games: GameService) -> Check:
    """Whether the thread that owns the games takes a question and answers it, and what it writes is kept."""

    def check() -> str | None:
        try:
            failed = games.ask_soon(NOBODYS_GAME, lambda game: None).exception(PATIENCE_S)
        except TooSlow:
            return f"the writer has not answered for {PATIENCE_S:g} seconds"
        if failed and not isinstance(failed, Problem):
            return "the writer cannot read the database"
        return None if games.log.writing.works() else "the writer could not write a command down: is the disk full?"

    return check
