"""The catalogue of prints of 1418, and its templates true to size."""

from collections.abc import Iterator
from typing import Final

from playsheets.earth_1418.formation_cards import cards_of, order_sheet, rosters
from playsheets.earth_1418.playsheet import USUAL_MONTH, EarthValues, playsheet, values_for
from playsheets.press import FormPart, Part, SheetPart, TemplatesPart, Thing, catalogue_of
from playsheets.shapes import PaperEdge, PaperTemplate, Ring, Shape, Stroke, Words, cross
from rules.earth_1418.game.ready_games import ready_games
from rules.earth_1418.ruleset import of_inches
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

# Circle, cordon and ruler, true to a tenth of a millimetre (BE-ART-06, BE-GAS-04)

MM_A_CM: Final = 10
RULER_CM: Final = 18
RULER_DEPTH: Final = 22.0
SIZES: Final = "artillery/templates"


def templates(values: EarthValues) -> tuple[PaperTemplate, ...]:
    """What is cut out: the circle, a battery's cordon, a ruler of both scales."""
    return (circle(values), cordon(values), ruler())


def _mm(values: EarthValues, key: str) -> float:
    return of_inches(values.book.table(SIZES).number(key).value, values.book).cm * MM_A_CM


def circle(values: EarthValues) -> PaperTemplate:
    """The bombardment circle with its middle."""
    across = _mm(values, "circle")
    middle = across / 2
    shapes: tuple[Shape, ...] = (
        Ring(middle, middle, middle),
        *cross(middle, middle),
        Words(middle, middle + 12, f"{across:g} mm"),
    )
    clause = values.book.table(SIZES).number("circle").clause
    return PaperTemplate("circle", "Bombardment circle", clause, across, across, shapes)


def cordon(values: EarthValues) -> PaperTemplate:
    """The cordon of one battery: lay one beside the other."""
    length, depth = _mm(values, "cordon_length"), max(_mm(values, "cordon_depth"), MM_A_CM)
    middle = length / 2
    arrow = (
        Stroke(middle, depth - 4, middle, 8, 0.4),
        Stroke(middle, 8, middle - 3, 13, 0.4),
        Stroke(middle, 8, middle + 3, 13, 0.4),
    )
    shapes: tuple[Shape, ...] = (
        PaperEdge(0, 0, length, depth),
        *arrow,
        Words(middle, 6, "downwind"),
        Words(length / 4, depth / 2, f"{length:g} mm"),
    )
    clause = values.book.table(SIZES).number("cordon_length").clause
    return PaperTemplate("cordon", "Cordon of one battery", clause, length, depth, shapes)


def ruler() -> PaperTemplate:
    """Centimetres with metres of ground on one edge, inches on the other (BE-MOV-01)."""
    length = float(RULER_CM * MM_A_CM)
    shapes: tuple[Shape, ...] = (PaperEdge(0, 0, length, RULER_DEPTH), *_centimetres(length), *_inches(length))
    return PaperTemplate("ruler", "Ruler: centimetres, metres, inches", "BE-MOV-01", length, RULER_DEPTH, shapes)


def _centimetres(length: float) -> Iterator[Shape]:
    for n in range(1, int(length // MM_A_CM)):
        x = float(n * MM_A_CM)
        yield Stroke(x, 0, x, 5 if n % 5 == 0 else 3)
        yield Words(x, 8, str(n), 6)
        if n % 5 == 0:
            yield Words(x, 11, f"{n * MM_A_CM} m", 6)


def _inches(length: float) -> Iterator[Shape]:
    inch = 25.4
    for n in range(1, int(length // inch) + 1):
        x = round(n * inch, 2)
        yield Stroke(x, RULER_DEPTH, x, RULER_DEPTH - 4)
        yield Words(x - 3, RULER_DEPTH - 5, f"{n} in", 6)


# What Battle for 2mm Earth 1418 prints, by name

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
