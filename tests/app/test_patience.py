"""Connections that keep quiet, dawdle or never read: they are closed, and keep nobody else out."""

import contextlib
import resource
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from app.http.connection_limits import FOR_OTHERS, Connections, Patience, PatientProtocol, as_many_as_there_are_files
from app.http.server import patience_of
from app.settings import Settings
from tests.torture.abuse import abuse
from tests.torture.crowd import crowd
from tests.torture.served import MONS_GAME, Server, open_game, real_service, serving

HEAD_S: Final = 2
MOST: Final = 120
BEGUN: Final = (
    "POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {base}\r\nContent-Type: application/json\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    url = f"sqlite:///{tmp_path_factory.mktemp('kept') / 'games.db'}"
    short: dict[str, Any] = {
        "head_seconds": str(HEAD_S),
        "body_seconds": str(HEAD_S),
        "most_connections": str(MOST),
        "heartbeat_seconds": "2",
    }
    with serving(url, partial(real_service, **short)) as made:
        yield made


@contextlib.contextmanager
def connected(server: Server, said: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(said)
        yield line


def closed_after(line: socket.socket, dawdle: Callable[[], None] = lambda: None) -> float:
    """The seconds until the other end closes it; meanwhile something is done every tenth of one."""
    began = time.monotonic()
    line.settimeout(0.1)
    while time.monotonic() - began < 30:
        try:
            if not line.recv(65_536):
                return time.monotonic() - began
        except TimeoutError:
            with contextlib.suppress(OSError):
                dawdle()
        except OSError:
            return time.monotonic() - began
    pytest.fail("it was never closed")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"], ids=["nothing", "half a head"])
def test_who_asks_nothing_is_let_go(server: Server, said: bytes) -> None:
    # Its time runs from when it is let in, which is before this side has sent anything.
    began = time.monotonic()
    with connected(server, said) as line:
        closed_after(line)
        assert HEAD_S <= time.monotonic() - began <= HEAD_S + 15


def test_a_head_that_trickles_in_is_let_go(server: Server) -> None:
    with connected(server, b"GET / HTTP/1.1\r\n") as line:
        assert closed_after(line, lambda: line.sendall(b"X-A: b\r\n")) <= HEAD_S + 15


def test_a_second_head_that_never_ends_is_let_go(server: Server) -> None:
    """The server under us waits for it for ever once a letter of it has come."""
    with connected(server, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n") as line:
        assert line.recv(65_536).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /health HT")
        assert closed_after(line) <= HEAD_S + 15


def test_a_body_that_trickles_in_is_let_go_and_a_slow_one_is_not(server: Server) -> None:
    head = BEGUN.format(port=server.port, base=server.base).encode()
    with connected(server, head + b"Content-Length: 60000\r\n\r\n") as line:
        assert closed_after(line, lambda: line.sendall(b" ")) <= HEAD_S + 15
    with connected(server, head + b"Content-Length: 8000\r\n\r\n") as line:
        began = time.monotonic()
        for _ in range(40):
            line.sendall(b" " * 200)
            time.sleep(0.1)
        assert time.monotonic() - began > HEAD_S
        assert line.recv(65_536).startswith(b"HTTP/1.1 422")


def test_silent_connections_keep_nobody_out_and_a_stream_stays(server: Server) -> None:
    """Three times as many as are held at once; what plays goes on, and a page that listens hears of it.

    Meanwhile the page hears signs of life and heartbeats, which are sent past the framing of the server.
    """
    with server.client() as host:
        game = open_game(host, MONS_GAME)
        with host.stream("GET", f"/games/{game}/stream", timeout=60) as stream:
            lines = stream.iter_lines()
            next(lines)
            with crowd(server.port, 3 * MOST) as silent:
                assert silent.opened == 3 * MOST
                for _ in range(20):
                    with server.client(dict(host.cookies)) as device:
                        assert device.get(f"/api/v1/games/{game}").status_code == 200
                time.sleep(HEAD_S + 1)
                assert host.get(f"/api/v1/games/{game}").status_code == 200
            assert not stream.is_closed
            code = host.post(f"/api/v1/games/{game}/close", json={})
            assert code.status_code == 204, code.text
            heard = list(takewhile(lambda line: '"closed"' not in line, lines))
            assert "event: here" in heard
            assert heard.count("event: heartbeat") >= 2


@dataclass
class _Answer:
    """As much of an answer as sending a part of it looks at."""

    scope: dict[str, str]
    response_started: bool = True
    response_complete: bool = False
    disconnected: bool = False


class _Way:
    """A way out that keeps what was sent, and can be busy."""

    def __init__(self, is_busy: bool = False) -> None:
        self.sent, self.is_busy = list[bytes](), is_busy

    def write_alone(self, data: bytes) -> bool:
        self.sent += [] if self.is_busy else [data]
        return not self.is_busy


@pytest.mark.parametrize(
    ("version", "answer", "is_paused", "is_busy", "sent"),
    [
        ("1.1", {}, False, False, [b"d\r\nevent: here\n\n\r\n"]),
        ("1.0", {}, False, False, [b"event: here\n\n"]),
        ("1.1", {"response_started": False}, False, False, []),
        ("1.1", {"response_complete": True}, False, False, []),
        ("1.1", {"disconnected": True}, False, False, []),
        ("1.1", {}, True, False, []),
        ("1.1", {}, False, True, []),
    ],
)
def test_part_of_a_stream_is_framed_and_sent_only_where_nothing_waits(
    version: str, answer: dict[str, bool], is_paused: bool, is_busy: bool, sent: list[bytes]
) -> None:
    protocol: Any = PatientProtocol.__new__(PatientProtocol)
    protocol.flow, protocol._way_out = SimpleNamespace(write_paused=is_paused), _Way(is_busy)
    asked: Any = _Answer({"http_version": version}, **answer)
    assert protocol.send_part(asked, b"event: here\n\n") is bool(sent)
    assert protocol._way_out.sent == sent


class _Line:
    """As much of a connection as the room asks for."""

    def __init__(self, address: str = "a") -> None:
        self.address = address
        self.has_ended = False
        self.is_heard_soon = False

    def end(self) -> None:
        self.has_ended = True


def _room(**more: Any) -> tuple[Connections, Callable[..., Any]]:
    room = Connections(Patience(**more))
    return room, lambda address="a": _Line(address)


def test_the_one_that_has_waited_longest_makes_room_and_nobody_who_is_being_answered() -> None:
    room, line = _room(most=3)
    asked, first, second, third = (line() for _ in range(4))
    assert all(room.let_in(one) for one in (asked, first, second))
    room.waits(asked, is_waiting=False)
    assert room.let_in(third)
    assert [one.has_ended for one in (asked, first, second, third)] == [False, True, False, False]
    for one in (second, third):
        room.waits(one, is_waiting=False)
    assert not room.let_in(line())
    assert len(room) == 3


def test_who_has_asked_and_was_not_heard_yet_makes_no_room() -> None:
    """Of many who come at once all are let in before one of them is heard."""
    room, line = _room(most=2)
    spoken, silent = line(), line()
    spoken.is_heard_soon = True
    assert room.let_in(spoken)
    assert room.let_in(silent)
    assert room.let_in(line())
    assert (spoken.has_ended, silent.has_ended) == (False, True)


def test_an_address_has_its_share_and_a_proxy_has_none() -> None:
    room, line = _room(most=10, most_of_one=2, proxies=("p",))
    held = [line("a"), line("a")]
    assert all(room.let_in(one) for one in held)
    assert room.let_in(line("a"))
    assert held[0].has_ended
    assert all(room.let_in(line("p")) for _ in range(6))
    assert len(room) == 8


def test_an_address_whose_every_line_is_busy_waits() -> None:
    room, line = _room(most=10, most_of_one=2)
    for _ in range(2):
        busy = line("a")
        assert room.let_in(busy)
        room.waits(busy, is_waiting=False)
    assert not room.let_in(line("a"))
    assert room.let_in(line("b"))


def test_there_are_no_more_connections_than_files() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    hard = before[1] if before[1] != resource.RLIM_INFINITY else 1_000_000
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(600, hard), before[1]))
        assert as_many_as_there_are_files(100) == 100
        wanted = min(700, hard - FOR_OTHERS)
        assert as_many_as_there_are_files(wanted) == wanted
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= wanted + FOR_OTHERS
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_proxies_of_the_settings_are_those_not_counted() -> None:
    proxies = patience_of(Settings(trusted_proxies="10.0.0.1, 10.0.1.0/24")).proxies
    assert [one in proxies for one in ("10.0.0.1", "10.0.1.7", "10.0.0.2")] == [True, True, False]


def test_who_only_takes_up_room_keeps_nobody_out(tmp_path: Path) -> None:
    report = abuse(f"sqlite:///{tmp_path / 'games.db'}", 40, is_timed=False)
    assert report.lost == []
    assert report.tried["commands meanwhile"] >= 40
