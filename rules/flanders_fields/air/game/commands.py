"""What a seat can ask for about aircraft."""

from rules.flanders_fields.air.game.state import AirTarget
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAircraft:
    """A regiment's commander calls for aircraft (FF-AIR-05, FF-AIR-06)."""

    regiment: str = fact("the regiment whose commander calls")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameAirTargets:
    """The stands on the line of the attack, as measured from the point that was named (FF-AIR-07).

    The rules say which of them are attacked, and in what order. On a map the point may be given too, from the left
    corner of the side that flies, and the direction of the line, clockwise from straight ahead.
    """

    targets: tuple[AirTarget, ...] = fact("the stands on the line of the attack")
    along_cm: float | None = fact(
        "along its side's own edge", default=None, unit="cm", least=0, most=1000, spot="along", mate="up_cm"
    )
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000, spot="up")
    direction_deg: int = fact("the line", default=0, unit="degrees", least=-180, most=180)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowInAirAttack:
    """One side's die in the attack on this stand, which is the next one (FF-AIR-08)."""

    target: str = fact("the stand that is attacked")
    side: Side = fact("whose die it is")
    die: Throw = fact("the die")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAirAttack:
    """Let the aircraft go without another attack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayGun:
    """Spend an action on laying a machine gun on its line again (FF-AIR-14)."""

    unit: str = fact("the machine gun")


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchFromAir:
    """Let an air mission that is not used observe the point of a battery behind the table (AMB-471)."""

    unit: str = fact("the battery whose point is observed")
