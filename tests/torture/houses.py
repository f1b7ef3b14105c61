"""Two houses with a real service each, between which a game can move, and the tablets that are at its table."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx

from tests.torture.report import Report
from tests.torture.served import Server, real_service, serving
from tests.torture.streams import Stream

# Long, because a machine that does other things beside may be slow; a page that was not told waits for ever.
HEARD_WITHIN_S: Final = 30.0
ROWS: Final = """SELECT seq, type, version, payload, command_id, role, audience FROM events
    WHERE game_id = ? AND seq > ? ORDER BY seq"""


@dataclass
class House:
    """A service and its database."""

    server: Server
    file: Path

    def rows(self, game: str, since: int) -> Iterator[tuple[Any, ...]]:
        """What the log holds after event `since`, read beside the service, which cannot know that we look."""
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as connection:
            yield from connection.execute(ROWS, (game, since))


@dataclass
class Tablet:
    """A seat's device: its line, its page's stream, the number it was told last, and the state it was shown last."""

    client: httpx.Client
    stream: Stream | None = None
    known: int | None = None
    shown: tuple[int, str] | None = None
    newest_id: str = ""

    def listen(self, base: str, game: str, remembers: bool = False) -> None:
        """Open the stream; a page that does not remember what it showed knows nothing until it is told."""
        self.known = self.known if remembers else None
        self.stream = Stream(base, game, dict(self.client.cookies), self.newest_id if remembers else "")

    def hang_up(self) -> None:
        """Close the stream."""
        if self.stream:
            if self.stream.told is not None:
                self.known, self.newest_id = self.stream.told, self.stream.newest_id
            self.stream.close()

    def hears(self, number: int) -> bool:
        """Whether the page has been told of this number, or is within a few seconds."""
        until = time.monotonic() + HEARD_WITHIN_S
        while time.monotonic() < until:
            if self.stream and self.stream.told is not None:
                self.known = self.stream.told
            if self.known == number:
                return True
            time.sleep(0.001)
        return False


@dataclass
class Club:
    """Two houses, between which a game can move, and what was tried in them."""

    houses: tuple[House, House]
    report: Report = field(default_factory=Report)
    names: Iterator[int] = field(default_factory=count)
    done: set[str] = field(default_factory=lambda: {"create_game"})


@contextmanager
def two_houses(folder: Path) -> Iterator[Club]:
    """Two services, each on a database of its own."""
    with ExitStack() as open_houses:
        houses = []
        for name in ("here", "there"):
            file = folder / f"{name}.db"
            server = open_houses.enter_context(serving(f"sqlite:///{file}", real_service))
            houses.append(House(server, file))
        yield Club((houses[0], houses[1]))
