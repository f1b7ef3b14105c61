"""The report of a closed game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from app.games.cli import read_game
from app.games.plain_words import printable
from app.games.report_shown import report_form, report_of_file
from app.plugins import Plugins


def register(program: typer.Typer) -> None:
    """Add `report` to the program."""
    program.command("report")(report_command)


def report_command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="the exported file of a closed game")],
) -> None:
    """Print what a closed game came to, as JSON: the same as the service tells under /report."""
    plugins: Plugins = context.obj
    game = read_game(file)
    plugin = plugins.get(game.game.system)
    report = report_of_file(game, report_form(plugin.service, lambda: plugin.game) if plugin else None)
    if isinstance(report, str):
        typer.echo(f"{file}: {printable(report)}", err=True)
        raise typer.Exit(1)
    typer.echo(report.model_dump_json(indent=1))
