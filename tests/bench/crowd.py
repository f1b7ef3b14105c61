"""P3 at many tables: two hundred games against twenty, and what three hundred games cost at which nobody plays.

Each table has one command on its way at a time, so that the more tables there are the more wait together: what is
compared is how many commands a second they come to. How long one takes is compared at a rate that both carry.
"""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from tests.bench.commits import Send
from tests.bench.load import open_loop
from tests.bench.servers import serving, table
from tests.bench.tables import Tables

FEW: Final = 20
MANY: Final = 200
QUIET: Final = 300
ROUNDS: Final = 3
SECONDS: Final = 3.0
RATE: Final = 150  # commands a second, all games together
A_ROUND: Final = 400  # deeds that no table of twenty does in one
HEARTBEATS: Final = 2
HEARTBEAT_S: Final = 15.0


def measure() -> Sequence[float]:
    """Commands a second of many tables to those of few; p50 at the same rate, of many to few; failed commands."""
    with table() as few, table() as many:
        return asyncio.run(_measured(few, many))


def _by_turns(games: Tables) -> Send:
    """Return what sends the next command of each table in its turn."""
    return lambda sent: games[sent % len(games)].send()


async def _measured(few: int, many: int) -> Sequence[float]:
    tables = {FEW: await Tables.open(few, FEW), MANY: await Tables.open(many, MANY)}
    ports = {FEW: few, MANY: many}
    streams = [*tables[FEW].follow(few), *tables[MANY].follow(many)]
    rates: dict[int, list[float]] = {count: [] for count in tables}
    middles: dict[int, list[float]] = {count: [] for count in tables}
    failures = 0
    for number in range(ROUNDS + 1):
        for count, games in tables.items():
            await games.play_on(ports[count], A_ROUND)
            done, failed = await _as_fast_as_they_go(games)
            times, late = await open_loop(_by_turns(games), 0, RATE, 2 * RATE)
            failures += failed + late
            if number:
                rates[count].append(done / SECONDS)
                middles[count].append(median(times))
    for stream in streams:
        stream.cancel()
    return median(rates[MANY]) / median(rates[FEW]), median(middles[MANY]) / median(middles[FEW]), failures


async def _as_fast_as_they_go(games: Tables) -> tuple[int, int]:
    """Every table sends as soon as it was answered; how many commands were done, and how many failed."""
    loop = asyncio.get_running_loop()
    until, done, failed = loop.time() + SECONDS, 0, 0

    async def play(number: int) -> None:
        nonlocal done, failed
        while loop.time() < until:
            status = await games[number].send()
            done += loop.time() < until
            failed += status != 200

    await asyncio.gather(*(play(number) for number in range(len(games))))
    return done, failed


def measure_quiet() -> Sequence[float]:
    """The part of a core that a service takes at which pages of many games are open and nobody plays."""
    with serving() as served:
        return (asyncio.run(_quiet(served.port, served.pid)),)


async def _quiet(port: int, process: int) -> float:
    games = await Tables.open(port, QUIET)
    streams = games.follow(port)
    await asyncio.sleep(HEARTBEAT_S + 1)
    began, before = time.perf_counter(), _processor_s(process)
    await asyncio.sleep(HEARTBEATS * HEARTBEAT_S)
    used, lasted = _processor_s(process) - before, time.perf_counter() - began
    for stream in streams:
        stream.cancel()
    return used / lasted * 100


def _processor_s(process: int) -> float:
    """How long a process has had a processor, in seconds."""
    runs = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(run.read_text().split()[0]) for run in runs) / 1e9
