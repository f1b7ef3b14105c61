"""The events with which a game begins."""

from dataclasses import field

from rules.flanders_fields.game.planned import FirePlan, Missions, PlannedGas
from rules.flanders_fields.game.state import Battalion, GameSettings, Regiment, Stand, Unit
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Preparation
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


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


@dataclass(frozen=True, slots=True)
class SetUpBegun:
    """The players go through the steps of the book, from this one on."""

    stage: Preparation
