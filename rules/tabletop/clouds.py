"""Clouds on a table: rectangles that lie across a wind and drift with it, and how much of a body lies in one."""

from __future__ import annotations

from rules.kernel.shapes import Outline, Point, ahead, moved, rectangle
from rules.kernel.values import dataclass
from rules.tabletop.lengths import BookLength
from rules.tabletop.stands import Spot
from rules.tabletop.templates import swept


@dataclass(frozen=True, slots=True)
class DriftingCloud:
    """A rectangle about a spot, so wide across the wind and so deep along it, that has drifted so far with it.

    The wind blows towards a bearing, clockwise from straight away from the near edge. Only the spot it began at is
    whole: how far it drifted is a length of the book, so that bound after bound adds up to the tenth.
    """

    began: Spot
    wide: BookLength
    deep: BookLength
    wind_deg: float
    drifted: BookLength = BookLength(0)

    @property
    def outline(self) -> Outline:
        """Where it lies, clockwise."""
        return moved(rectangle(self.wide.mm, self.deep.mm, self.wind_deg, self.began), self._off(self.drifted))

    @property
    def middle(self) -> Point:
        """Its middle, in mm."""
        across, up = self._off(self.drifted)
        return self.began.x_mm + across, self.began.y_mm + up

    def drifting(self, by: BookLength) -> DriftingCloud:
        """The same once it has drifted so much farther."""
        return DriftingCloud(self.began, self.wide, self.deep, self.wind_deg, self.drifted + by)

    def way(self, by: BookLength) -> Outline:
        """All that it passes over as it drifts so far."""
        return swept(self.outline, self._off(by))

    def _off(self, length: BookLength) -> Point:
        return ahead(length.mm, self.wind_deg)
