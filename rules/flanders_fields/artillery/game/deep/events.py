"""What can have happened in the phase of deep suppression."""

from rules.flanders_fields.artillery.deep_suppression import Chooser
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class DeepSuppressionRolled:
    """A side rolled; one of the batteries in `among` is to be lost, by whoever chooses it."""

    side: Side
    turn: int
    dice: tuple[Throw, ...]
    modifier: int
    chosen_by: Chooser
    among: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BatteryLost:
    """A battery was destroyed; none where the lot fell on nobody and is drawn again."""

    side: Side
    battery: str
    dice: tuple[Throw, ...]
    changes: tuple[StandChange, ...]
    reasons: Reasons


DeepEvent = DeepSuppressionRolled | BatteryLost
