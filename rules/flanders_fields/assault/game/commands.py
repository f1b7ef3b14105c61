"""What a seat can ask for in an assault."""

from typing import TYPE_CHECKING

from rules.flanders_fields.game.contact import Meeting
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.waiting import MovesUnit, OpensFire, WaitsForFire
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import Side, Slope
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class GoIn(Meeting, WaitsForFire, MovesUnit):
    """Move a stand into contact with an enemy stand, as measured; the first of a unit spends its move action.

    After a fight it is the follow-up of a stand that has won (FF-ASL-03, FF-ASL-05, FF-ASL-16). `places`: where its
    unit's stands are afterwards.
    """

    unit: str = fact("the unit that assaults")
    stand: str = fact("the stand that goes in")
    target: str = fact("the enemy stand it goes in against")
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AllIn(WaitsForFire):
    """Say that every stand of the assault has been moved: the assaulted may fire (FF-ASL-05, FF-ASL-06)."""

    unit: str = fact("the unit that assaults")


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAsTheyClose(OpensFire):
    """An assaulted stand's fire at one that assaults it; without a target it holds its fire (FF-ASL-06).

    `range_cm` and `sector` (of a tank or a block house) are for a stand that fires without being assaulted, where a
    house rule lets it (AMB-402). Tanks and block houses may fire once more for every further attacker (FF-ASL-24, -28).
    """

    stand: str = fact("the stand that fires, or holds its fire")
    target: str = fact("the attacking stand it fires at; none if it holds its fire", default="")
    dice: tuple[Throw, ...] = fact("the dice of the shot", default=())
    range_cm: float | None = fact("from the stand to its target", default=None, unit="cm")
    firer_in_gas: bool | None = fact("the stand stands in gas", default=None)
    slope: Slope = fact("how it stands above or below its target", default=Slope.LEVEL)
    sector: Sector = fact("the side of the tank, or the face of the block house, that fires", default=Sector.NONE)

    def firing(self, state: "GameState") -> str:
        """The unit of the stand, unless it holds its fire."""
        stand = state.stands.get(self.stand) if self.target else None
        return stand.unit if stand else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandAgainstArmour:
    """The morale roll of a stand that armour has come into contact with (FF-ASL-25)."""

    stand: str = fact("the stand that armour has come to")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowInCombat:
    """One side's die in the fight of this attacking stand, which is the next one (FF-ASL-13)."""

    attacker: str = fact("the attacking stand of the fight")
    side: Side = fact("whose die it is")
    die: Throw = fact("the die")
