"""What can have happened while a game was set up. As everywhere, each event carries its results."""

from dataclasses import field

from rules.flanders_fields.game.ground.state import Zone
from rules.flanders_fields.game.planned import FirePlan, Missions, PlannedGas
from rules.flanders_fields.game.state import Battalion, GameSettings, Regiment, Stand, Unit
from rules.flanders_fields.turn.game.setting_up.state import Arrival, Objective, PlanAllowed, Preparation
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True)
class ScenarioSettled:
    """What the author of a scenario has settled beside the forces; a side hears of the other's reserves nothing."""

    zones: tuple[Zone, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    plans: tuple[PlanAllowed, ...] = ()
    turns: int = 0
    objectives: tuple[Objective, ...] = ()
    decides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUpBegun:
    """The players go through the steps of the book, from this one on."""

    stage: Preparation


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


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was set up, with its whole force, what each side has planned, and the table if one is laid."""

    facts: GameSettings
    regiments: tuple[Regiment, ...]
    battalions: tuple[Battalion, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]
    gas: tuple[PlannedGas, ...] = ()
    missions: tuple[Missions, ...] = ()
    plan: FirePlan = field(default_factory=FirePlan)
    table: LaidTable | None = None
    settled: ScenarioSettled | None = None


SettingUpEvent = GameCreated | ScenarioSettled | SetUpBegun | StageFinished | FormationDeployed | ObjectiveHeld
