"""From what the six faces bring to the bar above the keys of a die."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from app.pages.rendering import percent
from app.stage.shown import BarShown
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
