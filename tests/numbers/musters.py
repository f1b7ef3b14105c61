"""Small games whose sheets and cards are printed: between them they have each grade and each national rule."""

from typing import Final

from playsheets.flanders_fields.catalogue import SheetWanted
from playsheets.flanders_fields.print_context import Command, Muster, Troop
from rules.kernel.months import parse_month

COMPANY: Final = Troop("A Company", "rifle_company", ("1st Platoon", "2nd Platoon"))


def _of(nation: str, quality: str, storm: bool = False) -> Command:
    return Command("1st Battalion", nation, "battalion", "Colonel", (COMPANY,), quality, platoons=2, storm=storm)


def _wanted(period: str, month: str, *commands: Command) -> SheetWanted:
    return SheetWanted(period, month=parse_month(month), muster=Muster("An evening", commands))


GAMES: Final = (
    _wanted("early", "1915-05", _of("british", "veteran"), _of("german", "experienced"), _of("french", "experienced")),
    _wanted("mid", "1916-09", _of("british", "raw"), _of("german", "experienced")),
    _wanted("late", "1918-03", _of("british", "experienced"), _of("german", "veteran", storm=True)),
)
