"""A base against any outline on the table: how much of it lies inside, and how far off it is.

An outline is the corners of a shape without crossings, bent inwards or not, in mm. Its border belongs to it: a base
that touches it from inside is fully in, one that touches it from outside is not in at all. All is seen from the base.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import atan2, hypot, pi, sqrt

from rules.kernel.measure import read_off
from rules.kernel.shapes import HAIR_MM, Outline, Point, common, surface
from rules.tabletop.measure import pose_of, reach_mm
from rules.tabletop.stands import Core, Placed, StandingBase, core, middle, seen_from


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
