"""What can have happened with aircraft. As everywhere, each event carries its results."""

from rules.flanders_fields.air.attacks import AirResult
from rules.flanders_fields.air.game.state import AirTarget
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class AircraftCalled:
    """A regiment called for aircraft; `used` missions go from its plan. How many are left is nobody else's affair."""

    regiment: str
    side: Side
    die: Throw
    arrives: bool
    used: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AirTargetsNamed:
    """The stands that will be attacked, in their order."""

    targets: tuple[AirTarget, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AirDieThrown:
    """One side's die for the attack on a stand."""

    target: str
    side: Side
    die: Throw


@dataclass(frozen=True, slots=True)
class AirAttacked:
    """An attack was decided: `dice` are the aircraft's and the target's, `side` threw the last of them.

    `off_line` names the machine gun that has lost its line; `struck` missions go from the plan besides, if it
    still holds so many.
    """

    target: str
    side: Side
    dice: tuple[Throw, Throw]
    result: AirResult
    goes_on: bool
    off_line: str
    struck: int
    changes: tuple[StandChange, ...]
    reasons: Reasons
    companies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AircraftGone:
    """The aircraft left without another attack."""

    side: Side


@dataclass(frozen=True, slots=True)
class GunRelaid:
    """A machine gun lies on its line again, for an action."""

    unit: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class WatchedFromAir:
    """An unused mission observes the point of a battery in this player turn (AMB-471)."""

    unit: str
    side: Side
    reasons: Reasons


AirEvent = AircraftCalled | AirTargetsNamed | AirDieThrown | AirAttacked | AircraftGone | GunRelaid | WatchedFromAir
