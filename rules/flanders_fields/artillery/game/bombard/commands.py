"""What a seat can ask for in the phase of planned bombardments."""

from rules.flanders_fields.artillery.game.commands import InArea
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FireByPlan:
    """Bring down what the plan names for this turn (FF-BOM-05); the rest is seen on the table for a battery on it.

    After it where it falls is rolled, if it deviates, and whom it catches is told as for any fire on an area.
    """

    line: str = fact("the line of the plan")
    observed: bool = fact("the fire is observed", default=False)
    sees_target: bool = fact("the battery sees its target", default=False)
    in_arc: bool = fact("the target is in its arc", default=True)
    in_front_line: bool = fact("the target is in the front line", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeFromPlan:
    """Strike a line whose battery cannot fire in its turn; the rest as for `FireByPlan`."""

    line: str = fact("the line of the plan")
    observed: bool = fact("the fire is observed", default=False)
    sees_target: bool = fact("the battery sees its target", default=False)
    in_arc: bool = fact("the target is in its arc", default=True)
    in_front_line: bool = fact("the target is in the front line", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BombardWork:
    """The hurricane bombardment of a work: every enemy stand in it and a die for each (FF-HUR-03, FF-HUR-04).

    `piece` is what of the map the plan means, where a table is laid.
    """

    work: str = fact("the work of the plan")
    piece: str = fact("the piece of the map that is meant", default="")
    stands: tuple[InArea, ...] = fact("the enemy stands in it", default=())
    dice: tuple[Throw, ...] = fact("a die for each stand", default=())
