"""What a game remembers of its table: how it was laid, and of which stands it is no longer sure where they are."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.flanders_fields.game.ground.laid import LaidTable
from rules.geometry.stands import Pose, Spot


class Layout(StrEnum):
    """How a company or a battalion is drawn up."""

    LINE = "line"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stand is: its middle in whole millimetres from the attacker's rear left corner, and its facing.

    x runs along the attacker's edge, y away from it; the facing is clockwise, 0 for straight away from his edge.
    """

    stand: str
    x_mm: int
    y_mm: int
    facing_deg: float = 0.0

    @property
    def pose(self) -> Pose:
        """The same as geometry knows it."""
        return Pose(Spot(self.x_mm, self.y_mm), self.facing_deg)


@dataclass(frozen=True, slots=True)
class Ground:
    """The table as it was laid, if one was; `unsure` are the stands that have moved since they were placed."""

    laid: LaidTable | None = None
    unsure: tuple[str, ...] = ()

    def without(self, *stands: str) -> "Ground":
        """The same once these stands are placed anew, or gone."""
        if not any(one in self.unsure for one in stands):
            return self
        return replace(self, unsure=tuple(one for one in self.unsure if one not in stands))

    def moved(self, *stands: str) -> "Ground":
        """The same once these have moved and nobody has said where to."""
        new = tuple(one for one in dict.fromkeys(stands) if one not in self.unsure)
        return replace(self, unsure=(*self.unsure, *new)) if new else self


NO_GROUND: Final = Ground()
