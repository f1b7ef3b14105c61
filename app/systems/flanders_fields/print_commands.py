"""Terminal commands that print: `beatenzone print` and `beatenzone print-form`."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from app.printing.cli import (
    MEASURED,
    PAPER,
    TURNED,
    correction,
    edge_named,
    give_up,
    house_rule,
    paper_named,
    view_in,
    write,
)
from app.printing.printables import NotOffered, Printable, chosen, job_of_forms
from app.systems.flanders_fields.print_offers import (
    offers_of_force,
    offers_of_plan_file,
    offers_of_scenario,
    read_force,
)
from playsheets.flanders_fields.catalogue import CATALOGUE, PERIODS, SheetWanted, wanted_for
from playsheets.press import BadJob, PrinterCorrection
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.seats import Role

# Printing from the terminal

HOUSE = "a house rule of your game, such as AMB-13=reroll"
GAME = "an exported game: print for its forces, month and house rules"
SEATS = (Role.REFEREE.value, *SEATING.sides)


def register_print(app: typer.Typer) -> None:
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
    if seat not in SEATS:
        raise BadJob(f"{seat!r} is no seat; choose from {', '.join(SEATS)}")
    return wanted_for(view_in(file, Role(seat), SYSTEM, "Flanders Fields"), large, backs)


# Forms from the terminal


def register_print_form(app: typer.Typer) -> None:
    """Add `print-form` to the program."""
    app.command("print-form")(print_forms)


def print_forms(
    forms: Annotated[list[str] | None, typer.Argument(help="which forms; none: list what there is of these")] = None,
    force: Annotated[Path | None, typer.Option(help="the file of a force")] = None,
    plan: Annotated[Path | None, typer.Option(help="the file of a fire plan")] = None,
    scenario: Annotated[str, typer.Option(help="a scenario by its id, such as mons-1914")] = "",
    paper: Annotated[str, typer.Option(help=PAPER)] = "a4",
    house: Annotated[list[str] | None, typer.Option(help=HOUSE)] = None,
    across: Annotated[float, typer.Option(help=f"{MEASURED} across")] = 100.0,
    along: Annotated[float, typer.Option(help=f"{MEASURED} along the page")] = 100.0,
    to: Annotated[Path, typer.Option(help="the file to write")] = Path("beaten-zone-forms.pdf"),
) -> None:
    """Write a PDF of rosters and other forms of a force or a scenario. Blank ones are among what `print` offers."""
    try:
        offers = tuple(_offers((force, plan), scenario, tuple(house_rule(one) for one in house or ())))
        if not forms:
            for offer in offers:
                typer.echo(f"{offer.key:<18} {offer.says}")
            return
        job = job_of_forms("Forms", chosen(offers, forms), paper_named(paper), PrinterCorrection(across, along))
        write(job, to)
    except NotOffered as missing:
        give_up(f"{missing} cannot be printed of this; choose from {', '.join(one.key for one in offers)}")
    except (BadJob, BadHouseRule) as bad:
        give_up(str(bad))


Files = tuple[Path | None, Path | None]


def _offers(files: Files, scenario: str, house: tuple[HouseRule, ...]) -> Iterator[Printable]:
    force, plan = files
    if force is None and plan is None and not scenario:
        raise BadJob("there is nothing to print forms of; name --force, --plan or --scenario")
    if force is not None:
        yield from offers_of_force(read_force(force), house)
    if plan is not None:
        yield from offers_of_plan_file(plan, house)
    if scenario:
        yield from offers_of_scenario(scenario, house)


# Commands of Flanders Fields in the terminal


def register(program: typer.Typer) -> None:
    """Add `print` and `print-form` to the program."""
    register_print(program)
    register_print_form(program)
