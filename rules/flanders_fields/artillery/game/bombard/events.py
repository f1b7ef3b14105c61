"""What can have happened in the phase of planned bombardments."""

from rules.flanders_fields.artillery.game.events import AreaHit
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class FiredByPlan:
    """A battery fires by the plan, on its planned point; `deviates`: where it falls is rolled next."""

    line: str
    unit: str
    deviates: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class PointShifted:
    """The aiming point of a battery or mortar moves as the plan says, without an order (FF-PLN-10)."""

    line: str
    unit: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class StruckFromPlan:
    """A line of the plan came to nothing, as its battery could not fire."""

    line: str
    unit: str
    because: str


@dataclass(frozen=True, slots=True)
class WorkBombarded:
    """The hurricane bombardment fell on a work; `changes` is what every stand touched is afterwards."""

    work: str
    hits: tuple[AreaHit, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


BombardEvent = FiredByPlan | PointShifted | StruckFromPlan | WorkBombarded
