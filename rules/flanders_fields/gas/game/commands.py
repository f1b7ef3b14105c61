"""What a seat can ask for about gas."""

from rules.flanders_fields.artillery.areas import Coverage, Overlap
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowForGas:
    """Throw the dice that the gas step asks for next: for the wind, for a release, or for a cloud's own 6.

    `what` names it as the game does: "wind", "release", or either with a cloud's id. `wind_deg` and `written_cm` are
    what house rules want named on release (GAP-62, GAP-67).
    """

    what: str = fact("what the dice are for")
    dice: tuple[Throw, ...] = fact("the dice", default=())
    wind_deg: int | None = fact("the direction of the wind, clockwise", default=None, unit="degrees")
    written_cm: float | None = fact("the speed written down", default=None, unit="cm")


@dataclass(frozen=True, slots=True, kw_only=True)
class GasCaught:
    """A stand that a cloud touches, as seen on the table, and how much of its base lies in it where it ends.

    `at_start` counts where a house rule lets the cloud attack twice (AMB-447).
    """

    stand: str = fact("the stand")
    cover: Cover = fact("its cover")
    coverage: Coverage = fact("how much of its base the cloud touches", default=Coverage.FULLY)
    ends: Overlap = fact("how much of its base lies in the cloud where it ends", default=Overlap.NONE)
    sheltering: bool = fact("it shelters", default=False)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    at_start: Coverage = fact("how much of its base the cloud covered where it began", default=Coverage.SPARED)


@dataclass(frozen=True, slots=True, kw_only=True)
class GasAttacks:
    """A cloud goes through its phase: whom it touches, a die for each in the order told (FF-GAS-18 to FF-GAS-22).

    `off_table`: none of it is on the table any more where it ends (AMB-451).
    """

    cloud: str = fact("the gas cloud")
    caught: tuple[GasCaught, ...] = fact("the stands it touches", default=())
    dice: tuple[Throw, ...] = fact("a die for each stand, in their order", default=())
    off_table: bool = fact("none of it is on the table where it ends", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterGas:
    """A stand moves into or through a cloud that lies on the table (FF-GAS-20). One die where it is attacked.

    `began_inside`: None says what the game knows.
    """

    cloud: str = fact("the gas cloud")
    caught: GasCaught = fact("the stand that moves into it")
    dice: tuple[Throw, ...] = fact("its die, if it is attacked", default=())
    began_inside: bool | None = fact("it began inside", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveGas:
    """Stands have moved out of the gas they stood in (FF-GAS-25)."""

    stands: tuple[str, ...] = fact("the stands that have left the gas")


@dataclass(frozen=True, slots=True, kw_only=True)
class GasByCard:
    """Place the extra attack that a card brings, from its owner's left corner; it comes in his next gas step.

    Offensive gas from guns (FF-GAS-28, FF-CRD-24); `wind_deg` is the wind he would like.
    """

    along_cm: float = fact("along its side's own edge", unit="cm", spot="along", mate="up_cm")
    up_cm: float = fact("up the table", unit="cm", spot="up")
    wind_deg: int = fact("the wind one would like, clockwise", default=0, unit="degrees")


@dataclass(frozen=True, slots=True, kw_only=True)
class WindByCard:
    """Throw two dice for the wind that a card turns on the attacker (FF-GAS-28, FF-CRD-26)."""

    dice: tuple[Throw, ...] = fact("the two dice of the wind")
