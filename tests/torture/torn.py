"""R8: streams torn at any byte, pages that are slow, services started anew, older copies brought back.

Here in one process, where every message that is owed is known beforehand; `torn_lines.py` does it over HTTP. A page is
what `frontend/src/live/stream.ts` makes of a stream: it comes again with the newest id that it heard whole, and fetches
what stands when it is told something.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, cast
from unittest.mock import patch

import msgspec

from app.games import app_services
from app.games.app_services import Keeper, open_keeper
from app.games.json_codec import Envelope
from app.games.routes import new_game
from app.games.service import utc_now
from app.live.event_stream import asking
from app.live.hub import GameHub
from app.seats.seat_repository import Seat
from app.storage.maintenance import back_up, file_of, restore
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.seats import Role
from tests.app.toy import TOY
from tests.torture.report import Report, only_errors_logged
from tests.torture.streams import FRAME

ROLES: Final = (Role.REFEREE, ATTACKER, DEFENDER)
EVENING: Final = 25  # schedules at one game, after which another is begun on another database
MOST_BYTES: Final = 300  # what a page that comes is told, and a message or two
HOLDS: Final = 0.2
LEAVES: Final = 0.3
BURST: Final = 40
WITHIN_S: Final = 10.0
SILENT_S: Final = 0.001  # what lies there comes in the loop's next round
# So long that none comes of itself: it would make up for a message that was lost, and nobody would notice.
HEARTBEAT_S: Final = 60.0

Told = dict[str, Any]


class NothingCame(Exception):
    """A message that was owed did not come in time."""


@dataclass
class House:
    """A service with one game, which can be started anew, on what it kept or on an older copy."""

    url: str
    game: str = ""
    sent: int = 0
    starts: int = 0
    copies: list[Path] = field(default_factory=list)
    keeper: Keeper = field(init=False)

    def open(self) -> None:
        """Start the service."""
        self.starts += 1
        # A sign of life is no message, and on a busy machine it could come while the page is listened to.
        with patch.object(app_services, "GameHub", partial(GameHub, alive_s=HEARTBEAT_S)):
            self.keeper = open_keeper(self.url, {"toy": TOY}, heartbeat_s=HEARTBEAT_S)

    async def begin(self) -> None:
        """Begin the game."""
        game = new_game("toy", "Rigny", ("Host", Role.REFEREE), utc_now())
        begin = Envelope("begin", 0, {"kind": "begin", "title": "Rigny"})
        answer = await asyncio.wrap_future(self.keeper.games.submit_soon(game.host, begin, game.opening))
        assert answer.status == 200, answer
        self.game = game.host.game_id

    async def act(self, chance: Random) -> None:
        """Somebody does something; now and then what only one side may know of."""
        seat = Seat("acts", self.game, chance.choice(ROLES))
        command = {"kind": "hide", "what": "gun"} if chance.random() < 0.3 else {"kind": "roll", "dice": [{"pips": 3}]}
        self.sent += 1
        envelope = Envelope(f"act-{self.sent}", await self.number(seat.role), command)
        answer = await asyncio.wrap_future(self.keeper.games.submit_soon(seat, envelope))
        assert answer.status == 200, answer

    async def number(self, role: Role) -> int:
        """The newest number that a role may know of."""
        return (await self.stands(role))[0]

    async def stands(self, role: Role) -> tuple[int, str]:
        """What stands for a role: its number, and the hash of its view."""
        view = await asyncio.wrap_future(self.keeper.games.view_soon(self.game, role))
        return view.number, view.hash

    async def told(self, role: Role, since: int = 0) -> list[Told]:
        """What a role may read of the log after its number `since`."""
        return await asyncio.wrap_future(self.keeper.games.ask_soon(self.game, lambda game: game.told(role, since)))

    def listen(self, role: Role, newest_id: str) -> AsyncGenerator[bytes]:
        """The stream of a page, as the service's own route makes it."""
        seat = Seat(f"page-{role}", self.game, role)
        _, still = asking(self.keeper.games, seat, _sits)
        return cast(AsyncGenerator[bytes], self.keeper.hub.listen(seat, still, newest_id, still))

    def copy(self) -> None:
        """Make a backup of what stands now."""
        file = file_of(self.url)
        self.copies.append(back_up(file, file.with_name(f"copy-{len(self.copies)}.db")).path)

    def start_anew(self, older: Path | None = None) -> None:
        """Stop and start, on an older copy if one is given."""
        self.keeper.close()
        if older:
            _, aside = restore(older, file_of(self.url))
            assert aside
            aside.unlink()
        self.open()


async def _sits() -> bool:
    return True


