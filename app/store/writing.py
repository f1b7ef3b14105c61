"""One durable transaction, and what is known when it fails: it did not happen, or it may have.

A second sync proves nothing: after a failed one, Linux treats the lost pages as written. See decision 0006.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from time import monotonic
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

from app.db import BEGIN, OneConnection, is_locked_out

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
