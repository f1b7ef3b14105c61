"""Maintenance beside the running service: backup, restore, sizes and its address."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Engine,
    LargeBinary,
    ScalarSelect,
    Table,
    cast,
    create_engine,
    delete,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from app.storage.database import NEWEST, UnsafeDatabase, known_revision, locked
from app.storage.event_log import EventLog, breaks, command_hash
from app.storage.schema import CommandRow, DeletionRow, EventRow, GameRow, KeptStateRow, ServiceRow, table_of
from rules.kernel.frozen_dataclasses import dataclass

# The address of the running service

SERVICES: Final = table_of(ServiceRow)
THE_ONE: Final = 1


class ServiceAddress(NamedTuple):
    """Where a service listens, and its public address if it has one."""

    host: str
    port: int
    public_url: str | None


def note_service(engine: Engine, address: ServiceAddress) -> None:
    """Write down where a service listens; it replaces the one that was started before."""
    with engine.begin() as connection:
        connection.execute(delete(SERVICES))
        connection.execute(insert(SERVICES), [{"id": THE_ONE, **address._asdict()}])


def read_service(engine: Engine) -> ServiceAddress | None:
    """Return where the service listens that was started last; None where none was, or the database is older."""
    columns = [SERVICES.c[name] for name in ServiceAddress._fields]
    with engine.connect() as connection:
        if not inspect(connection).has_table(SERVICES.name):
            return None
        row = connection.execute(select(*columns)).first()
    return ServiceAddress._make(row) if row else None


# A copy of the games while they are played

BESIDE: Final = ("-wal", "-shm", "-journal")
PATIENCE_S: Final = 30.0


class NoBackup(ValueError):
    """It cannot be done; the message says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A database in one file, checked: how many games and events it holds."""

    path: Path
    games: int
    events: int


def file_of(url: str) -> Path:
    """The file that a database is kept in. Raises NoBackup for a PostgreSQL, which has its own tools."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        raise NoBackup(
            "the games are kept in PostgreSQL, which copies itself while it is played on: "
            "pg_dump --format=custom --file=games.dump DATABASE; and back, while the service is stopped: "
            "pg_restore --clean --if-exists --dbname=DATABASE games.dump"
        )
    return Path(address.database)


def back_up(source: Path, to: Path) -> Copy:
    """Copy the games in `source` to the new file `to`, while they are played or not. Raises NoBackup.

    The file is there whole and on the disk, or not at all.
    """
    if not source.is_file():
        raise NoBackup(f"there are no games at {source}")
    if to.exists():
        raise NoBackup(f"{to} is there already, and no backup is overwritten: give another name")
    with _part(to) as part:
        with _failing(to), closing(open_to_read(source)) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy)
            # A file that stands alone: nothing of it waits in another.
            copy.execute("PRAGMA journal_mode = delete")
        found = checked(part, source)
        _take_its_place(part, to)
    return Copy(to, found.games, found.events)


def restore(backup: Path, to: Path) -> tuple[Copy, Path | None]:
    """Put the games of a backup in the place of `to`; gives where what was there lies now, if anything was.

    Raises NoBackup, and UnsafeDatabase where a service is using `to`. A service started on it gives its streams an
    epoch of their own, as every start does, so that each page is told what stands now.
    """
    found = checked(backup)
    refuse_rewritten(backup)
    with locked(to), _part(to) as part:
        with _failing(to), closing(open_to_read(backup)) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy)
        aside = _put_aside(to) if to.exists() else None
        _take_its_place(part, to)
    return Copy(to, found.games, found.events), aside


def checked(path: Path, named: Path | None = None) -> Copy:
    """What a backup holds. Raises NoBackup where it is none, damaged, or of a newer program.

    `named` is the file that the message names, if it is not the backup.
    """
    try:
        with closing(open_to_read(path)) as copy:
            [(whole,)] = copy.execute("PRAGMA integrity_check(1)")
            if whole != "ok":
                raise NoBackup(f"{path} is damaged: {whole}")
            [(revision,)] = copy.execute("SELECT version_num FROM alembic_version")
            [(games,)] = copy.execute("SELECT count(*) FROM games")
            [(events,)] = copy.execute("SELECT count(*) FROM events")
    except (sqlite3.Error, ValueError) as wrong:
        if isinstance(wrong, NoBackup):
            raise
        raise NoBackup(
            f"{path} is no backup of Beaten Zone ({wrong}): give a file that `beatenzone backup` made"
        ) from wrong
    if revision > NEWEST:
        raise NoBackup(
            f"{named or path} was made by a newer Beaten Zone (its tables are at {revision}, ours at {NEWEST})"
        )
    return Copy(path, games, events)


def refuse_rewritten(path: Path) -> None:
    """Raise NoBackup if the log of a game in the backup is not what was written."""
    log = EventLog(engine_to_read(path), shared=False)
    for game in log.games():
        rows, events = log.read_commands(game.id), log.read_events(game.id)
        commands = {row["command_id"]: command_hash(row["body"], row["actor"]) for row in rows}
        wrong = [f"event {broken.seq}: {broken.says}" for broken in breaks(game.genesis, events, commands)]
        if not wrong and len(events) < max((row["last_seq"] for row in rows), default=0):
            wrong = [f"event {len(events) + 1}: the log ends before it"]
        if wrong:
            raise NoBackup(f"{path} was changed after it was made (game {game.id}, {wrong[0]}): take an older backup")


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads, and moves nothing from the file beside the database into it."""
    opened = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE_S)
    opened.execute("PRAGMA wal_autocheckpoint = 0")
    opened.execute("PRAGMA query_only = 1")
    return opened


def engine_to_read(path: Path) -> Engine:
    """Return an engine on an SQLite file whose connections only read. A service may be using the file."""
    return create_engine("sqlite://", creator=lambda: open_to_read(path), poolclass=NullPool)


@contextmanager
def _part(of: Path) -> Iterator[Path]:
    """A file beside `of` to be filled, which is gone afterwards unless it took its place."""
    of.parent.mkdir(parents=True, exist_ok=True)
    part = of.with_name(f"{of.name}.part")
    try:
        yield part
    finally:
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                part.with_name(part.name + ending).unlink()


@contextmanager
def _failing(to: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as failed:
        raise NoBackup(f"{to} could not be written: {failed}") from failed


def _take_its_place(part: Path, to: Path) -> None:
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.rename(to)
    folder = os.open(to.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _put_aside(games: Path) -> Path:
    """Move a database out of the way, with what was written last and stands beside it."""
    hour = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = _free_name(games.with_name(f"{games.name}.{hour}"))
    for ending in (*BESIDE, ""):
        beside = games.with_name(games.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return aside


def _free_name(wanted: Path) -> Path:
    """That name, or with a number where something was put aside at the same hour, by a clock that stood or was set."""
    numbered = (wanted.with_name(f"{wanted.name}-{number}") for number in count(2))
    return next(name for name in chain([wanted], numbered) if not name.exists())


# Sizes of games

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
    known_revision(engine)
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
