"""Arcs of fire, fields of fire and beaten zones as outlines on the table.

Every arc opens outwards from one face of a base and ends `reach_mm` ahead of it, where it is only cut off: how far a
weapon shoots is a distance from base to base and no matter of its arc.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from math import radians, sqrt, tan

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import HAIR_MM, Outline, Point, ahead, common, moved, turned
from rules.tabletop.stands import (
    LONGEST_MM,
    BadShape,
    Circle,
    Placed,
    Pose,
    StandingBase,
    bearing_deg,
    corners,
    extent,
    middle,
    on_table,
    seen_from,
)
from rules.tabletop.templates import OutlineCoverage, coverage, touches

# Arcs of fire as outlines on the table, measured from an edge of the base, and whether a target lies in one

FAR_MM = 2 * LONGEST_MM
_QUARTER_TURN = 90.0


class BaseEdge(StrEnum):
    """The edges of a base; the front is the one its facing points out of."""

    FRONT = "front"
    RIGHT = "right"
    REAR = "rear"
    LEFT = "left"


class TargetPart(StrEnum):
    """What of a target's base must lie in an arc: any part, its middle, or all of it. The border counts as inside."""

    ANY = "any_part"
    MIDDLE = "centre"
    ALL = "whole"


def face_pose(stand: StandingBase, face: BaseEdge) -> Pose:
    """The middle of a base, seen out of one of its faces."""
    return Pose(stand.spot, stand.facing_deg + _QUARTER_TURN * list(BaseEdge).index(face))


def face_length_mm(stand: StandingBase, face: BaseEdge) -> float:
    """How long a face of a base is; a round base counts as the square around it."""
    width, depth = extent(stand.footprint)
    return width if face in (BaseEdge.FRONT, BaseEdge.REAR) else depth


def corridor(
    stand: StandingBase, each_side_mm: int, face: BaseEdge = BaseEdge.FRONT, reach_mm: int = FAR_MM
) -> Outline:
    """Straight ahead of a face: its own length and so much on each side (0 mm and up)."""
    _check_sides(each_side_mm)
    half = face_length_mm(stand, face) / 2 + each_side_mm
    return opening(stand, face, (half, 0), (half, reach_mm))


def fan(stand: StandingBase, each_side_deg: float, face: BaseEdge = BaseEdge.FRONT, reach_mm: int = FAR_MM) -> Outline:
    """Outwards from both corners of a face, so many degrees from straight ahead (0 to 90) on each side."""
    if not 0 <= each_side_deg <= _QUARTER_TURN:
        raise BadShape(f"no arc opens {each_side_deg:g} degrees to each side; give 0 to 90")
    half = face_length_mm(stand, face) / 2
    if each_side_deg == _QUARTER_TURN:
        return opening(stand, face, (half + reach_mm, 0), (half + reach_mm, reach_mm))
    return opening(stand, face, (half, 0), (half + reach_mm * tan(radians(each_side_deg)), reach_mm))


def opening(stand: StandingBase, face: BaseEdge, *bends: Point, left: Sequence[Point] = ()) -> Outline:
    """The shape with these bends to the right of the middle of a face and ahead of it, clockwise from its left corner.

    `left` are those on the other side, so far to the left; without them the right ones are mirrored.
    """
    pose, out = face_pose(stand, face), _out_mm(stand, face)
    around = (*((-far, ahead) for far, ahead in left or bends), *reversed(bends))
    return tuple(on_table(pose, (right, out + ahead)) for right, ahead in around)


def _check_sides(each_side_mm: int) -> None:
    if each_side_mm < 0:
        raise BadShape(f"no arc is {-each_side_mm} mm narrower than its face on each side; give 0 mm or more")


def _out_mm(stand: StandingBase, face: BaseEdge) -> float:
    """How far a face is from the middle of its base."""
    width, depth = extent(stand.footprint)
    return (depth if face in (BaseEdge.FRONT, BaseEdge.REAR) else width) / 2


def in_arc(arc: Outline, target: Placed, part: TargetPart) -> bool:
    """Whether so much of a target lies in an arc; exactly on its edge is in."""
    if part is TargetPart.ALL and isinstance(target, StandingBase):
        return coverage(arc, target) is OutlineCoverage.FULLY
    return touches(arc, target if part is TargetPart.ANY else middle(target))


def faces_towards(stand: StandingBase, target: Placed, each_side_deg: float, part: TargetPart) -> tuple[BaseEdge, ...]:
    """The faces in whose fans a target lies: several where its base straddles a corner's ray, or lies on it."""
    return tuple(face for face in BaseEdge if in_arc(fan(stand, each_side_deg, face), target, part))


