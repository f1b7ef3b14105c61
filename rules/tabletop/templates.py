"""Templates on the table: how much of a base an outline, circle, cloud or band covers.

An outline is the corners of a shape without crossings, bent inwards or not, in mm. Its border belongs to it: a base
that touches it from inside is fully in, one that touches it from outside is not in at all. All is seen from the base.
Circles are decided from middle and radius, never as a polygon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import acos, atan2, hypot, pi, sqrt

from rules.kernel.distances import BookLength, read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import (
    HAIR_MM,
    Limits,
    Outline,
    Point,
    ahead,
    common,
    inside_limits,
    limits_of,
    moved,
    rectangle,
    surface,
)
from rules.tabletop.stands import Circle, Core, Placed, Rectangle, Spot, StandingBase, core, corners, middle, seen_from
from rules.tabletop.tape_measure import pose_of, reach_mm

# A base against any outline on the table


class OutlineCoverage(StrEnum):
    """How much of a base lies in an outline."""

    NOT = "not"
    PARTLY = "partly"
    FULLY = "fully"


def coverage(outline: Outline, base: StandingBase) -> OutlineCoverage:
    """Fully: every point inside or on the border. Partly: some surface in common. Not: at most the border."""
    seen, measured = _seen(outline, base), core(base)
    if any(_enters(start, end, measured) for start, end in edges(seen)):
        return OutlineCoverage.PARTLY
    return OutlineCoverage.FULLY if surrounds(seen, (0.0, 0.0)) else OutlineCoverage.NOT


def gap_to_outline_mm(outline: Outline, placed: Placed) -> int:
    """The distance from the nearest edge of a base, or from a spot, to an outline; 0 inside it and on its border."""
    return read_off(exact_gap_to_outline_mm(outline, placed))


def exact_gap_to_outline_mm(outline: Outline, placed: Placed) -> float:
    """`gap_to_outline_mm` before it is read off."""
    seen, measured = _seen(outline, placed), core(placed)
    if surrounds(seen, (0.0, 0.0)):
        return 0.0
    return max(0.0, min(_from_box(start, end, measured) for start, end in edges(seen)) - measured.rim)


def touches(outline: Outline, placed: Placed) -> bool:
    """Whether any part of a base, or a spot, lies in an outline or on its border."""
    return any(touched(outline, (placed,)))


def touched(outline: Outline, places: Iterable[Placed]) -> Iterator[bool]:
    """The same of many bases and spots, one by one in their order."""
    across, up = zip(*outline, strict=True)
    left, right, near, far = min(across), max(across), min(up), max(up)
    for placed in places:
        x, y = middle(placed)
        # Nearly all that is asked about lies far off; a millimetre is much more than what reckoning makes of the rest.
        reach = reach_mm(placed) + 1
        beside = left - reach <= x <= right + reach and near - reach <= y <= far + reach
        yield beside and exact_gap_to_outline_mm(outline, placed) <= HAIR_MM


def share_covered(outline: Outline, base: StandingBase) -> float:
    """How much of a base's surface lies in an outline, 0 to 1."""
    seen, (half_width, half_depth, rim) = _seen(outline, base), core(base)
    if rim:
        return abs(sum(disc_share(start, end, rim) for start, end in edges(seen))) / (pi * rim * rim)
    box = ((-half_width, -half_depth), (-half_width, half_depth), (half_width, half_depth), (half_width, -half_depth))
    return surface(common(box, seen)) / (4 * half_width * half_depth)


