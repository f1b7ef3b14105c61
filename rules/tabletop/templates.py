"""Templates laid on the table: squares and rectangles at any angle, drifting clouds, and barrage bands."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import accumulate, pairwise

from rules.kernel.shapes import HAIR_MM, Outline, Point, ahead, common, inside, moved, surface
from rules.kernel.values import dataclass
from rules.tabletop.outlines import OutlineCoverage, coverage, share_covered, touches
from rules.tabletop.stands import BadShape, Circle, Pose, Rectangle, Spot, StandingBase, core, corners

_HALF = 0.5


class CoverReading(StrEnum):
    """When a base that shares some surface with a template counts as fully covered."""

    LITERAL = "literal"
    CENTRE = "centre"
    HALF = "half"


class DriftMoment(StrEnum):
    """When a drifting cloud must cover a base for it to count: at any one moment on its way, or where it ends."""

    ONE = "one_moment"
    END = "end_position"


def laid(width_mm: float, depth_mm: float, at: Spot, turned_deg: float = 0.0) -> Outline:
    """A rectangle (1 to 10000 mm each way) with its middle at a spot, turned clockwise."""
    return corners(StandingBase(Rectangle(width_mm, depth_mm), Pose(at, turned_deg)))


def covered(template: Outline, base: StandingBase, reading: CoverReading) -> OutlineCoverage:
    """How a template covers a base: literally, or fully by its middle, or fully by half of its surface.

    Touching from outside is not covered in any reading.
    """
    literal = coverage(template, base)
    if literal is not OutlineCoverage.PARTLY or reading is CoverReading.LITERAL:
        return literal
    if reading is CoverReading.CENTRE:
        fully = touches(template, base.spot)
    else:
        fully = share_covered(template, base) >= _HALF - HAIR_MM
    return OutlineCoverage.FULLY if fully else OutlineCoverage.PARTLY


def drift(bearing_deg: float, by_mm: float) -> Point:
    """The step of a cloud that drifts so far on a bearing, clockwise from straight ahead. Quarter turns are exact."""
    return ahead(by_mm, bearing_deg)


def covered_adrift(cloud: Outline, step: Point, base: StandingBase, moment: DriftMoment) -> OutlineCoverage:
    """How a cloud (not bent inwards) covers a base on a straight way: not at all where it never touches its surface.

    `moment` says when the whole base must lie inside to be fully covered.
    """
    if coverage(swept(cloud, step), base) is OutlineCoverage.NOT:
        return OutlineCoverage.NOT
    if moment is DriftMoment.END:
        fully = coverage(moved(cloud, step), base) is OutlineCoverage.FULLY
    else:
        fully = _wholly_inside_once(cloud, step, base)
    return OutlineCoverage.FULLY if fully else OutlineCoverage.PARTLY


def _wholly_inside_once(cloud: Outline, step: Point, base: StandingBase) -> bool:
    rim = core(base).rim
    spots = ((float(base.spot.x_mm), float(base.spot.y_mm)),) if isinstance(base.footprint, Circle) else corners(base)
    return inside(cloud, spots, (-step[0], -step[1]), rim) is not None


def swept(shape: Outline, step: Point) -> Outline:
    """All that a shape (not bent inwards) passes over on a straight way, clockwise."""
    return _around((*shape, *moved(shape, step)))


def clipped(shape: Outline, table: Rectangle) -> Outline:
    """What of a shape lies on the table, its near left corner at (0, 0); no corners where nothing does."""
    edge = (0.0, 0.0), (0.0, table.depth_mm), (table.width_mm, table.depth_mm), (table.width_mm, 0.0)
    left = common(edge, shape)
    return left if left and surface(left) > HAIR_MM else ()


@dataclass(frozen=True, slots=True)
class Band:
    """Ground under a barrage: from its rear edge so far (1 mm and up) away from the near edge of the table.

    The rear edge runs from left to right, straight or bent; where it steps forward or back, by at most the depth.
    """

    rear: tuple[Spot, ...]
    depth_mm: int

    def __post_init__(self) -> None:
        if len(self.rear) < 2 or self.rear[0].x_mm >= self.rear[-1].x_mm:
            raise BadShape(
                "a barrage band runs from left to right; give its rear edge two spots at least, in that order"
            )
        if self.depth_mm < 1:
            raise BadShape(f"no barrage band is {self.depth_mm} mm deep; give 1 mm or more")
        for one, other in pairwise(self.rear):
            step = abs(other.y_mm - one.y_mm)
            if other.x_mm < one.x_mm:
                raise BadShape(f"the rear edge turns back at {one.x_mm / 10:g} cm; draw it from left to right")
            if other.x_mm == one.x_mm and step > self.depth_mm:
                raise BadShape(f"the band breaks at {one.x_mm / 10:g} cm; step at most {self.depth_mm / 10:g} cm there")
        for one, _, other in zip(self.rear, self.rear[1:], self.rear[2:], strict=False):
            if one.x_mm == other.x_mm:
                raise BadShape(f"the rear edge steps twice at {one.x_mm / 10:g} cm; draw one step there")

    @property
    def outline(self) -> Outline:
        """Its corners on the table, clockwise from the left end of its rear edge."""
        front = [(x, y + self.depth_mm) for x, y in self.rear]
        return (self.rear[0], *front, *reversed(self.rear[1:]))

    def advanced(self, by_mm: int) -> "Band":
        """The band moved so far on, away from the near edge; back where it is under 0."""
        return Band(tuple(Spot(x, y + by_mm) for x, y in self.rear), self.depth_mm)

    def stations(self, advances_mm: Sequence[int]) -> tuple["Band", ...]:
        """Where it lies in each turn: first where it is, then after every advance; 0 for a halt."""
        return tuple(self.advanced(so_far) for so_far in accumulate(advances_mm, initial=0))

    def sweeping(self, by_mm: int) -> "Band":
        """The ground that it newly comes over in an advance (0 mm and up), together with where it then lies."""
        first = min(by_mm, self.depth_mm)
        return Band(self.advanced(first).rear, self.depth_mm + by_mm - first)

    def danger_strip(self, depth_mm: int) -> "Band":
        """The strip so deep (1 mm and up) behind its rear edge, towards the near edge."""
        return Band(self.advanced(-depth_mm).rear, depth_mm)


def straight_band(table_width_mm: int, rear_mm: int, depth_mm: int) -> Band:
    """A band right across the table, its rear edge so far from the near edge."""
    return Band((Spot(0, rear_mm), Spot(table_width_mm, rear_mm)), depth_mm)


def band_in_pieces(table_width_mm: int, rear_mm: int, depth_mm: int, piece_mm: int, leads_mm: Sequence[int]) -> Band:
    """A band in pieces so long (1 mm and up) from the left table edge, each with its lead; behind where it is under 0.

    The last lead holds to the right table edge.
    """
    starts = range(0, table_width_mm, piece_mm)
    if not 1 <= len(leads_mm) <= len(starts):
        raise BadShape(f"the band has {len(leads_mm)} leads; give one for each of its pieces, {len(starts)} at most")
    rear: list[Spot] = []
    for piece, lead in enumerate(leads_mm):
        end = table_width_mm if piece == len(leads_mm) - 1 else starts[piece + 1]
        rear += [Spot(starts[piece], rear_mm + lead), Spot(end, rear_mm + lead)]
    return Band(tuple(rear), depth_mm)


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
