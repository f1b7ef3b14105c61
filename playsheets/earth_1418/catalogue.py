"""The one list of what can be printed."""

from collections.abc import Callable, Mapping
from typing import Final

from playsheets.earth_1418.forms import cards_of, order_sheet, rosters
from playsheets.earth_1418.sheet import playsheet
from playsheets.earth_1418.templates import templates
from playsheets.earth_1418.values import EarthValues
from playsheets.press import FormPart, Job, Paper, Part, SheetPart, TemplatesPart
from rules.earth_1418.game.creating import ready_games
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class EarthPrint:
    """Something that can be printed: what it is, and how it is made of a book's values."""

    key: str
    says: str
    made: Callable[[EarthValues], Part]


def _sheet(values: EarthValues) -> Part:
    return SheetPart(playsheet(values))


def _templates(values: EarthValues) -> Part:
    return TemplatesPart("Battle for 2mm Earth 1418", "Circle, cordon, ruler", templates(values))


def _orders(values: EarthValues) -> Part:
    return FormPart(order_sheet(values))


def _rosters(values: EarthValues) -> Part:
    (game,) = ready_games().values()
    return FormPart(rosters(cards_of(game.formations), values))


PRINTABLE: Final[Mapping[str, EarthPrint]] = {
    one.key: one
    for one in (
        EarthPrint("playsheet", "the playsheet, two sides", _sheet),
        EarthPrint("templates", "circle, cordon and ruler, true to size", _templates),
        EarthPrint("orders", "order sheets for commands, bombardments and plans", _orders),
        EarthPrint("roster", "formation cards of the ready game", _rosters),
    )
}


def job_of(things: tuple[str, ...], values: EarthValues, paper: Paper = "a4") -> Job:
    """Some of these as one job. Raises KeyError for one that is not listed."""
    return Job("Battle for 2mm Earth 1418", tuple(PRINTABLE[one].made(values) for one in things), paper)
