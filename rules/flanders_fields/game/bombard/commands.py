"""What a seat can ask for in the phase of planned bombardments."""

from rules.flanders_fields.game.guns.commands import InArea
from rules.kernel.play import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FireByPlan:
    """Bring down what the plan names for this turn (FF-BOM-05); the rest is seen on the table for a battery on it.

    After it where it falls is rolled, if it deviates, and whom it catches is told as for any fire on an area.
    """

    line: str
    observed: bool = False
    sees_target: bool = False
    in_arc: bool = True
    in_front_line: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeFromPlan:
    """Strike a line whose battery cannot fire in its turn; the rest as for `FireByPlan`."""

    line: str
    observed: bool = False
    sees_target: bool = False
    in_arc: bool = True
    in_front_line: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BombardWork:
    """The hurricane bombardment of a work: every enemy stand in it and a die for each (FF-HUR-03, FF-HUR-04).

    `piece` is what of the map the plan means, where a table is laid.
    """

    work: str
    piece: str = ""
    stands: tuple[InArea, ...] = ()
    dice: tuple[Throw, ...] = ()


BombardCommand = FireByPlan | StrikeFromPlan | BombardWork

BOMBARD_COMMANDS: dict[str, type[BombardCommand]] = {
    "fire_by_plan": FireByPlan,
    "strike_from_plan": StrikeFromPlan,
    "bombard_work": BombardWork,
}
