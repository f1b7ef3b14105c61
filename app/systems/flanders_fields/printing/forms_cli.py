"""Forms from the terminal: `beatenzone print-form roster --force division.json`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.printing.terminal import MEASURED, PAPER, give_up, house_rule, paper_named, write
from app.systems.flanders_fields.printing.cli import HOUSE
from playsheets.press import BadJob, PrinterCorrection
from rules.kernel.rulings import BadHouseRule, HouseRule

if TYPE_CHECKING:
    from app.printing.offers import Printable


def register(app: typer.Typer) -> None:
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
    from app.printing.offers import NotOffered, chosen, job_of_forms

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


def _offers(files: Files, scenario: str, house: tuple[HouseRule, ...]) -> Iterator["Printable"]:
    from app.systems.flanders_fields.printing.of_files import (
        offers_of_force,
        offers_of_plan_file,
        offers_of_scenario,
        read_force,
    )

    force, plan = files
    if force is None and plan is None and not scenario:
        raise BadJob("there is nothing to print forms of; name --force, --plan or --scenario")
    if force is not None:
        yield from offers_of_force(read_force(force), house)
    if plan is not None:
        yield from offers_of_plan_file(plan, house)
    if scenario:
        yield from offers_of_scenario(scenario, house)
