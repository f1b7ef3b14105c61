"""What a seat can ask for with a rolling barrage."""

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RollBarrageTurns:
    """Roll how many turns a barrage lasts, where the plan leaves it to the die (FF-BAR-09). Its side's secret."""

    barrage: str = fact("the barrage")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceBarrage:
    """Lay the band, move it on as planned, or lift it when its turns are used up (FF-BAR-04, FF-BAR-10).

    By house rule it may halt once unplanned (AMB-344), or be bent anew (AMB-356): `leads` of its pieces from the left.
    """

    barrage: str = fact("the barrage")
    halt: bool = fact("it halts once unplanned", default=False)
    leads: tuple[float, ...] = fact("how far each of its pieces is ahead, from the left", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RollUnderBarrage:
    """Stands that the band has come over, all in the same cover: a die for each that rolls (FF-BAR-11, FF-BAR-12).

    `moved_in`: a stand that has moved into the band by itself, in either side's turn.
    """

    barrage: str = fact("the barrage")
    stands: tuple[str, ...] = fact("the stands under it in the same cover")
    cover: Cover = fact("their cover")
    overlap: Overlap = fact("how much of their bases the band covers", default=Overlap.WHOLE)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    moved_in: bool = fact("the stand has moved into the band by itself", default=False)
    dice: tuple[Throw, ...] = fact("a die for each stand that rolls", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AllUnderBarrage:
    """Say that every stand under the band has been rolled for."""

    barrage: str = fact("the barrage")


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskBarrage:
    """A stand has ended its move close behind the band: the die for the risk (FF-BAR-23)."""

    barrage: str = fact("the barrage")
    stand: str = fact("the stand close behind it")
    distance_cm: float = fact("from the stand to the band", unit="cm")
    cover: Cover = fact("its cover")
    die: Throw = fact("its die")
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    ended_move: bool = fact("it has ended its move there", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SufferBarrage:
    """The die of field artillery at the stand that was at risk (FF-BAR-24)."""

    barrage: str = fact("the barrage")
    die: Throw = fact("the die of field artillery")
