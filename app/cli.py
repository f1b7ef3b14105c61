"""The command `beatenzone` with every command: each capability adds its own to those of the server."""

from app.games.cli import register as games
from app.games.report_cli import register as reports
from app.lookups.cli import register as lookups
from app.server_commands import program
from app.systems.listed import LISTED

cli = program(games, lookups, reports, *(one.add_commands for one in LISTED))
