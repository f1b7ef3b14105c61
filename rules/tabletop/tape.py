"""A tape laid between bases: from their nearest edges or from their middles, of one base or of several as one body."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.kernel.shapes import Point
from rules.tabletop.measure import at_least_mm, gap_mm, middles_mm, nearest_points
from rules.tabletop.stands import Placed, middle


class TapeEnds(StrEnum):
    """From where on a base the tape of a game is laid."""

    EDGES = "edges"
    MIDDLES = "middles"


def apart_mm(one: Placed, other: Placed, ends: TapeEnds = TapeEnds.EDGES) -> int:
    """How far it is from one to the other as the tape reads it, in whole mm; 0 where edges touch or overlap."""
    return gap_mm(one, other) if ends is TapeEnds.EDGES else middles_mm(one, other)


def tape(one: Placed, other: Placed, ends: TapeEnds = TapeEnds.EDGES) -> tuple[Point, Point]:
    """Where the tape is laid, in mm."""
    if ends is TapeEnds.EDGES:
        return nearest_points(one, other)
    start, end = middle(one), middle(other)
    return (start.x_mm, start.y_mm), (end.x_mm, end.y_mm)


class NearestPair(NamedTuple):
    """The two bases of two bodies that are nearest to each other, and how far apart they are, in whole mm."""

    one: str
    other: str
    apart_mm: int


def nearest(
    body: Mapping[str, Placed], others: Mapping[str, Placed], ends: TapeEnds = TapeEnds.EDGES
) -> NearestPair | None:
    """Between which bases of two bodies the tape is shortest, the first of equals; None where either has none."""
    found: NearestPair | None = None
    for name, placed in body.items():
        for other, beside in others.items():
            # Of two bodies most pairs are much too far apart to be the nearest: their middles tell.
            if found is None or at_least_mm(placed, beside) <= found.apart_mm + 1:
                mm = apart_mm(placed, beside, ends)
                if found is None or mm < found.apart_mm:
                    found = NearestPair(name, other, mm)
    return found
