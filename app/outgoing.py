"""What a connection sends: what is written in one go leaves in one go.

The server under us sends the head of an answer, and each part of its body, by itself; every sending costs a call of
the system and wakes the other side. A page that comes back is told four things at once.
"""

import asyncio
from typing import Any, Final

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
