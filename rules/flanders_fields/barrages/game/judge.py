"""Who judges which command of a rolling barrage, and what waits for it."""

from rules.flanders_fields.barrages.game.commands import (
    AdvanceBarrage,
    AllUnderBarrage,
    RiskBarrage,
    RollBarrageTurns,
    RollUnderBarrage,
    SufferBarrage,
)
from rules.flanders_fields.barrages.game.due import NEEDS, to_advance
from rules.flanders_fields.barrages.game.moving import advance, roll_turns
from rules.flanders_fields.barrages.game.striking import all_under, risk, roll_under, suffer
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import EndsTurn
from rules.kernel.chapters import Command, judged_by
from rules.kernel.explain import Refusal


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while a barrage is to be advanced, or a stand to be rolled for."""
    if not table.state.barrages or table.in_turn():
        return None
    state = table.state
    for one in state.barrages.values():
        if one.at_risk:
            name = state.stands[one.at_risk.stand].name
            return Refusal("FF-BAR-24", f"{name} is at risk behind the barrage", "roll its attack first")
    here = table.here
    if not isinstance(command, EndsTurn) and (here is None or here.step.needs != NEEDS):
        return None
    plan = to_advance(state, table.book)
    if plan:
        return Refusal("FF-BAR-03", f"{plan.name} has not been advanced in this turn", "advance it first")
    if any(one.rolling for one in state.barrages.values()):
        because = "the stands under the rolling barrage are still to be rolled for"
        return Refusal("FF-BAR-11", because, "roll for them, or say that was all of them")
    return None


judge = judged_by(
    {
        RollBarrageTurns: roll_turns,
        AdvanceBarrage: advance,
        RollUnderBarrage: roll_under,
        AllUnderBarrage: all_under,
        RiskBarrage: risk,
        SufferBarrage: suffer,
    }
)
"""Who judges which command of a rolling barrage."""
