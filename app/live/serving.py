"""A server that stops although pages hold their streams open."""

from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

GRACE_S: Final = 1


class StoppingServer(uvicorn.Server):
    """Ends the streams when it is told to stop; what is on its way is answered first."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        config.timeout_graceful_shutdown = config.timeout_graceful_shutdown or GRACE_S
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop."""
        self._end_streams()
        super().handle_exit(sig, frame)
