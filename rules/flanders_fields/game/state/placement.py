"""Placement in the game state: the table, places of stands, entered covers and distances."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Audience, Role
from rules.tabletop.stands import PlaceTold, Pose
from rules.tabletop.terrain import LaidTable


class Layout(StrEnum):
    """How a company or a battalion is drawn up."""

    LINE = "line"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Place(PlaceTold):
    """Where a stand is: its middle in whole millimetres from the attacker's rear left corner, and its facing.

    x runs along the attacker's edge, y away from it; the facing is clockwise, 0 for straight away from his edge.
    """

    stand: str = fact("the stand")
    x_mm: int = fact("along the attacker's edge from his left corner", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("up the table from the attacker's edge", unit="mm", spot="y")
    facing_deg: float = fact(
        "its facing, clockwise from straight away from the attacker's edge", default=0.0, unit="degrees"
    )


@dataclass(frozen=True, slots=True)
class LaidGround:
    """The table as it was laid, if one was; `unsure` are the stands that have moved since they were placed.

    `came_from`: where those stood before that have moved in this player turn and been placed anew, their last move.
    `went_in`: those that last moved by going in, from where they had been placed: there they are fired at as they
    close.
    """

    laid: LaidTable | None = None
    unsure: tuple[str, ...] = ()
    came_from: tuple[Place, ...] = ()
    went_in: tuple[str, ...] = ()

    def without(self, *stands: str) -> "LaidGround":
        """The same once these stands are placed anew, or gone."""
        if not any(one in self.unsure for one in stands):
            return self
        return replace(self, unsure=tuple(one for one in self.unsure if one not in stands))

    def moved(self, *stands: str) -> "LaidGround":
        """The same once these have moved and nobody has said where to."""
        new = tuple(one for one in dict.fromkeys(stands) if one not in self.unsure)
        return replace(self, unsure=(*self.unsure, *new)) if new else self

    def going_in(self, stand: str) -> "LaidGround":
        """The same as this stand goes in: whether from where it was placed, or from who knows where."""
        others = tuple(one for one in self.went_in if one != stand)
        return replace(self, went_in=others if stand in self.unsure else (*others, stand))

    def arrived(self, stands: Mapping[str, Pose]) -> "LaidGround":
        """The same once these that stood there are placed anew: those that had moved came from there."""
        came = {name: pose for name, pose in stands.items() if name in self.unsure}
        if not came:
            return self
        before = tuple(one for one in self.came_from if one.stand not in came)
        now = tuple(Place(name, *pose.spot, pose.facing_deg) for name, pose in came.items())
        return replace(self, came_from=(*before, *now))

    def lifted(self, *stands: str) -> "LaidGround":
        """The same once these are off the map."""
        came_from = tuple(one for one in self.came_from if one.stand not in stands)
        return replace(self.without(*stands), came_from=came_from)

    def in_a_new_turn(self) -> "LaidGround":
        """The same as a player turn begins."""
        return replace(self, came_from=()) if self.came_from else self


NO_GROUND: Final = LaidGround()


@dataclass(frozen=True, slots=True)
class CoverTold:
    """The cover of a stand, the command it was told with, and who may know of that."""

    stand: str
    cover: Cover
    command_id: str
    audience: Audience = Audience.ALL


@dataclass(frozen=True, slots=True)
class ApartTold:
    """How far two stands are from each other in cm, the command it was told with, and who may know of that."""

    one: str
    other: str
    cm: float
    command_id: str
    audience: Audience = Audience.ALL

    def is_of(self, one: str, other: str) -> bool:
        """Whether it tells of these two, whichever comes first."""
        return {self.one, self.other} == {one, other}


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was told and still holds, the oldest first: of each stand, and of each pair, no more than the newest."""

    covers: tuple[CoverTold, ...] = ()
    apart: tuple[ApartTold, ...] = ()

    def without(self, stands: Iterable[str]) -> "Remembered":
        """The same once these stands have moved, were placed anew, or were set right."""
        gone = frozenset(stands)
        if not gone or not (self.covers or self.apart):
            return self
        covers = [one for one in self.covers if one.stand not in gone]
        apart = [one for one in self.apart if one.one not in gone and one.other not in gone]
        if (len(covers), len(apart)) == (len(self.covers), len(self.apart)):
            return self
        return Remembered(tuple(covers), tuple(apart))

    def with_told(self, covers: Iterable[CoverTold], apart: Iterable[ApartTold]) -> "Remembered":
        """The same with what was told now in place of what was told before."""
        new, pairs = {one.stand: one for one in covers}, {frozenset((one.one, one.other)): one for one in apart}
        if not new and not pairs:
            return self
        old = [one for one in self.covers if one.stand not in new]
        near = {stand for pair in pairs for stand in pair}
        far = [one for one in self.apart if one.one not in near or frozenset((one.one, one.other)) not in pairs]
        return Remembered((*old, *new.values()), (*far, *pairs.values()))

    def known_to(self, role: Role) -> "Remembered":
        """What of it a role may know: what was told where it may know of the event."""
        covers = tuple(one for one in self.covers if knows(one.audience, role))
        return Remembered(covers, tuple(one for one in self.apart if knows(one.audience, role)))

    def told_alone(self, assumed: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> "Remembered":
        """The same without what a command only assumed; `assumed` has that by the command, by its place there."""
        covers = tuple(one for one in self.covers if not _is_among(assumed[one.command_id], "cover", one.stand))
        apart = tuple(
            one for one in self.apart if not _is_among(assumed[one.command_id], "range_cm", one.one, one.other)
        )
        return Remembered(covers, apart)

    def cover_of(self, stand: str) -> CoverTold | None:
        """The cover that was told of a stand."""
        return next((one for one in self.covers if one.stand == stand), None)

    def between(self, one: str, other: str) -> ApartTold | None:
        """The distance that was told of two stands."""
        return next((told for told in self.apart if told.is_of(one, other)), None)


def _is_among(assumed: Mapping[str, Mapping[str, Any]], fact: str, *stands: str) -> bool:
    """Whether a fact of these stands is among those that were assumed, each with what stands beside it."""
    for path, beside in assumed.items():
        # Stands in rows of their own bring their own facts with them.
        alike = {one for one in beside.get("stands", ()) if isinstance(one, str)}
        named = {str(beside.get(name, "")) for name in ("target", "stand", "firer")} | alike
        if path.rpartition(".")[2] == fact and named.issuperset(stands):
            return True
    return False


def knows(audience: Audience, role: Role) -> bool:
    """Whether a role may know of an event with this audience."""
    return audience is Audience.ALL or role is Role.REFEREE or audience.value == role.value


NOTHING_TOLD: Final = Remembered()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table in which a side deploys, whole mm from the attacker's rear left corner."""

    side: Side
    left_mm: int
    near_mm: int
    right_mm: int
    far_mm: int
