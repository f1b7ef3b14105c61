"""What a seat asks for of a unit that is ordered."""

from rules.flanders_fields.game.waiting import GoesOn
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOrders(GoesOn):
    """Roll for a unit's orders, with what was measured and what was declared before the die (FF-ORD-02).

    `again` is the second die where a game plays the staff bonus as a re-roll (AMB-13). Who stands in gas the game
    knows, unless it is told otherwise. `commander_sees_it`: a battery ordered although the lines are down (GAP-86).
    `goes_forward`: a French unit is told to, with Elan (FF-SPR-05).
    """

    unit: str = fact("the unit that is ordered")
    die: Throw = fact("its order roll")
    again: Throw | None = fact("the second die of the staff bonus", default=None)
    in_gas: bool | None = fact("the unit stands in gas", default=None)
    commander_in_gas: bool | None = fact("its commander stands in gas", default=None)
    farthest_platoon_cm: float | None = fact(
        "from the company's commander to its farthest platoon", default=None, unit="cm"
    )
    own_sight: bool = fact("the battery or mortar itself sees the enemy", default=False)
    battalion_farthest_cm: float | None = fact(
        "from the command stand to the battalion's farthest stand", default=None, unit="cm"
    )
    open_sights: bool = fact("the unit fires over open sights", default=False)
    front_trench_cm: float | None = fact("from the command stand to the front trench", default=None, unit="cm")
    crossing_wire: bool = fact("the unit is crossing wire", default=False)
    staff_bonus: bool = fact("the staff bonus is used for this roll", default=False)
    prussian_discipline: bool = fact("Prussian Discipline is declared", default=False)
    commander_sees_it: bool = fact("its commander sees the battery himself", default=False)
    pals: bool = fact("Pals is declared", default=False)
    professionalism: bool = fact("Professionalism is declared", default=False)
    goes_forward: bool = fact("the unit is told to go forward, with Elan", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSuppression(GoesOn):
    """Spend an action on a level of suppression (FF-SUP-10)."""

    unit: str = fact("the unit that spends an action")
    stand: str = fact("the stand that loses a suppression level", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishUnit(GoesOn):
    """Let a unit go with actions unspent; it cannot be come back to this turn (FF-TRN-05)."""

    unit: str = fact("the unit that is done")
