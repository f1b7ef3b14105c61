"""Places on a table as players name them: from a side's edge, and by the squares of a grid.

A side measures from its own left corner, along its edge and then up the table. A table need not have a side's edge at
all. Places are then counted from its near left corner, as the table itself does.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Final

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table

# Whose edge of the table is whose

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


# The squares of a table by their references

LETTERS: Final = 26


@dataclass(frozen=True)
class Squares:
    """A table in squares all alike, none of them smaller than `least_mm` either way: as many as it has room for."""

    table: Table
    least_mm: float

    @cached_property
    def across(self) -> int:
        """How many stand side by side."""
        return max(1, int(self.table.width_mm / self.least_mm))

    @cached_property
    def up(self) -> int:
        """How many stand one behind another."""
        return max(1, int(self.table.depth_mm / self.least_mm))

    def column(self, number: int) -> str:
        """What a column is called, counted from 0 from the left."""
        return letters(number)

    def reference(self, spot: Spot) -> str:
        """The square that a place lies in; on a line between two, the one to the right and farther up."""
        column = min(self.across - 1, max(0, int(spot.x_mm * self.across / self.table.width_mm)))
        row = min(self.up - 1, max(0, int(spot.y_mm * self.up / self.table.depth_mm)))
        return f"{letters(column)}{self.up - row}"

    def middle(self, reference: str) -> Spot | None:
        """The middle of a square; None where there is none of that name."""
        outline = self.outline(reference)
        if outline is None:
            return None
        (left, near), _, (right, far), _ = outline
        return Spot(round((left + right) / 2), round((near + far) / 2))

    def outline(self, reference: str) -> Outline | None:
        """The corners of a square; None where there is none of that name."""
        return next((outline for name, outline in self if name == reference.upper().replace(" ", "")), None)

    def __iter__(self) -> Iterator[tuple[str, Outline]]:
        """Every square by its reference, row by row from the far edge."""
        wide, deep = self.table.width_mm / self.across, self.table.depth_mm / self.up
        for row in range(self.up - 1, -1, -1):
            for column in range(self.across):
                left, near = column * wide, row * deep
                corners = ((left, near), (left, near + deep), (left + wide, near + deep), (left + wide, near))
                yield f"{letters(column)}{self.up - row}", corners


def letters(number: int) -> str:
    """A to Z for 0 to 25, then AA and so on."""
    before, last = divmod(number, LETTERS)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)
