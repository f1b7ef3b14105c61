"""Convex polygons in millimetres: areas and bases, how much of one lies in another, on the move."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from rules.kernel.frozen_dataclasses import dataclass

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a convex shape, clockwise as seen from above; x to the right, y away from the own edge."""

HAIR_MM = 1e-6
_ROUND_CORNERS = 120
_STEP_SHARE = 1e-4
_QUARTERS: dict[float, Point] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}


@dataclass(frozen=True, slots=True)
class MoveSpan:
    """A stretch of a straight move: the shares of it, 0 to 1, at which something begins and ends to be true."""

    first: float
    last: float


def rectangle(width_mm: float, depth_mm: float, turned_deg: float = 0, at: Point = (0.0, 0.0)) -> Outline:
    """A rectangle about its middle, turned clockwise. Quarter turns are exact."""
    right, ahead = width_mm / 2, depth_mm / 2
    corners = ((-right, -ahead), (-right, ahead), (right, ahead), (right, -ahead))
    return moved([turned(corner, turned_deg) for corner in corners], at)


def circle(across_mm: float, at: Point = (0.0, 0.0)) -> Outline:
    """A round base: a corner every three degrees, so true to less than a thousandth of its radius."""
    rim = [turned((0.0, across_mm / 2), degree) for degree in range(0, 360, 360 // _ROUND_CORNERS)]
    return moved(rim, at)


def turned(point: Point, degrees: float) -> Point:
    """A point turned clockwise about (0, 0). Quarter turns are exact."""
    along, across = _QUARTERS.get(degrees % 360) or (cos(radians(degrees)), sin(radians(degrees)))
    return point[0] * along + point[1] * across, point[1] * along - point[0] * across


def ahead(length_mm: float, turned_deg: float) -> Point:
    """A step of that length in a direction clockwise from straight ahead. Quarter turns are exact."""
    return turned((0.0, length_mm), turned_deg)


def moved(outline: Iterable[Point], step: Point) -> Outline:
    """The same shape, shifted."""
    return tuple((x + step[0], y + step[1]) for x, y in outline)


def inside(area: Outline, base: Outline, step: Point = (0.0, 0.0), rim_mm: float = 0.0) -> MoveSpan | None:
    """Where on its straight way a base lies wholly inside an area, the border included; None for nowhere.

    A base may have a rim around it: a disc is its middle with its radius as the rim.
    """
    return inside_limits(limits_of(area), base, step, rim_mm)


Limits = tuple[tuple[Point, float], ...]
"""How far a shape (not bent inwards) goes straight out of each of its edges: that direction, and mm from (0, 0)."""


def limits_of(area: Outline) -> Limits:
    """The limits of an area, worked out once for many bases."""
    return tuple([(normal, _most(area, normal)) for normal in _normals(area)])


def inside_limits(limits: Limits, base: Outline, step: Point = (0.0, 0.0), rim_mm: float = 0.0) -> MoveSpan | None:
    """`inside`, of an area by its limits."""
    return _while_under((_most(base, normal) + rim_mm, _dot(step, normal), most + HAIR_MM) for normal, most in limits)


def overlapping(area: Outline, base: Outline, step: Point = (0.0, 0.0)) -> MoveSpan | None:
    """Where on its straight way a base shares more than a line with an area; None for nowhere."""
    return _while_under(_reaches_over(area, base, step))


def _reaches_over(area: Outline, base: Outline, step: Point) -> Iterator[tuple[float, float, float]]:
    """For each edge of either shape: how far the base is beyond it, how that grows, what still overlaps."""
    for normal in _normals(area):
        yield _least(base, normal), _dot(step, normal), _most(area, normal) - HAIR_MM
    for normal in _normals(base):
        yield _least(area, normal), -_dot(step, normal), _most(base, normal) - HAIR_MM


def _while_under(limits: Iterable[tuple[float, float, float]]) -> MoveSpan | None:
    """The shares of a move at which every `start + share * growth` stays at or under its most."""
    first, last = 0.0, 1.0
    for start, growth, most in limits:
        room = most - start
        if growth > 0:
            last = min(last, room / growth)
        elif growth < 0:
            first = max(first, room / growth)
        elif room < 0:
            return None
    return MoveSpan(first, last) if first <= last else None


def share_inside(area: Outline, base: Outline) -> float:
    """How much of a base's surface lies in an area, 0 to 1."""
    return surface(common(area, base)) / surface(base)


def common(area: Outline, base: Outline) -> Outline:
    """The part of a base that lies in an area; no corners where that is nothing."""
    left: Sequence[Point] = base
    for normal in _normals(area):
        left = _cut(left, normal, _most(area, normal))
    return tuple(left)


def most_covered(area: Outline, base: Outline, step: Point) -> tuple[float, float]:
    """The first share of a straight move at which the area covers most of the base, and how much of it, 0 to 1.

    Along a line the covered surface rises to one greatest stretch and falls, so a search by thirds finds its beginning.
    """
    span = overlapping(area, base, step)
    if span is None:
        return 0.0, 0.0
    low, high = span.first, span.last
    while high - low > _STEP_SHARE:
        third = (high - low) / 3
        one, other = (_covered_at(area, base, step, at) for at in (low + third, high - third))
        low, high = (low + third, high) if one < other - HAIR_MM else (low, high - third)
    return high, _covered_at(area, base, step, high)


def _covered_at(area: Outline, base: Outline, step: Point, share: float) -> float:
    return share_inside(area, moved(base, (step[0] * share, step[1] * share)))


def _closed(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return pairwise((*outline, outline[0])) if outline else iter(())


def _normals(outline: Outline) -> Iterator[Point]:
    """The directions straight out of each edge, one millimetre long."""
    for (x, y), (next_x, next_y) in _closed(outline):
        along, up = next_x - x, next_y - y
        length = hypot(along, up)
        if length > HAIR_MM:
            yield -up / length, along / length


def _dot(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1]


def _most(outline: Outline, normal: Point) -> float:
    return max([_dot(point, normal) for point in outline])


def _least(outline: Outline, normal: Point) -> float:
    return min([_dot(point, normal) for point in outline])


def _cut(outline: Sequence[Point], normal: Point, most: float) -> list[Point]:
    """What is left of a shape on the inner side of a line."""
    kept: list[Point] = []
    for one, other in _closed(outline):
        start, end = _dot(one, normal) - most, _dot(other, normal) - most
        if start <= 0:
            kept.append(one)
        if (start < 0 < end) or (end < 0 < start):
            share = start / (start - end)
            kept.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
    return kept


def surface(outline: Sequence[Point]) -> float:
    """The surface of a shape in square millimetres, whichever way round its corners run."""
    return abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in _closed(outline))) / 2
