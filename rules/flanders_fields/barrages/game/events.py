"""What can have happened with a rolling barrage. Each event carries its results."""

from enum import StrEnum

from rules.flanders_fields.barrages.game.state import AtRisk, BarragePiece
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Cover, FireResult
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


class How(StrEnum):
    """How stands come to be hit by it."""

    SWEPT = "swept"
    MOVED_IN = "moved_in"
    TOO_CLOSE = "too_close"


@dataclass(frozen=True, slots=True)
class BarrageTurnsRolled:
    """How long it lasts was rolled; only its own side may know."""

    barrage: str
    die: Throw
    turns: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageAdvanced:
    """The band was laid, or went on by `went_cm` (a halt is 0, back is less) in its side's turn `turn`."""

    barrage: str
    turn: int
    pieces: tuple[BarragePiece, ...]
    laid: bool
    went_cm: float
    halted: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageLifted:
    """The band was taken off the table."""

    barrage: str
    turn: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Struck:
    """What one stand suffered; no die where it did not roll."""

    stand: str
    dice: tuple[Throw, ...]
    result: FireResult
    stops_at_edge: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageFell:
    """Stands were rolled for; `changes` is what every stand touched is afterwards."""

    barrage: str
    how: How
    cover: Cover
    struck: tuple[Struck, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageRolled:
    """Every stand under the band has been rolled for."""

    barrage: str


@dataclass(frozen=True, slots=True)
class BarrageRisked:
    """A stand took the risk of the danger strip; `at_risk` where field artillery now attacks it."""

    barrage: str
    stand: str
    distance_cm: float
    die: Throw
    at_risk: AtRisk | None
    reasons: Reasons


BarrageEvent = BarrageTurnsRolled | BarrageAdvanced | BarrageLifted | BarrageFell | BarrageRolled | BarrageRisked
