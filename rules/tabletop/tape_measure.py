"""Distances between bases as a tape measure reads them, from edges or middles, in whole mm."""

from collections.abc import Mapping
from enum import StrEnum
from math import hypot, radians, sin
from typing import NamedTuple

from rules.kernel.distances import read_off
from rules.kernel.polygons import Outline, Point, common
from rules.tabletop.stands import (
    Circle,
    Placed,
    Pose,
    Rectangle,
    StandingBase,
    box_on_table,
    core,
    middle,
    on_table,
    seen_from,
)

# Distances between bases, edge to edge, and how far a base has travelled. Read in whole millimetres, as on a tape


def gap_mm(one: Placed, other: Placed) -> int:
    """The distance between the nearest edges of two bases or spots; 0 where they touch or overlap."""
    return read_off(exact_gap_mm(one, other))


def exact_gap_mm(one: Placed, other: Placed) -> float:
    """`gap_mm` before it is read off. Circles are measured from middle and radius, never as polygons."""
    between = _between_boxes(one, other)
    return max(0.0, hypot(*between) - core(one).rim - core(other).rim)


def overlap(one: StandingBase, other: StandingBase) -> bool:
    """Whether two bases lie on one another, by two millimetres or more.

    Less than that is touching: middles are whole millimetres, so two turned bases may come so much too near each other.
    """
    # A base that goes down is held against every other on the table: nearly all are far too far away.
    if at_least_mm(one, other) > 0:
        return False
    return exact_gap_mm(_a_little_smaller(one), _a_little_smaller(other)) == 0


def at_least_mm(one: Placed, other: Placed) -> float:
    """How far two bases are apart at least, however they are turned, by their middles alone; below 0 they may touch."""
    start, end = middle(one), middle(other)
    return hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm) - reach_mm(one) - reach_mm(other)


def reach_mm(placed: Placed) -> float:
    """How far the farthest point of a base lies from its middle; 0 of a spot."""
    half_width, half_depth, rim = core(placed)
    return hypot(half_width, half_depth) + rim


def _a_little_smaller(stand: StandingBase) -> StandingBase:
    """The same base with a millimetre off each edge; of the smallest nothing can be taken."""
    match stand.footprint:
        case Rectangle(width_mm=width, depth_mm=depth):
            return StandingBase(Rectangle(max(1, width - 2), max(1, depth - 2)), stand.pose)
        case Circle(diameter_mm=across):
            return StandingBase(Circle(max(1, across - 2)), stand.pose)


def middles_mm(one: Placed, other: Placed) -> int:
    """The distance from middle to middle."""
    start, end = middle(one), middle(other)
    return read_off(hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm))


def nearest_points(one: Placed, other: Placed) -> tuple[Point, Point]:
    """Where a tape is laid: the point of the one base and the point of the other that are nearest, in mm.

    The same point twice where they touch or overlap.
    """
    start, end = _nearest_of_boxes(one, other)
    across, up = end[0] - start[0], end[1] - start[1]
    long, near_rim, far_rim = hypot(across, up), core(one).rim, core(other).rim
    if long <= near_rim + far_rim:
        share = near_rim / (near_rim + far_rim) if near_rim + far_rim else 0.0
        meeting = start[0] + across * share, start[1] + up * share
        return meeting, meeting
    away, back = near_rim / long, far_rim / long
    return (start[0] + across * away, start[1] + up * away), (end[0] - across * back, end[1] - up * back)


def travel_mm(stand: StandingBase, to: Pose) -> int:
    """How far a base's farthest travelling point comes in a straight move to another pose, turning included.

    A point of a round base's rim travels when the base turns, as a corner does.
    """
    half_width, half_depth, rim = core(stand)
    starts, ends = (box_on_table(pose, half_width, half_depth) for pose in (stand.pose, to))
    farthest = max(hypot(x - from_x, y - from_y) for (from_x, from_y), (x, y) in zip(starts, ends, strict=True))
    return read_off(farthest + 2 * rim * abs(sin(radians(to.facing_deg - stand.facing_deg) / 2)))