def offset_mm(stand: StandingBase, point: Point, face: BaseEdge = BaseEdge.FRONT) -> Point:
    """How far to the right of the middle of a face a point lies, and how far ahead of it; behind is under 0."""
    right, ahead = seen_from(face_pose(stand, face), point)
    return right, ahead - _out_mm(stand, face)


def crossing(stand: StandingBase, face: BaseEdge = BaseEdge.FRONT) -> Point:
    """Where the rays at 45 degrees from the two corners of a face meet when they are drawn backwards."""
    behind = _out_mm(stand, face) - face_length_mm(stand, face) / 2
    return on_table(face_pose(stand, face), (0.0, behind))


# Strips along an axis


@dataclass(frozen=True, slots=True)
class Strip:
    """So wide about an axis, from `near_mm` to `far_mm` along it. It runs from a point on a bearing, clockwise."""

    start: Point
    bearing_deg: float
    width_mm: float
    near_mm: float
    far_mm: float

    @property
    def outline(self) -> Outline:
        """Its corners on the table, clockwise from the near left one."""
        half = self.width_mm / 2
        seen = ((-half, self.near_mm), (-half, self.far_mm), (half, self.far_mm), (half, self.near_mm))
        return moved([turned(corner, self.bearing_deg) for corner in seen], self.start)


@dataclass(frozen=True, slots=True)
class AxisStretch:
    """From where to where along an axis something lies, in mm."""

    near_mm: float
    far_mm: float


class ZoneStart(StrEnum):
    """Where a beaten zone begins: behind all of the first base in the field, where the axis leaves it, at the aim."""

    FAR_SIDE = "far_side"
    AXIS_EXIT = "axis_exit"
    AIMING_POINT = "aiming_point"


def lane(stand: StandingBase, aim: Point, width_mm: int, reach_mm: int, face: BaseEdge = BaseEdge.FRONT) -> Strip:
    """The field of fire out of a face towards a point, so wide (1 mm and up), to `reach_mm` from where its axis starts.

    The axis starts where the rays at 45 degrees from the face's corners meet behind it, in the middle of a square base.
    """
    start = crossing(stand, face)
    bearing = bearing_deg(start, aim)
    return Strip(start, bearing, width_mm, 0.0, reach_mm)


def stretch_in(strip: Strip, base: StandingBase) -> AxisStretch | None:
    """From where to where along the axis the part of a base in a strip lies; None for no part with a surface."""
    if strip.far_mm - strip.near_mm <= HAIR_MM or coverage(strip.outline, base) is OutlineCoverage.NOT:
        return None
    if isinstance(base.footprint, Circle):
        return _round_stretch(strip, base, base.footprint.diameter_mm / 2)
    seen = [_along(strip, point)[1] for point in common(strip.outline, corners(base))]
    return AxisStretch(min(seen), max(seen))


def beaten_zone(field: Strip, first: StandingBase, aim: Point, length_mm: int, begins: ZoneStart) -> Strip:
    """The strip so long (1 mm and up) behind the base that is hit first, along the axis of the field of fire.

    Raises BadShape where that base does not lie in the field.
    """
    starts = _zone_start(field, first, aim, begins)
    return replace(field, near_mm=starts, far_mm=starts + length_mm)


def _zone_start(field: Strip, first: StandingBase, aim: Point, begins: ZoneStart) -> float:
    if begins is ZoneStart.AIMING_POINT:
        return _along(field, aim)[1]
    stretch = stretch_in(field, first) if begins is ZoneStart.FAR_SIDE else _on_axis(field, first)
    if stretch is None:
        raise BadShape("the base hit first does not lie in the field of fire; turn the field so that it does")
    return stretch.far_mm


def _on_axis(strip: Strip, base: StandingBase) -> AxisStretch | None:
    """From where to where along the axis itself a base lies; None where the axis misses it."""
    if isinstance(base.footprint, Circle):
        return _round_stretch(replace(strip, width_mm=0.0), base, base.footprint.diameter_mm / 2)
    ends = (ahead(along, strip.bearing_deg) for along in (strip.near_mm, strip.far_mm))
    seen = [_along(strip, point)[1] for point in common(corners(base), moved(ends, strip.start))]
    return AxisStretch(min(seen), max(seen)) if seen else None


def _round_stretch(strip: Strip, base: StandingBase, radius: float) -> AxisStretch | None:
    across, along = _along(strip, base.spot)
    beside = max(0.0, abs(across) - strip.width_mm / 2)
    if beside >= radius:
        return None
    half = sqrt(radius * radius - beside * beside)
    return AxisStretch(max(along - half, strip.near_mm), min(along + half, strip.far_mm))


def _along(strip: Strip, point: Point) -> Point:
    """How far a point lies to the right of an axis and along it."""
    return turned((point[0] - strip.start[0], point[1] - strip.start[1]), -strip.bearing_deg)
