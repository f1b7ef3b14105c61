"""What a game remembers of a sealed fire plan."""

from __future__ import annotations

from rules.flanders_fields.fire_plan.game.written import PlanInPlay
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.kernel.sealing import SealOpening
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class UnsealedPlan:
    """A plan that waits for the other side's agreement, as it would be sealed; its own side alone knows it."""

    side: Side
    written: WrittenPlan
    secret: str
    played: PlanInPlay


@dataclass(frozen=True, slots=True)
class SealedPlan:
    """A side's plan since it was sealed; `written` and `secret` are its own side's until the game is closed.

    `shown` are the pieces that have fallen, as they were proved.
    """

    side: Side
    fingerprint: str
    about: str
    allowed: int = 0
    written: WrittenPlan | None = None
    secret: str = ""
    shown: tuple[SealOpening, ...] = ()

    def has_shown(self, piece: str) -> bool:
        """Whether a piece has fallen."""
        return any(one.name == piece for one in self.shown)