@dataclass
class Page:
    """One page: what it shows, what it was told, and what its service owes it.

    `left`: after how many more bytes its line is torn; None: it holds.
    """

    house: House
    role: Role
    report: Report
    left: int | None = None
    shown: tuple[int, str] = (0, "")
    log: list[Told] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    stream: AsyncGenerator[bytes] | None = None
    _left_behind: list[AsyncGenerator[bytes]] = field(default_factory=list)
    _is_new: bool = False
    _came_at: int = 0
    _known: int = 0
    _told_in_start: int = 0
    _fetched_of: str = ""

    async def come(self) -> None:
        """Open the stream anew, with the newest id that was heard."""
        self.stream = self.house.listen(self.role, self.ids[-1] if self.ids else "")
        self._is_new = True
        await self._take()
        self._came_at = await self.house.number(self.role)

    async def forget(self) -> None:
        """The service notices at last which lines are dead."""
        for one in self._left_behind:
            await one.aclose()
        self._left_behind.clear()

    async def hear(self) -> None:
        """Hear what is owed by now: what stands, once, or nothing to a page that knows it."""
        number, hash_ = await self.house.stands(self.role)
        is_known = self._shows(number) if self._is_new else number == self._known
        if is_known and not self._is_new:
            return
        is_resync = self._is_new and number == self._came_at
        newest = (await self.house.told(self.role, number - 1))[0]["says"]
        owed = [] if is_known else [{"number": number, "said": [] if is_resync else [newest]}]
        beats = [{"number": number, "hash": hash_}] if self._is_new else []
        self._count(number, is_resync, owed)
        told, beaten = await self._take()
        is_whole = self.stream is not None
        due = owed if is_whole else owed[: len(told)]
        self.report.expect(told == due, f"{self.role} was told {told}, not {due}")
        self.report.expect(beaten == beats or not is_whole, f"{self.role} heard {beaten}, not {beats}")
        self._is_new, self._known = False, number

    def _shows(self, number: int) -> bool:
        # A number means nothing across two starts, whatever the service calls them.
        return self._told_in_start == self.house.starts and _number_of(self.ids[-1]) == number

    def _count(self, number: int, is_resync: bool, owed: Sequence[Told]) -> None:
        self.report.count("messages", len(owed))
        self.report.count("resyncs", int(is_resync and bool(owed)))
        self.report.count("overflows", int(not self._is_new and number > self._known + 1))

    async def fetch(self) -> None:
        """Show what stands, if something was told since: what is new, or all of it in another epoch."""
        if not self.ids or self._fetched_of == self.ids[-1]:
            return
        if epoch_of(self._fetched_of) != epoch_of(self.ids[-1]):
            self.log = []
        self.log += await self.house.told(self.role, len(self.log))
        self.shown, self._fetched_of = await self.house.stands(self.role), self.ids[-1]

    async def leaves_in_silence(self) -> bool:
        """Leave; whether nothing more lay there for the page."""
        assert self.stream
        stream, self.stream = self.stream, None
        try:
            await asyncio.wait_for(anext(stream), SILENT_S)
        except TimeoutError:
            return True
        await stream.aclose()
        return False

    async def is_ended(self) -> bool:
        """Whether the service ends the stream, without another word."""
        stream, self.stream = self.stream, None
        return stream is None or await asyncio.wait_for(anext(stream, None), WITHIN_S) is None

    async def _take(self) -> tuple[list[Told], list[Told]]:
        """The next piece of the stream as far as the line lets it pass: changes and heartbeats that came whole."""
        assert self.stream
        try:
            piece = await asyncio.wait_for(anext(self.stream), WITHIN_S)
        except (TimeoutError, StopAsyncIteration) as nothing:
            raise NothingCame(f"nothing came to {self.role} within {WITHIN_S:g} s") from nothing
        passed = piece if self.left is None else piece[: self.left]
        if self.left is not None:
            self._wear(len(piece))
        found = [FRAME.fullmatch(frame) for frame in passed.split(b"\n\n")[:-1]]
        assert all(found), piece
        if ids := [one["id"].decode() for one in found if one and one["id"]]:
            self.ids += ids
            self._told_in_start = self.house.starts
        told = [msgspec.json.decode(one["told"]) for one in found if one and one["told"]]
        beats = [msgspec.json.decode(one["beat"]) for one in found if one and one["beat"]]
        return told, [{"number": beat["number"], "hash": beat["hash"]} for beat in beats]

    def _wear(self, sent: int) -> None:
        assert self.left is not None
        assert self.stream
        self.left -= sent
        if self.left < 0:
            self._left_behind.append(self.stream)
            self.stream, self.left = None, None
            self.report.count("torn")


