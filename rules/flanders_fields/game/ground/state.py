"""What a game remembers of its table: how it was laid, and of which stands it is no longer sure where they are."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from rules.flanders_fields.game.ground.laid import LaidTable
from rules.kernel.resolve import fact
from rules.kernel.values import dataclass
from rules.tabletop.stands import Pose, Spot


class Layout(StrEnum):
    """How a company or a battalion is drawn up."""

    LINE = "line"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stand is: its middle in whole millimetres from the attacker's rear left corner, and its facing.

    x runs along the attacker's edge, y away from it; the facing is clockwise, 0 for straight away from his edge.
    """

    stand: str = fact("the stand")
    x_mm: int = fact("along the attacker's edge from his left corner", unit="mm")
    y_mm: int = fact("up the table from the attacker's edge", unit="mm")
    facing_deg: float = fact(
        "its facing, clockwise from straight away from the attacker's edge", default=0.0, unit="degrees"
    )

    @property
    def pose(self) -> Pose:
        """The same as geometry knows it."""
        return Pose(Spot(self.x_mm, self.y_mm), self.facing_deg)


@dataclass(frozen=True, slots=True)
class Ground:
    """The table as it was laid, if one was; `unsure` are the stands that have moved since they were placed.

    `came_from`: where those stood before that have moved in this player turn and been placed anew, their last move.
    `went_in`: those that last moved by going in, from where they had been placed: there they are fired at as they
    close.
    """

    laid: LaidTable | None = None
    unsure: tuple[str, ...] = ()
    came_from: tuple[Place, ...] = ()
    went_in: tuple[str, ...] = ()

    def without(self, *stands: str) -> "Ground":
        """The same once these stands are placed anew, or gone."""
        if not any(one in self.unsure for one in stands):
            return self
        return replace(self, unsure=tuple(one for one in self.unsure if one not in stands))

    def moved(self, *stands: str) -> "Ground":
        """The same once these have moved and nobody has said where to."""
        new = tuple(one for one in dict.fromkeys(stands) if one not in self.unsure)
        return replace(self, unsure=(*self.unsure, *new)) if new else self

    def going_in(self, stand: str) -> "Ground":
        """The same as this stand goes in: whether from where it was placed, or from who knows where."""
        others = tuple(one for one in self.went_in if one != stand)
        return replace(self, went_in=others if stand in self.unsure else (*others, stand))

    def arrived(self, stands: Mapping[str, Pose]) -> "Ground":
        """The same once these that stood there are placed anew: those that had moved came from there."""
        came = {name: pose for name, pose in stands.items() if name in self.unsure}
        if not came:
            return self
        before = tuple(one for one in self.came_from if one.stand not in came)
        now = tuple(Place(name, *pose.spot, pose.facing_deg) for name, pose in came.items())
        return replace(self, came_from=(*before, *now))

    def lifted(self, *stands: str) -> "Ground":
        """The same once these are off the map."""
        came_from = tuple(one for one in self.came_from if one.stand not in stands)
        return replace(self.without(*stands), came_from=came_from)

    def in_a_new_turn(self) -> "Ground":
        """The same as a player turn begins."""
        return replace(self, came_from=()) if self.came_from else self


NO_GROUND: Final = Ground()
