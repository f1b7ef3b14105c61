"""How much room each game takes in the database, for the person who runs the service."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, LargeBinary, ScalarSelect, Table, cast, create_engine, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from app.db import UnsafeDatabase
from app.store.backup import engine_to_read
from app.store.migrate import refuse_newer
from app.store.tables import CommandRow, DeletionRow, EventRow, GameRow, KeptStateRow, table_of

GAMES = table_of(GameRow)
EVENTS = table_of(EventRow)
COMMANDS = table_of(CommandRow)
KEPT_STATES = table_of(KeptStateRow)
DELETIONS = table_of(DeletionRow)


class GameSize(NamedTuple):
    """A game and the room it takes. Times are ISO 8601, UTC; `size` is in bytes, without indexes and free pages."""

    id: str
    system: str
    title: str
    created_at: str
    closed_at: str | None
    deleted_at: str | None
    last_event_at: str
    events: int
    size: int


def game_sizes(url: str) -> Sequence[GameSize]:
    """Return every game of a database with its size, the largest first. A service may be using the database.

    Raises UnsafeDatabase if there is no such file, or if it is of a newer program.
    """
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        path = Path(address.database or "")
        if not path.is_file():
            raise UnsafeDatabase(f"There are no games at {path}. Set BEATENZONE_DATABASE_URL as for the service.")
        engine = engine_to_read(path)
    else:
        engine = create_engine(address.set(drivername="postgresql+psycopg"), poolclass=NullPool)
    refuse_newer(engine)
    size = _total(EVENTS, EVENTS.c.payload) + _total(COMMANDS, COMMANDS.c.body, COMMANDS.c.answer)
    columns = (
        GAMES.c.id,
        GAMES.c.system,
        GAMES.c.title,
        GAMES.c.created_at,
        GAMES.c.closed_at,
        DELETIONS.c.deleted_at,
        _of_game(EVENTS, func.coalesce(func.max(EVENTS.c.written_at), "")),
        _of_game(EVENTS, func.count()),
        (size + _total(KEPT_STATES, KEPT_STATES.c.body)).label("size"),
    )
    query = select(*columns).outerjoin(DELETIONS, DELETIONS.c.game_id == GAMES.c.id)
    with engine.connect() as connection:
        return [GameSize._make(row) for row in connection.execute(query.order_by(columns[-1].desc(), GAMES.c.id))]


def _of_game(table: Table, value: ColumnElement[Any]) -> ScalarSelect[Any]:
    return select(value).where(table.c.game_id == GAMES.c.id).scalar_subquery()


def _total(table: Table, *columns: ColumnElement[Any]) -> ScalarSelect[Any]:
    """Return the bytes in these columns of all rows of a game."""
    lengths = sum((func.length(cast(column, LargeBinary)) for column in columns[1:]), func.length(columns[0]))
    return select(func.coalesce(func.sum(lengths), 0)).where(table.c.game_id == GAMES.c.id).scalar_subquery()
