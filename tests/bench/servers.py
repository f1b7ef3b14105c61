"""Servers in processes of their own, and a client that costs little."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from app.settings import variable
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.seats import Role
from tests.app.test_graceful_stop import ROOT, port_of
from tests.bench.evening import CREATE
from tests.unlimited import STREAMS, UNLIMITED

LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
COOKIE: Final = re.compile(rb"set-cookie: ([^;]+)", re.IGNORECASE)
EMPTY: Final = """
import uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.post("/")
async def nothing(): return {}
"""
BARE_STREAM: Final = """
import asyncio
import uvicorn
TOLD = b"retry: 1000\\n\\nid: 01234567:150\\ndata: {\\"number\\":150,\\"said\\":[]}\\n\\n"
TOLD += b"event: heartbeat\\ndata: {\\"number\\":150,\\"hash\\":\\"0123456789abcdef\\",\\"every_s\\":15.0}\\n\\n"
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8")]
async def app(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": TOLD, "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
"""
SERVED: Final = """
config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, access_log=False)
class Told(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print(f"On this machine http://x:{self.servers[0].sockets[0].getsockname()[1]}/", flush=True)
Told(config).run()
"""


@dataclass(frozen=True, slots=True)
class Served:
    """A server that answers: its port, the id of its process, and the file it keeps its games in."""

    port: int
    pid: int
    file: Path = Path()


@contextmanager
def empty_route() -> Iterator[int]:
    """A FastAPI application whose one route does nothing; gives its port."""
    with _running([sys.executable, "-c", EMPTY + SERVED], {}) as served:
        yield served.port


@contextmanager
def bare_stream() -> Iterator[int]:
    """An application which sends whoever asks the two messages that a page is told when it comes; gives its port."""
    with _running([sys.executable, "-c", BARE_STREAM + SERVED], {}) as served:
        yield served.port


@contextmanager
def table() -> Iterator[int]:
    """The service as it is started by hand, on an empty database; gives its port."""
    with serving() as served:
        yield served.port


@contextmanager
def serving(*module: str) -> Iterator[Served]:
    """The same; gives its process too. `module`: what to run in place of the service, with its first arguments."""
    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        file = Path(folder) / "games.db"
        settings = {
            "BEATENZONE_DATABASE_URL": f"sqlite:///{file}",
            "BEATENZONE_HOST": "127.0.0.1",
            "BEATENZONE_LOG_FORMAT": "human",
            "BEATENZONE_LOG_LEVEL": "warning",
            "BEATENZONE_NEW_GAMES_PER_MINUTE": "1000",
            # All the tablets of a measurement have one address, and some of them one seat.
            **{variable(name): str(amount) for name, amount in (UNLIMITED | STREAMS).items()},
        }
        started = [sys.executable, "-m", *(module or ("app",)), "serve", "--port", "0"]
        with _running(started, settings) as served:
            yield replace(served, file=file)


@contextmanager
def _running(command: list[str], settings: dict[str, str]) -> Iterator[Served]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BEATENZONE_")}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=kept | settings | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None, "it was started with a pipe"
    try:
        yield Served(port_of(process.stdout), process.pid)
    finally:
        process.kill()
        process.wait()


class Device:
    """A tablet's one connection; requests go out one after the other."""

    def __init__(self, port: int, cookie: bytes = b"") -> None:
        self._port = port
        self._cookie = cookie
        self._turn = asyncio.Lock()

    async def connect(self) -> None:
        """Open the connection."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def get(self, path: str) -> tuple[int, bytes, bytes]:
        """Ask for a page; gives the answer's status, its cookie and its body."""
        return await self._asked(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n", b"")

    async def post(self, path: str, body: bytes) -> tuple[int, bytes, bytes]:
        """Send a body; gives the answer's status, its cookie and its body."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nOrigin: http://127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        )
        return await self._asked(head, body)

    async def _asked(self, head: str, body: bytes) -> tuple[int, bytes, bytes]:
        request = head.encode() + b"Cookie: " + self._cookie + b"\r\n\r\n" + body
        async with self._turn:
            try:
                answer, told = await self._exchange(request)
            except (ConnectionError, asyncio.IncompleteReadError):
                # A server closes a connection on which nothing came for a while. A browser then opens another and sends
                # again; a command sent twice happens once.
                await self.connect()
                answer, told = await self._exchange(request)
        cookie = COOKIE.search(answer)
        return int(answer[9:12]), cookie[1] if cookie else b"", told

    async def _exchange(self, request: bytes) -> tuple[bytes, bytes]:
        self._writer.write(request)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(answer)
        return answer, await self._reader.readexactly(int(length[1])) if length else b""

    def leave(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def follow(self, path: str) -> None:
        """Listen to a stream until the connection ends, as a page does."""
        asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: ".encode()
        self._writer.write(asked + self._cookie + b"\r\n\r\n")
        while await self._reader.read(65_536):
            pass


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game on a server, and the cookie of each side's device."""

    path: str
    cookies: Mapping[Role, bytes]


async def sit_down(port: int) -> Sitting:
    """Open a game of Mons, the host as the attacker, and seat the defender by a typed code."""
    host = Device(port)
    await host.connect()
    wanted = {"system": "flanders-fields", "title": "Mons", "command": CREATE, "role": "attacker"}
    status, cookie, told = await host.post("/api/v1/games", msgspec.json.encode(wanted))
    assert status == 201, told
    game = msgspec.json.decode(told)["game_id"]
    asking, guest = Device(port, cookie), Device(port)
    await asking.connect()
    await guest.connect()
    invited = await asking.post(f"/api/v1/games/{game}/invitations", b'{"role":"defender","kind":"typed"}')
    code = msgspec.json.decode(invited[2])["code"]
    status, joined, told = await guest.post("/api/v1/join", msgspec.json.encode({"code": code, "name": "Guest"}))
    assert status == 201, told
    return Sitting(f"/games/{game}", {ATTACKER: cookie, DEFENDER: joined})
