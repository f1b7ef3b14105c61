"""P2: a hundred tablets at fifty games of Mons, together 250 commands a second whether or not answers come in time.

Every tablet has its stream open. The empty route gets the same bodies over as many connections at the same rate. A bare
group commit gets them too, without a network: what the disk alone makes of this rate.
"""

import asyncio
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Final

from tests.bench.commits import Send, group_commits
from tests.bench.evening import script
from tests.bench.rounds import leave_alone_what_was_set_up
from tests.bench.servers import Device, empty_route, table
from tests.bench.tables import Tables

GAMES: Final = 50
RATE: Final = 250  # commands a second, all games together
SECONDS: Final = 3
ROUNDS: Final = 5
SLICE: Final = RATE * SECONDS


def measure() -> Sequence[float]:
    """The p99 of the commands to that of the empty route; the commands not answered 200; the bare commit's p99 to it.

    Medians of the rounds.
    """
    with empty_route() as empty, table() as served, group_commits() as commit:
        return asyncio.run(_measured(empty, served, commit))


async def _measured(empty: int, served: int, commit: Send) -> Sequence[float]:
    games = await Tables.open(served, GAMES)
    streams = games.follow(served)
    nothing = await empty_sends(empty)
    ours: list[float] = []
    theirs: list[float] = []
    bare: list[float] = []
    errors = 0
    for number in range(ROUNDS + 1):
        empty_times, _ = await open_loop(nothing, number * SLICE)
        commit_times, _ = await open_loop(commit, number * SLICE)
        times, failed = await open_loop(lambda sent: games[sent % GAMES].send(), number * SLICE)
        errors += failed
        if number:
            ours.append(p99(times))
            theirs.append(p99(empty_times))
            bare.append(p99(commit_times))
    for stream in streams:
        stream.cancel()
    return median(ours) / median(theirs), errors, median(bare) / median(theirs)


async def empty_sends(port: int) -> Send:
    """Sends the bodies of the evening to a route that does nothing."""
    devices = [Device(port) for _ in range(2 * GAMES)]
    for device in devices:
        await device.connect()
    bodies = [line.body("c") for line in script().lines]

    async def send(number: int) -> int:
        return (await devices[number % len(devices)].post("/", bodies[number // GAMES]))[0]

    return send


async def open_loop(send: Send, first: int = 0, rate: float = RATE, count: int = SLICE) -> tuple[list[float], int]:
    """Send at a fixed rate; the time of each from when it should have gone out, and how many failed."""
    loop = asyncio.get_running_loop()
    leave_alone_what_was_set_up()
    began, times, failed = loop.time() + 0.05, [], 0

    async def one(number: int) -> None:
        nonlocal failed
        due = began + number / rate
        await asyncio.sleep(due - loop.time())
        status = await send(first + number)
        times.append(loop.time() - due)
        failed += status != 200

    await asyncio.gather(*(one(number) for number in range(count)))
    return times, failed


def p99(times: Sequence[float]) -> float:
    """The time that one in a hundred exceeds."""
    return quantiles(times, n=100)[98]
