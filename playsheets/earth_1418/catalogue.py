"""What Battle for 2mm Earth 1418 prints, by name."""

from typing import Final

from playsheets.catalogue import Thing, catalogue_of
from playsheets.earth_1418.forms import cards_of, order_sheet, rosters
from playsheets.earth_1418.sheet import playsheet
from playsheets.earth_1418.templates import templates
from playsheets.earth_1418.values import USUAL_MONTH, EarthValues, values_for
from playsheets.press import FormPart, Part, SheetPart, TemplatesPart
from rules.earth_1418.turn.game.ready_games import ready_games
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass

BOOK: Final = "Battle for 2mm Earth 1418"


@dataclass(frozen=True, slots=True)
class EarthWanted:
    """For which month and under which house rules something is printed."""

    month: str = USUAL_MONTH
    house_rules: tuple[HouseRule, ...] = ()

    @property
    def title(self) -> str:
        """The book, and the month in words. Raises BadMonth."""
        return f"{BOOK}, {parse_month(self.month).in_words}"

    @property
    def values(self) -> EarthValues:
        """What the book says then, for one sheet. Raises BadMonth and BadHouseRule."""
        return values_for(self.month, self.house_rules)


def _sheet(wanted: EarthWanted) -> Part:
    return SheetPart(playsheet(wanted.values))


def _templates(wanted: EarthWanted) -> Part:
    return TemplatesPart(BOOK, "Circle, cordon, ruler", templates(wanted.values))


def _orders(wanted: EarthWanted) -> Part:
    return FormPart(order_sheet(wanted.values))


def _rosters(wanted: EarthWanted) -> Part:
    of_each = [formation for game in ready_games().values() for formation in game.formations]
    return FormPart(rosters(cards_of(of_each), wanted.values))


CATALOGUE: Final = catalogue_of(
    (
        Thing("playsheet", "Playsheet", "the playsheet, two sides", _sheet),
        Thing("templates", "Templates", "circle, cordon and ruler, true to size", _templates, measures=True),
        Thing("orders", "Order sheets", "order sheets for commands, bombardments and plans", _orders),
        Thing("roster", "Formation cards", "formation cards of the ready games", _rosters),
    )
)
