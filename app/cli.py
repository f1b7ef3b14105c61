"""The command `beatenzone` with every command: each capability adds its own to those of the server."""

from app.games import cli as games
from app.games import report_cli
from app.lookups import cli as lookups
from app.server_commands import program
from app.systems.listed import LISTED

cli = program(games.register, lookups.register, report_cli.register, *(one.add_commands for one in LISTED))
