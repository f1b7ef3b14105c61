"""A sealed plan as chapters are asked which of its pieces have fallen with what happened."""

from collections.abc import Callable

from rules.flanders_fields.fire_plan.written import GasLine, WrittenPlan
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class SealedLines:
    """A side's sealed plan with its lines under the names that tell nothing of them.

    `has_shown`: whether a piece has fallen before. `comes_as`: a line of gas as it comes in the game.
    """

    side: Side
    plan: WrittenPlan
    has_shown: Callable[[str], bool]
    comes_as: Callable[[GasLine], tuple[PlannedGas, ...]]

    def own(self, of: str) -> str:
        """The line behind what the game calls side.sort.line; empty for another side's."""
        side, _, line = (*of.split(".", 2), "", "")[:3]
        return line if side == self.side.value else ""
