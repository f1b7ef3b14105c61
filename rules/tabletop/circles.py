"""A circle laid on the table: how much of a base lies under it. Decided from middle and radius, never as a polygon."""

from math import acos, hypot, pi, sqrt

from rules.kernel.shapes import HAIR_MM, Point
from rules.tabletop.outlines import disc_share, edges
from rules.tabletop.stands import StandingBase, core, corners, seen_from


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
