"""Stands on the table: a footprint, where its middle is, and which way it faces; lines and ranks.

The table's plane: x to the right along its near edge, y away from it, from the near left corner (`table_coordinates`
says whose edge is which). Places are whole millimetres, lengths whole tenths of one; angles are degrees clockwise, 0
for straight away from the near edge.
"""

from collections.abc import Sequence
from math import atan2, degrees, isfinite
from typing import NamedTuple

from rules.kernel.distances import read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point, turned

# Stands on the table

LONGEST_MM = 10_000
_FULL_TURN = 360.0


class BadShape(ValueError):
    """A shape that cannot lie on a table: what is wrong with it, and what would be right."""


class Spot(NamedTuple):
    """A place on the table in whole millimetres; it may lie beyond the table's edges."""

    x_mm: int
    y_mm: int


class Bearings(NamedTuple):
    """The bearings of a move: so many degrees to either side of one, clockwise from straight up the table."""

    middle_deg: float
    off_deg: float


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a footprint is, and its facing: clockwise from straight ahead, kept as 0 to under 360."""

    spot: Spot
    facing_deg: float = 0.0

    def __post_init__(self) -> None:
        if not isfinite(self.facing_deg):
            raise BadShape(f"a facing of {self.facing_deg} degrees is none; give 0 to 360")
        # A hair under 0 comes out of the remainder as a full turn.
        object.__setattr__(self, "facing_deg", self.facing_deg % _FULL_TURN % _FULL_TURN)


class PlaceTold:
    """What a system keeps of a place: the middle in whole millimetres, and a facing that may yet be none."""

    __slots__ = ()
    x_mm: int
    y_mm: int
    facing_deg: float

    @property
    def pose(self) -> Pose:
        """The same as geometry knows it."""
        return Pose(Spot(self.x_mm, self.y_mm), self.facing_deg)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A footprint with corners: its width across the front and its depth from front to back, 1 to 10000 mm.

    Lengths are whole tenths: a base or template of 3 inches is 76.2 mm.
    """

    width_mm: float
    depth_mm: float

    def __post_init__(self) -> None:
        _check_length("wide", self.width_mm)
        _check_length("deep", self.depth_mm)


@dataclass(frozen=True, slots=True)
class Circle:
    """A round footprint, 1 to 10000 mm across."""

    diameter_mm: float

    def __post_init__(self) -> None:
        _check_length("across", self.diameter_mm)


Footprint = Rectangle | Circle


@dataclass(frozen=True, slots=True)
class StandingBase:
    """A footprint where it stands."""

    footprint: Footprint
    pose: Pose

    @property
    def spot(self) -> Spot:
        """Its middle."""
        return self.pose.spot

    @property
    def facing_deg(self) -> float:
        """Its facing, clockwise from straight ahead."""
        return self.pose.facing_deg


class Core(NamedTuple):
    """What distances are measured with: a box of half a width and half a depth with a rim around it, all in mm.

    A rectangle has no rim and a circle no box, a spot neither.
    """

    half_width: float
    half_depth: float
    rim: float


Placed = StandingBase | Spot
"""What can be measured from and to."""


def core(placed: Placed) -> Core:
    """The core of a stand or a spot."""
    if isinstance(placed, Spot):
        return Core(0.0, 0.0, 0.0)
    match placed.footprint:
        case Rectangle(width_mm=width, depth_mm=depth):
            return Core(width / 2, depth / 2, 0.0)
        case Circle(diameter_mm=across):
            return Core(0.0, 0.0, across / 2)


def middle(placed: Placed) -> Spot:
    """The middle of a stand, or the spot itself."""
    return placed.spot if isinstance(placed, StandingBase) else placed


def extent(footprint: Footprint) -> tuple[float, float]:
    """Width across the front and depth of a footprint in mm; a circle counts as the square around it."""
    match footprint:
        case Rectangle(width_mm=width, depth_mm=depth):
            return width, depth
        case Circle(diameter_mm=across):
            return across, across


