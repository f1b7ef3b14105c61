"""The event that says what the author of a scenario has settled."""

from rules.flanders_fields.game.ground.state import Zone
from rules.flanders_fields.turn.game.setting_up.state import Arrival, Objective, PlanAllowed
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ScenarioSettled:
    """What the author of a scenario has settled beside the forces; a side hears of the other's reserves nothing."""

    zones: tuple[Zone, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    plans: tuple[PlanAllowed, ...] = ()
    turns: int = 0
    objectives: tuple[Objective, ...] = ()
    decides: tuple[str, ...] = ()
