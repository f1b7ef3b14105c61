"""One die before it is thrown: whom it concerns, and what each of its faces would bring."""

from typing import NamedTuple

from rules.flanders_fields.vocabulary import FireResult, MoraleResult
from rules.kernel.explain import Considered, Refusal, Step
from rules.kernel.values import dataclass


class OffOrders(NamedTuple):
    """What a die of deep suppression takes off orders (0 or less), and whether a battery goes with it (FF-DSU-03)."""

    modifier: int
    battery: bool


Brings = int | FireResult | MoraleResult | OffOrders


@dataclass(frozen=True, slots=True)
class Prospect:
    """One die before it is thrown: whom it concerns, what each face from 1 to 6 brings, and what will change it.

    A face brings actions (an order roll), a result (a shot, a morale test), or whether it succeeds (any other roll).
    `throws` is how often such a die is thrown at the same target; `by` is the stand that fires, empty for other rolls.
    """

    of: str
    faces: tuple[Brings, ...]
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()
    throws: int = 1
    by: str = ""


Foreseen = tuple[Prospect, ...] | Refusal
"""Every die that a command would throw, in the order they are read; none where it throws none."""
