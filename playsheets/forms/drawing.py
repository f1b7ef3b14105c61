"""A drawing on a form: shapes in millimetres of paper, told in words for who does not see them."""

from playsheets.shapes import Disc, PaperEdge, Ring, Stroke, Words
from rules.kernel.values import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, or an outline. `fill`: none, paper, grey, dark, hatch, dots or rings; no colours."""

    points: tuple[Point, ...]
    closed: bool = False
    weight: float = 0.2
    dash: str = "solid"
    fill: str = "none"


Mark = Path | PaperEdge | Stroke | Ring | Disc | Words


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with its measure on paper, at the scale that it `says`."""

    title: str
    says: str
    width: float
    depth: float
    shapes: tuple[Mark, ...]
    alt: str
