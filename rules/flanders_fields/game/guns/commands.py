"""What a seat can ask for of its guns."""

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.artillery.sos import Position
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.guns.state import Crossing as ZoneCrossing
from rules.flanders_fields.vocabulary import Cover, Crossing, Going, Slope
from rules.kernel.play import Throw
from rules.kernel.resolve import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LayPoint:
    """Lay the aiming point of a battery or mortar by an order: a redirect (FF-ART-17, FF-ART-20).

    `where` is what the players call the place, `target` the base a mortar is laid on; the reference is optional.
    """

    unit: str
    where: str = ""
    target: str = ""
    along_cm: float | None = fact("along its side's own edge", default=None, unit="cm", least=0, most=1000)
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000)
    in_arc: bool = True
    open_sights: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDeviation:
    """Roll where unobserved fire from off the table comes down: one die, or five if it deviates (FF-DEV-01 to -08)."""

    unit: str
    dice: tuple[Throw, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InArea:
    """A stand in the area of a fire action, or partly in it, as it is seen on the table."""

    stand: str
    cover: Cover
    overlap: Overlap = Overlap.WHOLE
    centre_inside: bool = True
    armour_in_cover: bool = False
    seen: bool = False
    from_gun_cm: float | None = fact("from the gun to it", default=None, unit="cm", least=0, most=1000)
    aimed_at: bool = False
    whole_in_joined: bool = False
    rolled_for: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOnArea:
    """A fire action on an aiming point: the stands in its area and a die for each, in their order (FF-ART-26).

    `observed` is for a battery off the table; `sees_point`, the arc and the distances are for a weapon on it. For a
    mortar that does not see its point a command stand spots; `where` is the new point of a machine gun.
    """

    unit: str
    stands: tuple[InArea, ...] = ()
    dice: tuple[Throw, ...] = ()
    observed: bool = False
    range_cm: float | None = fact("from the weapon to the point", default=None, unit="cm", least=0, most=1000)
    sees_point: bool = False
    in_arc: bool = True
    own_trench_cm: float | None = fact("to its own front trench", default=None, unit="cm", least=0, most=1000)
    enemy_trench_cm: float | None = fact("to the enemy's front trench", default=None, unit="cm", least=0, most=1000)
    firer_in_gas: bool | None = None
    line_crosses: Crossing = Crossing.NOTHING
    slope: Slope = Slope.LEVEL
    spotter: str = ""
    spotter_sees_target: bool = True
    spotter_sees_mortar: bool = True
    battalion_cm: float | None = fact("from the point to its battalion", default=None, unit="cm", least=0, most=1000)
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSos:
    """Call a defending field battery onto a point before a defended position (FF-SOS-04)."""

    unit: str
    die: Throw
    from_position_cm: float = fact("from the point to that position", unit="cm", least=0, most=1000)
    position: Position = Position.FRONT_TRENCH
    where: str = ""
    along_cm: float | None = fact("along its side's own edge", default=None, unit="cm", least=0, most=1000)
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000)
    in_arc: bool = True
    sees_point: bool = False
    command_stand_sees: bool = True
    own_trench_cm: float | None = fact("to its own front trench", default=None, unit="cm", least=0, most=1000)
    enemy_trench_cm: float | None = fact("to the enemy's front trench", default=None, unit="cm", least=0, most=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOnMover:
    """The die of a zone at a stand that moves through it, which is the next one (FF-MVZ-02)."""

    zone: str
    stand: str
    die: Throw


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCommandStand:
    """One of the moves of a command stand in the last phase, and the zones it leads through (FF-CMD-05, AMB-322)."""

    stand: str
    going: Going = Going.CROSS_COUNTRY
    mounted: bool = False
    in_column: bool = False
    zones: tuple[ZoneCrossing, ...] = ()
    places: tuple[Place, ...] = ()


GunCommand = LayPoint | RollDeviation | FireOnArea | CallSos | FireOnMover | MoveCommandStand

GUN_COMMANDS: dict[str, type[GunCommand]] = {
    "lay_point": LayPoint,
    "roll_deviation": RollDeviation,
    "fire_on_area": FireOnArea,
    "call_sos": CallSos,
    "fire_on_mover": FireOnMover,
    "move_command_stand": MoveCommandStand,
}
