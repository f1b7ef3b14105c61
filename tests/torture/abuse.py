"""S11: connections that ask nothing, dawdle or never read, long bodies, games by the dozen; a table plays on."""

import asyncio
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.torture.crowd import Crowd, crowd
from tests.torture.guesses import Tablets, guest_from, p99
from tests.torture.report import Report
from tests.torture.served import MONS_GAME, Server, open_game, real_service, serving

SLOW: Final = 200
NEW_GAMES: Final = 60
SLOWER: Final = 3.0
ENOUGH: Final = 300
MORE_KIB: Final = 256 * 1024
"""How much larger the service may grow: what a thousand streams and as many connections take."""
STRANGER: Final = "127.0.0.9"
TOO_LONG: Final = 10 * 1024 * 1024


def abuse(url: str, silent: int, is_timed: bool = True) -> Report:
    """So many connections that say nothing, as many streams that nobody reads, and the rest of it.

    `is_timed`: the honest tablet's times are held to the number too, where there are enough of them.
    """
    report = Report()
    with serving(url, lambda *where: real_service(*where, new_games_per_minute=str(NEW_GAMES))) as server:
        table = asyncio.run(_played(report, server, silent))
    report.count("commands meanwhile", len(table.attacked))
    report.expect(not table.failed, f"{table.failed} commands of the honest tablet failed")
    ratio = p99(table.attacked) / p99(table.quiet)
    is_held = is_timed and len(table.attacked) >= ENOUGH
    report.expect(ratio <= SLOWER or not is_held, f"the honest tablet waited {ratio:.2f} times as long")
    report.measured = f"the honest tablet's p99 {ratio:.2f} of its quiet one, {report.measured}"
    return report


async def _played(report: Report, server: Server, silent: int) -> Tablets:
    """A while in quiet, then a while under it."""
    table, rounds = Tablets(server.port), max(60, silent // 2)
    for _ in range(10):
        await table.play([])
    for _ in range(rounds):
        await table.play(table.quiet)
    before = _memory_kib(server)
    with ExitStack() as held:
        streams = await asyncio.to_thread(_all_of_it, report, server, silent, held)
        for _ in range(rounds):
            await table.play(table.attacked)
        more = _memory_kib(server) - before
        await asyncio.to_thread(_abused_by_requests, report, server)
        report.count("streams still open", streams.opened - streams.gone())
    report.expect(report.tried["streams still open"] == silent, "a stream was closed although its seat is good")
    report.expect(more <= MORE_KIB, f"the service grew by {more:,} KiB")
    report.measured = f"{more / 1024:.0f} MiB more in use"
    return table


def _all_of_it(report: Report, server: Server, silent: int, held: ExitStack) -> Crowd:
    """Everything that only takes up room, until `held` lets it go; gives the streams."""
    with server.client() as host:
        game = open_game(host, MONS_GAME)
        cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    asked = f"GET /games/{game}/stream HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n\r\n"
    streams = held.enter_context(crowd(server.port, silent, asked.encode()))
    report.count("streams that nobody reads", streams.opened)
    report.count("silent connections", held.enter_context(crowd(server.port, silent)).opened)
    head = f"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 4000\r\n"
    begun = f"{head}Origin: {server.base}\r\nContent-Type: application/json\r\n\r\n".encode()
    slow = held.enter_context(crowd(server.port, SLOW, begun))
    report.count("slow senders", slow.opened)
    held.enter_context(_dawdling(slow))
    return streams


@contextmanager
def _dawdling(slow: Crowd) -> Iterator[None]:
    """A letter a second on each line."""
    over = threading.Event()

    def send() -> None:
        while not over.wait(1):
            for line in slow.lines:
                with suppress(OSError):
                    line.send(b" ")

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _abused_by_requests(report: Report, server: Server) -> None:
    """Bodies of ten MiB, told and untold; games by the dozen from one address."""
    with guest_from(server, STRANGER) as stranger:
        told, began = Counter[int](), time.monotonic()
        for _ in range(2 * NEW_GAMES):
            told[stranger.post("/api/v1/games", json=MONS_GAME).status_code] += 1
        report.count("games refused to one address", told[429])
        # Each second that passes lets another one in.
        allowed = NEW_GAMES + (time.monotonic() - began) * NEW_GAMES / 60 + 1
        report.expect(NEW_GAMES <= told[201] <= allowed, f"games were answered {dict(told)}")
        report.expect(told[201] + told[429] == 2 * NEW_GAMES, f"games were answered {dict(told)}")
    for is_told in (True, False):
        answered = _too_long(server, is_told=is_told)
        report.count("bodies too long")
        report.expect(answered == 413, f"ten MiB were answered {answered}")


def _too_long(server: Server, *, is_told: bool) -> int:
    """The status that ten MiB for a table are answered with, sent for as long as somebody takes them."""
    told = f"Content-Length: {TOO_LONG}" if is_told else "Transfer-Encoding: chunked"
    head = f"POST /api/v1/tables/import HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(f"{head}Content-Type: application/json\r\n{told}\r\n\r\n".encode())
        if not is_told:
            began = time.monotonic()
            with suppress(OSError):
                for _ in range(TOO_LONG // 65_536):
                    line.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")
                    if time.monotonic() - began > 20:
                        break
        with suppress(OSError):
            return int(line.recv(65_536).split(b" ")[1])
    return 0


def _memory_kib(server: Server) -> int:
    told = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(next(line for line in told.splitlines() if line.startswith("VmRSS")).split()[1])
