"""A drag on a map of 60 pieces with every stand of Mons on it: its round trip, and that of the map's page after it.

The same stand goes to and fro. A drag is on the disk before it is answered; the page is the whole page, as a tablet
asks for it when something has changed. The empty route gets the same bodies.
"""

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from random import Random
from statistics import median
from typing import Any, Final

import msgspec

from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Role
from rules.kernel.serialization import plain
from rules.tabletop.terrain import laid
from tests.bench import scene
from tests.bench.servers import Device, Sitting, empty_route, sit_down, table
from tests.game.evening import Evening, mons

DRAGS: Final = 150
WARM: Final = 50
APART_MM, IN_A_ROW = 60, 24
FIRST_ROW_MM: Final = {ATTACKER: 20, DEFENDER: 620}


def measure() -> Sequence[float]:
    """The p50 of a drag, and of the page after it, to that of the empty route; all three in turn."""
    with empty_route() as empty, table() as served:
        drags, pages, empties = asyncio.run(_in_turn(empty, served))
    nothing = median(empties[WARM:])
    return median(drags[WARM:]) / nothing, median(pages[WARM:]) / nothing


async def _in_turn(empty: int, served: int) -> tuple[list[float], list[float], list[float]]:
    nothing, hand = Device(empty), Hand(served, await sit_down(served))
    await nothing.connect()
    placed = await hand.lay_everything()
    found: tuple[list[float], list[float], list[float]] = ([], [], [])
    for number in range(DRAGS):
        there = {**placed[0], "x_mm": placed[0]["x_mm"] + number % 2}
        found[0].append(await _timed(hand.send("place_stands", stands=[there])))
        found[1].append(await _timed(hand.look()))
        found[2].append(await _timed(nothing.post("/", msgspec.json.encode(there))))
    return found


async def _timed(done: Awaitable[object]) -> float:
    loop = asyncio.get_running_loop()
    began = loop.time()
    await done
    return loop.time() - began


class Hand:
    """One player's device, which moves the stands of both sides in turn as long as both may."""

    def __init__(self, port: int, game: Sitting) -> None:
        self._path = game.path
        self._devices = {role: Device(port, cookie) for role, cookie in game.cookies.items()}
        self._seen = 0

    async def lay_everything(self) -> Sequence[Mapping[str, Any]]:
        """Lay the table and place whatever may be placed; the attacker's places."""
        for device in self._devices.values():
            await device.connect()
        drawn = plain(laid("Country", scene.country(Random(1917))))
        await self.send("set_table", table=drawn)
        evening = mons(referee=False)
        evening.do("attacker", "set_table", table=drawn)
        places = {role: [*_allowed(evening, role)] for role in FIRST_ROW_MM}
        for role, some in places.items():
            await self.send("place_stands", role, stands=some)
        return places[ATTACKER]

    async def send(self, kind: str, role: Role = ATTACKER, **fields: Any) -> None:
        """Send a command, which the rules allow."""
        command = {"command_id": f"c{self._seen}", "expected_seq": self._seen, "command": {"kind": kind, **fields}}
        status, _, told = await self._devices[role].post(f"/api/v1{self._path}/commands", msgspec.json.encode(command))
        assert status == 200, told[:300]
        self._seen = msgspec.json.decode(told)["number"]

    async def look(self) -> None:
        """The map's page, whole."""
        status, _, told = await self._devices[ATTACKER].get(f"{self._path}/map")
        assert status == 200, told[:300]


def _allowed(evening: Evening, role: Role) -> Iterator[dict[str, Any]]:
    """A place for each stand of a side that may be placed, row behind row."""
    own = [one.id for one in evening.state.stands.values() if one.side.value == role.value]
    for number, stand in enumerate(own):
        row, column = divmod(number, IN_A_ROW)
        place = {
            "stand": stand,
            "x_mm": APART_MM * (column + 1),
            "y_mm": FIRST_ROW_MM[role] + APART_MM * row,
            "facing_deg": 0.0,
        }
        if not isinstance(evening.try_(role.value, "place_stands", stands=[place]), Refusal):
            yield place
