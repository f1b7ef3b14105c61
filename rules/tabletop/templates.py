"""Templates laid on the table: squares and rectangles at any angle, drifting clouds, and barrage bands."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from rules.kernel.shapes import HAIR_MM, Limits, Outline, Point, common, inside_limits, limits_of, moved, surface
from rules.tabletop.outlines import OutlineCoverage, coverage
from rules.tabletop.stands import Circle, Rectangle, StandingBase, core, corners


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
