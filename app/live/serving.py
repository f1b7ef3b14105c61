"""A server that stops although pages hold their streams open, and sends nobody away without a word."""

import asyncio
import select
import socket
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Final, cast

import uvicorn

GRACE_S: Final = 1
# A client that sent a request before may send another one. A new client without a request gets the full grace period.
# The service reads bytes that have already arrived, however busy the machine is (decision 0006).
LINGER_S: Final = 0.2
UNREAD_S: Final = 5.0
LOOK_EVERY_S: Final = 0.01
LAST_ANSWER: Final = (b"connection", b"close")


class StoppingServer(uvicorn.Server):
    """Ends the streams when it is told to stop; what is on its way, read or not, is answered first."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        config.timeout_graceful_shutdown = config.timeout_graceful_shutdown or GRACE_S
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop. It interrupts whatever the loop does, so nothing here may wait."""
        self._end_streams()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let in whoever has knocked, then nobody; answer each once more; stop."""
        self.server_state.default_headers.append(LAST_ANSWER)
        await self._stop_listening()
        await self._hear_out()
        await super().shutdown(sockets)

    async def _stop_listening(self) -> None:
        """Stop listening. Whoever has been let in by the system, but not yet by us, would be torn off: take him in."""
        sockets = [socket.socket(fileno=one.dup().detach()) for server in self.servers for one in server.sockets]
        for server in self.servers:
            server.close()
        knocked = [one for listening in sockets for one in accepted(listening)]
        for listening in sockets:
            listening.close()
        loop = asyncio.get_running_loop()
        for one in knocked:
            await loop.connect_accepted_socket(self._protocol, one)

    def _protocol(self) -> asyncio.Protocol:
        made: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = made(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def _hear_out(self) -> None:
        """Wait for questions that are on their way. The time counts for what is being answered meanwhile."""
        loop = asyncio.get_running_loop()
        began, grace_s = loop.time(), self.config.timeout_graceful_shutdown or GRACE_S
        while (passed_s := loop.time() - began) < self._patience_s(grace_s):
            await asyncio.sleep(LOOK_EVERY_S)
        # The library hands it on to `wait_for`, which takes parts of a second too.
        self.config.timeout_graceful_shutdown = cast(int, max(0.0, grace_s - passed_s))

    def _patience_s(self, grace_s: float) -> float:
        """How long to wait in all for those on whose lines nothing is being answered."""
        lines: list[Any] = [one for one in self.server_state.connections if not one.transport.is_closing()]
        silent = [one for one in lines if one.cycle is None or one.cycle.response_complete]
        if not silent:
            return 0
        if _have_sent(silent):
            return UNREAD_S
        has_newcomers = any(one.cycle is None for one in silent)
        return max(LINGER_S, grace_s) if has_newcomers else LINGER_S


def _have_sent(lines: Sequence[Any]) -> bool:
    """Whether something has come on one of these lines that was not read yet."""
    looking = select.poll()
    for one in lines:
        looking.register(one.transport.get_extra_info("socket").fileno(), select.POLLIN)
    return bool(looking.poll(0))


def accepted(listening: socket.socket) -> Iterator[socket.socket]:
    """Everybody who has knocked by now."""
    listening.setblocking(False)
    while True:
        try:
            yield listening.accept()[0]
        except BlockingIOError:
            return
        except OSError:
            # He has gone away again.
            continue
