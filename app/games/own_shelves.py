"""What a rule system keeps in the database beside its games, as those hold it who know no system."""

from collections.abc import Callable, Mapping

from sqlalchemy import Engine

from app.dice import JsonValue
from app.tabletops.shelf import TableShelf
from rules.kernel.values import dataclass

Command = Mapping[str, JsonValue]


def as_sent(command: Command) -> Command:
    """A command that names nothing which is kept elsewhere."""
    return command


@dataclass(frozen=True, slots=True, eq=False)
class OwnShelves:
    """The shelves of one system, known to its own folder, and how a command of it gets what it names of them."""

    shelves: object = None
    supply: Callable[[Command], Command] = as_sent


def nothing_kept(_engine: Engine, _tables: TableShelf) -> OwnShelves:
    """A system that keeps nothing beside its games."""
    return OwnShelves()


Opens = Callable[[Engine, TableShelf], OwnShelves]
"""How a system opens its shelves in a database, beside the library of tables."""
