"""Games in the terminal: verify, rejudge and report."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from app.documents.document_files import GAME, WrongFile, read_path
from app.games.export import ExportFile
from app.games.json_codec import EventCodec, System
from app.games.open_game import OpenGame
from app.games.reports import report_form, report_of_file
from app.games.verification import NotAGameFile, by_clause, findings, read_file, rejudge
from app.http.problem_details import printable
from app.plugins import Plugins
from app.system_service import service_of
from rules.kernel.seats import Actor

# Games in the terminal

Files = Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="exported games")]


def register(app: typer.Typer) -> None:
    """Add `verify`, `rejudge` and `stage` to the program."""
    app.command("verify")(verify)
    app.command("rejudge")(rejudge_files)
    app.command("stage")(stage_of_file)


def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="an exported game")],
    head: Annotated[str, typer.Option(help="a hash noted earlier; finds out whether the log was cut off since")] = "",
) -> None:
    """Check an exported game: its chain, its dice, its events. Leaves with 1 if anything is wrong."""
    game = read_game(file)
    plugins: Plugins = context.obj
    wrong = findings(game, plugins.games, head)
    for one in wrong:
        typer.echo(printable(one), err=True)
    if wrong:
        raise typer.Exit(1)
    typer.echo(f"{printable(game.game.title)}: {len(game.events)} events hold together. {_dice_words(game)}")
    typer.echo(f"head {game.head}")


def rejudge_files(context: typer.Context, files: Files) -> None:
    """Put saved games before today's rules and list what they would decide otherwise. Leaves with 1 if anything."""
    differences = sum(_rejudge(context.obj, file, read_game(file)) for file in files)
    if differences:
        raise typer.Exit(1)
    typer.echo("today's rules decide every command as it was decided")


def stage_of_file(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="an exported game")],
    seat: Annotated[str, typer.Option(help="whose seat: a side of the system, or the referee's")] = "referee",
) -> None:
    """Say what a seat of an exported game owes, what it is offered or why not, and whom it waits for."""
    kept = read_game(file)
    system = _system(context.obj, file, kept)
    seats = {role.value: role for role in system.seating.roles}
    if seat not in seats:
        raise typer.BadParameter(f"{seat!r} is not one of {', '.join(seats)}", param_hint="--seat")
    codec = EventCodec(system)
    game = OpenGame(kept.record(), system, codec)
    for row in kept.rows():
        game.fold(codec.read(row.logged))
    found = system.stage(game.state, Actor(seats[seat]))
    for words, deeds in (("owed", found.owed), ("offered", found.offered)):
        for one in deeds:
            about = " ".join(f"{name}={value}" for name, value in one.about.items())
            why = f"not now: {one.barred.because} ({one.barred.clause})" if one.barred else ""
            typer.echo(printable("  ".join(part for part in (words, one.kind, one.says, about, why) if part)))
    for waiting in found.waiting:
        typer.echo(printable(f"waits for the {waiting.side}  {waiting.says}".rstrip()))


def _rejudge(plugins: Plugins, path: Path, game: ExportFile) -> int:
    found = list(rejudge(game, _system(plugins, path, game)))
    for clause, differences in by_clause(found).items():
        typer.echo(f"{path} {clause}")
        for one in differences:
            for line in _words(one.kind, one.command_id, one.was, one.now):
                typer.echo(printable(line))
    return len(found)


def _words(kind: str, command_id: str, was: str, now: str) -> Sequence[str]:
    return (f"  {kind} {command_id}", f"    was {was}", f"    now {now}")


def _system(plugins: Plugins, path: Path, game: ExportFile) -> System:
    system = plugins.games.get(game.game.system)
    if system is None:
        typer.echo(f"{path}: the rule system {printable(game.game.system)} is not known here", err=True)
        raise typer.Exit(2)
    return system


def read_game(path: Path) -> ExportFile:
    try:
        return read_file(read_path(path, GAME))
    except (NotAGameFile, WrongFile) as wrong:
        typer.echo(f"{path}: {printable(str(wrong))}", err=True)
        raise typer.Exit(2) from wrong


def _dice_words(game: ExportFile) -> str:
    if all(one.seed for one in game.dice):
        return "Every rolled die is the one its seed gives."
    return "Its dice can be checked once the game is closed."


# The report of a closed game in the terminal


def register_report(program: typer.Typer) -> None:
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
    report = report_of_file(game, report_form(service_of(plugin), lambda: plugin.game) if plugin else None)
    if isinstance(report, str):
        typer.echo(f"{file}: {printable(report)}", err=True)
        raise typer.Exit(1)
    typer.echo(report.model_dump_json(indent=1))
