"""R9 and R18: a thousand pages come back while the tables play on, and evening after evening at one service."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final

from tests.bench.evening import script
from tests.bench.load import open_loop, p99
from tests.bench.servers import Served, serving
from tests.bench.storm import come_back, gone
from tests.bench.tables import Table, Tables
from tests.torture.report import Report

STORMS: Final = 5
STORM_GAMES: Final = 25
STORM_RATE: Final = 50  # commands a second
STORM_S: Final = 4
MISSED: Final = 2  # events of each game, while the pages were gone
BACK_WITHIN_S: Final = 1.0
P99_GROWS: Final = 5.0
RSS_OVER: Final = 1.10

SOAK_GAMES: Final = 50
SOAK_RATE: Final = 250
PARTS: Final = 10
SOAK_RSS_GROWS: Final = 1.05
SOAK_P99_GROWS: Final = 1.3
WAL_BYTES: Final = 16 * 1024 * 1024


def storms(pages: int, times: int = STORMS, timed: bool = True) -> Report:
    """So many pages come back, in so many storms, while fifty commands a second go on.

    `timed`: whether the numbers of a quiet machine are held to, or only that everybody was told and answered.
    """
    report = Report()
    with serving() as served:
        asyncio.run(_storms(report, served, [pages // times] * times, timed))
    return report


async def _storms(report: Report, served: Served, storms: Sequence[int], timed: bool) -> None:
    games = await Tables.open(served.port, STORM_GAMES)
    send = in_turn(games)
    commands = STORM_RATE * STORM_S
    quiet, failed = await open_loop(send, 0, STORM_RATE, commands)
    stormy: list[float] = []
    back: list[float] = []
    sizes: list[int] = []
    for pages in storms:
        coming = await gone(served.port, games, pages)
        for number in range(MISSED * STORM_GAMES):
            failed += await send(number) != 200
        meanwhile = asyncio.create_task(open_loop(send, 0, STORM_RATE, commands))
        await asyncio.sleep(STORM_S / 4)
        back.append(await come_back(served.port, coming))
        times, late = await meanwhile
        stormy += times
        failed += late
        sizes.append(rss(served))
        report.count("pages back", pages)
        report.count("commands meanwhile", commands)
    report.expect(failed == 0, f"{failed} commands were not answered with 200")
    grown = sizes[-1] / sizes[0]
    report.measured = (
        f"back after {max(back):.2f} s at most, p99 {p99(stormy) / p99(quiet):.1f} times the quiet one, "
        f"memory {grown:.2f} times that after the first storm"
    )
    if timed:
        report.expect(max(back) <= BACK_WITHIN_S, f"the last page was back after {max(back):.2f} s")
        report.expect(p99(stormy) <= P99_GROWS * p99(quiet), "commands waited more than five times as long")
        report.expect(grown <= RSS_OVER, f"memory grew to {grown:.2f} times that after the first storm")


@dataclass(slots=True)
class Tenth:
    """One of ten parts of the soak: the commands' times, and what the service holds at its end."""

    times: Sequence[float]
    rss: int
    descriptors: int
    wal: int


def soak(commands: int, games: int = SOAK_GAMES, timed: bool = True) -> Report:
    """So many commands at these tables; whoever has played his evening closes it and opens the next."""
    report = Report()
    with serving() as served:
        asyncio.run(_soak(report, served, commands // PARTS, games, timed))
    return report


async def _soak(report: Report, served: Served, part: int, games: int, timed: bool) -> None:
    tables = await Tables.open(served.port, games, evenings=0)
    # Its pages are open from the first deed on, as they are at every table that is opened later.
    hall = Hall(served.port, tables)
    await tables.spread(evenings=1)
    tenths: list[Tenth] = []
    failed = 0
    for _ in range(PARTS):
        times, late = await open_loop(hall.send, 0, SOAK_RATE, part)
        failed += late
        tenths.append(Tenth(times, rss(served), descriptors(served), wal(served)))
        report.count("commands", part)
    report.count("evenings played to their end", hall.closed)
    report.expect(failed == 0, f"{failed} commands were not answered with 200")
    _held(report, tenths[0], tenths[-1], max(one.wal for one in tenths), timed)


def _held(report: Report, first: Tenth, last: Tenth, longest_wal: int, timed: bool) -> None:
    grown, slower = last.rss / first.rss, p99(last.times) / p99(first.times)
    report.measured = (
        f"memory {grown:.3f} times that after the first tenth, {last.descriptors} descriptors ({first.descriptors}), "
        f"write-ahead log up to {longest_wal / 1024 / 1024:.1f} MiB, p99 {slower:.2f} times, p50 "
        f"{median(last.times) / median(first.times):.2f} times"
    )
    report.expect(longest_wal <= WAL_BYTES, f"the write-ahead log grew to {longest_wal:,} bytes")
    report.expect(last.descriptors <= first.descriptors + SOAK_GAMES, f"{last.descriptors} descriptors are open")
    if timed:
        report.expect(grown <= SOAK_RSS_GROWS, f"memory grew to {grown:.3f} times")
        report.expect(slower <= SOAK_P99_GROWS, f"p99 grew to {slower:.2f} times")


class Hall:
    """Some tables; at each one evening after the other, its tablets coming and going with it."""

    def __init__(self, port: int, tables: Tables) -> None:
        self._port = port
        self._tables = tables
        self._streams = [table.follow(port) for table in tables]
        self._numbers = count()
        self._turns = [asyncio.Lock() for _ in tables]
        self.closed = 0

    async def send(self, _: int) -> int:
        """The next command at the next table."""
        place = next(self._numbers) % len(self._tables)
        async with self._turns[place]:
            if self._tables[place].place == len(script().lines):
                await self._begin_anew(place)
            return await self._tables[place].send()

    async def _begin_anew(self, place: int) -> None:
        await self._tables[place].close()
        for stream in self._streams[place]:
            stream.cancel()
        self.closed += 1
        self._tables[place] = await Table.open(self._port)
        self._streams[place] = self._tables[place].follow(self._port)


def in_turn(games: Sequence[Table]) -> Callable[[int], Awaitable[int]]:
    """Sends the next command of the next game, whatever its number."""
    numbers = count()

    async def send(_: int) -> int:
        return await games[next(numbers) % len(games)].send()

    return send


def rss(served: Served) -> int:
    """How much memory a process holds, in bytes."""
    lines = Path(f"/proc/{served.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def descriptors(served: Served) -> int:
    """How many files and connections a process has open."""
    return len(list(Path(f"/proc/{served.pid}/fd").iterdir()))


def wal(served: Served) -> int:
    """How long the file beside its database is, in bytes."""
    beside = served.file.with_name(served.file.name + "-wal")
    return beside.stat().st_size if beside.exists() else 0
