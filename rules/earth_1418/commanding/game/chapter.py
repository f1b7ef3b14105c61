"""Commanding and planning as a chapter of the game."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.commanding.game.commands import CommandFormation, PlanSubUnit
from rules.earth_1418.commanding.game.judge import command_formation, plan_unit
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, judged_by
from rules.kernel.stage import Deed


def _deeds() -> Sequence[Deed[Any]]:
    from rules.earth_1418.commanding.game.deeds import COMMANDING_DEEDS

    return COMMANDING_DEEDS


COMMANDING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="commanding",
    drafts={"command_formation": CommandFormation, "plan_unit": PlanSubUnit},
    crosses=dict.fromkeys(("command_formation", "plan_unit"), "said_ready"),
    judge=judged_by({CommandFormation: command_formation, PlanSubUnit: plan_unit}),
    deeds=_deeds,
)
