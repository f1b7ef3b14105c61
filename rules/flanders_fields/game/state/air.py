"""Air support in the game state: missions, attacks on their way, guns off their line."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rules.flanders_fields.game.state.fire_plan import Missions
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AirTarget:
    """A stand on the line of an air attack: its cover, and how far from the named point the line meets it."""

    stand: str = fact("the stand")
    cover: Cover = fact("its cover")
    distance_cm: float = fact("from the named point to where the line meets it", default=0.0, unit="cm")
    sheltering: bool = fact("it shelters", default=False)


@dataclass(frozen=True, slots=True)
class Strike:
    """Aircraft over the table: first their side names the targets, then they attack these in turn (FF-AIR-08).

    `dice` are those thrown for the first of `targets`.
    """

    side: Side
    named: bool = False
    targets: tuple[AirTarget, ...] = ()
    dice: tuple[tuple[Side, Throw], ...] = ()

    def die_of(self, side: Side) -> Throw | None:
        """The die a side has thrown for the first target."""
        return next((die for whose, die in self.dice if whose is side), None)

    def with_targets(self, left: tuple[AirTarget, ...]) -> Strike | None:
        """The same once only these targets are there; None where none is. Dice for one that is gone lapse."""
        return replace(self, targets=left, dice=self.dice if left[0] == self.targets[0] else ()) if left else None


class Watch(NamedTuple):
    """A mission that observes the point of a battery in this player turn; no unit once that point has moved."""

    side: Side
    unit: str


@dataclass(frozen=True, slots=True)
class Air:
    """All the air support of a game. `called`: aircraft have been called in this player turn.

    `off_line` are the machine guns that turned on aircraft and have lost their line (FF-AIR-14); `watches` the unused
    missions that observe a point in this player turn (AMB-471).
    """

    missions: tuple[Missions, ...] = ()
    called: bool = False
    strike: Strike | None = None
    off_line: tuple[str, ...] = ()
    watches: tuple[Watch, ...] = ()

    def left(self, side: Side) -> int:
        """The missions a side has left."""
        return next((one.left for one in self.missions if one.side is side), 0)

    def watching(self, side: Side) -> int:
        """How many missions of a side observe in this player turn."""
        return sum(one.side is side for one in self.watches)

    def free(self, side: Side) -> int:
        """The missions a side has left that do not observe in this player turn."""
        return max(0, self.left(side) - self.watching(side))

    def sees_point_of(self, unit: str) -> bool:
        """Whether a mission observes the point of a battery where it lies now."""
        return any(one.unit == unit for one in self.watches)

    def point_moved(self, unit: str) -> Air:
        """The same once the point of a battery lies elsewhere: nobody in the air observes it there."""
        if not self.sees_point_of(unit):
            return self
        return replace(self, watches=tuple(one._replace(unit="") if one.unit == unit else one for one in self.watches))

    def with_left(self, side: Side, left: int) -> Air:
        """The same with so many missions left for a side."""
        others = tuple(one for one in self.missions if one.side is not side)
        return replace(self, missions=(*others, Missions(side, left)))

    def over(self) -> Air:
        """The same with no aircraft over the table."""
        return self if self.strike is None else replace(self, strike=None)

    def in_a_new_turn(self) -> Air:
        """The same as a player turn begins."""
        quiet = not (self.called or self.strike or self.watches)
        return self if quiet else replace(self, called=False, strike=None, watches=())


NO_AIR = Air()
