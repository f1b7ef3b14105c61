"""Scenes for the tests of geometry: stands by chance, whole scenes moved, and points sampled in plain Python."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import atan2, cos, degrees, pi, sin
from random import Random

from hypothesis import strategies as st

from rules.kernel.polygons import Point
from rules.tabletop.stands import Circle, Footprint, Pose, Rectangle, Spot, StandingBase

INFANTRY = Rectangle(30, 15)
GUN = Rectangle(60, 40)
MACHINE_GUN = Rectangle(20, 20)
COMMAND = Circle(20)
FOOTPRINTS: tuple[Footprint, ...] = (
    INFANTRY,
    GUN,
    MACHINE_GUN,
    COMMAND,
    Circle(25),
    Rectangle(30, 60),
    Rectangle(1, 90),
)

# Spots on a lattice of 5 mm come to whole millimetres again when turned about (0, 0) by the angle of the sides 3, 4, 5.
LATTICE_MM = 5
TURN_3_4_5 = degrees(atan2(3, 4))


def stand(footprint: Footprint, x_mm: int, y_mm: int, facing_deg: float = 0.0) -> StandingBase:
    """A stand with its middle at a place."""
    return StandingBase(footprint, Pose(Spot(x_mm, y_mm), facing_deg))


@dataclass(frozen=True)
class Motion:
    """A motion of the whole table that keeps spots whole: what becomes of a spot, and of a facing."""

    name: str
    spot: Callable[[int, int], tuple[int, int]]
    facing: Callable[[float], float]

    def __call__(self, moved: StandingBase) -> StandingBase:
        """A stand where the motion takes it."""
        return StandingBase(moved.footprint, self.pose(moved.pose))

    def pose(self, pose: Pose) -> Pose:
        """A pose where the motion takes it."""
        return Pose(Spot(*self.spot(*pose.spot)), self.facing(pose.facing_deg))


MOTIONS = (
    Motion("moved", lambda x, y: (x + 137, y - 58), lambda facing: facing),
    Motion("turned by a quarter", lambda x, y: (y, -x), lambda facing: facing + 90),
    Motion("turned about", lambda x, y: (-x, -y), lambda facing: facing + 180),
    Motion(
        "turned by 3-4-5",
        lambda x, y: ((4 * x + 3 * y) // 5, (4 * y - 3 * x) // 5),
        lambda facing: facing + TURN_3_4_5,
    ),
    Motion("mirrored", lambda x, y: (-x, y), lambda facing: -facing),
)
KEEPING_HANDS = tuple(motion for motion in MOTIONS if motion.name != "mirrored")

places = st.integers(-40, 40).map(lambda steps: steps * LATTICE_MM)
facings = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]), st.floats(0, 359.9))
poses = st.builds(lambda x, y, facing: Pose(Spot(x, y), facing), places, places, facings)
stands = st.builds(StandingBase, st.sampled_from(FOOTPRINTS), poses)


def by_chance(chance: Random, reach_mm: int = 100) -> StandingBase:
    """A stand somewhere within a square about (0, 0); every other one square on."""
    facing = chance.choice((0.0, 90.0, chance.uniform(0, 360), chance.uniform(0, 360)))
    spot = chance.randint(-reach_mm, reach_mm), chance.randint(-reach_mm, reach_mm)
    return stand(chance.choice(FOOTPRINTS), *spot, facing)


def local_rim(footprint: Footprint, steps: int) -> Iterator[Point]:
    """Points all along a footprint's edge, as far to the right and ahead of its middle."""
    if isinstance(footprint, Circle):
        for step in range(4 * steps):
            yield (
                footprint.diameter_mm / 2 * sin(pi * step / 2 / steps),
                footprint.diameter_mm / 2 * cos(pi * step / 2 / steps),
            )
        return
    half_width, half_depth = footprint.width_mm / 2, footprint.depth_mm / 2
    for step in range(steps):
        share = 2 * step / steps - 1
        yield from (
            (share * half_width, half_depth),
            (half_width, -share * half_depth),
            (-share * half_width, -half_depth),
            (-half_width, share * half_depth),
        )


def put(pose: Pose, seen: Point) -> Point:
    """A point of a base on the table, by the textbook's turning."""
    angle = facing_in_radians(pose)
    return (
        pose.spot.x_mm + seen[0] * cos(angle) + seen[1] * sin(angle),
        pose.spot.y_mm - seen[0] * sin(angle) + seen[1] * cos(angle),
    )


def facing_in_radians(pose: Pose) -> float:
    """The facing of a pose, clockwise from straight ahead."""
    return pose.facing_deg * pi / 180


def rim(base: StandingBase, steps: int) -> list[Point]:
    """Points all along a base's edge on the table."""
    return [put(base.pose, seen) for seen in local_rim(base.footprint, steps)]


def grid(base: StandingBase, steps: int) -> list[Point]:
    """Points strictly inside a base, evenly spread."""
    if isinstance(base.footprint, Circle):
        half_width = half_depth = base.footprint.diameter_mm / 2
    else:
        half_width, half_depth = base.footprint.width_mm / 2, base.footprint.depth_mm / 2
    shares = [(2 * step + 1) / steps - 1 for step in range(steps)]
    spread = ((right, ahead) for right in shares for ahead in shares)
    if isinstance(base.footprint, Circle):
        spread = ((right, ahead) for right, ahead in spread if right * right + ahead * ahead < 1)
    return [put(base.pose, (right * half_width, ahead * half_depth)) for right, ahead in spread]


def holds(base: StandingBase, point: Point, hair: float = 0.0) -> bool:
    """Whether a point lies in a base, by at least a hair."""
    x, y = point[0] - base.spot.x_mm, point[1] - base.spot.y_mm
    if isinstance(base.footprint, Circle):
        return x * x + y * y <= (base.footprint.diameter_mm / 2 - hair) ** 2
    angle = facing_in_radians(base.pose)
    right, ahead = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
    return abs(right) <= base.footprint.width_mm / 2 - hair and abs(ahead) <= base.footprint.depth_mm / 2 - hair
