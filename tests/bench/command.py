"""P1: a durable command of the Mons game over HTTP, to a bare commit and an empty route.

The commands are those of an evening at Mons in their order: both sides, orders, fire, moves, notes, new steps.
"""

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.evening import script
from tests.bench.rounds import took
from tests.bench.servers import Device, empty_route, sit_down, table

COMMANDS: Final = 600
WARM: Final = 50
PAYLOAD: Final = 1_500  # bytes, about what a command of this evening writes


def measure() -> Sequence[float]:
    """The command's p50 to the sum of the other two p50s; all three in turn, command by command."""
    with empty_route() as empty, table() as served, TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        commands, empties, commits = asyncio.run(_in_turn(empty, served, Path(folder)))
    return (median(commands[WARM:]) / (median(empties[WARM:]) + median(commits[WARM:])),)


async def _in_turn(empty: int, served: int, folder: Path) -> tuple[list[float], list[float], list[float]]:
    nothing, game = Device(empty), await sit_down(served)
    await nothing.connect()
    devices = {role: Device(served, cookie) for role, cookie in game.cookies.items()}
    for device in devices.values():
        await device.connect()
    database = bare(folder)
    found: tuple[list[float], list[float], list[float]] = ([], [], [])
    for number, line in enumerate(script().lines[:COMMANDS]):
        body = line.body(f"c{number}")
        found[0].append(await _timed(devices[line.role], f"/api/v1{game.path}/commands", body))
        found[1].append(await _timed(nothing, "/", body))
        found[2].append(took(lambda: _commit(database)))
    return found


async def _timed(device: Device, path: str, body: bytes) -> float:
    loop = asyncio.get_running_loop()
    began = loop.time()
    status, _, told = await device.post(path, body)
    time = loop.time() - began
    assert status == 200, told
    return time


def bare(folder: Path) -> sqlite3.Connection:
    """A database that keeps what it says, with one table of rows."""
    opened = sqlite3.connect(folder / "bare.db", isolation_level=None)
    opened.execute("PRAGMA journal_mode = wal")
    opened.execute("PRAGMA synchronous = FULL")
    opened.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, body BLOB)")
    return opened


def _commit(bare: sqlite3.Connection) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.execute("INSERT INTO rows (body) VALUES (?)", (os.urandom(PAYLOAD),))
    bare.execute("COMMIT")
