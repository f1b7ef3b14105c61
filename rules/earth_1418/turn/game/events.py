"""What has happened of setting up and of the steps. The kinds and fields are stored for ever."""

from rules.earth_1418.game.state import BoundPhase, CommandGiven, PlanGiven
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class SaidReady:
    """A side is ready with what is chosen now; nothing is told of it."""

    side: str
    phase: BoundPhase
    step: int

    @property
    def deed(self) -> str:
        """What was written comes with Ready: that is what is taken back."""
        return f"Ready of the {self.side}"


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
class SubUnitsRemoved:
    """Sub-units were taken out of the game before it was played; a formation without any is gone too."""

    units: tuple[str, ...]
    names: tuple[str, ...]
