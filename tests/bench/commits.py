"""The least a durable command can do: its bytes in one transaction with whatever else waits, then the answer."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory

from tests.bench.command import PAYLOAD, bare

# Sends one command of the load, by its number; gives the status.
Send = Callable[[int], Awaitable[int]]
Waiting = tuple[asyncio.AbstractEventLoop, asyncio.Future[int]]


@contextmanager
def group_commits() -> Iterator[Send]:
    """Sends a command of the load to a thread that writes together what waits."""
    waiting: SimpleQueue[Waiting | None] = SimpleQueue()

    async def send(_: int) -> int:
        loop = asyncio.get_running_loop()
        written = loop.create_future()
        waiting.put((loop, written))
        return int(await written)

    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        writer = threading.Thread(target=_write, args=(Path(folder), waiting))
        writer.start()
        try:
            yield send
        finally:
            waiting.put(None)
            writer.join()


def _write(folder: Path, waiting: "SimpleQueue[Waiting | None]") -> None:
    database = bare(folder)
    while first := waiting.get():
        together = [first]
        try:
            while another := waiting.get_nowait():
                together.append(another)
        except Empty:
            pass
        database.execute("BEGIN IMMEDIATE")
        rows = [(os.urandom(PAYLOAD),) for _ in together]
        database.executemany("INSERT INTO rows (body) VALUES (?)", rows)
        database.execute("COMMIT")
        for loop, written in together:
            loop.call_soon_threadsafe(written.set_result, 200)
    database.close()
