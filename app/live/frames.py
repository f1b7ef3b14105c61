"""The answer that is a stream: it ends when its messages do, or when nobody listens any more."""

import asyncio
from typing import Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

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
