"""What a seat can ask for of its guns."""

from typing import TYPE_CHECKING

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.artillery.sos import Position
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.waiting import OpensFire, WaitsForFire
from rules.flanders_fields.vocabulary import Cover, Crossing, Going, Slope
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class LayPoint(WaitsForFire):
    """Lay the aiming point of a battery or mortar by an order: a redirect (FF-ART-17, FF-ART-20).

    `where` is what the players call the place, `target` the base a mortar is laid on; the reference is optional.
    """

    unit: str = fact("the battery, gun or mortar")
    where: str = fact("what the place is called", default="")
    target: str = fact("the base the mortar is laid on", default="")
    along_cm: float | None = fact(
        "along its side's own edge", default=None, unit="cm", least=0, most=1000, spot="along", mate="up_cm"
    )
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000, spot="up")
    in_arc: bool = fact("the point is in its arc", default=True)
    open_sights: bool = fact("it fires over open sights", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDeviation:
    """Roll where unobserved fire from off the table comes down: one die, or five if it deviates (FF-DEV-01 to -08)."""

    unit: str = fact("the battery behind the table")
    dice: tuple[Throw, ...] = fact("one die, or five if its fire deviates", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class InArea:
    """A stand in the area of a fire action, or partly in it, as it is seen on the table."""

    stand: str = fact("the stand")
    cover: Cover = fact("its cover")
    overlap: Overlap = fact("how much of its base lies in the area", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base is inside", default=True)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    seen: bool = fact("the firer sees it", default=False)
    from_gun_cm: float | None = fact("from the gun to it", default=None, unit="cm", least=0, most=1000)
    aimed_at: bool = fact("it is the stand aimed at", default=False)
    whole_in_joined: bool = fact("it lies wholly in the joined areas", default=False)
    rolled_for: bool = fact("a die was thrown for it already", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOnArea(OpensFire):
    """A fire action on an aiming point: the stands in its area and a die for each, in their order (FF-ART-26).

    `observed` is for a battery off the table; `sees_point`, the arc and the distances are for a weapon on it. For a
    mortar that does not see its point a command stand spots; `where` is the new point of a machine gun.
    """

    unit: str = fact("the weapon that fires")
    stands: tuple[InArea, ...] = fact("the stands in its area", default=())
    dice: tuple[Throw, ...] = fact("a die for each stand, in their order", default=())
    observed: bool = fact("the fire is observed", default=False)
    range_cm: float | None = fact("from the weapon to the point", default=None, unit="cm", least=0, most=1000)
    sees_point: bool = fact("the weapon sees the point", default=False)
    in_arc: bool = fact("the point is in its arc", default=True)
    own_trench_cm: float | None = fact("to its own front trench", default=None, unit="cm", least=0, most=1000)
    enemy_trench_cm: float | None = fact("to the enemy's front trench", default=None, unit="cm", least=0, most=1000)
    firer_in_gas: bool | None = fact("the weapon stands in gas", default=None)
    line_crosses: Crossing = fact("what the line of fire passes between", default=Crossing.NOTHING)
    slope: Slope = fact("how the weapon stands above or below the point", default=Slope.LEVEL)
    spotter: str = fact("the command stand that spots", default="")
    spotter_sees_target: bool = fact("the spotter sees the target", default=True)
    spotter_sees_mortar: bool = fact("the spotter sees the mortar", default=True)
    battalion_cm: float | None = fact("from the point to its battalion", default=None, unit="cm", least=0, most=1000)
    where: str = fact("what the new point is called", default="")

    def firing(self, _state: "GameState") -> str:
        """The unit that is about to fire."""
        return self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSos(WaitsForFire):
    """Call a defending field battery onto a point before a defended position (FF-SOS-04)."""

    unit: str = fact("the battery that is called")
    die: Throw = fact("its die")
    from_position_cm: float = fact("from the point to that position", unit="cm", least=0, most=1000)
    position: Position = fact("which position it defends", default=Position.FRONT_TRENCH)
    where: str = fact("what the place is called", default="")
    along_cm: float | None = fact(
        "along its side's own edge", default=None, unit="cm", least=0, most=1000, spot="along", mate="up_cm"
    )
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000, spot="up")
    in_arc: bool = fact("the point is in its arc", default=True)
    sees_point: bool = fact("the battery sees the point", default=False)
    command_stand_sees: bool = fact("a command stand sees the point", default=True)
    own_trench_cm: float | None = fact("to its own front trench", default=None, unit="cm", least=0, most=1000)
    enemy_trench_cm: float | None = fact("to the enemy's front trench", default=None, unit="cm", least=0, most=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOnMover:
    """The die of a zone at a stand that moves through it, which is the next one (FF-MVZ-02)."""

    zone: str = fact("the fire zone")
    stand: str = fact("the stand that moves through it")
    die: Throw = fact("the die of the zone")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCommandStand(WaitsForFire):
    """One of the moves of a command stand in the last phase, and the zones it leads through (FF-CMD-05, AMB-322)."""

    stand: str = fact("the command stand")
    going: Going = fact("the going", default=Going.CROSS_COUNTRY)
    mounted: bool = fact("it rides", default=False)
    in_column: bool = fact("it moves in column", default=False)
    zones: tuple[ZoneCrossing, ...] = fact("the fire zones it moves through", default=())
    places: tuple[Place, ...] = fact("where it is afterwards", default=())
