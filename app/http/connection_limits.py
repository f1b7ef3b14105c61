"""Connection limits, buffered transport and streamed answers."""

import asyncio
import resource
import select
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable
from functools import partial
from itertools import islice
from typing import Any, Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from app.http.client_addresses import address_key
from rules.kernel.frozen_dataclasses import dataclass

# Streams

PARTS: Final = "beatenzone.parts"
"""The ASGI extension of a stream whose `send` writes a part of the answer directly to the connection."""


class Frames(StreamingResponse):
    """Server-sent events, in half of the framework's time: after a break of the network all pages come at once."""

    media_type = "text/event-stream"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send every message as it comes."""
        sending = asyncio.ensure_future(self.stream_response(send))
        hanging_up = asyncio.ensure_future(self.listen_for_disconnect(receive))
        both = {sending, hanging_up}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.cancel()
            # Whoever listens is taken off the list before the answer is over.
            await asyncio.wait(both)
        if not sending.cancelled():
            sending.result()


# Buffered answers

AT_ONCE: Final = 16_384
"""Bytes that wait for nothing more."""


class SentTogether:
    """A connection's way out, which sends what it was given since the loop went round last."""

    def __init__(self, way_out: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._way_out = way_out
        self._loop = loop
        self._parts: list[bytes] = []
        self._bytes = 0

    def write(self, data: bytes) -> None:
        """Send this, with whatever is written right after it."""
        if not self._parts:
            self._loop.call_soon(self._send)
        self._parts.append(data)
        self._bytes += len(data)
        if self._bytes >= AT_ONCE:
            self._send()

    def write_alone(self, data: bytes) -> bool:
        """Send this now and by itself, unless something waits to be sent; say whether it was sent."""
        if self._parts or self._way_out.is_closing():
            return False
        self._way_out.write(data)
        return True

    def close(self) -> None:
        """Send what is left, then close."""
        self._send()
        self._way_out.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._way_out, name)

    def _send(self) -> None:
        if self._parts:
            parts, self._parts, self._bytes = self._parts, [], 0
            self._way_out.write(b"".join(parts))


# Limits of connections

SAYS_FULL: Final = b"Too many are connected; try again in a few seconds"
FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s" % (len(SAYS_FULL), SAYS_FULL)
)
FOR_OTHERS: Final = 200
"""Files that are kept for what is not a connection: the database, the pages, what prints."""
LOOKED_AT: Final = 256
"""Among how many of those that have waited longest one is looked for."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited, in seconds, and for how many.

    `head`: for the whole head of a request. `body`: after this at least `least_bytes` a second of its body must have
    come, and something of an answer must have been taken. `most`: connections in all; `most_of_one`: of one address
    that is none of the `proxies`, through which everybody may come (0: no limit).
    """

    head: float = 10
    body: float = 10
    least_bytes: int = 500
    most: int = 2_000
    most_of_one: int = 600
    proxies: Container[str] = ()


class Connections:
    """Every connection of a server: which of them wait to be asked something, and whose they are."""

    def __init__(self, patience: Patience, clock: Callable[[], float] = time.monotonic) -> None:
        self.patience = patience
        self.clock = clock
        self._all: set[PatientProtocol] = set()
        # In the order in which they began to wait.
        self._waiting: dict[PatientProtocol, None] = {}
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._all)

    def let_in(self, one: "PatientProtocol") -> bool:
        """Take a connection in; where there is no room, in place of the one that has waited longest. False: in vain."""
        if self._is_too_many(one.address) and not self._make_room(self._waiting_of(one.address)):
            return False
        if len(self._all) >= self.patience.most and not self._make_room(self._waiting):
            return False
        self._all.add(one)
        self._of[one.address] += 1
        self._waiting[one] = None
        return True

    def let_out(self, one: "PatientProtocol") -> None:
        """It has ended; one that was never in changes nothing."""
        if one not in self._all:
            return
        self._all.discard(one)
        self._waiting.pop(one, None)
        self._of[one.address] -= 1
        if not self._of[one.address]:
            del self._of[one.address]

    def waits(self, one: "PatientProtocol", *, is_waiting: bool) -> None:
        """Whether it waits for a request of its device, or somebody for it."""
        if not is_waiting:
            self._waiting.pop(one, None)
        elif one in self._all:
            self._waiting.setdefault(one)

    def look_round(self) -> None:
        """Close what has tried the patience; called about once a second."""
        now = self.clock()
        for one in [one for one in self._all if one.is_over(now)]:
            one.end()

    def _is_too_many(self, address: str) -> bool:
        patience = self.patience
        return address not in patience.proxies and 0 < patience.most_of_one <= self._of[address]

    def _waiting_of(self, address: str) -> Iterable["PatientProtocol"]:
        return (one for one in self._waiting if one.address == address)

    def _make_room(self, waiting: Iterable["PatientProtocol"]) -> bool:
        oldest = next((one for one in islice(waiting, LOOKED_AT) if not one.is_heard_soon), None)
        if oldest is None:
            return False
        self.let_out(oldest)
        oldest.end()
        return True