def on_table(pose: Pose, seen: Point) -> Point:
    """The point of the table that lies so far to the right of and ahead of a pose, in mm."""
    x, y = turned(seen, pose.facing_deg)
    return pose.spot.x_mm + x, pose.spot.y_mm + y


def seen_from(pose: Pose, point: Point) -> Point:
    """How far a point of the table lies to the right of and ahead of a pose, in mm."""
    return turned((point[0] - pose.spot.x_mm, point[1] - pose.spot.y_mm), -pose.facing_deg)


def corners(stand: StandingBase) -> Outline:
    """The corners of a base clockwise from its rear left, in mm; of a round one those of the square around it."""
    width, depth = extent(stand.footprint)
    return box_on_table(stand.pose, width / 2, depth / 2)


def box_on_table(pose: Pose, half_width: float, half_depth: float) -> Outline:
    """The corners of a box about a pose, clockwise from its rear left, in mm."""
    signs = ((-1, -1), (-1, 1), (1, 1), (1, -1))
    return tuple(on_table(pose, (half_width * right, half_depth * ahead)) for right, ahead in signs)


def bearing_deg(start: Point, end: Point) -> float:
    """The direction from one point to another, clockwise from straight ahead, 0 to under 360; 0 for the same point."""
    return degrees(atan2(end[0] - start[0], end[1] - start[1])) % _FULL_TURN % _FULL_TURN


def bounds(stand: StandingBase) -> tuple[float, float, float, float]:
    """The least and greatest x, then y, that a base reaches, in mm: x from, y from, x to, y to."""
    half_width, half_depth, rim = core(stand)
    reach = box_on_table(stand.pose, half_width, half_depth)
    (left, right), (near, far) = ((min(values) - rim, max(values) + rim) for values in zip(*reach, strict=True))
    return left, near, right, far


def _check_length(word: str, length_mm: float) -> None:
    if length_mm != round(length_mm, 1):
        raise BadShape(f"{length_mm} mm {word} is finer than a tenth of a millimetre; give whole tenths")
    if not 1 <= length_mm <= LONGEST_MM:
        raise BadShape(f"no shape on a table is {length_mm} mm {word}; give 1 to {LONGEST_MM} mm")


# Stands drawn up together


def abreast(footprints: Sequence[Footprint], middle: Pose, gap_mm: int = 0) -> tuple[Pose, ...]:
    """Side by side from left to right, their middles on one line; `middle` is that of the whole rank."""
    sizes = [extent(one)[0] for one in footprints]
    left = -(sum(sizes) + gap_mm * (len(sizes) - 1)) / 2
    poses = []
    for width in sizes:
        x, y = on_table(middle, (left + width / 2, 0.0))
        poses.append(Pose(Spot(read_off(x), read_off(y)), middle.facing_deg))
        left += width + gap_mm
    return tuple(poses)


def in_ranks(
    ranks: Sequence[Sequence[Footprint]], front: Pose, beside_mm: int, behind_mm: int
) -> tuple[tuple[Pose, ...], ...]:
    """Ranks one behind another, each about the middle of the front and level along its own front edge.

    `beside_mm` lies between the edges of neighbours in a rank, `behind_mm` between the deepest base of a rank and the
    front of the next. Middles are whole millimetres: off the quarter turns a gap may be one millimetre other.
    """
    drawn_up, back = [], 0.0
    for rank in ranks:
        sizes = [extent(one) for one in rank]
        drawn_up.append(tuple(_rank(sizes, front, beside_mm, back)))
        back += max((depth for _, depth in sizes), default=0) + behind_mm
    return tuple(drawn_up)


def _rank(sizes: Sequence[tuple[float, float]], front: Pose, beside_mm: int, back: float) -> list[Pose]:
    left = -(sum(width for width, _ in sizes) + beside_mm * (len(sizes) - 1)) / 2
    poses = []
    for width, depth in sizes:
        x, y = on_table(front, (left + width / 2, -back - depth / 2))
        poses.append(Pose(Spot(read_off(x), read_off(y)), front.facing_deg))
        left += width + beside_mm
    return poses
