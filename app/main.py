"""The entry point: reads the table of plugins, and runs the commands of the program.

No other module imports this one, so that nothing in the core knows a rule system.
"""

import gc
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.documents.document_files import FileKind, add_file_kinds
from app.games.json_codec import System
from app.plugins import read_plugins
from app.system_service import service_of

if TYPE_CHECKING:
    import typer
    from fastapi import FastAPI

    from app.settings import Settings
    from app.storage.database import Database

PLUGINS: Final = read_plugins(Path(__file__).with_name("plugins.toml"))


def _file_kinds() -> Iterator[FileKind]:
    return chain.from_iterable(service_of(plugin).file_kinds for plugin in PLUGINS.values())


add_file_kinds(_file_kinds)


def create_app(
    settings: "Settings", systems: Mapping[str, System] | None = None, opened: "Database | None" = None
) -> "FastAPI":
    """Return the service with the installed plugins. See `app.application.create_app`."""
    # Commands without a server do not need the application.
    from app.application import create_app

    return create_app(settings, PLUGINS, systems, opened)


def run() -> None:
    """Run `beatenzone`. No garbage is collected while its modules load: that costs a seventh of a start."""
    gc.disable()
    load_log_without_colours()
    program = command_program(sys.argv[1:2])
    gc.freeze()
    gc.enable()
    program()


def command_program(arguments: list[str]) -> "typer.Typer":
    """Return the program with every command, or without those of the systems if another one is called."""
    # `run` stops the garbage collector before these load. A server needs neither games nor look-ups in the terminal.
    from app.server_commands import COMMANDS, program

    if arguments in [[command.__name__] for command in COMMANDS]:
        return program(PLUGINS)
    from app.games import cli as games
    from app.lookups import cli as lookups

    made = program(PLUGINS, games.register, lookups.register, games.register_report)
    if arguments in [[command.name] for command in made.registered_commands]:
        return made
    for plugin in PLUGINS.values():
        plugin.add_commands(made)
    return made


def load_log_without_colours() -> None:
    """Load the log library without its support for colours in errors."""
    # To print errors in colour it would load seventy modules that nothing else needs.
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        import structlog  # noqa: F401
    finally:
        del sys.modules["rich"]
