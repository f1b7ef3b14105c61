"""Everything one process keeps games with, put together."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection

from app.db import Database, open_database
from app.games.desk import Desk
from app.games.kept_open import MOST_BYTES
from app.games.service import GameService
from app.games.wire import System
from app.live.hub import HEARTBEAT_S, GameHub
from app.live.neighbours import Neighbours
from app.seats.book import SeatBook
from app.seats.guesses import Limits
from app.store.migrate import migrate
from app.systems.flanders_fields.fire_plans.shelf import PlanShelf
from app.systems.flanders_fields.forces.rolls import RollBook
from app.systems.flanders_fields.forces.shelf import ForceShelf
from app.systems.flanders_fields.scenarios.named import with_own_scenario
from app.systems.flanders_fields.scenarios.shelf import ScenarioShelf
from app.tabletops.named import Command, with_named_table
from app.tabletops.shelf import TableShelf
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Keeper:
    """The database, games, seats, tables, drafts, forces, streams and limits of a process; its desk takes commands."""

    database: Database
    games: GameService
    desk: Desk
    seats: SeatBook
    tabletops: TableShelf
    fire_plans: PlanShelf
    forces: ForceShelf
    scenarios: ScenarioShelf
    rolls: RollBook
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
) -> Keeper:
    """Open the database at `url`, unless it is `opened`, bring it to today's tables, and begin. Raises UnsafeDatabase.

    Games stay open in up to `open_games_bytes` of memory together; a quiet page is spoken to every `heartbeat_s`.
    """
    database = opened or open_database(url)
    migrate(database.engine)
    seats = SeatBook(database.engine, database.shared)
    hub = GameHub(heartbeat_s)
    shelf, forces = TableShelf(database.engine), ForceShelf(database.engine)
    with_table, with_scenario = with_named_table(shelf), with_own_scenario(shelf, forces)

    def supply(command: Command) -> Command:
        return with_table(with_scenario(command))

    known = hub, seats.referee_present, seats.nobody_else
    games = GameService(database, systems, *known, supply=supply, most_bytes=open_games_bytes)
    games.start()
    neighbours = Neighbours(database.engine, games, seats, hub) if database.shared else None
    if neighbours:
        neighbours.start()
    shelves = shelf, PlanShelf(database.engine), forces, ScenarioShelf(database.engine), RollBook(database.engine)
    return Keeper(database, games, Desk(games), seats, *shelves, hub, neighbours, limits or Limits())


def keeper_of(connection: HTTPConnection) -> Keeper:
    """The keeper of the application that serves this request (`app.state.keeper`)."""
    keeper = connection.app.state.keeper
    if not isinstance(keeper, Keeper):
        raise TypeError("app.state.keeper was not set when the application started")
    return keeper
