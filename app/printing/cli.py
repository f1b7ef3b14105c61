"""Printing in the terminal: options, progress and files of games."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any, Final, NoReturn, TypeVar, cast, get_args

import msgspec
import typer

from app.documents.document_files import GAME, WrongFile, read_path
from app.games.export import ExportFile
from app.games.json_codec import EventCodec, FromTheFuture, System
from app.games.open_game import OpenGame
from app.games.verification import NotAGameFile, read_file
from playsheets.imposition import Edge
from playsheets.press import PAPERS, TRUE_MM, BadJob, Job, Paper, PrinterCorrection, pdf_of
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

# Progress of a long print

T = TypeVar("T")
EVERY_S: Final = 1.0


def with_progress(work: Callable[[], T], every_s: float = EVERY_S) -> T:
    """Do the work; every so often, as long as it takes, a line on the error channel says for how long it has."""
    done = Event()
    teller = Thread(target=_tell, args=(done, every_s), daemon=True)
    teller.start()
    try:
        return work()
    finally:
        done.set()
        teller.join()


def _tell(done: Event, every_s: float) -> None:
    begun = monotonic()
    while not done.wait(every_s):
        typer.echo(f"Setting the pages, {monotonic() - begun:.0f} s", err=True)


# Options of every print command

PAPER: Final = f"the paper: {' or '.join(PAPERS)}"
TURNED: Final = "the edge over which the printer turns a leaf: long or short"
MEASURED: Final = "what the printer draws of 100 mm, measured on the test page:"


def write(job: Job, to: Path) -> None:
    """Set the job and write it to a file, or say why not and end. Raises BadJob."""
    try:
        to.write_bytes(with_progress(partial(pdf_of, job)))
    except OSError as failed:
        give_up(f"{to} cannot be written: {failed.strerror or failed}")
    typer.echo(f"Written to {to}. Print it at actual size (100 %).")


def correction(across: float | None, along: float | None) -> PrinterCorrection:
    """A printer by what it draws of 100 mm; one that was not measured draws true. Raises BadJob."""
    return PrinterCorrection(TRUE_MM if across is None else across, TRUE_MM if along is None else along)


def paper_named(written: str) -> Paper:
    """A paper by its name. Raises BadJob."""
    for paper in PAPERS:
        if paper == written:
            return paper
    raise BadJob(f"{written!r} is no paper to print on; choose from {', '.join(PAPERS)}")


def edge_named(written: str) -> Edge:
    """An edge by its name. Raises BadJob."""
    for edge in get_args(Edge):
        if edge == written:
            return cast("Edge", edge)
    raise BadJob(f"{written!r} is no edge of a page; choose long or short")


def house_rule(written: str) -> HouseRule:
    """A house rule as it is typed. Raises BadJob."""
    ruling, equals, option = written.partition("=")
    if not equals:
        raise BadJob(f"{written!r} is no house rule; write ruling=option, such as AMB-13=reroll")
    return HouseRule(ruling.strip(), option.strip())


def give_up(because: str) -> NoReturn:
    """Say why nothing is printed, and end."""
    typer.echo(because, err=True)
    raise typer.Exit(2)


# The view of a seat


def view_in(file: Path, role: Role, system: System, title: str) -> dict[str, Any]:
    """The game of a file as a role may see it; `system`, `title`: whose games are printed here. Raises BadJob."""
    try:
        return _seen(read_file(read_path(file, GAME)), role, system, title)
    except OSError as failed:
        raise BadJob(f"{file} cannot be read: {failed.strerror or failed}") from None
    except (NotAGameFile, WrongFile) as wrong:
        raise BadJob(f"{file}: {wrong}") from None
    except (FromTheFuture, msgspec.MsgspecError, KeyError, ValueError, TypeError) as wrong:
        raise BadJob(f"{file} holds a game that cannot be read; check it with `beatenzone verify`") from wrong


def _seen(file: ExportFile, role: Role, system: System, title: str) -> dict[str, Any]:
    if file.game.system != system.key:
        raise NotAGameFile(f"there are prints for games of {title} only")
    codec = EventCodec(system)
    game = OpenGame(file.record(), system, codec)
    for row in file.rows():
        game.fold(codec.read(row.logged))
    view: dict[str, Any] = msgspec.json.decode(game.view(role).body)
    return view
