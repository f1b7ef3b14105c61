"""What a seat can ask for in the phase of deep suppression."""

from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDeepSuppression:
    """Roll for deep suppression (FF-DSU-02); `in_front_line`: the enemy batteries that stand in his front line."""

    dice: tuple[Throw, ...] = fact("the dice")
    in_front_line: tuple[str, ...] = fact("the enemy batteries that stand in his front line", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseBattery:
    """Settle which battery is destroyed: a lot's dice, or by house rule the battery that was chosen (AMB-382)."""

    battery: str = fact("the battery that was chosen", default="")
    dice: tuple[Throw, ...] = fact("the dice of the lot", default=())


DeepCommand = RollDeepSuppression | LoseBattery
