"""What a seat asks for of a unit that fires at stands."""

from typing import TYPE_CHECKING

from rules.flanders_fields.game.waiting import GoesOn, OpensFire
from rules.flanders_fields.shelters.block_houses import Face
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import Cover, Crossing, Slope
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class AimedShot:
    """One stand's fire at one target as measured; `behind_cm` for a stand in a machine gun's beaten zone.

    `passes_over` says that another enemy comes first by target priority; `stands_in_front` counts friendly stands.
    `sector` is the side of the tank, or the face of the block house, that fires; `face` the face of a block house that
    is hit; `armour_in_cover` tells of an armoured target that it stands in a building or the like.
    """

    firer: str = fact("the stand that fires")
    target: str = fact("the stand fired at")
    range_cm: float = fact("from the firer to the target", unit="cm")
    cover: Cover = fact("the target's cover")
    dice: tuple[Throw, ...] = fact("the dice of the shot")
    behind_cm: float | None = fact("from the first target to this one behind it", default=None, unit="cm")
    in_arc: bool = fact("the target is in the firer's arc", default=True)
    direct_sight: bool = fact("the firer sees the target itself", default=True)
    firer_in_gas: bool | None = fact("the firer stands in gas", default=None)
    line_crosses: Crossing = fact("what the line of fire passes between", default=Crossing.NOTHING)
    slope: Slope = fact("how the firer stands above or below the target", default=Slope.LEVEL)
    from_the_flank: bool = fact("the fire comes from the flank", default=False)
    stands_in_front: int = fact("friendly stands in front of the firer", default=0)
    friends_in_line: bool = fact("friendly stands are in the line of fire", default=False)
    passes_over: bool = fact("another enemy comes first by target priority", default=False)
    sector: Sector = fact("the side of the tank, or the face of the block house, that fires", default=Sector.NONE)
    face: Face | None = fact("the face of the block house that is hit", default=None)
    armour_in_cover: bool = fact("the armoured target stands in a building or the like", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(GoesOn, OpensFire):
    """Spend a fire action: a company's stands each once, or a machine gun's first target and its beaten zone.

    A tank fires at as many targets as its type allows, a block house from each face. `on_the_move`: at the end of the
    move action a tank has just made, which spends no action of its own (FF-TNK-02).
    """

    unit: str = fact("the unit that fires")
    shots: tuple[AimedShot, ...] = fact("the shots")
    mad_minute: bool = fact("it fires a Mad Minute", default=False)
    on_the_move: bool = fact("it fires at the end of its move", default=False)

    def firing(self, _state: "GameState") -> str:
        """The unit that is about to fire."""
        return self.unit
