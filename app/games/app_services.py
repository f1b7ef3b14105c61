"""The services of one process, put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import Final

from starlette.requests import HTTPConnection

from app.documents.tables import ReadyTables, TableShelf, with_named_table
from app.games.deletions import Deletions
from app.games.json_codec import System
from app.games.repository import MOST_BYTES
from app.games.service import Desk, GameService
from app.games.system_extensions import Command, Opens, OwnShelves
from app.http.rate_limits import Limits
from app.lazy_mapping import MadeAtFirstUse
from app.live.hub import HEARTBEAT_S, NO_STREAM_LIMITS, GameHub, Neighbours, StreamLimits
from app.seats.seat_repository import SeatBook, inbox_of
from app.storage.database import Database, migrate, open_database
from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extensions:
    """What the rule systems add to the services of a process."""

    opens: Mapping[str, Opens] = field(default_factory=dict)
    """Opens what a system stores beside its games, by its key."""
    ready_tables: ReadyTables = dict
    """Makes the ready tables, when they are first needed."""
    default_system: str = ""
    """The system of a table that names none."""


NO_EXTENSIONS: Final = Extensions()


@dataclass(frozen=True, slots=True)
class Keeper:
    """The database, games, seats, tables, streams, deletions and limits of a process; its desk takes commands.

    `own` is what each system keeps beside its games, by its key.
    """

    database: Database
    games: GameService
    desk: Desk
    seats: SeatBook
    deletions: Deletions
    tabletops: TableShelf
    own: Mapping[str, OwnShelves]
    hub: GameHub
    neighbours: Neighbours | None
    limits: Limits

    def close(self) -> None:
        """End the streams, answer what waits, give the database back."""
        self.hub.end()
        if self.neighbours:
            self.neighbours.stop()
        self.games.stop()
        self.database.close()


def open_keeper(
    url: str,
    systems: Mapping[str, System],
    limits: Limits | None = None,
    open_games_bytes: int = MOST_BYTES,
    heartbeat_s: float = HEARTBEAT_S,
    opened: Database | None = None,
    extensions: Extensions = NO_EXTENSIONS,
    streams: StreamLimits = NO_STREAM_LIMITS,
) -> Keeper:
    """Open the database at `url`, unless it is `opened`, bring it to today's tables, and begin. Raises UnsafeDatabase.

    Games stay open in up to `open_games_bytes` of memory together; a quiet page is spoken to every `heartbeat_s`.
    """
    database = opened or open_database(url)
    migrate(database.engine)
    seats = SeatBook(database.engine, database.shared, inbox=inbox_of(url))
    deletions = Deletions(database.engine, seats, database.shared)
    deletions.purge()
    hub = GameHub(heartbeat_s, limits=streams)
    tables = TableShelf(database.engine, extensions.ready_tables, extensions.default_system)
    with_table = with_named_table(tables)
    kept = MadeAtFirstUse({key: partial(opens, database.engine, tables) for key, opens in extensions.opens.items()})

    def supply(system: str, command: Command) -> Command:
        return with_table(kept[system].supply(command) if system in kept else command)

    known = hub, seats.referee_present, seats.nobody_else
    limits = limits or Limits()
    grew = limits.requests.log_grew
    games = GameService(database, systems, *known, supply=supply, most_bytes=open_games_bytes, grew=grew)
    games.start()
    neighbours = Neighbours(database.engine, games, seats, deletions, hub) if database.shared else None
    if neighbours:
        neighbours.start()
    return Keeper(database, games, Desk(games), seats, deletions, tables, kept, hub, neighbours, limits)


def keeper_of(connection: HTTPConnection) -> Keeper:
    """The keeper of the application that serves this request (`app.state.keeper`)."""
    keeper = connection.app.state.keeper
    if not isinstance(keeper, Keeper):
        raise TypeError("app.state.keeper was not set when the application started")
    return keeper
