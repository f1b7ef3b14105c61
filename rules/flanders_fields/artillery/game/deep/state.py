"""What deep suppression leaves behind until the next such die."""

from __future__ import annotations

from rules.flanders_fields.artillery.deep_suppression import Chooser
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Deep:
    """The newest die of a side: when it was thrown, and what it takes off the enemy's orders (FF-DSU-03, AMB-384).

    One of the batteries in `among` is still to be lost, as `chosen_by` says; `draws`: lots drawn in vain so far.
    """

    side: Side
    turn: int
    modifier: int
    chosen_by: Chooser = Chooser.NOBODY
    among: tuple[str, ...] = ()
    draws: int = 0
