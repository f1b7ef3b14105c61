"""Printing from the terminal: `beatenzone print playsheet templates --period mid`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from app.printing.terminal import (
    MEASURED,
    PAPER,
    TURNED,
    correction,
    edge_named,
    give_up,
    house_rule,
    paper_named,
    write,
)
from playsheets.flanders_fields.catalogue import CATALOGUE, PERIODS, SheetWanted
from playsheets.press import BadJob
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.rulings import BadHouseRule
from rules.kernel.seats import Role

HOUSE = "a house rule of your game, such as AMB-13=reroll"
GAME = "an exported game: print for its forces, month and house rules"
SEATS = (Role.REFEREE.value, *SEATING.sides)


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
        for thing in CATALOGUE.things.values():
            typer.echo(f"{thing.key:<15} {thing.says}{' (with --game)' if thing.of_game else ''}")
        return
    try:
        rules = tuple(house_rule(one) for one in house or ())
        wanted = _of_game(game, seat, large, backs) if game else SheetWanted(period, rules, large, backs)
        first = CATALOGUE.begun_with_a_test(things, is_measured=across is not None or along is not None)
        job = CATALOGUE.job(first, wanted, paper_named(paper), correction(across, along))
        write(replace(job, turned_over=edge_named(turned)), to)
    except (BadJob, BadHouseRule) as bad:
        give_up(str(bad))


def _of_game(file: Path, seat: str, large: bool, backs: bool) -> SheetWanted:
    """What is printed for a seat of an exported game. What only a game needs is loaded here."""
    from app.printing.game_file import view_in
    from playsheets.flanders_fields.of_game.mustered import wanted_for
    from rules.flanders_fields.game.system import SYSTEM

    if seat not in SEATS:
        raise BadJob(f"{seat!r} is no seat; choose from {', '.join(SEATS)}")
    return wanted_for(view_in(file, Role(seat), SYSTEM, "Flanders Fields"), large, backs)
