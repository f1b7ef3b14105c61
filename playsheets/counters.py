"""Counters to cut out, with fronts and backs."""

from typing import Final

from playsheets.shapes import PaperEdge, Ring, Shape
from rules.kernel.values import dataclass

SIDE: Final = 25.0
MIDDLE: Final = SIDE / 2
HEAVY: Final = 2.2


@dataclass(frozen=True, slots=True)
class Counter:
    """A square counter of 25 mm: what it is for, and what is drawn on either face."""

    key: str
    title: str
    front: tuple[Shape, ...]
    back: tuple[Shape, ...]


def edge(round_: bool, weight: float) -> Shape:
    """The edge of a counter, square or round."""
    return Ring(MIDDLE, MIDDLE, MIDDLE, weight) if round_ else PaperEdge(0, 0, SIDE, SIDE, weight)
