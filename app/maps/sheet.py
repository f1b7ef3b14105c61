"""Sheet of the map: coordinates for a reader, and strokes as SVG path data."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import atan2, degrees, dist, hypot
from typing import Final

from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.stands import Spot

# A sheet of the map

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapSheet:
    """The table as one side sees it: `across`, from its far edge. Sheet places are cm, y downwards."""

    width_mm: int
    depth_mm: int
    across: bool = False

    @property
    def width(self) -> float:
        """Width in cm."""
        return self.width_mm / MM_A_CM

    @property
    def depth(self) -> float:
        """Depth in cm."""
        return self.depth_mm / MM_A_CM

    def at(self, spot: Spot) -> Point:
        """Where a place of the table lies on the sheet, in cm."""
        x, y = self.own(spot)
        return x, round(self.depth - y, 1)

    def along(self, line: Iterable[Spot]) -> list[Point]:
        """A line of the table on the sheet."""
        return [self.at(spot) for spot in line]

    def own(self, spot: Spot) -> Point:
        """A place as the reader counts it: cm along the own edge from its left corner, cm up the table."""
        if self.across:
            return (self.width_mm - spot.x_mm) / MM_A_CM, (self.depth_mm - spot.y_mm) / MM_A_CM
        return spot.x_mm / MM_A_CM, spot.y_mm / MM_A_CM

    def turn(self, facing_deg: float) -> float:
        """How far a symbol that looks up the sheet is turned, clockwise, for a facing on the table."""
        return (facing_deg + (180 if self.across else 0)) % 360


def number(value: float) -> str:
    """A coordinate as short as it can be written: 12, 12.5, 0.25."""
    # Adding nothing makes a nought of the minus nought that rounding leaves.
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


# The strokes of a trench map as SVG path data

TOOTH: Final = 2.4
"""Length of one traverse of a trench."""
CROSS: Final = 0.5
"""Half the size of a cross of wire."""
ROW: Final = 2.0
"""Between two rows of crosses, and between two crosses of a row."""
MOST_MARKS: Final = 1_000
"""Traverses of a trench, or crosses of a belt: more cannot be told apart, and somebody may draw for miles."""


def path(points: Sequence[Point], closed: bool = False) -> str:
    """A line through points; `closed`: back to the first."""
    inside = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{inside}{'Z' if closed else ''}" if points else ""


class Walk:
    """A line that is walked along, from its first point to its last."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._legs = [(a, b, dist(a, b)) for a, b in pairwise(points) if a != b]
        self._ends = list(accumulate(long for _, _, long in self._legs))
        self.length = self._ends[-1] if self._ends else 0.0

    def beside(self, way: float, off: float) -> Point:
        """The point `way` from the start and `off` to the left of the line, as one walks."""
        (ax, ay), (ux, uy), rest = self._leg(way)
        return ax + ux * rest + uy * off, ay + uy * rest - ux * off

    def direction(self, way: float) -> float:
        """The direction of the line there, degrees clockwise from the right of the sheet."""
        _, (ux, uy), _ = self._leg(way)
        return degrees(atan2(uy, ux))

    def bends(self) -> Sequence[float]:
        """Where it bends, ends left out."""
        return self._ends[:-1]

    def _leg(self, way: float) -> tuple[Point, Point, float]:
        if not self._legs:
            return (0.0, 0.0), (1.0, 0.0), 0.0
        place = min(bisect_left(self._ends, way), len(self._legs) - 1)
        a, b, long = self._legs[place]
        return a, ((b[0] - a[0]) / long, (b[1] - a[1]) / long), way - self._ends[place] + long


def battlements(points: Sequence[Point], deep: float, most: int = MOST_MARKS) -> str:
    """A trench: a line with traverses, `deep` to each side of its path; longer ones where there would be too many."""
    walk = Walk(points)
    teeth = min(most, max(1, round(walk.length / TOOTH)))
    tooth, bends, drawn = walk.length / teeth, walk.bends(), []
    for at in range(teeth):
        off = deep if at % 2 else -deep
        inside = bends[bisect_right(bends, at * tooth) : bisect_left(bends, (at + 1) * tooth)]
        drawn += [walk.beside(way, off) for way in (at * tooth, *inside, (at + 1) * tooth)]
    return path(drawn)


def crosses(points: Sequence[Point], rows: int, is_open: Callable[[Point], bool], most: int = MOST_MARKS) -> str:
    """A belt of wire: rows of crosses along a line, none where `is_open`; wider apart where there would be too many."""
    walk = Walk(points)
    many = min(max(1, most // rows), max(1, round(walk.length / ROW)))
    step, drawn = walk.length / many, []
    for row in range(rows):
        off = (row - (rows - 1) / 2) * ROW
        places = (walk.beside((at + 0.5) * step, off) for at in range(many))
        drawn += [_cross(place) for place in places if not is_open(place)]
    return "".join(drawn)


def _cross(at: Point) -> str:
    x, y = at
    side, back = number(2 * CROSS), number(-2 * CROSS)
    return f"M{number(x - CROSS)} {number(y - CROSS)}l{side} {side}m0 {back}l{back} {side}"


def banks(points: Sequence[Point], width: float) -> str:
    """The two edges of a way: lines at half its width to each side."""
    walk = Walk(points)
    ways = [0.0, *walk.bends(), walk.length]
    return "".join(path([walk.beside(way, off) for way in ways]) for off in (width / 2, -width / 2))


def away_from(at: Point, line: Sequence[Point]) -> float:
    """The shortest way from a point to a line, in cm."""
    return min((_away(at, a, b) for a, b in pairwise(line)), default=float("inf"))


def _away(at: Point, a: Point, b: Point) -> float:
    along, up = b[0] - a[0], b[1] - a[1]
    square = along * along + up * up
    share = 0.0 if square == 0 else ((at[0] - a[0]) * along + (at[1] - a[1]) * up) / square
    share = min(1.0, max(0.0, share))
    return hypot(at[0] - a[0] - share * along, at[1] - a[1] - share * up)


def middle_of(points: Sequence[Point]) -> Point:
    """The centre of an outline, or of its corners where it has no surface."""
    twice, x, y = 0.0, 0.0, 0.0
    for (ax, ay), (bx, by) in pairwise([*points, *points[:1]]):
        part = ax * by - bx * ay
        twice, x, y = twice + part, x + (ax + bx) * part, y + (ay + by) * part
    if abs(twice) < 1e-9:
        return sum(one[0] for one in points) / len(points), sum(one[1] for one in points) / len(points)
    return x / (3 * twice), y / (3 * twice)


def upright(turn: float) -> float:
    """A direction in which words can be read: between -90 and 90 degrees."""
    kept = (turn + 180) % 360 - 180
    return kept - 180 if kept > 90 else kept + 180 if kept <= -90 else kept
