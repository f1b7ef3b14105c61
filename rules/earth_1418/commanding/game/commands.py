"""What a seat writes for formations and sub-units. The kinds and fields are stored for ever."""

from rules.earth_1418.vocabulary import AdvanceDirection, HighCommand, Plan
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFormation:
    """Write what one formation is told (BE-CMD-01, BE-CMD-07). Nobody else reads it before both sides are ready."""

    formation: str = fact("the formation")
    command: HighCommand = fact("what it is told")
    direction: AdvanceDirection | None = fact("where it advances to, as its side looks up the table", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSubUnit:
    """Write what one sub-unit of the present planning step does (BE-PLN-01)."""

    unit: str = fact("the sub-unit")
    plan: Plan = fact("what it does")
    target: str = fact("at whom it shoots; empty: at nobody")
    packs: bool = fact("it packs or unpacks in this bound", default=False)
    enemy_within_300_m: bool = fact("an enemy to assault lies within 300 m (30 cm)", default=True)