def tear(folder: Path, schedules: int, seed: int = 1) -> Report:
    """So many schedules, each of three pages at a game, with databases in `folder`. An evening that lost ends it."""
    report = Report(measured=f"seed {seed}")
    for first in range(0, schedules, EVENING):
        evening = folder / f"evening-{first}"
        evening.mkdir()
        house = House(f"sqlite:///{evening / 'games.db'}")
        part = range(first, min(first + EVENING, schedules))
        with only_errors_logged():
            house.open()
            try:
                asyncio.run(_evening(house, report, part, Random(f"{seed}/{first}")))
            except NothingCame as lost:
                report.expect(False, f"the evening from schedule {first} on: {lost}")
            finally:
                house.keeper.close()
        if report.lost:
            break
    return report


async def _evening(house: House, report: Report, part: Sequence[int], chance: Random) -> None:
    await house.begin()
    pages = [Page(house, role, report) for role in ROLES]
    for one in part:
        for page in pages:
            page.left = bytes_until_torn(chance)
        for _ in range(chance.randint(1, 5)):
            await _step(house, pages, chance)
        await _catch_up(pages)
        for page in pages:
            await _is_there(page, f"schedule {one}")
            if chance.random() < LEAVES:
                report.expect(await page.leaves_in_silence(), f"schedule {one}: {page.role} was told too much")
        report.count("schedules")
        await _starts_anew(house, pages, chance)
    for page in pages:
        told_once(report, page.ids, page.role)
        await page.forget()
        assert page.stream is None or await page.stream.aclose() is None


def bytes_until_torn(chance: Random, most: int = MOST_BYTES) -> int | None:
    """After how many bytes a line is torn; None: it holds."""
    return None if chance.random() < HOLDS else chance.randint(0, most)


async def _step(house: House, pages: Sequence[Page], chance: Random) -> None:
    """Something is done or not, much of it at once now and then; each page comes, hears and looks, or is too slow."""
    for _ in range(how_many(chance)):
        await house.act(chance)
    for page in pages:
        if chance.random() < 0.5:
            await page.forget()
        if page.stream is None:
            page.left = bytes_until_torn(chance)
            await page.come()
        if page.stream and chance.random() < 0.7:
            await page.hear()
        if chance.random() < 0.7:
            await page.fetch()


def how_many(chance: Random) -> int:
    """How much is done before anybody looks: now and then far more than a page can be told one by one."""
    return BURST if chance.random() < 0.05 else chance.choice((0, 1, 1, 1, 2, 3))


async def _catch_up(pages: Sequence[Page]) -> None:
    """The lines hold, and every page hears and looks."""
    for page in pages:
        page.left = None
        if page.stream is None:
            await page.come()
        await page.hear()
        await page.fetch()


async def _is_there(page: Page, where: str) -> None:
    """The page shows what stands, and has read each event once and in its turn."""
    stands, log = await page.house.stands(page.role), await page.house.told(page.role)
    page.report.expect(page.shown == stands, f"{where}: {page.role} shows {page.shown}, not {stands}")
    read = [one["number"] for one in page.log]
    page.report.expect(page.log == log, f"{where}: {page.role} has read {read}, not 1 to {len(log)} as they happened")
    page.report.expect(read == list(range(1, len(log) + 1)), f"{where}: an event twice, or none of one: {read}")


async def _starts_anew(house: House, pages: Sequence[Page], chance: Random) -> None:
    """Now and then: a backup, a start, or a start on an older backup, on which others go on before a page is back."""
    drawn = chance.random()
    if drawn < 0.1:
        house.copy()
    if drawn < 0.8:
        return
    older = chance.choice(house.copies) if house.copies and chance.random() < 0.7 else None
    house.keeper.hub.end()
    for page in pages:
        page.report.expect(await page.is_ended(), f"{page.role} was told something when the service stopped")
        await page.forget()
    house.start_anew(older)
    pages[0].report.count("older copies" if older else "restarts")


def told_once(report: Report, ids: Sequence[str], whose: str) -> None:
    """No epoch comes back, and in each the numbers rise."""
    epochs = list(dict.fromkeys(map(epoch_of, ids)))
    places = [(epochs.index(epoch_of(one)), _number_of(one)) for one in ids]
    report.expect(places == sorted(set(places)), f"{whose} was told something twice or out of turn: {ids}")


def epoch_of(told_id: str) -> str:
    """The part of an id that differs from start to start."""
    return told_id.partition(":")[0]


def _number_of(told_id: str) -> int:
    return int(told_id.partition(":")[2])
