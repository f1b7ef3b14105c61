"""A command that comes alone is judged and written where it arrives; every other waits for the writer."""

import asyncio
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.games.json_codec import Envelope
from app.games.routes import NewGame
from app.games.service import Desk, GameService, Pace
from app.http.problem_details import HttpAnswer
from app.storage.database import OneConnection, migrate, open_database
from app.storage.event_log import Staged
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.seats import Role
from tests.app.conftest import at, begin, forget_games, roll
from tests.app.toy import TOY, Toy


def be_quick(service: GameService) -> None:
    """As if the last rounds had taken no time, however busy the machine that runs the tests is."""
    service._pace._usual_s = 0.0


class Table:
    """A service on a file, with a game at which somebody has been playing for a while."""

    def __init__(self, folder: Path) -> None:
        self.database = open_database(f"sqlite:///{folder / 'games.db'}")
        migrate(self.database.engine)
        self.service = GameService(self.database, {"toy": TOY})
        self.service.start()
        self.game: NewGame = begin(self.service)
        self.number = 1

    def next(self, face: int = 3) -> tuple[str, int, int]:
        self.number += 1
        return f"c{self.number}", self.number - 1, face

    def play(self, times: int = 3) -> None:
        for _ in range(times):
            assert self.service.submit(self.game.host, roll(*self.next())).status == 200

    def play_on_a_quick_disk(self) -> None:
        self.play()
        be_quick(self.service)

    def at_once(self) -> HttpAnswer | None:
        answer = self.service.submit_at_once(self.game.host, roll(*self.next()))
        if answer is None:
            self.number -= 1
        return answer

    def pool(self) -> OneConnection:
        pool = self.database.engine.pool
        assert isinstance(pool, OneConnection)
        return pool


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.service.stop()
    made.database.close()


@contextmanager
def writing(service: GameService, game: NewGame) -> Iterator[None]:
    """The writer has the pen, and keeps it."""
    gate, taken = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        taken.set()
        gate.wait(10)

    asked = service.ask_soon(game.host.game_id, wait)
    taken.wait(10)
    yield
    gate.set()
    asked.result(10)


def test_at_first_nothing_is_known_of_the_disk(table: Table) -> None:
    assert table.at_once() is None


def test_a_command_that_comes_alone_is_on_the_disk_when_it_is_answered(table: Table) -> None:
    table.play_on_a_quick_disk()
    answer = table.at_once()
    assert answer
    assert answer.status == 200
    kept = table.service.log.answer_to(table.game.host.game_id, f"c{table.number}")
    assert kept
    assert kept.answer == answer.body
    assert table.service.view(table.game.host.game_id, Role.REFEREE).number == table.number


def test_sent_again_either_way_it_is_answered_alike(table: Table) -> None:
    table.play_on_a_quick_disk()
    sent = roll(*table.next())
    first = table.service.submit_at_once(table.game.host, sent)
    assert first == table.service.submit(table.game.host, sent) == table.service.submit_at_once(table.game.host, sent)


def test_it_waits_for_nobody_who_is_writing(table: Table) -> None:
    table.play_on_a_quick_disk()
    with writing(table.service, table.game):
        assert table.at_once() is None
    be_quick(table.service)
    assert table.at_once()


def test_it_waits_for_nobody_who_is_reading(table: Table) -> None:
    table.play_on_a_quick_disk()
    with table.pool().direct():
        assert table.at_once() is None
    assert table.at_once()


def test_it_does_not_open_a_game(table: Table) -> None:
    table.play_on_a_quick_disk()
    forget_games(table.service)
    assert table.at_once() is None


def test_it_leaves_keeping_the_state_to_the_writer(table: Table) -> None:
    table.play_on_a_quick_disk()
    game = table.service._games.get(table.game.host.game_id)
    assert game
    game.kept_seq -= 512
    assert table.at_once() is None


class LongMemory(Toy):
    reaches_back: Collection[str] = ("undo",)


def test_it_does_not_read_the_past_of_a_game(table: Table) -> None:
    table.play(40)
    table.service.stop()
    again = GameService(table.database, {"toy": LongMemory()})
    again.start()
    host, number = table.game.host, table.number
    assert again.submit(host, roll("opens-it", number, 3)).status == 200
    be_quick(again)
    assert again.submit_at_once(host, Envelope("back", number + 1, {"kind": "undo", "seqs": [number]})) is None
    assert again.submit_at_once(host, roll("goes-on", number + 1, 3))
    again.stop()


def test_nothing_is_written_any_more_when_the_service_has_stopped(table: Table) -> None:
    table.play_on_a_quick_disk()
    table.service.stop()
    assert table.at_once() is None


def test_the_pace_is_that_of_the_last_rounds() -> None:
    seconds = iter([0.0, 0.001] * 60 + [0.0, 0.030] + [0.0, 0.040] + [0.0, 0.001] * 20)
    pace, is_quick = Pace(lambda: next(seconds)), list[bool]()
    for _ in range(82):
        with pace:
            pass
        is_quick.append(pace.is_quick)
    assert is_quick.index(True) > 8, "a service that has just started knows nothing of its disk"
    assert all(is_quick[50:61]), "one that takes long is no slow disk"
    assert not is_quick[61]
    assert is_quick[-1]


def test_a_slow_disk_keeps_no_event_loop_waiting(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play_on_a_quick_disk()
    append = table.service.log.append

    def slowly(staged: Staged) -> None:
        time.sleep(0.010)
        append(staged)

    monkeypatch.setattr(table.service.log, "append", slowly)
    table.play(20)
    assert table.at_once() is None
    monkeypatch.undo()
    table.play_on_a_quick_disk()
    assert table.at_once()


def test_a_database_with_other_writers_is_never_written_at_once(service: GameService, game: NewGame) -> None:
    be_quick(service)
    answer = service.submit_at_once(at(game, ATTACKER), roll("once", 1, 3))
    assert (answer is None) == service.log._shared


def test_what_comes_together_is_written_together(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play_on_a_quick_disk()
    append, wrote = table.service.log.append, list[str]()

    def noting(staged: Staged) -> None:
        wrote.append(threading.current_thread().name)
        append(staged)

    monkeypatch.setattr(table.service.log, "append", noting)
    desk = Desk(table.service)

    async def alone_then_together() -> list[HttpAnswer]:
        alone = await desk.hand_in(table.game.host, roll(*table.next()))
        rest = [table.next() for _ in range(20)]
        return [alone, *await asyncio.gather(*(desk.hand_in(table.game.host, roll(*one)) for one in rest))]

    assert [answer.status for answer in asyncio.run(alone_then_together())] == [200] * 21
    assert wrote[0] == threading.current_thread().name
    assert set(wrote[1:]) == {"writer"}
