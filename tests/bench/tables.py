"""Games of Mons on a server, two tablets each, every game somewhere else in its evening."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, Self

from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.seats import Role
from tests.bench.evening import PLAYER_TURNS, Line, script
from tests.bench.servers import Device, Sitting, sit_down

OPENED_TOGETHER: Final = 8


@dataclass(slots=True)
class Table:
    """A game, its tablets, and how far its evening has come."""

    sitting: Sitting
    tablets: Mapping[Role, Device]
    place: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def send(self) -> int:
        """Send the evening's next command from the device whose it is; the status of the answer."""
        return (await self.send_noted())[2]

    async def send_noted(self) -> tuple[float, Line, int]:
        """The same; gives when it went out, which command it was, and the status of the answer."""
        # A device knows of the deed before its own: whoever waits here is late, and his time is counted from when he
        # should have sent.
        async with self.turn:
            line, began = script().lines[self.place], perf_counter()
            path = f"/api/v1{self.sitting.path}/commands"
            status = (await self.tablets[line.role].post(path, line.body(f"c{self.place}")))[0]
            self.place += status == 200
        return began, line, status

    async def close(self) -> None:
        """End the game; the attacker is its host."""
        status, _, told = await self.tablets[ATTACKER].post(f"/api/v1{self.sitting.path}/close", b"{}")
        assert status == 204, told
        for tablet in self.tablets.values():
            tablet.leave()

    def follow(self, port: int) -> Sequence[asyncio.Task[None]]:
        """Open the stream of both tablets, to be listened to until it is cancelled."""
        return [asyncio.create_task(_follow(port, self.sitting, cookie)) for cookie in self.sitting.cookies.values()]

    @classmethod
    async def open(cls, port: int) -> Self:
        """Seat a game."""
        sitting = await sit_down(port)
        tablets = {role: Device(port, cookie) for role, cookie in sitting.cookies.items()}
        for tablet in tablets.values():
            await tablet.connect()
        return cls(sitting, tablets)


class Tables(list[Table]):
    """All tables of a server."""

    @classmethod
    async def open(cls, port: int, count: int, evenings: float = 1 / PLAYER_TURNS) -> Self:
        """Seat so many games, each some deeds further than the one before, all within so much of an evening.

        In step, the dearest deed would come from all of them in the same moment, as on no evening.
        """
        some = asyncio.Semaphore(OPENED_TOGETHER)

        async def one() -> Table:
            async with some:
                return await Table.open(port)

        tables = cls(await asyncio.gather(*(one() for _ in range(count))))
        await tables.spread(evenings)
        return tables

    async def play_on(self, port: int, deeds: int) -> None:
        """Begin the next evening at every table whose own has fewer deeds left; nobody follows it."""
        for place, table in enumerate(self):
            if len(script().lines) - table.place < deeds:
                await table.close()
                self[place] = await Table.open(port)

    async def spread(self, evenings: float) -> None:
        """Let each game come some deeds further than the one before, all within so much of an evening."""
        deeds = len(script().lines) * evenings / len(self)
        some = asyncio.Semaphore(OPENED_TOGETHER)

        async def one(number: int, table: Table) -> None:
            async with some:
                while table.place < int(number * deeds):
                    assert await table.send() == 200

        await asyncio.gather(*(one(number, table) for number, table in enumerate(self)))

    def follow(self, port: int) -> Sequence[asyncio.Task[None]]:
        """Open the stream of every tablet, to be listened to until it is cancelled."""
        return [stream for table in self for stream in table.follow(port)]


async def _follow(port: int, sitting: Sitting, cookie: bytes) -> None:
    page = Device(port, cookie)
    await page.connect()
    try:
        await page.follow(f"{sitting.path}/stream")
    finally:
        page.leave()
