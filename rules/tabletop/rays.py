"""Where one straight move leads: as far as the ground that it touches allows, bearing by bearing.

How far a move may be that touches certain pieces comes in as a function: no rule is known here. A move that goes on
over further ground may be shorter or longer for it; it is followed as far as it may end at every place on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf
from typing import Final

import numpy as np

from rules.kernel.shapes import Outline as Corners
from rules.kernel.shapes import Point, ahead
from rules.tabletop.crossings import HAIR_MM, Lines, Stretches, stretches
from rules.tabletop.ground import TableGround
from rules.tabletop.stands import Bearings, Spot

BEARINGS: Final = 72
FULL_CIRCLE: Final = 360
Most = Callable[[frozenset[int]], float]
"""How far a move may be that touches these pieces (their numbers on the ground), in mm."""


def straight_reach(
    on: TableGround, start: Spot, farthest_mm: float, most: Most, within: Bearings | None = None
) -> Corners:
    """The outline of where a straight move from a place may end, none of it farther off than `farthest_mm`.

    Args:
        within: the bearings that the move may have; None for every bearing. The outline of an arc begins at the place.
    """
    arc = within if within is not None and 2 * within.off_deg < FULL_CIRCLE else None
    ways = [ahead(farthest_mm, bearing) for bearing in (_bearings() if arc is None else _bearings_of(arc))]
    ends = [_on_the_table(on, start, way) for way in ways]
    kept: dict[frozenset[int], float] = {}

    def allowed(touched: frozenset[int]) -> float:
        if touched not in kept:
            kept[touched] = most(touched)
        return kept[touched]

    met = _met(on, [(start, end) for end in ends])
    outline = tuple(_end(start, end, _reached(start, end, met[n], allowed)) for n, end in enumerate(ends))
    return outline if arc is None else ((float(start.x_mm), float(start.y_mm)), *outline)


def _bearings() -> list[float]:
    return [FULL_CIRCLE * n / BEARINGS for n in range(BEARINGS)]


def _bearings_of(arc: Bearings) -> list[float]:
    """The bearings from one end of an arc to the other, as close together as those of a circle at least."""
    gaps = max(1, ceil(2 * arc.off_deg * BEARINGS / FULL_CIRCLE))
    return [arc.middle_deg - arc.off_deg + 2 * arc.off_deg * n / gaps for n in range(gaps + 1)]


def touched(on: TableGround, ways: Sequence[tuple[Point, Point]]) -> frozenset[int]:
    """The pieces that straight ways lead through, begin in or end in, by their numbers on the ground."""
    return frozenset(number for met in _met(on, ways) for number, _, _ in met)


def _on_the_table(on: TableGround, start: Spot, way: Point) -> Point:
    """The end of a way, cut off at the edge of the table."""
    share = 1.0
    for begun, growth, most in zip(start, way, (on.table.width_mm, on.table.depth_mm), strict=True):
        if growth:
            share = min(share, max(0.0, ((most if growth > 0 else 0) - begun) / growth))
    return start.x_mm + way[0] * share, start.y_mm + way[1] * share


def _met(on: TableGround, ways: Sequence[tuple[Point, Point]]) -> list[list[tuple[int, float, float]]]:
    """Of each way the pieces on it, each from where to where in mm."""
    found: list[list[tuple[int, float, float]]] = [[] for _ in ways]
    long = [n for n, (start, end) in enumerate(ways) if tuple(start) != tuple(end)]
    if not long:
        return found
    lines = Lines(*(np.array([ways[n][side] for n in long], dtype=float) for side in (0, 1)))
    outlines = (
        *enumerate(on.outlines),
        *((number, outline) for number, seams in on.seams_of.items() for seam in seams for outline in seam.outlines),
    )
    for number, outline in outlines:
        near = lines.near(outline)
        for line, first, last in _each(stretches(outline, lines.only(near))):
            way = int(near[line])
            length = float(lines.lengths[way])
            found[long[way]].append((number, first * length, last * length))
    return found


def _each(found: Stretches) -> Iterator[tuple[int, float, float]]:
    return zip(found.line.tolist(), found.start.tolist(), found.end.tolist(), strict=True)


def _reached(start: Point, end: Point, met: list[tuple[int, float, float]], allowed: Most) -> float:
    """How far a way may be gone, in mm: piece after piece, until what is touched allows no more."""
    length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    entered = sorted({0.0, *(first for _, first, _ in met)})
    here = 0.0
    for at, until in zip(entered, (*entered[1:], inf), strict=True):
        most = allowed(frozenset(number for number, first, _ in met if first <= at + HAIR_MM))
        if most <= at:
            return here
        here = min(most, until, length)
        if here < until:
            return here
    return here


def _end(start: Point, end: Point, far: float) -> Point:
    length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    share = far / length if length else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
