"""What has happened of shots, shells and blows. The kinds and fields are stored for ever."""

from rules.earth_1418.firing.volleys import Volley
from rules.earth_1418.vocabulary import BaseMark, Terrain
from rules.kernel.dice import Throw
from rules.kernel.explain import Considered, Step
from rules.kernel.values import dataclass


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
