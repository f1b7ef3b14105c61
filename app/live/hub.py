"""The hub of change notices: open pages of this process, and other processes."""

import asyncio
import secrets
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import field
from functools import partial
from itertools import cycle
from typing import Final, Generic, TypeVar

import msgspec
import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from app.games.deletions import DELETION, Deletions
from app.games.repository import SeenChange, Standing
from app.games.service import GameService
from app.seats.seat_repository import Seat, SeatBook
from app.storage.event_log import CHANNEL, heard
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# The hub of open pages

HEARTBEAT_S: Final = 15.0
SIGN_OF_LIFE_S: Final = 1.0
# The same bytes for every page and at any time: they tell nothing but that the line is there. Proxies pass on whole
# messages, and a browser hands on no message without data.
SIGN_OF_LIFE: Final = b"event: here\ndata: 1\n\n"
NOTICE: Final = b"event: notice\ndata: 1\n\n"
"""Something outside the log has changed, such as a request to delete the game. The page fetches its screen again."""
RETRY_MS: Final = 1000
AGAIN_S: Final = 30
BEAT_PARTS: Final = 10
"""Streams get their beats in this many groups, one after the other: a command never waits for all of them."""
T = TypeVar("T")
Key = tuple[str, Role]
# What a page was told last: closing gives an event to nobody, and is seen by everybody all the same.
Mark = tuple[int, bool]
NOTHING: Final[Mark] = (-1, False)
Now = Callable[[], Awaitable[Standing | None]]


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How many streams one device and one address may have open; 0 is no limit."""

    of_device: int = 8
    of_address: int = 500


NO_STREAM_LIMITS: Final = StreamLimits(0, 0)


@dataclass(frozen=True, slots=True)
class QuietLine:
    """The cheapest way to send to a stream that has no news."""

    send: Callable[[bytes], bool]  # write to the page's connection directly; False if nothing was sent
    standing: Callable[[], Standing | None]  # the seat's standing from memory; None if the database has to be asked


@dataclass(eq=False, slots=True)
class Page:
    """One open stream: what is to be sent next, and what it was told last.

    `idle_since` numbers the changes that pages were told; `crowded_out`: it ends because there are too many. `notice`
    is sent once, beside changes.
    """

    seat: Seat
    loop: asyncio.AbstractEventLoop
    address: str = ""
    idle_since: int = 0
    crowded_out: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    frame: bytes = b""  # to be sent next; empty for a heartbeat
    notice: bytes = b""
    told: Mark = NOTHING
    ended: bool = False
    line: QuietLine | None = None
    beats: int = 0  # since the last heartbeat or change

    @property
    def has_news(self) -> bool:
        """Whether a change waits to be sent."""
        return self.woken.is_set() and (bool(self.notice) or self.frame not in (b"", SIGN_OF_LIFE))

    def wake(self, mark: Mark, frame: bytes) -> None:
        """Hand over a change, unless it was told already."""
        if mark != self.told:
            self.told, self.frame = mark, frame
            self.woken.set()

    def beat(self, frame: bytes) -> None:
        """Hand over a sign of life, or nothing for a heartbeat."""
        self.frame = frame
        self.woken.set()

    def notify(self) -> None:
        """Make the page fetch its screen again although its view has not changed."""
        self.notice = NOTICE
        self.woken.set()

    def take(self) -> bytes:
        """Return what is to be sent now; nothing means a heartbeat."""
        sent = self.frame + self.notice
        self.frame = self.notice = b""
        return sent

    def end(self) -> None:
        """Let the stream finish."""
        self.ended = True
        self.woken.set()

    def crowd_out(self) -> None:
        """Let the stream finish, and tell its page when to come back."""
        self.crowded_out = True
        self.end()


class Pulse(Generic[T]):
    """One timer for all streams of an event loop. It calls `beat` for each of them, and stops while there is none."""

    def __init__(self, loop: asyncio.AbstractEventLoop, every_s: float, beat: Callable[[T], None]) -> None:
        self._loop = loop
        self._step_s = every_s / BEAT_PARTS
        self._beat = beat
        self._groups: list[set[T]] = [set() for _ in range(BEAT_PARTS)]
        self._turns = cycle(self._groups)
        self._of: dict[T, set[T]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def __len__(self) -> int:
        return len(self._of)

    def add(self, stream: T) -> None:
        """Start the beats of a stream."""
        self._of[stream] = group = min(self._groups, key=len)
        group.add(stream)
        if self._timer is None:
            self._due = self._loop.time() + self._step_s
            self._timer = self._loop.call_at(self._due, self._step)

    def remove(self, stream: T) -> None:
        """Stop the beats of a stream, if it has any."""
        self._of.pop(stream, set()).discard(stream)
        if not self._of and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _step(self) -> None:
        for stream in tuple(next(self._turns)):
            self._beat(stream)
        # Count from the time at which this step was due: a busy loop must not slow the beats down.
        self._due = max(self._due + self._step_s, self._loop.time())
        self._timer = self._loop.call_at(self._due, self._step)


class GameHub:
    """The open streams of one process. `epoch` differs from start to start: a number means nothing across it."""

    def __init__(
        self,
        heartbeat_s: float = HEARTBEAT_S,
        alive_s: float = SIGN_OF_LIFE_S,
        limits: StreamLimits = NO_STREAM_LIMITS,
    ) -> None:
        self.epoch = secrets.token_hex(4)
        self._heartbeat_s = heartbeat_s
        self._every_s = min(alive_s, heartbeat_s)
        self._beats_a_heartbeat = max(1, round(heartbeat_s / self._every_s))
        self._pulses: dict[asyncio.AbstractEventLoop, Pulse[Page]] = {}
        self._limits = limits
        self._pages: dict[Key, set[Page]] = {}
        self._of_device: defaultdict[str, set[Page]] = defaultdict(set)
        self._of_address: defaultdict[str, set[Page]] = defaultdict(set)
        self._turn = 0
        self._lock = threading.Lock()
        self._ended = False

    def roles(self, game_id: str) -> Sequence[Role]:
        """The roles that have a page open on this game."""
        return [role for role in Role.known() if (game_id, role) in self._pages]

    def games(self) -> frozenset[str]:
        """The games that have a page open."""
        return frozenset(game for game, _ in tuple(self._pages))

    def seats(self, game_id: str) -> frozenset[str]:
        """The ids of the seats that have a page open on this game."""
        keys = [key for key in tuple(self._pages) if key[0] == game_id]
        return frozenset(page.seat.id for key in keys for page in self._open_pages(key))

    def changed(self, game_id: str, role: Role, change: SeenChange) -> None:
        """Tell every page of a role that its view has changed. From any thread; does not wait."""
        frame = self.frame(change)
        for page in self._told_pages((game_id, role)):
            _on_its_loop(page, partial(page.wake, (change.number, change.closed), frame))

    def end(self) -> None:
        """Let every stream finish, so that the server can stop. Takes no lock: a signal may interrupt its holder."""
        self._ended = True
        for pages in tuple(self._pages.values()):
            for page in tuple(pages):
                _on_its_loop(page, page.end)

    def notify(self, game_id: str) -> None:
        """Make every page of a game fetch its screen again: something outside its log has changed. From any thread."""
        for key in tuple(self._pages):
            for page in self._open_pages(key) if key[0] == game_id else ():
                _on_its_loop(page, page.notify)

    def end_seat(self, seat_id: str) -> None:
        """Let the streams of a device finish: its seat was taken away."""
        for key in tuple(self._pages):
            for page in self._open_pages(key):
                if page.seat.id == seat_id:
                    _on_its_loop(page, page.end)

    def end_game(self, game_id: str) -> None:
        """Let the streams of every device at a game finish: the game was deleted."""
        for seat_id in self.seats(game_id):
            self.end_seat(seat_id)

    async def listen(
        self,
        seat: Seat,
        now: Now,
        seen: str = "",
        still: Now | None = None,
        address: str = "",
        line: QuietLine | None = None,
    ) -> AsyncIterator[bytes]:
        """The stream of one page, as server-sent events.

        A heartbeat follows at once, so that the page knows from the start what it may wait for.

        Args:
            now: gives what stands for the seat, or None once it may not look any more.
            seen: the id (see `id_of`) of what the page shows. Anything but the newest is answered with what stands now,
                never with a replay.
            still: the same as `now` for a page that has received every change so far; defaults to `now`.
            address: the address of the device, for the limits.
            line: the cheapest way to the page; without it every message goes through the application.
        """
        still = still or now
        page = Page(seat, asyncio.get_running_loop(), address, line=line)
        for other in self._enter(page):
            _on_its_loop(other, other.crowd_out)
        try:
            yield f"retry: {RETRY_MS}\n\n".encode()
            standing = await now()
            if standing:
                yield self._first(page, standing, seen)
                self._pulse_of(page).add(page)
            while standing and not self._is_over(page):
                await page.woken.wait()
                page.woken.clear()
                if self._is_over(page):
                    break
                if sent := page.take():
                    if sent != SIGN_OF_LIFE:
                        page.beats = 0
                    yield sent
                    continue
                page.beats = 0
                standing = await still()
                if standing and mark_of(standing) > page.told:
                    page.wake(mark_of(standing), self._frame_of(standing))
                elif standing and not page.has_news:
                    yield self.heartbeat(standing)
            if page.crowded_out:
                yield crowded()
        finally:
            self._leave(page)

    def id_of(self, number: int, closed: bool = False) -> str:
        """The id of a message: what a page sends back when it comes again."""
        return f"{self.epoch}:{number}{':closed' if closed else ''}"

    def frame(self, change: SeenChange) -> bytes:
        """The message that a view has changed."""
        told = {"number": change.number, "said": change.said, **({"closed": True} if change.closed else {})}
        return b"id: %b\ndata: %b\n\n" % (self.id_of(change.number, change.closed).encode(), msgspec.json.encode(told))

    def heartbeat(self, standing: Standing) -> bytes:
        """The message that nothing changed, with the hash of what stands, so that a page notices if it differs.

        `every_s`: how often a heartbeat or a sign of life comes while nothing changes, so that a page notices if none
        does.
        """
        told = {"number": standing.number, "hash": standing.hash, "every_s": self._every_s}
        return b"event: heartbeat\ndata: %b\n\n" % msgspec.json.encode(told)

    def _first(self, page: Page, standing: Standing, seen: str) -> bytes:
        # What happened while it was asked what stands has come already, and is newer.
        if mark_of(standing) > page.told:
            is_shown = seen == self.id_of(*mark_of(standing))
            page.told = mark_of(standing)
            page.frame = b"" if is_shown else self._frame_of(standing)
        page.woken.clear()
        return page.take() + self.heartbeat(standing)

    def _frame_of(self, standing: Standing) -> bytes:
        return self.frame(SeenChange(standing.number, closed=standing.closed))

    def _pulse_of(self, page: Page) -> Pulse[Page]:
        """Return the timer of a page's event loop. A service has one loop."""
        if page.loop not in self._pulses:
            self._pulses[page.loop] = Pulse(page.loop, self._every_s, self._beat)
        return self._pulses[page.loop]

    def _beat(self, page: Page) -> None:
        """Send a sign of life, or a heartbeat when it is due. A change that waits is a sign of life too."""
        if page.woken.is_set():
            return
        page.beats += 1
        is_heartbeat = page.beats >= self._beats_a_heartbeat
        if page.line is None:
            page.beat(b"" if is_heartbeat else SIGN_OF_LIFE)
        elif not is_heartbeat:
            page.line.send(SIGN_OF_LIFE)
        elif (standing := page.line.standing()) is None or mark_of(standing) != page.told:
            page.beat(b"")
        else:
            page.beats = 0
            page.line.send(self.heartbeat(standing))

    def _is_over(self, page: Page) -> bool:
        return page.ended or self._ended

    def _open_pages(self, key: Key) -> Sequence[Page]:
        with self._lock:
            return tuple(self._pages.get(key, ()))

    def _told_pages(self, key: Key) -> Sequence[Page]:
        """Those pages, which are not idle for now."""
        with self._lock:
            self._turn += 1
            for page in self._pages.get(key, ()):
                page.idle_since = self._turn
            return tuple(self._pages.get(key, ()))

    def _enter(self, page: Page) -> Sequence[Page]:
        """Take a page in; gives those that have to make room for it."""
        with self._lock:
            self._turn += 1
            page.idle_since = self._turn
            self._pages.setdefault((page.seat.game_id, page.seat.role), set()).add(page)
            self._of_device[page.seat.id].add(page)
            self._of_address[page.address].add(page)
            ending = _oldest(self._of_device[page.seat.id], self._limits.of_device)
            for one in ending:
                self._uncount(one)
            if page.address:
                more = _oldest(self._of_address[page.address], self._limits.of_address)
                for one in more:
                    self._uncount(one)
                ending = [*ending, *more]
            return ending

    def _leave(self, page: Page) -> None:
        # The line refers to the stream that holds the page: only the garbage collector would free them.
        page.line = None
        key = (page.seat.game_id, page.seat.role)
        if (pulse := self._pulses.get(page.loop)) is not None:
            pulse.remove(page)
            if not pulse:
                del self._pulses[page.loop]
        with self._lock:
            self._pages[key].discard(page)
            if not self._pages[key]:
                del self._pages[key]
            self._uncount(page)

    def _uncount(self, page: Page) -> None:
        for pages, key in ((self._of_device, page.seat.id), (self._of_address, page.address)):
            pages[key].discard(page)
            if not pages[key]:
                del pages[key]