def _between_boxes(one: Placed, other: Placed) -> Point:
    start, end = _nearest_of_boxes(one, other)
    return end[0] - start[0], end[1] - start[1]


def _nearest_of_boxes(one: Placed, other: Placed) -> tuple[Point, Point]:
    """The nearest points of two boxes, rims aside: one of them is a corner, unless the boxes cross like a plus."""
    corners, others = _box(one), _box(other)
    forth = [(_onto_box(one, corner), corner) for corner in others]
    back = [(corner, _onto_box(other, corner)) for corner in corners]
    nearest = min((*forth, *back), key=_apart)
    # Boxes whose middles are farther apart than both reach do not cross, however they are turned.
    if _apart(nearest) == 0 or at_least_mm(one, other) > 0 or not _cross(one, other):
        return nearest
    shared = common(corners, others)
    inside = sum(x for x, _ in shared) / len(shared), sum(y for _, y in shared) / len(shared)
    return inside, inside


def _apart(pair: tuple[Point, Point]) -> float:
    return hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1])


def pose_of(placed: Placed) -> Pose:
    """The pose of a stand; a spot faces straight ahead."""
    return placed.pose if isinstance(placed, StandingBase) else Pose(placed)


def _box(placed: Placed) -> Outline:
    half_width, half_depth, _ = core(placed)
    return box_on_table(pose_of(placed), half_width, half_depth)


def _onto_box(placed: Placed, point: Point) -> Point:
    """The point of a box that is nearest to a point."""
    half_width, half_depth, _ = core(placed)
    pose = pose_of(placed)
    right, ahead = seen_from(pose, point)
    if abs(right) <= half_width and abs(ahead) <= half_depth:
        return point
    nearest = max(-half_width, min(half_width, right)), max(-half_depth, min(half_depth, ahead))
    return on_table(pose, nearest)


def _cross(one: Placed, other: Placed) -> bool:
    """Whether no line along an edge of either box has the two on different sides."""
    return not (_beside(one, other) or _beside(other, one))


def _beside(box: Placed, other: Placed) -> bool:
    """Whether another box lies wholly to one side of a box, as that box sees it."""
    half_width, half_depth, _ = core(box)
    seen = [seen_from(pose_of(box), corner) for corner in _box(other)]
    rights, aheads = [right for right, _ in seen], [ahead for _, ahead in seen]
    return (
        min(rights) > half_width or max(rights) < -half_width or min(aheads) > half_depth or max(aheads) < -half_depth
    )


# A tape laid between bases


class TapeEnds(StrEnum):
    """From where on a base the tape of a game is laid."""

    EDGES = "edges"
    MIDDLES = "middles"


def apart_mm(one: Placed, other: Placed, ends: TapeEnds = TapeEnds.EDGES) -> int:
    """How far it is from one to the other as the tape reads it, in whole mm; 0 where edges touch or overlap."""
    return gap_mm(one, other) if ends is TapeEnds.EDGES else middles_mm(one, other)


def tape(one: Placed, other: Placed, ends: TapeEnds = TapeEnds.EDGES) -> tuple[Point, Point]:
    """Where the tape is laid, in mm."""
    if ends is TapeEnds.EDGES:
        return nearest_points(one, other)
    start, end = middle(one), middle(other)
    return (start.x_mm, start.y_mm), (end.x_mm, end.y_mm)


class NearestPair(NamedTuple):
    """The two bases of two bodies that are nearest to each other, and how far apart they are, in whole mm."""

    one: str
    other: str
    apart_mm: int


def nearest(
    body: Mapping[str, Placed], others: Mapping[str, Placed], ends: TapeEnds = TapeEnds.EDGES
) -> NearestPair | None:
    """Between which bases of two bodies the tape is shortest, the first of equals; None where either has none."""
    found: NearestPair | None = None
    for name, placed in body.items():
        for other, beside in others.items():
            # Of two bodies most pairs are much too far apart to be the nearest: their middles tell.
            if found is None or at_least_mm(placed, beside) <= found.apart_mm + 1:
                mm = apart_mm(placed, beside, ends)
                if found is None or mm < found.apart_mm:
                    found = NearestPair(name, other, mm)
    return found
