"""What goes over the line between devices and the service: every byte, taken apart into requests and answers."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import h11

CHUNK: Final = 65_536
DONE: Final = h11.Response(status_code=200, headers=[("Content-Length", "0")])

Headers = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Exchange:
    """A request and what was answered to it; of a stream, what had come until the line was cut."""

    method: str
    target: str
    sent_headers: Headers
    sent: bytes
    status: int
    told_headers: Headers
    told: bytes


@dataclass
class Line:
    """One connection: what came from the device, and what came from the service."""

    sent: bytearray = field(default_factory=bytearray)
    told: bytearray = field(default_factory=bytearray)


@dataclass
class Wire:
    """The lines that went over one port."""

    port: int = 0
    lines: list[Line] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The address at which devices reach the service, through here."""
        return f"http://127.0.0.1:{self.port}"

    def exchanges(self) -> Iterator[Exchange]:
        """Everything that was asked and answered."""
        for line in self.lines:
            yield from taken_apart(line)

    async def _connected(self, behind: int, device: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        line = Line()
        self.lines.append(line)
        answers, forth = await asyncio.open_connection("127.0.0.1", behind)
        try:
            await asyncio.gather(_pass_on(device, forth, line.sent), _pass_on(answers, back, line.told))
        except asyncio.CancelledError:
            forth.close()
            back.close()


async def _pass_on(source: asyncio.StreamReader, to: asyncio.StreamWriter, kept: bytearray) -> None:
    # Either side may hang up at any time.
    with suppress(ConnectionError):
        while chunk := await source.read(CHUNK):
            kept += chunk
            to.write(chunk)
            await to.drain()
    to.close()


@contextmanager
def tapped(behind: int) -> Iterator[Wire]:
    """A line to the port `behind`, listened in on for as long as it is open."""
    wire, loop, ready = Wire(), asyncio.new_event_loop(), threading.Event()

    async def listen() -> None:
        server = await asyncio.start_server(lambda one, other: wire._connected(behind, one, other), "127.0.0.1", 0)
        async with server:
            wire.port = server.sockets[0].getsockname()[1]
            ready.set()
            await server.serve_forever()

    loop.create_task(listen())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield wire
    finally:
        asyncio.run_coroutine_threadsafe(_hang_up(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _hang_up() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for one in others:
        one.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    # A line that was closed gives its socket back in the round after.
    await asyncio.sleep(0)


def taken_apart(line: Line) -> Iterator[Exchange]:
    """The exchanges on a line, in their order."""
    device, service = h11.Connection(h11.SERVER), h11.Connection(h11.CLIENT)
    for end, said in ((device, line.sent), (service, line.told)):
        # No byte at all would tell of a line that ended, where whoever asked only left before the answer.
        if said:
            end.receive_data(bytes(said))
    while isinstance(request := device.next_event(), h11.Request):
        sent = b"".join(_body(device))
        service.send(request)
        service.send(h11.Data(data=sent))
        service.send(h11.EndOfMessage())
        answer = service.next_event()
        if not isinstance(answer, h11.Response):
            return
        told = b"".join(_body(service))
        yield Exchange(
            request.method.decode(),
            request.target.decode(),
            request.headers.raw_items(),
            sent,
            answer.status_code,
            answer.headers.raw_items(),
            told,
        )
        if not _goes_on(device, service):
            return


def _body(side: h11.Connection) -> Iterator[bytes]:
    while isinstance(part := side.next_event(), h11.Data):
        yield bytes(part.data)


def _goes_on(device: h11.Connection, service: h11.Connection) -> bool:
    if service.their_state is not h11.DONE or service.our_state is not h11.DONE:
        return False
    device.send(DONE)
    device.send(h11.EndOfMessage())
    if device.our_state is not h11.DONE or device.their_state is not h11.DONE:
        return False
    device.start_next_cycle()
    service.start_next_cycle()
    return True
