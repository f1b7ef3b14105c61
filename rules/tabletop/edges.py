"""Whose edge of the table is whose: a side measures from its own left corner, along its edge and then up the table.

A table need not have a side's edge at all. Places are then counted from its near left corner, as the table itself does.
"""

from enum import StrEnum
from typing import Final

from rules.kernel.shapes import Outline, Point
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table

FULL_TURN: Final = 360


class Edge(StrEnum):
    """An edge of the table, as it lies on the map: y runs from the near to the far one, x from left to right."""

    NEAR = "near"
    FAR = "far"
    LEFT = "left"
    RIGHT = "right"


TURNED_DEG: Final = {Edge.NEAR: 0, Edge.LEFT: 90, Edge.FAR: 180, Edge.RIGHT: 270}
"""How far whoever stands at an edge looks, clockwise, off the way of who stands at the near one."""


def spot_from(edge: Edge, table: Table, along_mm: int, up_mm: int) -> Spot:
    """The place so far along an edge from its left corner, and so far up the table from there."""
    match edge:
        case Edge.NEAR:
            return Spot(along_mm, up_mm)
        case Edge.FAR:
            return Spot(table.width_mm - along_mm, table.depth_mm - up_mm)
        case Edge.LEFT:
            return Spot(up_mm, table.depth_mm - along_mm)
        case Edge.RIGHT:
            return Spot(table.width_mm - up_mm, along_mm)


def from_edge(edge: Edge, table: Table, point: Point) -> Point:
    """How far along an edge from its left corner and up the table a point lies, in mm."""
    x, y = point
    match edge:
        case Edge.NEAR:
            return x, y
        case Edge.FAR:
            return table.width_mm - x, table.depth_mm - y
        case Edge.LEFT:
            return table.depth_mm - y, x
        case Edge.RIGHT:
            return y, table.width_mm - x


def laid_from(edge: Edge, table: Table, outline: Outline) -> Outline:
    """A shape that was measured from an edge's left corner, as it lies on the table."""
    width, depth = table.width_mm, table.depth_mm
    match edge:
        case Edge.NEAR:
            return outline
        case Edge.FAR:
            return tuple((width - along, depth - up) for along, up in outline)
        case Edge.LEFT:
            return tuple((up, depth - along) for along, up in outline)
        case Edge.RIGHT:
            return tuple((width - up, along) for along, up in outline)


def facing_from(edge: Edge, facing_deg: float) -> float:
    """A direction on the table as one sees it from an edge, clockwise from straight ahead, 0 to under 360."""
    turned = TURNED_DEG[edge]
    return (facing_deg - turned) % FULL_TURN if turned else facing_deg


def facing_on(edge: Edge, seen_deg: float) -> float:
    """A direction seen from an edge as it is on the table: the way back of `facing_from`."""
    turned = TURNED_DEG[edge]
    return (seen_deg + turned) % FULL_TURN if turned else seen_deg
