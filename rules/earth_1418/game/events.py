"""What has happened, with its results. The kinds and fields are stored for ever."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from rules.earth_1418.facts import Volley
from rules.earth_1418.game.state import (
    BasePlace,
    BombardmentGiven,
    BoundPhase,
    CommandGiven,
    ContactMade,
    CordonLying,
    EarthFormation,
    GameSettled,
    GroundLaid,
    PlanGiven,
    SharePlanned,
    SubUnit,
)
from rules.earth_1418.vocabulary import BaseMark, Terrain
from rules.kernel.explain import Considered, Step
from rules.kernel.play import Throw
from rules.kernel.record_kinds import Corrected
from rules.kernel.recording import RECORD_KINDS
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class EarthBegun:
    """A game has been set up."""

    facts: GameSettled
    formations: tuple[EarthFormation, ...]
    units: tuple[SubUnit, ...]
    wind: float | None


@dataclass(frozen=True, slots=True)
class ChoiceWritten:
    """A side has written down its commands or plans, or a part of them; only it knows them."""

    side: str
    commands: tuple[CommandGiven, ...]
    bombardments: tuple[BombardmentGiven, ...]
    plans: tuple[PlanGiven, ...]
    shares: tuple[SharePlanned, ...]


def written_about(event: Any) -> Collection[str]:
    """What a side has written about in an event: said anew, it takes the place of what was said before."""
    match event:
        case ChoiceWritten():
            told = [f"command {one.formation}" for one in event.commands]
            told += [f"bombardment {one.id}" for one in event.bombardments]
            told += [f"plan {one.unit}" for one in event.plans]
            return [*told, *(f"shots {one.bombardment} {one.unit} {one.outside}" for one in event.shares)]
        case BombardmentAimed():
            return [f"aim {event.bombardment}"]
    return ()


@dataclass(frozen=True, slots=True)
class SaidReady:
    """A side is ready with what is chosen now; nothing is told of it."""

    side: str
    phase: BoundPhase
    step: int


@dataclass(frozen=True, slots=True)
class CommandsOpened:
    """Both sides were ready: what every formation was told."""

    commands: tuple[CommandGiven, ...]


@dataclass(frozen=True, slots=True)
class PlansOpened:
    """All were ready: the plans of a step that are marked on the table; of a secret step none."""

    step: int
    plans: tuple[PlanGiven, ...]


@dataclass(frozen=True, slots=True)
class VolleyFired:
    """Dice of a shot, a melee or a bombardment, and the hits; `again` have to be thrown once more."""

    how: str
    side: str
    unit: str
    target: str
    bombardment: str
    outside: bool
    terrain: Terrain
    volley: Volley
    dice: tuple[Throw, ...]
    hits: int
    again: int
    steps: tuple[Step, ...]
    considered: tuple[Considered, ...]


@dataclass(frozen=True, slots=True)
class DiceThrownAgain:
    """Dice that had to be thrown again, and the hits that stand."""

    unit: str
    target: str
    dice: tuple[Throw, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class HitsPlaced:
    """The bases of a target after the hits, and who made them."""

    unit: str
    target: str
    bases: tuple[BaseMark, ...]
    injured: int
    killed: int


@dataclass(frozen=True, slots=True)
class RecoveryRolled:
    """A recovery die, and whether the base moves normally again."""

    unit: str
    base: int
    die: Throw
    recovered: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class SubUnitMoved:
    """A sub-unit has moved, where to, and the contact it made."""

    unit: str
    moved_mm: int
    ends_in: Terrain
    left_terrain: Terrain | None
    contact: ContactMade | None
    short_of: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class CordonLaid:
    """Smoke or gas lies on the table; with the first what was told of the wind: its die, and its value for gas."""

    bombardment: str
    cordon: CordonLying
    wind: float
    steps: tuple[Step, ...]
    dice: tuple[Throw, ...] = ()
    wind_value: float | None = None

    @property
    def is_wind_typed(self) -> bool:
        """Whether it says where the wind blows to and no die does: a wind that is known has no line of its own."""
        return not self.dice and any(one.clause == "BE-GAS-07" for one in self.steps)


@dataclass(frozen=True, slots=True)
class StepClosed:
    """A side has nothing more to do in this step."""

    side: str


@dataclass(frozen=True, slots=True)
class BaseRestored:
    """A base, counted from 0, that moves normally again."""

    unit: str
    base: int


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A phase or step begins; `restored` are bases that move normally again, since nobody has them under fire."""

    phase: BoundPhase
    step: int
    restored: tuple[BaseRestored, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundEnded:
    """A bound is over: clouds have drifted, digging is done, the next one begins."""

    bound: int


@dataclass(frozen=True, slots=True)
class TerrainLaid:
    """A table lies; `lifted` are bases that no longer fit on it."""

    ground: GroundLaid
    lifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BasesPlaced:
    """Where bases stand now."""

    bases: tuple[BasePlace, ...]


@dataclass(frozen=True, slots=True)
class BasesLifted:
    """Bases that are off the map."""

    bases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BombardmentAimed:
    """Where in its square the circle of a bombardment is laid; only its own side knows before it falls."""

    side: str
    bombardment: str
    x_mm: int
    y_mm: int


GROUND_EVENTS: Final[Mapping[str, type[Any]]] = {
    "table_laid": TerrainLaid,
    "bases_placed": BasesPlaced,
    "bases_lifted": BasesLifted,
    "bombardment_aimed": BombardmentAimed,
}

EVENTS: Final[Mapping[str, type[Any]]] = {
    "game_created": EarthBegun,
    "choice_written": ChoiceWritten,
    "said_ready": SaidReady,
    "commands_opened": CommandsOpened,
    "plans_opened": PlansOpened,
    "volley_fired": VolleyFired,
    "thrown_again": DiceThrownAgain,
    "hits_placed": HitsPlaced,
    "recovery_rolled": RecoveryRolled,
    "moved": SubUnitMoved,
    "cordon_laid": CordonLaid,
    "step_closed": StepClosed,
    "step_began": StepBegan,
    "bound_ended": BoundEnded,
    **GROUND_EVENTS,
    "corrected": Corrected,
    **{one.kind: one.made for one in RECORD_KINDS},
}
