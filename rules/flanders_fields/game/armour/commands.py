"""What a seat can ask for besides moving and firing: ways through wire, and cavalry off its horses."""

from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearWire:
    """Spend an action on a way through the wire: engineers that touch it, or a tank with grapnels (FF-WIR-10, -12)."""

    unit: str
    belts: int = 1
    touching: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismount:
    """Spend an action on getting off the horses, or on them again; `for_good` leaves them behind (AMB-52, AMB-490)."""

    unit: str
    mount: bool = False
    for_good: bool = False


ArmourCommand = ClearWire | Dismount

ARMOUR_COMMANDS: dict[str, type[ArmourCommand]] = {"clear_wire": ClearWire, "dismount": Dismount}
