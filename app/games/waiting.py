"""What waits for the writer: commands, and questions about games."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Table

from app.games.game import OpenGame
from app.games.problems import HttpAnswer
from app.games.wire import Envelope
from app.seats.seat import Seat
from app.store.log import GameRecord, Row
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class GameOpening:
    """The rows a new game begins with; they are written with its first command or not at all."""

    record: GameRecord
    rows: Mapping[Table, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class SentCommand:
    """A command to be judged; `opening` where it begins a game, `by_keeper` where the service sends it itself."""

    seat: Seat
    envelope: Envelope
    opening: GameOpening | None = None
    by_keeper: bool = False


@dataclass(frozen=True, slots=True)
class Queued:
    """A command waiting for its turn, and whoever waits for its answer."""

    sent: SentCommand
    future: Future[HttpAnswer]

    @property
    def game_id(self) -> str:
        """The game it is for."""
        return self.sent.seat.game_id


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A question about one open game, answered after everything before it is written."""

    game_id: str
    ask: Callable[[OpenGame], Any]
    future: Future[Any]
