"""A line between devices and the service that goes bad: silent without an end, or torn at any byte."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

CHUNK: Final = 65_536
Tear = Callable[[], int | None]


def never() -> int | None:
    """A line that holds."""
    return None


@dataclass
class BadLine:
    """Lines that go over one port to the service at `behind`.

    `tear` is asked at each new connection after how many bytes of the answers it is torn off; None: it holds.
    """

    behind: int
    port: int = 0
    tear: Tear = never
    torn: int = 0
    _is_silent: bool = False
    _passing: set[asyncio.Event] = field(default_factory=set)
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    @property
    def base(self) -> str:
        """The address at which devices reach the service, through here."""
        return f"http://127.0.0.1:{self.port}"

    def go_silent(self) -> None:
        """From now on no byte passes, and nobody is told: what is connected stays so, and new lines are taken too."""
        self._on_the_loop(self._fall_silent)

    def come_back(self) -> None:
        """New connections pass again; those of the silent time stay dead."""
        self._on_the_loop(self._pass_again)

    def _fall_silent(self) -> None:
        self._is_silent = True
        for passes in self._passing:
            passes.clear()
        self._passing.clear()

    def _pass_again(self) -> None:
        self._is_silent = False

    def _on_the_loop(self, act: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (act(), done.set()))
        assert done.wait(10)

    async def _connected(self, device: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        passes, left = asyncio.Event(), self.tear()
        if not self._is_silent:
            passes.set()
            self._passing.add(passes)
        forth: asyncio.StreamWriter | None = None
        try:
            await passes.wait()
            answers, forth = await asyncio.open_connection("127.0.0.1", self.behind)
            await asyncio.gather(_pass_on(device, forth, passes), self._answer(answers, back, passes, left))
        except OSError:
            pass
        except asyncio.CancelledError:
            pass  # the line is taken down, and whoever holds it with it
        finally:
            self._passing.discard(passes)
            for end in (back, forth):
                if end:
                    end.close()

    async def _answer(
        self, answers: asyncio.StreamReader, back: asyncio.StreamWriter, passes: asyncio.Event, left: int | None
    ) -> None:
        while chunk := await answers.read(CHUNK):
            await passes.wait()
            back.write(chunk if left is None else chunk[:left])
            await back.drain()
            if left is not None and (left := left - len(chunk)) <= 0:
                self.torn += 1
                back.transport.abort()
                raise ConnectionAbortedError
        back.close()


async def _pass_on(source: asyncio.StreamReader, to: asyncio.StreamWriter, passes: asyncio.Event) -> None:
    with suppress(ConnectionError):
        while chunk := await source.read(CHUNK):
            await passes.wait()
            to.write(chunk)
            await to.drain()
    to.close()


@contextmanager
def bad_line(behind: int, tear: Tear = never) -> Iterator[BadLine]:
    """A line to the port `behind`, for as long as it is open."""
    line, ready = BadLine(behind, tear=tear), threading.Event()

    async def listen() -> None:
        server = await asyncio.start_server(line._connected, "127.0.0.1", 0)
        async with server:
            line.port = server.sockets[0].getsockname()[1]
            ready.set()
            await server.serve_forever()

    listening = line._loop.create_task(listen())
    thread = threading.Thread(target=line._loop.run_forever, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield line
    finally:
        asyncio.run_coroutine_threadsafe(_hang_up(listening), line._loop).result(10)
        line._loop.call_soon_threadsafe(line._loop.stop)
        thread.join()
        line._loop.close()


async def _hang_up(listening: asyncio.Task[None]) -> None:
    others = [one for one in asyncio.all_tasks() if one is not asyncio.current_task()]
    for one in [listening, *others]:
        one.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    # A line that was closed gives its socket back in the round after.
    await asyncio.sleep(0)
