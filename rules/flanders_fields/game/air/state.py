"""What a game remembers of air support: the missions of both plans, an attack on its way, guns off their line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.play import Throw


@dataclass(frozen=True, slots=True)
class Missions:
    """How many ground attack missions a side's plan still holds (FF-AIR-15); the other side does not know."""

    side: Side
    left: int


@dataclass(frozen=True, slots=True)
class AirTarget:
    """A stand on the line of an air attack: its cover, and how far from the named point the line meets it."""

    stand: str
    cover: Cover
    distance_cm: float = 0.0
    sheltering: bool = False


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


@dataclass(frozen=True, slots=True)
class Air:
    """All the air support of a game. `called`: aircraft have been called in this player turn.

    `off_line` are the machine guns that turned on aircraft and have lost their line (FF-AIR-14).
    """

    missions: tuple[Missions, ...] = ()
    called: bool = False
    strike: Strike | None = None
    off_line: tuple[str, ...] = ()

    def left(self, side: Side) -> int:
        """The missions a side has left."""
        return next((one.left for one in self.missions if one.side is side), 0)

    def with_left(self, side: Side, left: int) -> Air:
        """The same with so many missions left for a side."""
        others = tuple(one for one in self.missions if one.side is not side)
        return replace(self, missions=(*others, Missions(side, left)))

    def over(self) -> Air:
        """The same with no aircraft over the table."""
        return self if self.strike is None else replace(self, strike=None)

    def in_a_new_turn(self) -> Air:
        """The same as a player turn begins."""
        return replace(self, called=False, strike=None) if self.called or self.strike else self


NO_AIR = Air()
