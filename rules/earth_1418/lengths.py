"""Lengths on the table in centimetres, with their scale metres, and in inches where the book gives those."""

from fractions import Fraction
from typing import Final

from rules.earth_1418.book import EarthBook
from rules.kernel.values import dataclass

METRES_A_CM: Final = 10
"""One centimetre of the table is ten metres of ground (BE-MOV-01)."""
TENTHS_AN_INCH: Final = 254
TENTHS_A_CM: Final = 100


HALF_PERCENT: Final = 50
"""What has a word of its own."""


@dataclass(frozen=True, slots=True)
class TableLength:
    """A length in centimetres on the table, in metres of ground, and in inches where the book gives inches."""

    cm: float
    metres: float
    inches: float | None = None


def of_cm(cm: Fraction | int) -> TableLength:
    """A length given in centimetres."""
    return TableLength(float(cm), float(cm * METRES_A_CM))


def of_mm(millimetres: int) -> TableLength:
    """A length kept in whole millimetres."""
    return of_cm(Fraction(millimetres, 10))


def in_metres(millimetres: int) -> str:
    """A length of the table in whole millimetres as a sentence says it: in metres of ground."""
    return f"{of_mm(millimetres).metres:g} m"


def in_words(percent: int) -> str:
    """A share of something as a sentence says it: half of it, or so many percent."""
    return "half" if percent == HALF_PERCENT else f"{percent} %"


def of_inches(inches: Fraction | int | float, book: EarthBook) -> TableLength:
    """A length that the book gives without its mark: inches, or centimetres by house rule (G-31)."""
    exact = Fraction(inches)
    tenths = book.behaviour("G-31", {"inches": TENTHS_AN_INCH, "centimetres": TENTHS_A_CM})
    cm = exact * tenths / TENTHS_A_CM
    given = float(exact) if tenths == TENTHS_AN_INCH else None
    return TableLength(float(cm), float(cm * METRES_A_CM), given)
