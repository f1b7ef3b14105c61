"""What has happened of moves and recovery. The kinds and fields are stored for ever."""

from rules.earth_1418.game.state import ContactMade
from rules.earth_1418.vocabulary import Terrain
from rules.kernel.dice import Throw
from rules.kernel.explain import Step
from rules.kernel.values import dataclass


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
class RecoveryRolled:
    """A recovery die, and whether the base moves normally again."""

    unit: str
    base: int
    die: Throw
    recovered: bool
    steps: tuple[Step, ...]
