"""Engines for SQLite and PostgreSQL, with the settings that keep what was acknowledged."""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

import structlog
from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, TimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from rules.kernel.values import dataclass

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
