"""Printing from the terminal: `beatenzone print playsheet templates --period mid`."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn, cast, get_args

import typer

from app.systems.flanders_fields.printing.progress import with_progress
from playsheets.flanders_fields.catalogue import PERIODS, THINGS, SheetWanted, begun_with_a_test, job_of
from playsheets.imposing import Edge
from playsheets.press import PAPERS, TRUE_MM, BadJob, Paper, PrinterCorrection, pdf_of
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.play import Role
from rules.kernel.rulings import BadHouseRule, HouseRule

PAPER = f"the paper: {' or '.join(PAPERS)}"
TURNED = "the edge over which the printer turns a leaf: long or short"
HOUSE = "a house rule of your game, such as AMB-13=reroll"
GAME = "an exported game: print for its forces, month and house rules"
SEATS = (Role.REFEREE.value, *SEATING.sides)
MEASURED = "what the printer draws of 100 mm, measured on the test page:"


def register(app: typer.Typer) -> None:
    """Add `print` to the program."""
    app.command("print")(print_things)


def print_things(
    things: Annotated[list[str] | None, typer.Argument(help="what to print; none: list what there is")] = None,
    period: Annotated[str, typer.Option(help=f"whose sheet: {', '.join(PERIODS)}")] = "mid",
    paper: Annotated[str, typer.Option(help=PAPER)] = "a4",
    large: Annotated[bool, typer.Option("--large", help="the playsheet in large print")] = False,
    backs: Annotated[bool, typer.Option(help="pages of backs behind the fronts of counters")] = True,
    turned: Annotated[str, typer.Option(help=TURNED)] = "long",
    house: Annotated[list[str] | None, typer.Option(help=HOUSE)] = None,
    across: Annotated[float | None, typer.Option(help=f"{MEASURED} across")] = None,
    along: Annotated[float | None, typer.Option(help=f"{MEASURED} along the page")] = None,
    game: Annotated[Path | None, typer.Option(help=GAME)] = None,
    seat: Annotated[str, typer.Option(help=f"for whom in the game: {', '.join(SEATS)}")] = SEATS[0],
    to: Annotated[Path, typer.Option(help="the file to write")] = Path("beaten-zone.pdf"),
) -> None:
    """Write a PDF of playsheets, cards, templates or counters. Print it at actual size."""
    if not things:
        for thing in THINGS.values():
            typer.echo(f"{thing.key:<15} {thing.says}{' (with --game)' if thing.of_game else ''}")
        return
    try:
        rules = tuple(house_rule(one) for one in house or ())
        wanted = _of_game(game, seat, large, backs) if game else SheetWanted(period, rules, large, backs)
        first = begun_with_a_test(things, is_measured=across is not None or along is not None)
        job = job_of(first, wanted, paper_named(paper), _correction(across, along))
        to.write_bytes(with_progress(partial(pdf_of, replace(job, turned_over=edge_named(turned)))))
    except (BadJob, BadHouseRule) as bad:
        give_up(str(bad))
    except OSError as failed:
        give_up(f"{to} cannot be written: {failed.strerror or failed}")
    typer.echo(f"Written to {to}. Print it at actual size (100 %).")


def _correction(across: float | None, along: float | None) -> PrinterCorrection:
    return PrinterCorrection(TRUE_MM if across is None else across, TRUE_MM if along is None else along)


def _of_game(file: Path, seat: str, large: bool, backs: bool) -> SheetWanted:
    """What is printed for a seat of an exported game. What only a game needs is loaded here."""
    from app.printing.game_file import view_in
    from app.systems.flanders_fields.printing.mustered import wanted_for
    from rules.flanders_fields.game.system import SYSTEM

    if seat not in SEATS:
        raise BadJob(f"{seat!r} is no seat; choose from {', '.join(SEATS)}")
    return wanted_for(view_in(file, Role(seat), SYSTEM.key, "Flanders Fields"), large, backs)


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
