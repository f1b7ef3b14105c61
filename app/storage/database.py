"""Database engines, durable transactions and migrations."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Final

import structlog
from sqlalchemy import Connection, Dialect, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError, TimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, StaticPool

from rules.kernel.frozen_dataclasses import dataclass

if TYPE_CHECKING:
    from alembic.config import Config


# Engines for SQLite and PostgreSQL

BUSY_MS: Final = 500  # every page waits behind the connection that waits for the lock
PATIENCE_S: Final = 30
BEGIN: Final = "BEGIN IMMEDIATE"
READ: Final = "BEGIN"
AT_ONCE: Final = 1 << 20
SETTINGS: Final[Mapping[str, str]] = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}

log = structlog.get_logger(__name__)


class UnsafeDatabase(RuntimeError):
    """The database would not keep what it acknowledges, or somebody else is writing to it."""


@dataclass(frozen=True, slots=True)
class Database:
    """An engine, and whether other processes may write the same games at the same time."""

    engine: Engine
    shared: bool
    lock: ExitStack | None = None

    def close(self) -> None:
        """Give back every connection, and the file to the next process."""
        self.engine.dispose()
        if self.lock:
            self.lock.close()


def open_database(url: str) -> Database:
    """Open the database at `url` (`sqlite:///file` or `postgresql+psycopg://...`).

    Raises UnsafeDatabase if another process has the SQLite file open, or if a setting does not hold.
    """
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        return _open_sqlite(address)
    if address.get_backend_name() == "postgresql":
        return _open_postgres(address)
    raise UnsafeDatabase(
        f"{address.get_backend_name()} is not supported: use sqlite:///file or postgresql+psycopg://..."
    )


class OneConnection(StaticPool):
    """One connection for all threads, each in its turn.

    Many an SQLite in use can lose a write between two connections that write at once (WAL-reset, before 3.51.3).
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._turn = threading.Lock()

    @property
    def is_taken(self) -> bool:
        """Whether a thread has it just now."""
        return self._turn.locked()

    @contextmanager
    def direct(self) -> Iterator[DBAPIConnection]:
        """The driver's connection itself: every command waits for it, and the library's way there doubles the time."""
        entry = self._do_get()
        try:
            if entry.dbapi_connection is None:
                raise TypeError("the library keeps a connection open until it is disposed of")
            yield entry.dbapi_connection
        finally:
            self._turn.release()

    def _do_get(self) -> ConnectionPoolEntry:
        if not self._turn.acquire(timeout=PATIENCE_S):
            raise TimeoutError(f"the database was busy for {PATIENCE_S} s")
        try:
            return super()._do_get()
        except BaseException:
            self._turn.release()
            raise

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        self._turn.release()


def _open_sqlite(address: URL) -> Database:
    if not address.database or address.database == ":memory:":
        raise UnsafeDatabase("games need a file that survives: sqlite:///games.db, not a database in memory")
    lock = _lock_file(Path(address.database), create=True)
    engine = create_engine(
        address.set(drivername="sqlite+pysqlite"),
        poolclass=OneConnection,
        connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
    )
    _guard(engine)
    try:
        engine.connect().close()
    except BaseException:
        lock.close()
        raise
    log.info("database", kind="sqlite", version=sqlite3.sqlite_version, connections=1, **SETTINGS)
    return Database(engine, shared=False, lock=lock)


