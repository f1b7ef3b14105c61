"""What can have happened to a unit's horses. As everywhere, the event carries its result."""

from rules.flanders_fields.game.outcomes import Reasons
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Dismounted:
    """A cavalry unit got off its horses or on them; `for_good`: it is infantry from now on."""

    unit: str
    mounted: bool
    for_good: bool
    reasons: Reasons


ArmourEvent = Dismounted
