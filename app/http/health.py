"""Health checks for the container, the proxy and the operator."""

import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Final, Literal

import structlog
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from app.games.service import GameService
from app.http.guards import anyone
from app.http.problem_details import DATABASE_LOCKED, Problem, unhealthy
from app.storage.database import LockedOut

Check = Callable[[], str | None]

NOBODYS_GAME: Final = "health"  # ids of games are longer
PATIENCE_S: Final = 1.5
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
    checks: Checks = request.app.state.checks
    results = checks.run()
    failing = {name: result for name, result in results.items() if result != "ok"}
    if failing:
        log.warning("unhealthy", **failing)
        raise Problem(unhealthy("; ".join(failing.values()), results))
    return Health(status="ok", checks=results)


class Checks:
    """The checks of a service. They run side by side, each in one thread at most, and have PATIENCE_S together."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = dict(checks)
        self._running: dict[str, Future[str | None]] = {}
        self._lock = threading.Lock()

    def run(self) -> dict[str, str]:
        """Return "ok" or the fault of each part, by name. A check that is still stuck is not started again."""
        with self._lock:
            for name, check in self._checks.items():
                if name not in self._running or self._running[name].done():
                    self._running[name] = _in_thread(check)
            running = dict(self._running)
        wait(running.values(), PATIENCE_S)
        return {name: _result(name, future) for name, future in running.items()}


def _in_thread(check: Check) -> Future[str | None]:
    future: Future[str | None] = Future()

    def run() -> None:
        try:
            future.set_result(check())
        except Exception as failed:
            future.set_exception(failed)

    threading.Thread(target=run, name="health", daemon=True).start()
    return future


def _result(name: str, future: Future[str | None]) -> str:
    return future.result() or "ok" if future.done() else f"the {name} has not answered for {PATIENCE_S:g} seconds"


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
        failed = games.ask_soon(NOBODYS_GAME, lambda game: None).exception()
        if failed and not isinstance(failed, Problem):
            return "the writer cannot read the database"
        failure = games.log.writing.failure()
        if isinstance(failure, LockedOut):
            return DATABASE_LOCKED
        return "the writer could not write a command down: is the disk full?" if failure else None

    return check
