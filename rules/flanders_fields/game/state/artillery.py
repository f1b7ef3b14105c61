"""Artillery in the game state: aiming points, fire, zone crossings, deep suppression."""

from __future__ import annotations

from enum import StrEnum

from rules.flanders_fields.artillery import Chooser
from rules.flanders_fields.fire_areas import FireAreaKind, Overlap
from rules.flanders_fields.fire_zones import ZoneMove
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass

# A stand on its way through a zone under fire, as any deed that moves stands tells of it


@dataclass(frozen=True, slots=True)
class ZoneCrossing:
    """A stand on its way through a zone, as the players see it where most of its base is covered (AMB-323)."""

    zone: str = fact("the fire zone")
    stand: str = fact("the stand that moves through it")
    cover: Cover = fact("its cover there")
    overlap: Overlap = fact("how much of its base the zone covers", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base is inside", default=True)
    straight_out: bool = fact("it moves straight out of the zone", default=False)
    move: ZoneMove = fact("what kind of move it is", default=ZoneMove.MOVE_ACTION)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)


# State of aiming points


class FiresBy(StrEnum):
    """What brings fire down: an order, an SOS call or the fire plan (FF-ART-19, FF-SOS-04, FF-BOM-05)."""

    ORDER = "order"
    SOS = "sos"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class AimingPoint:
    """Where the fire of a weapon falls until its point is moved (FF-ART-18).

    `where` is what the players call the place; the reference is measured from the owner's left corner in cm, where they
    gave one. `registered`: it still is the first point of the fire plan. `used`: fire has come down since it was laid
    (AMB-310). `zone` is the area of the last fire there, None before the first round and when the zone is no more
    (AMB-320); `fired_turn` is the game turn of that fire, `sos` that an SOS call laid the point (AMB-316),
    `laid_on` the base a mortar was laid on, which may have left it since.
    """

    unit: str
    where: str = ""
    along_cm: float | None = None
    up_cm: float | None = None
    registered: bool = False
    used: bool = False
    zone: FireAreaKind | None = None
    sos: bool = False
    fired_turn: int = 0
    laid_on: str = ""

    @property
    def reference(self) -> str:
        """Where it lies from its owner's left corner, in words; empty where nobody gave one."""
        return (
            "" if self.along_cm is None or self.up_cm is None else f"{self.along_cm:g} cm along, {self.up_cm:g} cm up"
        )

    @property
    def place(self) -> str:
        """Where it lies, in the players' words or by its reference; empty where neither was said."""
        return self.where or self.reference

    @property
    def is_open(self) -> bool:
        """Whether everybody may know of it: one that the plan alone has laid is not on the table yet (FF-ART-21)."""
        return not self.registered or self.used


@dataclass(frozen=True, slots=True)
class Arriving:
    """Fire on its way: whom it catches is to be told; `deviates`: where it falls is rolled before that."""

    unit: str
    by: FiresBy
    deviates: bool = False


@dataclass(frozen=True, slots=True)
class Guns:
    """The aiming points of a game, and what its guns have done in the present player turn.

    `answered` are the batteries an SOS call went to, `fired_by_plan` those the plan has fired. `crossings` wait for
    their dice; `attacked` names each zone with a stand it has attacked this turn, `commanders_moved` a command
    stand once for each of its moves.
    """

    points: tuple[AimingPoint, ...] = ()
    arriving: Arriving | None = None
    answered: tuple[str, ...] = ()
    fired_by_plan: tuple[str, ...] = ()
    crossings: tuple[ZoneCrossing, ...] = ()
    attacked: tuple[tuple[str, str], ...] = ()
    commanders_moved: tuple[str, ...] = ()

    def point_of(self, unit: str) -> AimingPoint | None:
        """The aiming point of a weapon; None where it has none on the table."""
        return next((point for point in self.points if point.unit == unit), None)


# What deep suppression leaves behind until the next such die


@dataclass(frozen=True, slots=True)
class Deep:
    """The newest die of a side: when it was thrown, and what it takes off the enemy's orders (FF-DSU-03, AMB-384).

    One of the batteries in `among` is still to be lost, as `chosen_by` says; `draws`: lots drawn in vain so far.
    """

    side: Side
    turn: int
    modifier: int
    chosen_by: Chooser = Chooser.NOBODY
    among: tuple[str, ...] = ()
    draws: int = 0
