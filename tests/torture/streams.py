"""A page's stream as bytes: what a browser hears, and whether anything that was typed can split it."""

import json
import re
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, IncompleteRead
from typing import Final
from urllib.parse import urlsplit

SETTLED_S: Final = 0.3
FRAME: Final = re.compile(
    rb"retry: \d+|id: (?P<id>[0-9a-f]+:\d+)\ndata: (?P<told>\{.*\})|event: heartbeat\ndata: (?P<beat>\{.*\})"
    rb"|event: here\ndata: 1"
)


class Stream:
    """Listens from when it is made until it is closed; `heard` is everything that came.

    `newest_id` and `told` are of the last whole message: its id, and the number it told.
    """

    def __init__(self, base: str, game: str, cookies: Mapping[str, str], last_id: str = "") -> None:
        self.heard = b""
        self.newest_id = ""
        self.told: int | None = None
        self._line = HTTPConnection(urlsplit(base).netloc, timeout=60)
        held = "; ".join(f"{name}={value}" for name, value in cookies.items())
        headers = {"Cookie": held, "Last-Event-ID": last_id}
        self._line.request("GET", f"/games/{game}/stream", headers=headers)
        self._answer = self._line.getresponse()
        assert self._answer.status == 200
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        # We hang up in the middle, which is no fault of the stream.
        with suppress(IncompleteRead, OSError, ValueError):
            while chunk := self._answer.read1(65_536):
                self.heard += chunk
                self._note()

    def _note(self) -> None:
        for frame in reversed(self.heard.split(b"\n\n")[:-1]):
            if (found := FRAME.fullmatch(frame)) and found["told"]:
                self.newest_id, self.told = found["id"].decode(), json.loads(found["told"])["number"]
                return

    def close(self) -> None:
        """Hang up."""
        if self._line.sock:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._line.close()

    def settle(self) -> None:
        """Wait a little for what is on its way, then hang up."""
        self._thread.join(SETTLED_S)
        self.close()


def is_whole(heard: bytes) -> str:
    """What is wrong with a stream, in words; empty if it is a row of frames as the service writes them."""
    frames = heard.removesuffix(b"\n\n").split(b"\n\n")
    if len(frames) < 2:
        return "nothing was said on it"
    for frame in frames:
        found = FRAME.fullmatch(frame)
        if not found:
            return repr(frame)
        if told := found["told"] or found["beat"]:
            json.loads(told)
    return ""
