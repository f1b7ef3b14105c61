"""Prints of 1418: the page that prints, and the terminal command."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import Response

from app.documents.forces import kind_of
from app.http.guards import anyone
from app.http.problem_details import Problem, not_found, unreadable
from app.lookups.queries import BadAsk
from app.pages.printing.delivery import file_of
from app.printing.cli import document_in, give_up, view_in, write
from app.printing.printables import NO_WAYS, Choosing, Printable, PrintsOffered
from app.systems.earth_1418.forces import FORCES, forms_of_force, forms_of_game
from playsheets.earth_1418.catalogue import BOOK, CATALOGUE, EarthWanted
from playsheets.earth_1418.playsheet import USUAL_MONTH, values_for
from playsheets.press import BadJob, FormPart, Job, Part
from rules.earth_1418.forces import read_force
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.ruleset import rulings
from rules.earth_1418.vocabulary import SEATING
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.seats import Role

# Prints for everybody

AT: Final = "/print/earth-1418"
UNKNOWN: Final = not_found(
    "no-such-print", "No such print", "nothing of that name is printed", f"choose from {', '.join(CATALOGUE.things)}"
)
router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False)


@router.get(f"{AT}/{{thing}}.pdf")
async def print_thing(thing: str, request: Request) -> Response:
    """A PDF to be printed at actual size, in the month and under the house rules of the address."""
    if thing not in CATALOGUE.things:
        raise Problem(UNKNOWN)
    try:
        wanted = wanted_of(request.query_params)
    except BadAsk as bad:
        raise Problem(unreadable(bad.field, bad.wrong, bad.right)) from None
    try:
        return await file_of(request, CATALOGUE.job((thing,), wanted), "", AT)
    except BadJob as bad:
        wrong, _, right = str(bad).partition("; ")
        raise Problem(unreadable("thing", wrong, right)) from None


def wanted_of(query: QueryParams) -> EarthWanted:
    """For which month and under which house rules an address prints. Raises BadAsk."""
    wanted = EarthWanted(query.get("date") or USUAL_MONTH, tuple(HouseRule(*one) for one in _house(query)))
    try:
        values_for(wanted.month, wanted.house_rules)
    except (BadMonth, BadHouseRule) as bad:
        wrong, _, right = str(bad).partition("; ")
        raise BadAsk("date" if isinstance(bad, BadMonth) else "house_rules", wrong, right) from None
    return wanted


def _house(query: QueryParams) -> list[tuple[str, str]]:
    """The house rules of an address, to be carried on."""
    return [(name, option) for name, option in query.multi_items() if name in rulings()]


def _choosing(request: Request) -> Choosing[EarthWanted]:
    query = request.query_params
    date = query.get("date") or USUAL_MONTH
    try:
        month = parse_month(date)
    except BadMonth:
        month = None
    shown = {
        "here": AT,
        "house": _house(query),
        "month": month,
        "of": f"{BOOK}, {month.in_words}" if month else BOOK,
        "dated": [("date", date)],
        "look_ups": "/lookups/earth-1418",
    }
    return Choosing(CATALOGUE, wanted_of, shown)


def _named(query: QueryParams) -> str:
    return f"earth-1418-{query.get('date') or USUAL_MONTH}"


PRINTS: Final = PrintsOffered(AT, BOOK, CATALOGUE, _choosing, _named, NO_WAYS)


# Prints in the terminal


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
            give_up(f"nothing called {unknown[0]!r} is printed; choose from {', '.join(offers)}")
        parts = tuple(offers[one][1]() for one in things)
        write(Job(BOOK, parts), to)
    except (BadMonth, BadHouseRule, BadJob) as bad:
        give_up(str(bad))


Offers = Mapping[str, tuple[str, Callable[[], Part]]]


def _offers(date: str, rules: tuple[HouseRule, ...], force: Path | None, game: Path | None, seat: str) -> Offers:
    """What can be printed of a file, or of the book alone. Raises BadJob for a file that is none."""
    if force is None and game is None:
        wanted = EarthWanted(date, rules)
        return {one.key: (one.says, partial(one.part, wanted)) for one in CATALOGUE.things.values()}

    found = list[Printable]()
    if force is not None:
        found += forms_of_force(document_in(force, kind_of(FORCES), read_force))
    if game is not None:
        found += forms_of_game(_seen(game, seat))
    return {one.key: (one.says, partial(_part, one)) for one in found}


def _part(one: Printable) -> Part:
    return FormPart(one.make())


def _seen(game: Path, seat: str) -> Mapping[str, Any]:
    seats = [role.value for role in SEATING.roles]
    if seat not in seats:
        raise BadJob(f"there is no seat {seat!r} at a game; name one of: {', '.join(seats)}")
    return view_in(game, Role(seat), SYSTEM, BOOK)