def edges(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The edges of an outline, each from corner to corner, the closing one last."""
    return pairwise((*outline, outline[0]))


def surrounds(outline: Outline, point: Point) -> bool:
    """Whether an outline runs around a point: a line from the point to the right crosses it an odd number of times.

    What it says of a point on the border is chance; whoever asks has dealt with the border before.
    """
    x, y = point
    crossed = False
    for (from_x, from_y), (to_x, to_y) in edges(outline):
        if (from_y > y) != (to_y > y) and x < from_x + (to_x - from_x) * (y - from_y) / (to_y - from_y):
            crossed = not crossed
    return crossed


def _seen(outline: Outline, placed: Placed) -> Outline:
    pose = pose_of(placed)
    return tuple(seen_from(pose, point) for point in outline)


def _enters(start: Point, end: Point, base: Core) -> bool:
    """Whether an edge comes more than a hair inside a base about (0, 0)."""
    if base.rim:
        return _off_line(start, end, (0.0, 0.0)) < base.rim - HAIR_MM
    return _crosses_box(start, end, base.half_width - HAIR_MM, base.half_depth - HAIR_MM)


def _crosses_box(start: Point, end: Point, half_width: float, half_depth: float) -> bool:
    """Whether a line shares more than one point with the box about (0, 0) or begins and ends in it."""
    first, last = 0.0, 1.0
    for begun, ended, half in ((start[0], end[0], half_width), (start[1], end[1], half_depth)):
        growth = ended - begun
        if growth == 0:
            if abs(begun) > half:
                return False
            continue
        one, other = (-half - begun) / growth, (half - begun) / growth
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last


def _from_box(start: Point, end: Point, base: Core) -> float:
    """How far a line is off the box about (0, 0), rims aside."""
    half_width, half_depth, _ = base
    if not half_width and not half_depth:
        return min(hypot(*start), hypot(*end), _off_line(start, end, (0.0, 0.0)))
    if _crosses_box(start, end, half_width, half_depth):
        return 0.0
    corners = ((right * half_width, ahead * half_depth) for right in (-1, 1) for ahead in (-1, 1))
    ends = (hypot(max(0.0, abs(x) - half_width), max(0.0, abs(y) - half_depth)) for x, y in (start, end))
    return min(*ends, *(_off_line(start, end, corner) for corner in corners))


def _off_line(start: Point, end: Point, point: Point) -> float:
    """How far a point is off the stretch from start to end."""
    along, up = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    square = along * along + up * up
    share = max(0.0, min(1.0, (x * along + y * up) / square)) if square else 0.0
    return hypot(x - share * along, y - share * up)


def disc_share(start: Point, end: Point, radius: float) -> float:
    """The surface between an edge and the middle of a disc about (0, 0) that lies in the disc, with its sign."""
    marks = (start, *_on_rim(start, end, radius), end)
    return sum(_wedge(one, other, radius) for one, other in pairwise(marks))


def _on_rim(start: Point, end: Point, radius: float) -> Iterator[Point]:
    """Where a stretch crosses the rim of a disc about (0, 0), in its order."""
    along, up = end[0] - start[0], end[1] - start[1]
    square, half = along * along + up * up, start[0] * along + start[1] * up
    room = half * half - square * (start[0] ** 2 + start[1] ** 2 - radius * radius)
    if square == 0 or room <= 0:
        return
    for share in ((-half - sqrt(room)) / square, (-half + sqrt(room)) / square):
        if 0 < share < 1:
            yield start[0] + along * share, start[1] + up * share


def _wedge(start: Point, end: Point, radius: float) -> float:
    """Between two points that lie both in the disc (a triangle) or both out of it (a slice of the disc)."""
    turn = start[0] * end[1] - start[1] * end[0]
    if max(hypot(*start), hypot(*end)) <= radius + HAIR_MM:
        return turn / 2
    return radius * radius * atan2(turn, start[0] * end[0] + start[1] * end[1]) / 2


# A circle laid on the table. Decided from middle and radius, never as a polygon


def under_circle(at: Point, across_mm: float, base: StandingBase) -> bool:
    """Whether some of a base lies under a circle; one that only touches its rim does not."""
    half_width, half_depth, rim = core(base)
    x, y = seen_from(base.pose, at)
    off = hypot(max(0.0, abs(x) - half_width), max(0.0, abs(y) - half_depth)) - rim
    return off < across_mm / 2 - HAIR_MM


def share_under(at: Point, across_mm: float, base: StandingBase) -> float:
    """How much of a base's surface lies under a circle, 0 to 1."""
    radius, (half_width, half_depth, rim) = across_mm / 2, core(base)
    if rim:
        apart = hypot(base.spot.x_mm - at[0], base.spot.y_mm - at[1])
        return _common_of_discs(radius, rim, apart) / (pi * rim * rim)
    around = [(x - at[0], y - at[1]) for x, y in corners(base)]
    covered = abs(sum(disc_share(start, end, radius) for start, end in edges(around)))
    return min(1.0, covered / (4 * half_width * half_depth))


def _common_of_discs(one: float, other: float, apart: float) -> float:
    """The surface that two discs share, by their radii and how far their middles are apart."""
    if apart >= one + other:
        return 0.0
    if apart <= abs(one - other):
        return pi * min(one, other) ** 2
    first = acos((apart * apart + one * one - other * other) / (2 * apart * one))
    second = acos((apart * apart + other * other - one * one) / (2 * apart * other))
    kite = (one + other - apart) * (apart + one - other) * (apart - one + other) * (apart + one + other)
    return one * one * first + other * other * second - sqrt(max(0.0, kite)) / 2


# Templates laid on the table


class DriftMoment(StrEnum):
    """When a drifting cloud must cover a base for it to count: at any one moment on its way, or where it ends."""

    ONE = "one_moment"
    END = "end_position"


def covered_adrift(cloud: Outline, step: Point, base: StandingBase, moment: DriftMoment) -> OutlineCoverage:
    """How a cloud (not bent inwards) covers a base on a straight way: not at all where it never touches its surface.

    `moment` says when the whole base must lie inside to be fully covered.
    """
    (found,) = each_covered_adrift(cloud, step, (base,), moment)
    return found


def each_covered_adrift(
    cloud: Outline, step: Point, bases: Iterable[StandingBase], moment: DriftMoment
) -> Iterator[OutlineCoverage]:
    """The same of many bases, one by one in their order: what the cloud passes over is worked out once."""
    way, end, limits = swept(cloud, step), moved(cloud, step), limits_of(cloud)
    for base in bases:
        if coverage(way, base) is OutlineCoverage.NOT:
            yield OutlineCoverage.NOT
        elif (
            coverage(end, base) is OutlineCoverage.FULLY
            if moment is DriftMoment.END
            else _wholly_inside_once(limits, step, base)
        ):
            yield OutlineCoverage.FULLY
        else:
            yield OutlineCoverage.PARTLY


def _wholly_inside_once(cloud: Limits, step: Point, base: StandingBase) -> bool:
    rim = core(base).rim
    spots = ((float(base.spot.x_mm), float(base.spot.y_mm)),) if isinstance(base.footprint, Circle) else corners(base)
    return inside_limits(cloud, spots, (-step[0], -step[1]), rim) is not None


def swept(shape: Outline, step: Point) -> Outline:
    """All that a shape (not bent inwards) passes over on a straight way, clockwise."""
    return _around((*shape, *moved(shape, step)))


def clipped(shape: Outline, table: Rectangle) -> Outline:
    """What of a shape lies on the table, its near left corner at (0, 0); no corners where nothing does."""
    edge = (0.0, 0.0), (0.0, table.depth_mm), (table.width_mm, table.depth_mm), (table.width_mm, 0.0)
    left = common(edge, shape)
    return left if left and surface(left) > HAIR_MM else ()


def _around(points: Iterable[Point]) -> Outline:
    """The corners of the smallest shape, not bent inwards, around points, clockwise from its leftmost."""
    ordered = sorted(set(points))
    return (*_upper(ordered), *_upper(reversed(ordered)))


def _upper(points: Iterable[Point]) -> Sequence[Point]:
    """One side of the way round, without its end."""
    side: list[Point] = []
    for point in points:
        while len(side) > 1 and _turns_left(side[-2], side[-1], point):
            side.pop()
        side.append(point)
    return side[:-1]


def _turns_left(one: Point, via: Point, other: Point) -> bool:
    """Whether a way over three points turns left or goes straight on."""
    return (via[0] - one[0]) * (other[1] - via[1]) - (via[1] - one[1]) * (other[0] - via[0]) >= 0


# Clouds on a table


@dataclass(frozen=True, slots=True)
class DriftingCloud:
    """A rectangle about a spot, so wide across the wind and so deep along it, that has drifted so far with it.

    The wind blows towards a bearing, clockwise from straight away from the near edge. Only the spot it began at is
    whole: how far it drifted is a length of the book, so that bound after bound adds up to the tenth.
    """

    began: Spot
    wide: BookLength
    deep: BookLength
    wind_deg: float
    drifted: BookLength = BookLength(0)

    @property
    def outline(self) -> Outline:
        """Where it lies, clockwise."""
        return moved(rectangle(self.wide.mm, self.deep.mm, self.wind_deg, self.began), self._off(self.drifted))

    @property
    def middle(self) -> Point:
        """Its middle, in mm."""
        across, up = self._off(self.drifted)
        return self.began.x_mm + across, self.began.y_mm + up

    def drifting(self, by: BookLength) -> DriftingCloud:
        """The same once it has drifted so much farther."""
        return DriftingCloud(self.began, self.wide, self.deep, self.wind_deg, self.drifted + by)

    def way(self, by: BookLength) -> Outline:
        """All that it passes over as it drifts so far."""
        return swept(self.outline, self._off(by))

    def _off(self, length: BookLength) -> Point:
        return ahead(length.mm, self.wind_deg)
