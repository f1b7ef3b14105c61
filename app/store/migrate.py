"""Bringing a database to the tables of this program, at start and by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, inspect, text

from app.db import UnsafeDatabase

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"
# Any number that nobody else uses on the same server.
ONE_AT_A_TIME: Final = 19_141_918
NEWEST: Final = "0016"


def migrate(engine: Engine) -> None:
    """Take the database up to the newest tables, all of it or nothing; one that is there already is left alone.

    Raises UnsafeDatabase for the database of a newer program.
    """
    if refuse_newer(engine) == NEWEST:
        return
    from alembic import command  # a start without it is a tenth quicker

    with engine.begin() as connection:
        _wait_for_others(connection)
        command.upgrade(_config(connection), NEWEST)


def refuse_newer(engine: Engine) -> str | None:
    """Return the revision that a database is at. Raises UnsafeDatabase for the database of a newer program."""
    revision = revision_of(engine)
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
