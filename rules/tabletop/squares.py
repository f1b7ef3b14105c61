"""The squares of a table by their references: letters along the near edge from the left, numbers from the far one."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table

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