def _oldest(pages: Collection[Page], most: int) -> list[Page]:
    """The pages beyond the limit that were told nothing for longest; 0 is no limit."""
    if not 0 < most < len(pages):
        return []
    return sorted(pages, key=lambda page: page.idle_since)[: len(pages) - most]


def crowded() -> bytes:
    """The message that this stream ends because too many are open, and in how many seconds it may come again.

    The seconds differ from page to page, so that pages do not push each other out in step.
    """
    again_s = AGAIN_S + secrets.randbelow(AGAIN_S)
    return b"retry: %d\nevent: crowded\ndata: %b\n\n" % (again_s * 1000, msgspec.json.encode({"again_s": again_s}))


def mark_of(standing: Standing) -> Mark:
    """What a page knows that shows what stands."""
    return standing.number, standing.closed


def _on_its_loop(page: Page, act: Callable[[], None]) -> None:
    if not page.loop.is_closed():
        page.loop.call_soon_threadsafe(act)


# Other processes

PATIENCE_S: Final = 0.25

log = structlog.get_logger(__name__)


class Neighbours:
    """Listens for as long as it runs. Whatever was said while it could not listen is made up for by looking again."""

    def __init__(self, engine: Engine, games: GameService, seats: SeatBook, deletions: Deletions, hub: GameHub) -> None:
        self._engine = engine
        self._games = games
        self._seats = seats
        self._deletions = deletions
        self._hub = hub
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="neighbours", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except DBAPIError:
                log.warning("neighbours cannot be heard", channel=CHANNEL)
                self._stop.wait(PATIENCE_S)

    def _listen(self) -> None:
        for said in heard(self._engine, self._stop, PATIENCE_S):
            if said is None:
                self._look_at_everything()
                continue
            what, _, game_id = said.partition(" ")
            if what == "seats":
                self._seats.forget(game_id)
                self._end_those_thrown_out(game_id)
            elif what == DELETION:
                self._seats.forget(game_id)
                self._deletions.forget(game_id)
                self._end_those_thrown_out(game_id)
                self._hub.notify(game_id)
            elif game_id in self._hub.games():
                self._games.look_again(game_id)

    def _look_at_everything(self) -> None:
        self._seats.forget()
        self._deletions.forget()
        for game_id in self._hub.games():
            self._end_those_thrown_out(game_id)
            self._games.look_again(game_id)
            self._hub.notify(game_id)

    def _end_those_thrown_out(self, game_id: str) -> None:
        if not (listening := self._hub.seats(game_id)):
            return
        if self._seats.is_deleted(game_id):
            self._hub.end_game(game_id)
        for device in self._seats.devices(game_id):
            if device.revoked_at and device.seat.id in listening:
                self._hub.end_seat(device.seat.id)
