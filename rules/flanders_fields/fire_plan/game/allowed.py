"""Whether a fire plan keeps to what its scenario allows (FF-SET-12)."""

from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.kernel.explain import Refusal
from rules.kernel.numerals import counted


def more_than_allowed(state: GameState, plan: WrittenPlan) -> Refusal | None:
    """Refuses a plan with more lines of a sort than the scenario gives its side."""
    if not state.set_up.limited:
        return None
    allowed = state.set_up.plan_of(plan.side)
    has_of_each = (len(plan.bombardments), len(plan.barrages), len(plan.gas), len(plan.works), plan.air_missions)
    for (word, most), has in zip(allowed.lines, has_of_each, strict=True):
        if has > most:
            because = f"the plan has {counted(has, word)}, and the scenario allows {counted(most, word)}"
            return Refusal("FF-SET-12", because, "leave some out, or change the scenario before the game")
    return None
