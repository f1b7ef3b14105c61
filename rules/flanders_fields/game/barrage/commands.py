"""What a seat can ask for with a rolling barrage."""

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.play import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RollBarrageTurns:
    """Roll how many turns a barrage lasts, where the plan leaves it to the die (FF-BAR-09). Its side's secret."""

    barrage: str
    die: Throw


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceBarrage:
    """Lay the band, move it on as planned, or lift it when its turns are used up (FF-BAR-04, FF-BAR-10).

    By house rule it may halt once unplanned (AMB-344), or be bent anew (AMB-356): `leads` of its pieces from the left.
    """

    barrage: str
    halt: bool = False
    leads: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollUnderBarrage:
    """Stands that the band has come over, all in the same cover: a die for each that rolls (FF-BAR-11, FF-BAR-12).

    `moved_in`: a stand that has moved into the band by itself, in either side's turn.
    """

    barrage: str
    stands: tuple[str, ...]
    cover: Cover
    overlap: Overlap = Overlap.WHOLE
    armour_in_cover: bool = False
    moved_in: bool = False
    dice: tuple[Throw, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AllUnderBarrage:
    """Say that every stand under the band has been rolled for."""

    barrage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskBarrage:
    """A stand has ended its move close behind the band: the die for the risk (FF-BAR-23)."""

    barrage: str
    stand: str
    distance_cm: float
    cover: Cover
    die: Throw
    armour_in_cover: bool = False
    ended_move: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SufferBarrage:
    """The die of field artillery at the stand that was at risk (FF-BAR-24)."""

    barrage: str
    die: Throw


BarrageCommand = RollBarrageTurns | AdvanceBarrage | RollUnderBarrage | AllUnderBarrage | RiskBarrage | SufferBarrage

BARRAGE_COMMANDS: dict[str, type[BarrageCommand]] = {
    "roll_barrage_turns": RollBarrageTurns,
    "advance_barrage": AdvanceBarrage,
    "roll_under_barrage": RollUnderBarrage,
    "all_under_barrage": AllUnderBarrage,
    "risk_barrage": RiskBarrage,
    "suffer_barrage": SufferBarrage,
}
