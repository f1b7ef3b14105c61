"""Bringing a database to the tables of this program, at start and by hand."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"


def migrate(engine: Engine, revision: str = "head") -> None:
    """Take the database up to `revision`, all of it or nothing."""
    with engine.begin() as connection:
        command.upgrade(_config(connection), revision)


def migrate_down(engine: Engine, revision: str) -> None:
    """Take the database back to `revision` ("base": no tables at all)."""
    with engine.begin() as connection:
        command.downgrade(_config(connection), revision)


def revision_of(engine: Engine) -> str | None:
    """The revision a database is at, None for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _config(connection: object) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
