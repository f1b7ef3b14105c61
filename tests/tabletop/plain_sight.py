"""Sight a second time, slowly: points along the line, one after the other, and the body of pieces each lies in."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import floor

from shapely import Polygon

from rules.tabletop.lines_of_sight import Looking
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, Hill, Piece, Table, points
from tests.tabletop.tables import in_outline

FEWEST = 3
"""Stretches of fewer points than this are too short to judge."""


class Doubtful(Exception):
    """The points lie too far apart to say."""


def sees(table: Table, viewer: Spot, target: Spot, looking: Looking, steps: int) -> bool:
    """Whether one spot sees another. Raises Doubtful where the points are too few to tell."""
    places = [
        (viewer[0] + (target[0] - viewer[0]) * step / steps, viewer[1] + (target[1] - viewer[1]) * step / steps)
        for step in range(steps + 1)
    ]
    alone = {
        number: [in_outline(point, piece.outline) for point in places]
        for number, piece in enumerate(table.pieces)
        if isinstance(piece, Area | Hill)
    }
    inside = {
        number: [any(of_piece) for of_piece in zip(*(alone[one] for one in body_of(number, table.pieces)), strict=True)]
        for number in alone
    }
    length = ((target[0] - viewer[0]) ** 2 + (target[1] - viewer[1]) ** 2) ** 0.5
    return not any(
        _hides(number, run, table.pieces, inside, looking, length / steps)
        for number in inside
        for run in _runs(inside[number])
    )


def body_of(number: int, pieces: Sequence[Piece]) -> set[int]:
    """The pieces that one piece is one with: those of its kind that a chain of touching ones leads to."""
    body, new = {number}, {number}
    while new:
        new = {
            other
            for other, piece in enumerate(pieces)
            if other not in body and _joins(piece, pieces[number]) and any(_touch(pieces[one], piece) for one in body)
        }
        body |= new
    return body


def _joins(one: Piece, other: Piece) -> bool:
    """Whether two pieces are one where they touch; higher ground is one with the ground that it rises from."""
    if isinstance(one, Hill) and isinstance(other, Hill):
        return one.height >= other.height
    return isinstance(one, Area) and isinstance(other, Area) and one.kind is other.kind


def _touch(one: Piece, other: Piece) -> bool:
    common = _polygon(points(one)).intersection(_polygon(points(other)))
    return bool(common.area or common.length)


@lru_cache(64)
def _polygon(outline: tuple[tuple[float, float], ...]) -> Polygon:
    return Polygon(outline)


def _runs(inside: Sequence[bool]) -> list[range]:
    """From which point to which the line is inside, again and again."""
    found, begin = [], 0
    for value, group in groupby(inside):
        end = begin + len(list(group))
        if end - begin < FEWEST:
            raise Doubtful
        if value:
            found.append(range(begin, end))
        begin = end
    return found


def _hides(
    number: int,
    run: range,
    pieces: Sequence[Piece],
    inside: dict[int, list[bool]],
    looking: Looking,
    step_mm: float,
) -> bool:
    piece, last = pieces[number], len(inside[number]) - 1
    heights = [
        max((p.height for n, p in enumerate(pieces) if isinstance(p, Hill) and inside[n][at]), default=0)
        for at in (0, last)
    ]
    if run[-1] == last or (run[0] == 0 and not looking.own_terrain_blocks):
        return False
    if isinstance(piece, Hill):
        return looking.hills_block and _rises(piece.height, run, heights, last)
    screen = looking.screen(piece)
    if screen is None:
        return False
    feet = [p.height for n, p in enumerate(pieces) if isinstance(p, Hill) and any(inside[n][at] for at in run)]
    if heights[0] <= max(feet, default=0):
        return True
    if screen.dead_ground_mm is None:
        return False
    behind = (last - run[-1] - 0.5) * step_mm
    if abs(behind - screen.dead_ground_mm - 0.5) <= step_mm:
        raise Doubtful
    return floor(behind + 0.5) <= screen.dead_ground_mm


def _rises(height: int, run: range, heights: Sequence[int], last: int) -> bool:
    """Whether a hill rises above the straight line from height to height at any point but the outermost."""
    here, there = heights
    above = [height - (here + (there - here) * at / last) for at in run]
    if here != there and (max(above) > 0) != (sorted(above)[-2] > 0):
        raise Doubtful
    edges = [height - (here + (there - here) * at / last) for at in (run[0] - 1, run[-1] + 1)]
    if here != there and (max(above) > 0) != (max(edges) > 0):
        raise Doubtful
    return max(above) > 0
