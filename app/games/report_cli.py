"""The report of a closed game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from app.games.cli import read_game
from app.games.plain_words import printable
from app.games.report_shown import report_of_file
from app.systems.listed import LISTED


def register(app: typer.Typer) -> None:
    """Add `report` to the program."""
    app.command("report")(report_file)


def report_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="the exported file of a closed game")],
) -> None:
    """Print what a closed game came to, as JSON: the same as the service tells under /report."""
    game = read_game(file)
    found = report_of_file(game, next((one for one in LISTED if one.key == game.game.system), None))
    if isinstance(found, str):
        typer.echo(f"{file}: {printable(found)}", err=True)
        raise typer.Exit(1)
    typer.echo(found.model_dump_json(indent=1))
