"""What can have happened while a game was set up. As everywhere, each event carries its results."""

from rules.flanders_fields.turn.game.setting_up.created import GameCreated, SetUpBegun
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Preparation
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A step is done; by one side alone where `side` says so. `now` is the step that is in hand after it."""

    stage: Preparation
    now: Preparation
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class FormationDeployed:
    """A formation stands; with the last of all the sides are `ready`."""

    formation: str
    ready: bool = False


@dataclass(frozen=True, slots=True)
class ObjectiveHeld:
    """Who has an objective now, by its number in the scenario from 1 on; None: nobody."""

    objective: int
    holder: Side | None = None


SettingUpEvent = GameCreated | ScenarioSettled | SetUpBegun | StageFinished | FormationDeployed | ObjectiveHeld