def _open_postgres(address: URL) -> Database:
    engine = create_engine(address.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    event.listen(engine, "connect", _check_postgres)
    with engine.connect() as connection:
        version = connection.dialect.server_version_info
    log.info("database", kind="postgresql", version=".".join(map(str, version or ())))
    return Database(engine, shared=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep every service off an SQLite file meanwhile. Raises UnsafeDatabase if a service is using it."""
    with _lock_file(path):
        yield


def _lock_file(path: Path, *, create: bool = False) -> ExitStack:
    """Lock a database file against other services until the result is closed. Raises UnsafeDatabase.

    The lock file beside the database holds the name even while `restore` replaces the file. The lock on the file itself
    also finds a service that opened it by a hard link. A symbolic link is followed first.
    """
    real = Path(os.path.realpath(path))
    with ExitStack() as locks:
        try:
            real.parent.mkdir(parents=True, exist_ok=True)
            _lock(locks.enter_context(real.with_name(real.name + ".lock").open("ab")), path)
            if create or real.exists():
                _lock(locks.enter_context(real.open("ab")), path)
        except OSError as refused:
            raise UnsafeDatabase(
                f"games cannot be kept in {path.parent} ({refused.strerror}): "
                "give Beaten Zone a folder that it may write to, on a disk with room"
            ) from refused
        return locks.pop_all()


def _lock(file: IO[bytes], path: Path) -> None:
    """Lock an open file for this process. Raises UnsafeDatabase if another process holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as taken:
        raise UnsafeDatabase(
            f"another Beaten Zone is using {path.name}: stop it, or give this one its own file"
        ) from taken


def is_locked_out(failed: BaseException | None) -> bool:
    """Return whether another program's lock on the SQLite file kept a statement from running."""
    while failed is not None:
        if isinstance(failed, sqlite3.OperationalError):
            return failed.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
        failed = failed.orig if isinstance(failed, DBAPIError) else failed.__cause__
    return False


def _guard(engine: Engine) -> None:
    event.listen(engine, "do_connect", _make_durable)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_reading)


def _make_durable(
    _dialect: Dialect, _entry: ConnectionPoolEntry, where: Sequence[Any], _how: Mapping[str, Any]
) -> None:
    write_again(Path(f"{where[0]}-wal"))


def write_again(path: Path) -> None:
    """Make durable what was written to a file, whether or not it was synced. One that is not there is left alone.

    It is written over with what stands in it: after a failed sync the system takes the file for synced, and syncing
    it once more would say so and do nothing. Raises the driver's OperationalError.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as failed:
        raise sqlite3.OperationalError(f"{path.name}: {failed.strerror}") from failed
    try:
        at = 0
        while part := os.pread(file, AT_ONCE, at):
            at += os.pwrite(file, part, at)
        os.fsync(file)
    except OSError as failed:
        raise sqlite3.OperationalError(f"{path.name}: {failed.strerror}") from failed
    finally:
        os.close(file)


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # The driver would otherwise open transactions of its own, and never around a change of tables.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    for name, value in SETTINGS.items():
        cursor.execute(f"PRAGMA {name} = {value}")
    cursor.close()
    check_settings(connection)


def check_settings(connection: DBAPIConnection) -> None:
    """Read the settings back. Raises UnsafeDatabase naming the first that did not take."""
    cursor = connection.cursor()
    for name, wanted in SETTINGS.items():
        cursor.execute(f"PRAGMA {name}")
        row = cursor.fetchone()
        found = str(row[0]).lower() if row else "nothing"
        if found != wanted:
            raise UnsafeDatabase(f"SQLite keeps {name} = {found} where {wanted} is needed to lose nothing")
    cursor.close()


def _check_postgres(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for name in ("fsync", "synchronous_commit"):
        cursor.execute(f"SHOW {name}")
        row = cursor.fetchone()
        if row and row[0] == "off":
            raise UnsafeDatabase(f"PostgreSQL runs with {name} = off and would lose acknowledged commands: turn it on")
    cursor.close()
    connection.rollback()


def _begin_reading(connection: Connection) -> None:
    # A reader needs no lock: pages are answered while another program writes. The first change asks for the lock.
    connection.exec_driver_sql(READ)


# Transactions

# To set it, at whatever it stands, writes the first page of the file.
OF_THE_FILE: Final = "PRAGMA user_version"
OF_THE_SERVER: Final = "UPDATE alembic_version SET version_num = version_num"
REMEMBERED_S: Final = 30.0


class NotWritten(Exception):
    """The database could not write; nothing of it is there."""


class InDoubt(NotWritten):
    """The database could not make sure of what it was told to keep: it may be there."""


class LockedOut(NotWritten):
    """Another program has locked the database file; nothing was written."""


class Conflicts(NotWritten):
    """What was to be written stands there already, was overtaken by another process, or does not fit."""


def may_be_there(failed: Exception) -> bool:
    """Whether what failed may have happened all the same: it had come as far as being made durable."""
    return isinstance(failed, InDoubt) or (isinstance(failed, DBAPIError) and failed.statement is None)


class Writing:
    """The durable transactions of one database.

    `is_in_doubt`: what was to be made durable failed, and may yet be found; nothing else has been made durable since.
    """

    def __init__(self, engine: Engine, shared: bool) -> None:
        self._engine = engine
        self._shared = shared
        self._failed_at = 0.0
        self._failure: NotWritten | None = None
        self.is_in_doubt = False

    @contextmanager
    def transaction(self) -> Iterator[DBAPICursor]:
        """A transaction on the driver's own connection: the library's way around one took longer than what is in it.

        Raises Conflicts, InDoubt, LockedOut or NotWritten.
        """
        try:
            with self._transaction() as cursor:
                yield cursor
        except Conflicts:
            raise
        except NotWritten as failed:
            self._failed_at, self._failure = monotonic(), failed
            raise
        self._failure = None

    def settle(self) -> None:
        """After a failed write: make certain that what failed is not there and will not be found later, if that can be.

        A file is read on from the same connection, which knows only what was synced; something else made durable in the
        place of what failed settles it. Where a server keeps the games, it has to be asked anew.
        """
        if self._shared:
            self._engine.dispose()
            return
        try:
            self._write_nothing_new()
        except NotWritten:
            self._reopen_if_lost()

    def failure(self) -> NotWritten | None:
        """Return why writing fails at present; None while it works.

        A failed write counts for REMEMBERED_S, then until something can be written. A lock is tried again at once.
        """
        if self._failure is None:
            return None
        if not isinstance(self._failure, LockedOut) and monotonic() - self._failed_at < REMEMBERED_S:
            return self._failure
        with suppress(NotWritten):
            self._write_nothing_new()
            self._failure = None
        return self._failure

    def _write_nothing_new(self) -> None:
        with self._transaction() as cursor:
            if self._shared:
                cursor.execute(OF_THE_SERVER)
            else:
                cursor.execute(OF_THE_FILE)
                cursor.execute(f"{OF_THE_FILE} = {cursor.fetchall()[0][0]}")

    def _reopen_if_lost(self) -> None:
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
        except DBAPIError:
            self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[DBAPICursor]:
        driver = self._engine.dialect.loaded_dbapi
        try:
            with self._connection() as borrowed:
                try:
                    cursor = borrowed.cursor()
                    if not self._shared:
                        cursor.execute(BEGIN)
                    yield cursor
                except BaseException:
                    borrowed.rollback()
                    raise
                self._commit(borrowed)
        except (driver.IntegrityError, driver.DataError) as conflict:
            raise Conflicts(str(conflict)) from conflict
        except (driver.Error, DBAPIError) as failed:
            raise (LockedOut if is_locked_out(failed) else NotWritten)(str(failed)) from failed

    def _commit(self, borrowed: DBAPIConnection | PoolProxiedConnection) -> None:
        driver = self._engine.dialect.loaded_dbapi
        try:
            borrowed.commit()
        except driver.IntegrityError:
            raise
        except driver.Error as failed:
            self.is_in_doubt = True
            with suppress(driver.Error):
                borrowed.rollback()
            raise InDoubt(str(failed)) from failed
        self.is_in_doubt = False

    def _connection(self) -> AbstractContextManager[DBAPIConnection | PoolProxiedConnection]:
        pool = self._engine.pool
        return pool.direct() if isinstance(pool, OneConnection) else closing(self._engine.raw_connection())


# Migrations

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"
# Any number that nobody else uses on the same server.
ONE_AT_A_TIME: Final = 19_141_918
FIRST: Final = "0100"
"""The tables of version 0.1.0. Builds before it counted from 0001; their databases are refused."""
NEWEST: Final = "0100"


def migrate(engine: Engine) -> None:
    """Take the database up to the newest tables, all of it or nothing; one that is there already is left alone.

    Raises:
        UnsafeDatabase: the database is of a newer program, or of a build before version 0.1.0.
    """
    if known_revision(engine) == NEWEST:
        return
    from alembic import command  # a start without it is a tenth quicker

    with engine.begin() as connection:
        _wait_for_others(connection)
        command.upgrade(_config(connection), NEWEST)


def known_revision(engine: Engine) -> str | None:
    """Return the revision that a database is at.

    Raises:
        UnsafeDatabase: the database is of a newer program, or of a build before version 0.1.0.
    """
    revision = revision_of(engine)
    if revision is not None and revision < FIRST:
        raise UnsafeDatabase(
            "this database was written by a build of Beaten Zone before version 0.1.0, which this one cannot read: "
            "give this Beaten Zone a database of its own"
        )
    if revision is not None and revision > NEWEST:
        raise UnsafeDatabase(
            f"this database was written by a newer Beaten Zone (its tables are at {revision}, ours at {NEWEST}): "
            "update this Beaten Zone, or give it a database of its own"
        )
    return revision


def migrate_down(engine: Engine, revision: str) -> None:
    """Take the database back to `revision` ("base": no tables at all)."""
    from alembic import command

    with engine.begin() as connection:
        _wait_for_others(connection)
        command.downgrade(_config(connection), revision)


def revision_of(engine: Engine) -> str | None:
    """The revision a database is at, None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _wait_for_others(connection: Connection) -> None:
    """Until no other process changes the tables of this database; what it did is found done. A file has one process."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
