"""What Battle for 2mm Earth 1418 prints: a PDF of each, at an address and in the terminal."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.games.problems import Problem, not_found, unreadable
from app.printing.offers import Printable
from app.seats.guard import anyone
from playsheets.earth_1418.catalogue import PRINTABLE, job_of
from playsheets.earth_1418.values import USUAL_MONTH, values_for
from playsheets.press import BadJob, FormPart, Job, Part, pdf_of
from rules.earth_1418.book import rulings
from rules.earth_1418.forces.document import read_force
from rules.earth_1418.forces.written import EarthForce
from rules.earth_1418.game import SYSTEM
from rules.earth_1418.game.state import SEATING
from rules.kernel.documents import NotFitting
from rules.kernel.months import BadMonth
from rules.kernel.play import Role
from rules.kernel.rulings import BadHouseRule, HouseRule

AT = "/print/earth-1418"
UNKNOWN = not_found(
    "no-such-print", "No such print", "nothing of that name is printed", f"choose from {', '.join(PRINTABLE)}"
)
router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False)


@router.get(f"{AT}/{{thing}}.pdf")
def print_thing(thing: str, request: Request) -> Response:
    """A PDF to be printed at actual size, in the month and under the house rules of the address."""
    if thing not in PRINTABLE:
        raise Problem(UNKNOWN)
    query = request.query_params
    rules = tuple(HouseRule(name, option) for name, option in query.multi_items() if name in rulings())
    try:
        made = pdf_of(job_of((thing,), values_for(query.get("date", USUAL_MONTH), rules)))
    except (BadMonth, BadHouseRule) as bad:
        wrong, _, right = str(bad).partition("; ")
        raise Problem(unreadable("date", wrong, right)) from None
    return Response(made, media_type="application/pdf")


def register(app: typer.Typer) -> None:
    """Add `print-earth-1418` to the program."""
    app.command("print-earth-1418")(print_things)


def print_things(
    things: Annotated[list[str] | None, typer.Argument(help="what to print; none: list what there is")] = None,
    date: Annotated[str, typer.Option(help="the month of the game")] = USUAL_MONTH,
    house: Annotated[list[str] | None, typer.Option(help="a house rule of your game, such as G-02=wide")] = None,
    force: Annotated[Path | None, typer.Option(help="the file of a force: its cards and order sheet")] = None,
    game: Annotated[Path | None, typer.Option(help="a saved game: what a seat of it may print")] = None,
    seat: Annotated[str, typer.Option(help="whose sheets of that game: attacker, defender, referee")] = "referee",
    to: Annotated[Path, typer.Option(help="the file to write")] = Path("earth-1418.pdf"),
) -> None:
    """Write a PDF of the playsheet, templates or forms of Battle for 2mm Earth 1418. Print it at actual size."""
    try:
        rules = tuple(HouseRule(*one.partition("=")[::2]) for one in house or ())
        offers = _offers(date, rules, force, game, seat)
        if not things:
            for key, (says, _) in offers.items():
                typer.echo(f"{key:<16} {says}")
            return
        if unknown := [one for one in things if one not in offers]:
            _give_up(f"nothing called {unknown[0]!r} is printed; choose from {', '.join(offers)}")
        parts = tuple(offers[one][1]() for one in things)
        to.write_bytes(pdf_of(Job("Battle for 2mm Earth 1418", parts)))
    except (BadMonth, BadHouseRule, BadJob) as bad:
        _give_up(str(bad))
    except OSError as failed:
        _give_up(f"{to} cannot be written: {failed.strerror or failed}")
    typer.echo(f"Written to {to}. Print it at actual size (100 %).")


Offers = Mapping[str, tuple[str, Callable[[], Part]]]


def _offers(date: str, rules: tuple[HouseRule, ...], force: Path | None, game: Path | None, seat: str) -> Offers:
    """What can be printed of a file, or of the book alone. Raises BadJob for a file that is none."""
    if force is None and game is None:
        values = values_for(date, rules)
        return {one.key: (one.says, partial(one.made, values)) for one in PRINTABLE.values()}
    from app.systems.earth_1418.forms import forms_of_force, forms_of_game

    found = list[Printable]()
    if force is not None:
        found += forms_of_force(_force_in(force))
    if game is not None:
        found += forms_of_game(_seen(game, seat))
    return {one.key: (one.says, partial(_part, one)) for one in found}


def _part(one: Printable) -> Part:
    return FormPart(one.make())


def _force_in(file: Path) -> EarthForce:
    try:
        return read_force(file.read_bytes())
    except NotFitting as bad:
        raise BadJob(f"{file}: {bad}; {bad.wrong[0].instead}") from None
    except OSError as failed:
        raise BadJob(f"{file} cannot be read: {failed.strerror or failed}") from None


def _seen(game: Path, seat: str) -> Mapping[str, Any]:
    from app.printing.game_file import view_in

    seats = [role.value for role in SEATING.roles]
    if seat not in seats:
        raise BadJob(f"there is no seat {seat!r} at a game; name one of: {', '.join(seats)}")
    return view_in(game, Role(seat), SYSTEM.key, "Battle for 2mm Earth 1418")


def _give_up(why: str) -> None:
    typer.echo(why, err=True)
    raise typer.Exit(2)
