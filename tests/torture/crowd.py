"""Connections that only take up room."""

import resource
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from app.http.connection_limits import as_many_as_there_are_files


@dataclass
class Crowd:
    """Connections that are open here, whatever the other end thinks of them."""

    lines: list[socket.socket] = field(default_factory=list)

    @property
    def opened(self) -> int:
        return len(self.lines)

    def gone(self) -> int:
        """How many of them the other end has closed."""
        with selectors.DefaultSelector() as ready:
            for line in self.lines:
                ready.register(line, selectors.EVENT_READ)
            return sum(_is_closed(key.fileobj) for key, _ in ready.select(0))


def _is_closed(line: object) -> bool:
    assert isinstance(line, socket.socket)
    try:
        return not line.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


@contextmanager
def crowd(port: int, number: int, said: bytes = b"") -> Iterator[Crowd]:
    """So many connections that say this and then nothing more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    as_many_as_there_are_files(number)
    here = Crowd()
    try:
        for _ in range(number):
            line = socket.create_connection(("127.0.0.1", port), timeout=30)
            here.lines.append(line)
            with suppress(OSError):
                line.sendall(said)
        yield here
    finally:
        for line in here.lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
