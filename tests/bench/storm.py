"""P14: a thousand pages whose network was gone come back at once, fifty events behind, and are told what stands.

The limit is a bare application on the same server which sends the same bytes to whoever connects.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tests.bench.servers import bare_stream, table
from tests.bench.tables import Table, Tables

PAGES: Final = 1_000
GAMES: Final = 25
MISSED: Final = 50
ROUNDS: Final = 3
PATIENCE_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Page:
    """A tablet's page: the address of its game, its cookie, and the id of what it shows."""

    path: str
    cookie: bytes
    seen: bytes = b""


def measure() -> Sequence[float]:
    """Until the last page is told what stands: to the bare application's time, and in seconds."""
    with bare_stream() as bare, table() as served:
        return asyncio.run(_measured(bare, served))


async def _measured(bare: int, served: int) -> Sequence[float]:
    games = await Tables.open(served, GAMES)
    ours, theirs = [], []
    for _ in range(ROUNDS + 1):
        pages = await gone(served, games, PAGES)
        for game in games:
            for _ in range(MISSED):
                assert await game.send() == 200
        theirs.append(await come_back(bare, pages))
        ours.append(await come_back(served, pages))
    return median(ours[1:]) / median(theirs[1:]), median(ours[1:])


async def come_back(port: int, pages: Sequence[Page]) -> float:
    """These pages come back at once; the seconds until the last of them has been told what stands."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    streams = await asyncio.wait_for(asyncio.gather(*(_back(port, page) for page in pages)), PATIENCE_S)
    took = loop.time() - began
    for stream in streams:
        stream.close()
    return took


async def gone(port: int, games: Sequence[Table], count: int) -> Sequence[Page]:
    """So many pages of these games, of all their tablets in turn, with what they show when the network goes."""
    tablets = [(game.sitting.path, cookie) for game in games for cookie in game.sitting.cookies.values()]
    shown = [await _shown(port, Page(path, cookie)) for path, cookie in tablets]
    return [shown[number % len(shown)] for number in range(count)]


async def _shown(port: int, page: Page) -> Page:
    told, writer = await _told(port, page)
    writer.close()
    return Page(page.path, page.cookie, told[told.index(b"id: ") + 4 :].split(b"\n")[0])


async def _back(port: int, page: Page) -> asyncio.StreamWriter:
    told, writer = await _told(port, page)
    assert b"\nid: " in told
    assert page.seen + b"\n" not in told
    return writer


async def _told(port: int, page: Page) -> tuple[bytes, asyncio.StreamWriter]:
    """What a page is told when it comes, up to its first heartbeat."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET {page.path}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: ".encode()
    writer.write(asked + page.cookie + b"\r\nLast-Event-ID: " + page.seen + b"\r\n\r\n")
    told = await reader.readuntil(b"event: heartbeat\n")
    return told + await reader.readuntil(b"}\n\n"), writer