class PatientProtocol(H11Protocol):
    """A connection that is closed when its device keeps it without asking anything, or does not take its answer."""

    def __init__(self, *arguments: Any, room: Connections, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._room = room
        self.address = ""
        self._received = 0
        self._taken = 0
        self._stage: tuple[object, ...] = ()
        self._since, self._had = 0.0, 0

    def connection_made(self, transport: Any) -> None:
        """A device has connected."""
        self._way_out = SentTogether(transport, self.loop)
        super().connection_made(self._way_out)  # type: ignore[arg-type]
        host = self.client[0] if self.client else ""
        self.address = host if host in self._room.patience.proxies else address_key(host)
        self._enter((None, "head", 0), self._room.clock())
        if not self._room.let_in(self):
            self.transport.write(FULL)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._room.let_out(self)
        self._take_back_direct_way()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come of a request."""
        self._received += len(data)
        super().data_received(data)
        if self._is_asked:
            self._room.waits(self, is_waiting=False)

    def handle_events(self) -> None:
        """Handle what arrived, and offer a stream the direct way to its connection."""
        super().handle_events()
        if self.scope is not None and self.scope["path"].endswith("/stream"):
            self.scope.setdefault("extensions", {}).setdefault(PARTS, {"send": partial(self.send_part, self.cycle)})

    def _take_back_direct_way(self) -> None:
        """Remove the direct way. It refers to the request that holds it: only the collector would free both."""
        if self.scope is not None:
            self.scope.get("extensions", {}).pop(PARTS, None)

    def send_part(self, cycle: RequestResponseCycle, part: bytes) -> bool:
        """Write a part of a running answer directly to the connection.

        Return False, and write nothing, if the answer is not running or the device does not read.
        """
        is_under_way = cycle.response_started and not cycle.response_complete and not cycle.disconnected
        if not is_under_way or self.flow.write_paused:
            return False
        is_chunked = cycle.scope["http_version"] == "1.1"
        return self._way_out.write_alone(b"%x\r\n%b\r\n" % (len(part), part) if is_chunked else part)

    def on_response_complete(self) -> None:
        """An answer is out; the next request may be there already."""
        self._take_back_direct_way()
        super().on_response_complete()
        if not self._is_asked:
            self._room.waits(self, is_waiting=True)

    def resume_writing(self) -> None:
        """Its device has taken what was waiting for it."""
        self._taken += 1
        super().resume_writing()

    def is_over(self, now: float) -> bool:
        """Whether it was waited for long enough at `now`, in seconds of the room's clock."""
        stage = (self.cycle, self._waits_for, self._taken)
        if stage != self._stage:
            self._enter(stage, now)
            return False
        patience, waited = self._room.patience, now - self._since
        if stage[1] == "head":
            return waited > patience.head
        if stage[1] == "" or waited <= patience.body:
            return False
        if stage[1] == "reader" or self._received - self._had < patience.least_bytes * waited:
            return True
        self._enter(stage, now)
        return False

    def end(self) -> None:
        """Close it, whatever is on its way."""
        self.transport.abort()

    @property
    def is_heard_soon(self) -> bool:
        """Whether something has come that was not read: many who come at once are all let in before one is heard."""
        ready = select.poll()
        ready.register(self.transport.get_extra_info("socket").fileno(), select.POLLIN)
        return bool(ready.poll(0))

    @property
    def _is_asked(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _waits_for(self) -> str:
        """What its device owes: the head of a request, the rest of a body, to read an answer, or nothing."""
        if not self._is_asked:
            return "head"
        if self.flow.write_paused:
            return "reader"
        # Of a body that we have no room for yet nothing more is owed.
        return "body" if self.cycle.more_body and not self.flow.read_paused else ""

    def _enter(self, stage: tuple[object, ...], now: float) -> None:
        self._stage, self._since, self._had = stage, now, self._received


def as_many_as_there_are_files(wanted: int) -> int:
    """As many connections as are wanted, or as the system has files for, once it was asked for all that it gives."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + FOR_OTHERS
    if 0 <= soft < files:
        soft = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft < 0 else max(1, min(wanted, soft - FOR_OTHERS))
