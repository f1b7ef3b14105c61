"""Games in the terminal: check a file, put saved games before today's rules."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from app.games.export import ExportFile
from app.games.rejudge import by_clause, rejudge
from app.games.verify import NotAGameFile, findings, read_file
from app.systems.listed import known_systems

Files = Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="exported games")]


def register(app: typer.Typer) -> None:
    """Add `verify` and `rejudge` to the program."""
    app.command("verify")(verify)
    app.command("rejudge")(rejudge_files)


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="an exported game")],
    head: Annotated[str, typer.Option(help="a hash noted earlier; finds out whether the log was cut off since")] = "",
) -> None:
    """Check an exported game: its chain, its dice, its events. Leaves with 1 if anything is wrong."""
    game = read_game(file)
    wrong = findings(game, known_systems(), head)
    for one in wrong:
        typer.echo(printable(one), err=True)
    if wrong:
        raise typer.Exit(1)
    typer.echo(f"{printable(game.game.title)}: {len(game.events)} events hold together. {_dice_words(game)}")
    typer.echo(f"head {game.head}")


def rejudge_files(files: Files) -> None:
    """Put saved games before today's rules and list what they would decide otherwise. Leaves with 1 if anything."""
    differences = sum(_rejudge(file, read_game(file)) for file in files)
    if differences:
        raise typer.Exit(1)
    typer.echo("today's rules decide every command as it was decided")


def printable(words: str) -> str:
    """Words that somebody typed, without what a terminal would obey."""
    return "".join(one if one.isprintable() else "?" for one in words)


def _rejudge(path: Path, game: ExportFile) -> int:
    system = known_systems().get(game.game.system)
    if system is None:
        typer.echo(f"{path}: the rule system {printable(game.game.system)} is not known here", err=True)
        raise typer.Exit(2)
    found = list(rejudge(game, system))
    for clause, differences in by_clause(found).items():
        typer.echo(f"{path} {clause}")
        for one in differences:
            for line in _words(one.kind, one.command_id, one.was, one.now):
                typer.echo(printable(line))
    return len(found)


def _words(kind: str, command_id: str, was: str, now: str) -> Sequence[str]:
    return (f"  {kind} {command_id}", f"    was {was}", f"    now {now}")


def read_game(path: Path) -> ExportFile:
    try:
        return read_file(path.read_bytes())
    except NotAGameFile as wrong:
        typer.echo(f"{path}: {printable(str(wrong))}", err=True)
        raise typer.Exit(2) from wrong


def _dice_words(game: ExportFile) -> str:
    if all(one.seed for one in game.dice):
        return "Every rolled die is the one its seed gives."
    return "Its dice can be checked once the game is closed."
