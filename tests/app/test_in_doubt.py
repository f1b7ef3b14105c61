"""A commit that fails may have happened: it is found out, and every repeat is told the same."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from app.games.routes import NewGame
from app.games.service import GameService
from app.http.problem_details import HttpAnswer
from app.storage.database import Database
from rules.kernel.seats import Role
from tests.app.conftest import roll

Commits = Callable[[Any], None]


class Commit:
    """A borrowed connection whose commit goes as it is told."""

    def __init__(self, borrowed: Any, commit: Commits) -> None:
        self._borrowed, self._commit = borrowed, commit

    def commit(self) -> None:
        self._commit(self._borrowed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._borrowed, name)


def commits(monkeypatch: pytest.MonkeyPatch, service: GameService, commit: Commits) -> None:
    writing = service.log.writing
    borrow = writing._connection

    @contextmanager
    def borrowed() -> Iterator[Commit]:
        with borrow() as connection:
            yield Commit(connection, commit)

    monkeypatch.setattr(writing, "_connection", borrowed)


@pytest.fixture
def failed(database: Database) -> Callable[[], Exception]:
    """What the driver raises when a commit comes back with an error, or not at all."""
    driver = database.engine.dialect.loaded_dbapi
    return lambda: driver.OperationalError("disk I/O error, or the line is gone")


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not holds() and time.monotonic() < until:
        time.sleep(0.001)
    assert holds()


def four_taps(service: GameService, game: NewGame) -> list[HttpAnswer]:
    taps = [service.submit_soon(game.host, roll("tapped", 1, 5)) for _ in range(4)]
    return [tap.result(20) for tap in taps]


def test_what_was_written_before_the_line_went_is_found_and_answered(
    service: GameService, game: NewGame, monkeypatch: pytest.MonkeyPatch, failed: Callable[[], Exception]
) -> None:
    def goes_after(borrowed: Any) -> None:
        borrowed.commit()
        raise failed()

    with monkeypatch.context() as line:
        commits(line, service, goes_after)
        taps = four_taps(service, game)
    taps += four_taps(service, game)
    assert {(tap.status, tap.body) for tap in taps} == {(200, taps[0].body)}
    assert service.view(game.host.game_id, Role.REFEREE).number == 2


def test_a_commit_that_comes_back_with_an_error_is_tried_once_more(
    service: GameService, game: NewGame, monkeypatch: pytest.MonkeyPatch, failed: Callable[[], Exception]
) -> None:
    tries: list[str] = []

    def fails_once(borrowed: Any) -> None:
        tries.append("commit")
        if len(tries) == 1:
            borrowed.rollback()
            raise failed()
        borrowed.commit()

    commits(monkeypatch, service, fails_once)
    taps = four_taps(service, game)
    assert {(tap.status, tap.body) for tap in taps} == {(200, taps[0].body)}
    assert service.view(game.host.game_id, Role.REFEREE).number == 2


def test_while_no_commit_succeeds_it_may_have_happened_and_what_was_done_before_is_told_as_before(
    service: GameService, game: NewGame, monkeypatch: pytest.MonkeyPatch, failed: Callable[[], Exception]
) -> None:
    first = service.submit(game.host, roll("first", 1, 3))

    def fails(borrowed: Any) -> None:
        borrowed.rollback()
        raise failed()

    with monkeypatch.context() as disk:
        commits(disk, service, fails)
        with service._pen:
            # The writer waits with this for the pen, and finds all the others together when it comes back.
            service.view_soon(game.host.game_id, Role.REFEREE)
            wait_until(service._queue.empty)
            new = service.submit_soon(game.host, roll("new", 2, 4))
            again = service.submit_soon(game.host, roll("first", 1, 3))
            other = service.submit_soon(game.host, roll("first", 1, 6))
        assert again.result(20) == first
        assert other.result(20).status == 422
        told = msgspec.json.decode(new.result(20).body)
        assert (told["status"], told["type"]) == (507, "/problems/in-doubt")
        assert "may have happened" in told["detail"]
        assert service.view(game.host.game_id, Role.REFEREE).number == 2
    done = service.submit(game.host, roll("new", 2, 4))
    assert done.status == 200
    assert service.submit(game.host, roll("new", 2, 4)) == done
    assert service.view(game.host.game_id, Role.REFEREE).number == 3


def test_a_file_that_takes_something_else_in_its_place_has_not_taken_what_failed(
    service: GameService, game: NewGame, monkeypatch: pytest.MonkeyPatch, failed: Callable[[], Exception]
) -> None:
    """Only a file: there it is settled by what was made durable since. A server has to be asked again."""

    def takes_little(borrowed: Any) -> None:
        rows = borrowed.cursor().execute("SELECT count(*) FROM events").fetchone()[0]
        if rows > 1:
            borrowed.rollback()
            raise failed()
        borrowed.commit()

    commits(monkeypatch, service, takes_little)
    told = msgspec.json.decode(service.submit(game.host, roll("new", 1, 4)).body)
    expected = "/problems/in-doubt" if service._shared else "/problems/not-written"
    assert (told["status"], told["type"]) == (507, expected)
