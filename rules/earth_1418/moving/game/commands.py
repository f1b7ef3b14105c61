"""What a seat asks for of moves and recovery. The kinds and fields are stored for ever."""

from rules.earth_1418.vocabulary import Terrain
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSubUnit:
    """Move as planned: over which ground beside open, how far, and in an assault at whom (BE-MOV-12, BE-ASL-01)."""

    unit: str = fact("who moves")
    road: bool = fact("on an intact road", default=False)
    rough: bool = fact("from or into rough ground", default=False)
    impractical: bool = fact("from or into impractical ground", default=False)
    moved_cm: float | None = fact(
        "how far it moves; none: its full distance", unit="cm", default=None, least=0, most=1000
    )
    ends_in: Terrain = fact("the ground it ends on")
    nearer_to_better: bool = fact("it ends nearer to better cover than it was", default=False)
    enemy: str = fact("whom it assaults; empty: nobody", default="")
    enemy_cm: float | None = fact("straight to the enemy's nearest base", unit="cm", default=None, least=0, most=1000)
    x_mm: int | None = fact("where the middle of its rank comes to", default=None, unit="mm", spot="x", mate="y_mm")
    y_mm: int | None = fact("the same, up the table", default=None, unit="mm", spot="y")
    toward: bool = fact("it goes as far as it may towards that place", default=False)
    stays: bool = fact("its assault reaches nobody, and it stays where it is", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverBase:
    """The recovery die of an injured platoon that another shooter has under fire (BE-INJ-05)."""

    unit: str = fact("the sub-unit")
    base: str = fact("the injured base")
    die: Throw = fact("its recovery die")
    cordon: str = fact("the cordon that it touches; empty: none", default="")
