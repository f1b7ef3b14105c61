"""Strips along an axis: a machine gun's field of fire, and the beaten zone behind the first base in it."""

from dataclasses import replace
from enum import StrEnum
from math import sqrt

from rules.kernel.shapes import HAIR_MM, Outline, Point, ahead, common, moved, turned
from rules.kernel.values import dataclass
from rules.tabletop.arcs import BaseEdge, crossing
from rules.tabletop.outlines import OutlineCoverage, coverage
from rules.tabletop.stands import BadShape, Circle, StandingBase, bearing_deg, corners


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
