"""What a seat can ask for besides moving and firing: ways through wire, and cavalry off its horses."""

from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearWire:
    """Spend an action on a way through the wire: engineers that touch it, or a tank with grapnels (FF-WIR-10, -12)."""

    unit: str = fact("the unit that clears a way")
    belts: int = fact("the belts of wire in a row", default=1)
    touching: bool = fact("its stands touch the wire", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismount:
    """Spend an action on getting off the horses, or on them again; `for_good` leaves them behind (AMB-52, AMB-490)."""

    unit: str = fact("the cavalry")
    mount: bool = fact("it gets on its horses again", default=False)
    for_good: bool = fact("it leaves its horses behind", default=False)
