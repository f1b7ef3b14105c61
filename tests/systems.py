"""The installed rule systems, as tests use them."""

from collections.abc import Mapping

from app.documents.tables import NamedTable
from app.games.json_codec import System
from app.main import PLUGINS, command_program


def known_systems() -> Mapping[str, System]:
    """Return every system that can be played, by its key."""
    return PLUGINS.games


def ready_tables() -> Mapping[str, NamedTable]:
    """Return the ready tables of every system, by their ids."""
    return PLUGINS.ready_tables


cli = command_program([])
"""The program `beatenzone` with every command."""
