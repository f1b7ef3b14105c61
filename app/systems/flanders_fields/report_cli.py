"""The report of a closed game in the terminal."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from app.games.cli import printable, read_game
from app.games.export import ExportFile
from app.systems.flanders_fields.report_shown import report_shown
from app.systems.flanders_fields.reported import report_of
from rules.flanders_fields.game.system import SYSTEM


def register(app: typer.Typer) -> None:
    """Add `report` to the program."""
    app.command("report")(report_file)


def report_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="the exported file of a closed game")],
) -> None:
    """Print what a closed game came to, as JSON: the same as the service tells under /report."""
    game = read_game(file)
    if wrong := _no_report(game):
        typer.echo(f"{file}: {wrong}", err=True)
        raise typer.Exit(1)
    rows = [one.logged for one in game.rows()]
    found = report_of(game.record(), rows, [msgspec.structs.asdict(one) for one in game.commands])
    typer.echo(report_shown(found).model_dump_json(indent=1))


def _no_report(game: ExportFile) -> str:
    if game.game.system != SYSTEM.key:
        return f"games of {printable(game.game.system)} have no report"
    return "" if game.game.closed_at else "the game is still played; close it first, and export it then"
