"""A real server with streams open is told to stop, and is out in time; what it acknowledged is there afterwards."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import pytest
from sqlalchemy import create_engine

from app.games.service import GameService
from app.http.problem_details import Problem
from app.live.hub import GameHub
from app.storage.maintenance import read_service
from rules.kernel.seats import Role
from tests.torture.nursery import Born, nursery_for
from tests.torture.stops import stop
from tests.unhurried import PATIENCE_S, STOPS_WITHIN_S

pytestmark = pytest.mark.evening

ROOT: Final = Path(__file__).resolve().parents[2]
STREAMS: Final = 20
BEGIN: Final = {
    "system": "flanders-fields",
    "title": "Mons",
    "command": {"kind": "create_game", "scenario": "mons-1914"},
}


@dataclass(frozen=True)
class Started:
    """`beatenzone serve` in a process of its own, and what it says."""

    process: subprocess.Popen[bytes] | Born
    says: IO[str]
    database: str

    def last_words(self) -> tuple[int, str]:
        """How it ended and all that it said, once it has ended."""
        return self.process.wait(60), self.says.read()


@contextmanager
def started(folder: Path, *arguments: str, anew: bool = False) -> Iterator[Started]:
    """The service on a database of its own; `anew` as anybody would start it."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("BEATENZONE_")},
        "BEATENZONE_DATABASE_URL": f"sqlite:///{folder / 'games.db'}",
        "BEATENZONE_HOST": "127.0.0.1",
        "BEATENZONE_LOG_FORMAT": "human",
        "PYTHONUNBUFFERED": "1",
    }
    command = ("-m", "app", "serve", *arguments)
    nursery = None if anew else nursery_for(environment, str(ROOT))
    heard, said = os.pipe()
    with open(said, "w") as out, open(heard) as says:
        process: subprocess.Popen[bytes] | Born
        if nursery is not None:
            process = nursery.born(command, environment, out, aloud=True)
        else:
            process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment, stdout=out, stderr=out)
        out.close()
        try:
            yield Started(process, says, environment["BEATENZONE_DATABASE_URL"])
        finally:
            process.kill()
            process.wait()


def port_of(says: Iterable[str]) -> int:
    """The port the server says it listens on."""
    seen = []
    for line in says:
        seen.append(line)
        if "On this machine" in line:
            return int(line.rstrip("/\n").rpartition(":")[2])
    raise AssertionError("the server did not start:\n" + "".join(seen))


def asked(port: int, method: str, path: str, cookie: str = "", body: object = None) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json", "Cookie": cookie}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    return connection.getresponse()


def opened_game(port: int) -> tuple[str, str]:
    """A game and its host's cookie."""
    answer = asked(port, "POST", "/api/v1/games", body=BEGIN)
    told = answer.read()
    assert answer.status == 201, told
    return json.loads(told)["game_id"], (answer.getheader("Set-Cookie") or "").partition(";")[0]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_with_open_streams_is_out_in_time(tmp_path: Path, how: signal.Signals) -> None:
    with started(tmp_path, "--port", "0", anew=True) as server:
        port = port_of(server.says)
        game, cookie = opened_game(port)
        streams = [asked(port, "GET", f"/games/{game}/stream", cookie) for _ in range(STREAMS)]
        assert all(stream.readline().startswith(b"retry:") for stream in streams)
        told_at = time.monotonic()
        server.process.send_signal(how)
        server.process.wait(STOPS_WITHIN_S)
        assert time.monotonic() - told_at < STOPS_WITHIN_S
        # Each stream came to its end, and was not torn off.
        assert all(stream.read() is not None for stream in streams)
    with started(tmp_path, "--port", "0") as server:
        port = port_of(server.says)
        assert asked(port, "GET", f"/api/v1/games/{game}", cookie).status == 200
        engine = create_engine(server.database)
        noted = read_service(engine)
        engine.dispose()
        assert noted is not None
        assert noted.port == port, "the port on which it listens, not the one of the settings"


def test_what_is_on_its_way_is_done_and_answered_or_neither_and_pages_come_back(url: str) -> None:
    report = stop(url, stops=1, limit_s=STOPS_WITHIN_S)
    assert report.lost == []
    assert report.tried["streams"] >= 100
    assert report.tried["acknowledged"] > 0
    assert report.tried["came in"] > 0


def test_a_signal_that_finds_a_page_just_coming_in_waits_for_nobody() -> None:
    """The handler runs in the midst of whatever its own thread does: a lock held there would be held for ever."""
    hub = GameHub()
    ended: list[None] = []

    def end() -> None:
        hub.end()
        ended.append(None)

    with hub._lock:
        ending = threading.Thread(target=end, daemon=True)
        ending.start()
        ending.join(PATIENCE_S)
        assert ended


def test_behind_the_last_task_of_the_writer_nobody_waits_for_ever(service: GameService) -> None:
    service.stop()
    with pytest.raises(Problem, match="stopping"):
        service.view_soon("any", Role.REFEREE).result(PATIENCE_S)


def test_a_port_that_is_taken_is_told_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        with started(tmp_path, "--port", port) as server:
            code, told = server.last_words()
    assert code == 2
    assert "is Beaten Zone running already?" in told
    assert "Traceback" not in told


def test_a_database_in_use_is_told_without_a_traceback(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0") as first:
        port_of(first.says)
        with started(tmp_path, "--port", "0") as second:
            code, told = second.last_words()
    assert code == 2
    assert "another Beaten Zone is using games.db" in told
    assert "Traceback" not in told


def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be")
    with started(tmp_path / "taken", "--port", "0") as server:
        code, told = server.last_words()
    assert code == 2
    assert "give Beaten Zone a folder that it may write to" in told
    assert "Traceback" not in told


def test_of_two_that_start_at_once_on_one_file_one_serves_and_the_other_says_so(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0") as first, started(tmp_path, "--port", "0") as second:
        waiting = [first, second]
        until = time.monotonic() + 120
        while time.monotonic() < until and not (gone := [one for one in waiting if one.process.poll() is not None]):
            time.sleep(0.05)
        (other,) = gone
        code, told = other.last_words()
        assert code == 2
        assert "another Beaten Zone is using games.db" in told
        assert "Traceback" not in told
        port_of(next(one for one in waiting if one is not other).says)
