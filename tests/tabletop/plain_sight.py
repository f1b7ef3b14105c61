"""Sight a second time, slowly: points along the line, one after the other, and what each of them lies in."""

from collections.abc import Sequence
from itertools import groupby
from math import floor

from rules.tabletop.sight import Looking
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, Hill, Piece, Table
from tests.tabletop.tables import in_outline

FEWEST = 3
"""Stretches of fewer points than this are too short to judge."""


class Doubtful(Exception):
    """The points lie too far apart to say."""


def sees(table: Table, viewer: Spot, target: Spot, looking: Looking, steps: int) -> bool:
    """Whether one spot sees another. Raises Doubtful where the points are too few to tell."""
    points = [
        (viewer[0] + (target[0] - viewer[0]) * step / steps, viewer[1] + (target[1] - viewer[1]) * step / steps)
        for step in range(steps + 1)
    ]
    inside = {
        number: [in_outline(point, piece.outline) for point in points]
        for number, piece in enumerate(table.pieces)
        if isinstance(piece, Area | Hill)
    }
    length = ((target[0] - viewer[0]) ** 2 + (target[1] - viewer[1]) ** 2) ** 0.5
    return not any(
        _hides(number, run, table.pieces, inside, looking, length / steps)
        for number in inside
        for run in _runs(inside[number])
    )


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
