"""The installed rule systems, as tests use them."""

from collections.abc import Mapping
from functools import cache

from app.documents.tables import NamedTable
from app.games.json_codec import System
from app.main import PLUGINS, command_program
from app.system_service import ready_tables_of


def known_systems() -> Mapping[str, System]:
    """Return every system that can be played, by its key."""
    return PLUGINS.games


@cache
def ready_tables() -> Mapping[str, NamedTable]:
    """Return the ready tables of every system, by their ids."""
    return ready_tables_of(PLUGINS)


cli = command_program([])
"""The program `beatenzone` with every command."""
