"""What has happened with a unit that was ordered."""

from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.outcomes import ActionSpent, MadeReady, Reasons, StandChange
from rules.flanders_fields.orders.facts import OrderFacts
from rules.flanders_fields.vocabulary import Special
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class OrdersRolled:
    """A unit rolled for orders. `staff_bonus` and `discipline` name the formation whose means were spent.

    `again` is the die that took the place of the first where the staff bonus is a re-roll (AMB-13). `cards` were used
    up by it; `facts` is kept where a bonus may still be added (FF-CRD-22). `specials` are the national rules declared,
    `forward` how many of the actions are moves forward (FF-SPR-12).
    """

    unit: str
    die: Throw
    actions: int
    reasons: Reasons
    crossing_wire: bool = False
    staff_bonus: str = ""
    discipline: str = ""
    caught: tuple[StandChange, ...] = ()
    again: Throw | None = None
    cards: tuple[LyingCard, ...] = ()
    facts: OrderFacts | None = None
    specials: tuple[Special, ...] = ()
    forward: int = 0


@dataclass(frozen=True, slots=True)
class UnitFinished:
    """A unit was let go with its actions unspent."""

    unit: str


OrderEvent = OrdersRolled | ActionSpent | MadeReady | UnitFinished
