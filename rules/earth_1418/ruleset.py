"""The ruleset: where its data are, its scale (BE-MOV-01) and the size of a base."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final

from rules.kernel.clauses import SourceTexts
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.ruleset import Book, Edition, rulings_of
from rules.kernel.rulings import Ruling
from rules.kernel.toml_reader import read_toml

# The rule book of Battle for 2mm Earth 1418

SOURCES: Final = SourceTexts(
    lines={"L": "rule book"}, rulings=("G",), example="lines as L212 or L208-210, a ruling as G-12"
)
EDITION: Final = Edition(Path(__file__).parent / "data", SOURCES)


def rulings() -> Mapping[str, Ruling]:
    """Every gap of the book with its options, each of them checked against the tables it changes."""
    return rulings_of(EDITION)


class EarthBook(Book):
    """What is in force in one game of Battle for 2mm Earth 1418."""

    __slots__ = ()
    edition = EDITION


# Lengths on the table in centimetres, with their scale metres, and in inches where the book gives those

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


# How large a base is where nobody says


@dataclass(frozen=True, slots=True)
class UsualBase:
    """Its size in millimetres, and why it is that."""

    width_mm: int
    depth_mm: int
    because: str


def _read() -> UsualBase:
    file = read_toml(EDITION.folder / "bases.toml")
    found = UsualBase(file.whole("width_mm"), file.whole("depth_mm"), file.text("because"))
    file.close()
    return found


USUAL_BASE: Final = _read()
