"""Commanding and planning as a chapter of the game."""

from typing import Final

from rules.earth_1418.commanding.game.commands import CommandFormation, PlanSubUnit
from rules.earth_1418.commanding.game.judge import command_formation, plan_unit
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, judged_by, late

COMMANDING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="commanding",
    drafts={"command_formation": CommandFormation, "plan_unit": PlanSubUnit},
    crosses=dict.fromkeys(("command_formation", "plan_unit"), "said_ready"),
    judge=judged_by({CommandFormation: command_formation, PlanSubUnit: plan_unit}),
    deeds=late("rules.earth_1418.commanding.game.deeds", "COMMANDING_DEEDS"),
)
