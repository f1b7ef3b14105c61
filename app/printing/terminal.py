"""What every command that prints is told and says: paper, printer, house rules, and the file that is written."""

from functools import partial
from pathlib import Path
from typing import Final, NoReturn, cast, get_args

import typer

from app.printing.progress import with_progress
from playsheets.imposing import Edge
from playsheets.press import PAPERS, TRUE_MM, BadJob, Job, Paper, PrinterCorrection, pdf_of
from rules.kernel.rulings import HouseRule

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
