"""What can have happened with guns. As everywhere, each event carries its results."""

from rules.flanders_fields.artillery.areas import Coverage, FireAreaKind
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.artillery.game.zones import ZonesEntered
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Cover, FireResult
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class PointLaid:
    """An aiming point was laid by an order; `spends` an action, but by house rule."""

    point: AimingPoint
    spends: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Deviated:
    """It was rolled where unobserved fire comes down: `distance_cm` towards an hour of the `clock`, or on its point.

    `point` is where it lies from now; `spends` the fire action, unless the fire was on its way already.
    """

    unit: str
    by: FiresBy
    dice: tuple[Throw, ...]
    clock: int | None
    distance_cm: float
    point: AimingPoint
    spends: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AreaHit:
    """What one stand in an area suffered: how the area caught it, its die, and why."""

    stand: str
    cover: Cover
    coverage: Coverage
    die: Throw
    result: FireResult
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AreaFired:
    """Fire came down on an area; `point` is its aiming point after it, a zone from now.

    `changes`, `fired_on` and `companies` are as in other fire; `spends` an action, unless that was spent before.
    """

    unit: str
    by: FiresBy
    kind: FireAreaKind
    open_sights: bool
    hits: tuple[AreaHit, ...]
    point: AimingPoint
    spends: bool
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class SosCalled:
    """A battery was called onto a place; `point` is its new one where it `answered`, and one turn of fire comes."""

    unit: str
    die: Throw
    answered: bool
    deviates: bool
    point: AimingPoint | None
    reasons: Reasons
    at: str = ""


@dataclass(frozen=True, slots=True)
class MoverFiredOn:
    """A zone attacked a stand that moved through it; `stops`: it goes no farther (AMB-323)."""

    crossing: ZoneCrossing
    die: Throw
    coverage: Coverage
    result: FireResult
    stops: bool
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class CommandStandMoved:
    """A command stand made one of its moves: `says` how far that may be."""

    stand: str
    says: str
    reasons: Reasons


GunEvent = PointLaid | Deviated | AreaFired | SosCalled | ZonesEntered | MoverFiredOn | CommandStandMoved
