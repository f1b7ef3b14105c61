"""P2: a hundred tablets at fifty games of Mons, together 250 commands a second whether or not answers come in time.

Every tablet has its stream open. The empty route gets the same bodies over as many connections at the same rate.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from statistics import median, quantiles
from typing import Final

from tests.bench.evening import script
from tests.bench.servers import Device, Sitting, empty_route, sit_down, table

GAMES: Final = 50
RATE: Final = 250  # commands a second, all games together
SECONDS: Final = 3
ROUNDS: Final = 2
SLICE: Final = RATE * SECONDS

# Sends one command of the load, by its number; gives the status.
Send = Callable[[int], Awaitable[int]]


def measure() -> Sequence[float]:
    """The p99 of the commands to that of the empty route, medians of the rounds; and the commands not answered 200."""
    with empty_route() as empty, table() as served:
        return asyncio.run(_measured(empty, served))


async def _measured(empty: int, served: int) -> Sequence[float]:
    games = [await sit_down(served) for _ in range(GAMES)]
    streams = [asyncio.create_task(_follow(served, game, cookie)) for game in games for cookie in game.cookies.values()]
    commanding, nothing = await _commands(served, games), await _nothing(empty)
    ours: list[float] = []
    theirs: list[float] = []
    errors = 0
    for number in range(ROUNDS + 1):
        empty_p99, _ = await _open_loop(nothing, number * SLICE)
        p99, failed = await _open_loop(commanding, number * SLICE)
        errors += failed
        if number:
            ours.append(p99)
            theirs.append(empty_p99)
    for stream in streams:
        stream.cancel()
    return median(ours) / median(theirs), errors


async def _follow(port: int, game: Sitting, cookie: bytes) -> None:
    page = Device(port, cookie)
    await page.connect()
    await page.follow(f"{game.path}/stream")


async def _commands(port: int, games: Sequence[Sitting]) -> Send:
    """The evening's next command in each game in turn, from the device whose it is."""
    tablets = [{role: Device(port, cookie) for role, cookie in game.cookies.items()} for game in games]
    for device in (device for sitting in tablets for device in sitting.values()):
        await device.connect()
    lines, places, tables = script().lines, [0] * GAMES, [asyncio.Lock() for _ in games]

    async def send(number: int) -> int:
        game = number % GAMES
        # A device knows of the deed before its own: whoever waits here is late, and his time is counted from when he
        # should have sent.
        async with tables[game]:
            line = lines[places[game]]
            path = f"/api/v1{games[game].path}/commands"
            status = (await tablets[game][line.role].post(path, line.body(f"c{places[game]}")))[0]
            places[game] += status == 200
        return status

    return send


async def _nothing(port: int) -> Send:
    devices = [Device(port) for _ in range(2 * GAMES)]
    for device in devices:
        await device.connect()
    bodies = [line.body("c") for line in script().lines]

    async def send(number: int) -> int:
        return (await devices[number % len(devices)].post("/", bodies[number // GAMES]))[0]

    return send


async def _open_loop(send: Send, first: int) -> tuple[float, int]:
    """Send at the fixed rate; the p99 counted from when each should have gone out, and how many failed."""
    loop = asyncio.get_running_loop()
    began, times, failed = loop.time() + 0.05, [], 0

    async def one(number: int) -> None:
        nonlocal failed
        due = began + number / RATE
        await asyncio.sleep(due - loop.time())
        status = await send(first + number)
        times.append(loop.time() - due)
        failed += status != 200

    await asyncio.gather(*(one(number) for number in range(SLICE)))
    return quantiles(times, n=100)[98], failed
