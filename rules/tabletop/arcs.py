"""Arcs of fire as outlines on the table, measured from an edge of the base, and whether a target lies in one.

Every shape opens outwards from one face of a base and ends `reach_mm` ahead of it, where it is only cut off: how far a
weapon shoots is a distance from base to base and no matter of its arc.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import radians, tan

from rules.kernel.shapes import Outline, Point
from rules.tabletop.outlines import OutlineCoverage, coverage, touches
from rules.tabletop.stands import LONGEST_MM, BadShape, Placed, Pose, StandingBase, extent, middle, on_table, seen_from

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
