"""R17: the server is told to stop while pages listen and commands are on their way, and starts again in its place."""

import asyncio
import itertools
import json
import random
import signal
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import httpx
import msgspec

from tests.torture.kills import Acknowledged, Kept, everything_is_there
from tests.torture.report import Report
from tests.torture.served import Server, free_port, joined, open_game, rolled, serving, toy_service

STREAMS: Final = 100
SENDERS: Final = 8
HALF_SENT: Final = 4
NEWCOMERS: Final = 104
AROUND_S: Final = 0.4
LIMIT_S: Final = 2.0
PATIENCE_S: Final = 30.0
JSON: Final = {"Content-Type": "application/json"}
ROLES: Final = ("attacker", "defender", "spectator", "referee")

Cookies = Mapping[str, str]


@dataclass
class Page:
    """What a browser's EventSource does: listen, and where the stream ends, come again with the newest id."""

    client: httpx.AsyncClient
    game: str
    report: Report
    told: int = -1
    last_id: str = ""
    retry_s: float = 3.0

    async def listen(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._listen_once()
            except (httpx.ReadError, httpx.RemoteProtocolError) as torn:
                self.report.lost.append(f"a stream was torn off instead of ended: {torn!r}")
            except httpx.TransportError:
                pass
            await asyncio.sleep(self.retry_s)

    async def _listen_once(self) -> None:
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        async with self.client.stream("GET", f"/games/{self.game}/stream", headers=headers) as answer:
            self.report.expect(answer.status_code == 200, f"a stream was answered {answer.status_code}")
            async for line in answer.aiter_lines():
                self._hear(line)

    def _hear(self, line: str) -> None:
        name, _, value = line.partition(": ")
        if name == "retry":
            self.retry_s = int(value) / 1000
        elif name == "id":
            self.last_id = value
        elif name == "data":
            told = msgspec.json.decode(value)
            # A sign of life tells no number.
            self.told = told["number"] if isinstance(told, dict) else self.told


@dataclass
class Table:
    """A game of its own for every sender, so that each command would be accepted; what came of each; its pages."""

    sender: httpx.AsyncClient
    game: str
    report: Report
    pages: list[Page]
    kept: Acknowledged = field(default_factory=dict)
    undone: set[str] = field(default_factory=set)

    async def number(self) -> int:
        """The newest number, which every role knows of here."""
        answer = await self.sender.get(f"/api/v1/games/{self.game}")
        return int(answer.raise_for_status().json()["number"])


@dataclass
class Room:
    """Where it happens, and the longest that anything took (seconds)."""

    url: str
    port: int
    report: Report
    limit_s: float
    tables: list[Table] = field(default_factory=list)
    slowest_s: float = 0.0
    longest_away_s: float = 0.0

    def line(self, cookies: Cookies) -> httpx.AsyncClient:
        """A device's connection, to whatever process serves here."""
        base = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(
            base_url=base, headers={"Origin": base}, cookies=dict(cookies), timeout=60, verify=False
        )


def stop(url: str, stops: int, limit_s: float = LIMIT_S, seed: int = 1) -> Report:
    """Stop a server on the database at `url` so often, each time with 100 open streams and commands on their way."""
    room = Room(url, free_port(), Report(), limit_s)
    with serving(url, port=room.port) as server:
        hosts = [opened_table(room, server) for _ in range(SENDERS)]
    asyncio.run(stop_again_and_again(room, stops, random.Random(seed)))
    with serving(url, port=room.port) as server:
        for cookies, table in zip(hosts, room.tables, strict=True):
            with server.client(cookies) as host:
                nothing_is_half_done(room.report, host, table)
    room.report.measured = f"out within {room.slowest_s:.2f} s, pages back within {room.longest_away_s:.1f} s"
    return room.report


def opened_table(room: Room, server: Server) -> Cookies:
    """A game with its share of the pages, a quarter of them for each role; its host's cookies."""
    with server.client() as host:
        game = open_game(host)
        seats = itertools.cycle([joined(server, host, game, role) for role in ROLES])
        pages = [Page(room.line(next(seats)), game, room.report) for _ in range(-(-STREAMS // SENDERS))]
        room.tables.append(Table(room.line(host.cookies), game, room.report, pages))
        return dict(host.cookies)


def nothing_is_half_done(report: Report, host: httpx.Client, table: Table) -> None:
    """Each command was written down and answered, or neither."""
    report.count("acknowledged", len(table.kept))
    report.count("on their way and not done", len(table.undone))
    written = everything_is_there(report, host, table.game, table.kept)
    report.expect(not table.undone & written, "a command was written down, and its sender was never told")


async def stop_again_and_again(room: Room, stops: int, chance: random.Random) -> None:
    """Serve and stop in the same place; the pages stay open through all of it."""
    listening = [asyncio.create_task(page.listen()) for table in room.tables for page in table.pages]
    for round_ in range(stops):
        server = await asyncio.to_thread(Server, room.url, toy_service, room.port)
        try:
            await everybody_is_back(room)
            await stopped_at_work(room, server, f"r{round_}", chance)
        finally:
            server.process.kill()
    for one in listening:
        one.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def everybody_is_back(room: Room) -> None:
    """Wait until every page has been told by this process what its table shows now."""
    began = time.monotonic()
    wanted = [(page, number) for table in room.tables for number in [await table.number()] for page in table.pages]
    while (away := [page for page, number in wanted if page.told != number]) and time.monotonic() - began < PATIENCE_S:
        await asyncio.sleep(0.02)
    room.longest_away_s = max(room.longest_away_s, time.monotonic() - began)
    room.report.expect(not away, f"{len(away)} pages did not come back by themselves")
    for page, _ in wanted:
        page.told = -1


async def stopped_at_work(room: Room, server: Server, name: str, chance: random.Random) -> None:
    """Tell the server to stop while everybody sends, some of them so slowly that their command is only half there."""
    half_sent = [await half_a_command(room, table, f"{name}-half") for table in room.tables[:HALF_SENT]]
    sending = [asyncio.create_task(bombard(table, name)) for table in room.tables]
    await asyncio.sleep(chance.uniform(0.05, 0.4))
    await something_is_answered(room)
    coming = [asyncio.create_task(newcomer(room, chance.uniform(0, AROUND_S))) for _ in range(NEWCOMERS)]
    await asyncio.sleep(AROUND_S / 4)
    seconds = await asyncio.to_thread(server.end, signal.SIGTERM)
    await asyncio.gather(*sending, *coming)
    told = [await status_of(*line) for line in half_sent]
    room.report.expect(set(told) == {503}, f"half a command was answered {told}")
    room.slowest_s = max(room.slowest_s, seconds)
    room.report.count("stops")
    room.report.count("streams", sum(len(table.pages) for table in room.tables))
    # Having stopped in good order it leaves as the signal would have it.
    room.report.expect(server.process.returncode in (0, -signal.SIGTERM), f"it left with {server.process.returncode}")
    room.report.expect(seconds <= room.limit_s, f"it took {seconds:.2f} s to stop")


async def something_is_answered(room: Room) -> None:
    """Wait until the work has begun: on a busy machine the first answer comes late."""
    before, began = sum(len(table.kept) for table in room.tables), time.monotonic()
    while sum(len(table.kept) for table in room.tables) == before and time.monotonic() - began < PATIENCE_S:
        await asyncio.sleep(0.01)


async def newcomer(room: Room, after_s: float) -> None:
    """A device that comes with one question: it is answered or not let in, never sent away without a word."""
    await asyncio.sleep(after_s)
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", room.port)
    except ConnectionError:
        room.report.count("came too late")
        return
    with suppress(OSError):
        writer.write(b"GET /api/v1/games HTTP/1.1\r\nHost: there\r\n\r\n")
        await writer.drain()
    status = await status_of(reader, writer)
    room.report.count("came in")
    room.report.expect(status in (200, 503), f"a device was let in and answered {status or 'nothing'}")


async def half_a_command(room: Room, table: Table, command_id: str) -> tuple[StreamReader, StreamWriter]:
    """A command whose second half never comes: the line it was sent on."""
    body = json.dumps(rolled(command_id, await table.number()))
    sent = table.sender.build_request("POST", f"/api/v1/games/{table.game}/commands", content=body, headers=JSON)
    reader, writer = await asyncio.open_connection("127.0.0.1", room.port)
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.headers.items())
    writer.write(f"POST {sent.url.path} HTTP/1.1\r\n{head}\r\n{body[: len(body) // 2]}".encode())
    await writer.drain()
    table.undone.add(command_id)
    return reader, writer


async def status_of(reader: StreamReader, writer: StreamWriter) -> int:
    """The status that was answered on a line, 0 for none."""
    words: list[bytes] = []
    with suppress(OSError):
        words = (await reader.readline()).split()
    writer.close()
    return int(words[1]) if len(words) > 1 else 0


async def bombard(table: Table, name: str) -> None:
    """Commands one after the other until the server is gone."""
    for one in itertools.count():
        command_id = f"{name}-{one}"
        try:
            seen = await table.number()
            table.undone.add(command_id)
            answer = await table.sender.post(f"/api/v1/games/{table.game}/commands", json=rolled(command_id, seen))
        except httpx.HTTPError:
            return
        table.report.expect(answer.status_code in (200, 503), f"{command_id} was answered {answer.status_code}")
        if answer.status_code == 200:
            table.undone.discard(command_id)
            table.kept[command_id] = Kept(0, seen, answer.content)
