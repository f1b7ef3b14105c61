"""What Battle for 2mm Earth 1418 prints, in the terminal."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from app.documents.file_kinds import WrongFile, read_path
from app.printing.offers import Printable
from app.printing.terminal import give_up, write
from playsheets.earth_1418.catalogue import BOOK, CATALOGUE, EarthWanted
from playsheets.earth_1418.values import USUAL_MONTH
from playsheets.press import BadJob, FormPart, Job, Part
from rules.earth_1418.forces.document import read_force
from rules.earth_1418.forces.written import EarthForce
from rules.earth_1418.game.system import SYSTEM
from rules.earth_1418.vocabulary import SEATING
from rules.kernel.documents import NotFitting
from rules.kernel.months import BadMonth
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.seats import Role


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
    from app.forces.offered import kind_of
    from app.systems.earth_1418.forces import FORCES

    try:
        return read_force(read_path(file, kind_of(FORCES)))
    except WrongFile as wrong:
        raise BadJob(f"{file}: {wrong}") from None
    except NotFitting as bad:
        raise BadJob(f"{file}: {bad}; {bad.wrong[0].instead}") from None
    except OSError as failed:
        raise BadJob(f"{file} cannot be read: {failed.strerror or failed}") from None


def _seen(game: Path, seat: str) -> Mapping[str, Any]:
    from app.printing.game_file import view_in

    seats = [role.value for role in SEATING.roles]
    if seat not in seats:
        raise BadJob(f"there is no seat {seat!r} at a game; name one of: {', '.join(seats)}")
    return view_in(game, Role(seat), SYSTEM, BOOK)
