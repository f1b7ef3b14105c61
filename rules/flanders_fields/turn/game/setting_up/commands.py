"""What a seat asks for while a game is set up."""

from rules.flanders_fields.turn.game.setting_up.creating import CreateGame
from rules.flanders_fields.vocabulary import Side
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSetUp:
    """Go through the steps of the book before the first turn (FF-SET-10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishStage:
    """Say that the present step is done: terrain, works, or one's own plan. For the plans each side says so itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployFormation:
    """Say that a battalion, or a regiment's own stands, are set up: the other side is next."""

    formation: str = fact("the battalion, or the regiment's own stands, set up")


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldObjective:
    """Note who has an objective of the scenario, by its number from 1 on; without a holder, nobody has it."""

    objective: int = fact("the number of the objective")
    holder: Side | None = fact("who has it", default=None)


SettingUpCommand = CreateGame | BeginSetUp | FinishStage | DeployFormation | HoldObjective
