"""Gaps in wire: where a new one is proposed."""

from itertools import pairwise
from math import dist
from typing import Final

from shapely import LineString

from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table, Wire

BEYOND_MM: Final = 10
"""How far a gap that is proposed reaches out of the wire on either side."""


def across(wire: Wire, table: Table) -> tuple[Spot, Spot]:
    """Its two ends: straight across the belt, half way along the longest stretch that has no gap yet."""
    belt = LineString(wire.path)
    taken = sorted(belt.project(LineString(gap.path).centroid) for gap in wire.gaps)
    free = max(pairwise((0.0, *taken, belt.length)), key=lambda ends: ends[1] - ends[0])
    at_mm = sum(free) / 2
    before, middle, behind = (belt.interpolate(one).coords[0] for one in (at_mm - 1, at_mm, at_mm + 1))
    half = (wire.depth_mm / 2 + BEYOND_MM) / dist(before, behind)
    out_x, out_y = (before[1] - behind[1]) * half, (behind[0] - before[0]) * half
    return (
        _on_table(middle[0] - out_x, middle[1] - out_y, table),
        _on_table(middle[0] + out_x, middle[1] + out_y, table),
    )


def _on_table(x_mm: float, y_mm: float, table: Table) -> Spot:
    return Spot(min(max(round(x_mm), 0), table.width_mm), min(max(round(y_mm), 0), table.depth_mm))
