"""From what the six faces bring to the bar above the keys of a die."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from pydantic import BaseModel, Field

from app.pages.rendering import percent
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class FaceBrings:
    """What one face brings. `kind` is an outcome of components/tags.html; `brief` stands where a cell is narrow."""

    kind: str
    word: str
    brief: str = ""


class OutcomeChance(NamedTuple):
    """The chance of an outcome, in a word."""

    word: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class OddsCell:
    """Neighbouring faces that bring the same: how many of the six, and the chance of it."""

    faces: int
    kind: str
    word: str
    brief: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class OddsBar:
    """Cells from face 1 upwards; `in_order` is False if an outcome comes up in two places, and no bar is drawn."""

    cells: tuple[OddsCell, ...]
    in_order: bool


class BarShown(BaseModel):
    """Faces side by side that bring the same."""

    kind: str = Field(description="killed, suppressed, none, good, some, more or most")
    word: str = Field(description="what they bring", examples=["suppressed"])
    short: str = Field(description="that where room is scarce")
    faces: int = Field(description="how many of the six")
    percent: str = Field(description="the chance of it", examples=["17%"])


def odds_bar(faces: Sequence[FaceBrings]) -> OddsBar:
    """The bar for six faces, face 1 first. Raises ValueError for any other number of faces."""
    if len(faces) != 6:
        raise ValueError(f"a die has six faces, not {len(faces)}")
    runs = [(brings, len(list(run))) for brings, run in groupby(faces)]
    cells = tuple(OddsCell(n, one.kind, one.word, one.brief, Fraction(n, 6)) for one, n in runs)
    return OddsBar(cells, in_order=len({one for one, _ in runs}) == len(runs))


def bars_of(bar: OddsBar) -> list[BarShown]:
    """The cells of a bar as stage and pages draw them."""
    return [
        BarShown(kind=one.kind, word=one.word, short=one.brief, faces=one.faces, percent=percent(one.chance))
        for one in bar.cells
    ]
