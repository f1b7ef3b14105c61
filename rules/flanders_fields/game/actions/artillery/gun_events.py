"""Commands, events, dice and folds of guns and mortars (FF-ART, FF-SOS, FF-MTR)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.artillery import Position
from rules.flanders_fields.fire_areas import Coverage, FireAreaKind, Overlap
from rules.flanders_fields.game.dice_rolls import turn_key
from rules.flanders_fields.game.event_folding import change_stands, changed, spend, under_fire
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.rule_module import OpensFire, WaitsForFire, side_of
from rules.flanders_fields.game.state.artillery import AimingPoint, Arriving, FiresBy, ZoneCrossing
from rules.flanders_fields.game.state.game import NO_ORDERS, GameState
from rules.flanders_fields.game.state.placement import Place
from rules.flanders_fields.game.zone_crossings import ZonesEntered
from rules.flanders_fields.vocabulary import Action, Cover, Crossing, FireResult, Going, Side, Slope
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, apart
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass

# Commands


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


# Events


@dataclass(frozen=True, slots=True)
class PointLaid:
    """An aiming point was laid by an order; `spends` an action, but by house rule."""

    point: AimingPoint
    spends: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Deviated:
    """It was rolled where unobserved fire comes down: `distance_cm` towards an hour of the `clock`, or on its point.

    `point` is where it lies from now; `spends` the fire action, unless the fire was on its way already.
    """

    unit: str
    by: FiresBy
    dice: tuple[Throw, ...]
    clock: int | None
    distance_cm: float
    point: AimingPoint
    spends: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AreaHit:
    """What one stand in an area suffered: how the area caught it, its die, and why."""

    stand: str
    cover: Cover
    coverage: Coverage
    die: Throw
    result: FireResult
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AreaFired:
    """Fire came down on an area; `point` is its aiming point after it, a zone from now.

    `changes`, `fired_on` and `companies` are as in other fire; `spends` an action, unless that was spent before.
    """

    unit: str
    by: FiresBy
    kind: FireAreaKind
    open_sights: bool
    hits: tuple[AreaHit, ...]
    point: AimingPoint
    spends: bool
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class SosCalled:
    """A battery was called onto a place; `point` is its new one where it `answered`, and one turn of fire comes."""

    unit: str
    die: Throw
    answered: bool
    deviates: bool
    point: AimingPoint | None
    reasons: Reasons
    at: str = ""


@dataclass(frozen=True, slots=True)
class MoverFiredOn:
    """A zone attacked a stand that moved through it; `stops`: it goes no farther (AMB-323)."""

    crossing: ZoneCrossing
    die: Throw
    coverage: Coverage
    result: FireResult
    stops: bool
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class CommandStandMoved:
    """A command stand made one of its moves: `says` how far that may be."""

    stand: str
    says: str
    reasons: Reasons


GunEvent = PointLaid | Deviated | AreaFired | SosCalled | ZonesEntered | MoverFiredOn | CommandStandMoved


# Names of dice rolls


def area_key(state: GameState, unit: str, point: AimingPoint | None, stand: str) -> str:
    """The name of the die of a stand that fire on an area catches."""
    return turn_key(state, "area", f"{unit}/{_place(point)}/{stand}")


def deviation_key(state: GameState, unit: str) -> str:
    """The name of the dice that say where fire on an aiming point comes down: another point has others."""
    return turn_key(state, "deviation", f"{unit}/{_place(state.guns.point_of(unit))}")


def sos_key(state: GameState, unit: str, at: str) -> str:
    """The name of the die of a call onto a place."""
    return turn_key(state, "sos", f"{unit}/{at}" if at else unit)


def called_onto(where: str, along_cm: float | None, up_cm: float | None) -> str:
    """The place of a call in words: its reference, else what the players call it."""
    return where if along_cm is None or up_cm is None else f"{along_cm:g},{up_cm:g}"


def _place(point: AimingPoint | None) -> str:
    return called_onto(point.where, point.along_cm, point.up_cm) if point else ""


def mover_key(state: GameState, zone: str, stand: str) -> str:
    """The name of a zone's die at a stand."""
    return turn_key(state, "zone", f"{zone}/{stand}")


def _actions(state: GameState, unit: str) -> int:
    """Which of its fire actions it is: fire on its way has spent its own already."""
    going = state.guns.arriving
    spent = len(state.orders.get(unit, NO_ORDERS).spent)
    on_its_way = going is not None and going.unit == unit and going.by is FiresBy.ORDER
    return spent - 1 if on_its_way else spent


def area_throws(state: GameState, event: AreaFired) -> Dice:
    """The dice of it by the name of their roll."""
    names = apart([area_key(state, event.unit, event.point, hit.stand) for hit in event.hits])
    return {name: (hit.die,) for name, hit in zip(names, event.hits, strict=True)}


def deviation_throws(state: GameState, event: Deviated) -> Dice:
    """The dice of it by the name of their roll."""
    return {deviation_key(state, event.unit): event.dice}


def sos_throws(state: GameState, event: SosCalled) -> Dice:
    """The dice of it by the name of their roll."""
    return {sos_key(state, event.unit, event.at): (event.die,)}


def mover_throws(state: GameState, event: MoverFiredOn) -> Dice:
    """The dice of it by the name of their roll."""
    return {mover_key(state, event.crossing.zone, event.crossing.stand): (event.die,)}


def of_zone(state: GameState, event: MoverFiredOn) -> Side | None:
    """Of the side whose zone it is."""
    return side_of(state, event.crossing.zone)


# Folds of events into the state


def lay(state: GameState, point: AimingPoint) -> None:
    """The aiming point of a weapon lies here from now."""
    others = tuple(one for one in state.guns.points if one.unit != point.unit)
    state.guns = replace(state.guns, points=(*others, point))


def begin_arrival(state: GameState, unit: str, by: FiresBy, deviates: bool) -> None:
    """Fire of a battery is on its way to its aiming point: the next commands say where it falls and whom it catches."""
    by_plan = (*state.guns.fired_by_plan, unit) if by is FiresBy.PLAN else state.guns.fired_by_plan
    state.guns = replace(state.guns, arriving=Arriving(unit, by, deviates), fired_by_plan=by_plan)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    guns = state.guns
    if guns.answered or guns.fired_by_plan or guns.attacked or guns.commanders_moved:
        state.guns = replace(guns, answered=(), fired_by_plan=(), attacked=(), commanders_moved=())


def moved(state: GameState, unit: str) -> None:
    """A weapon that moves, packs or limbers leaves no zone behind it (AMB-320)."""
    point = state.guns.point_of(unit)
    if point and point.zone:
        lay(state, replace(point, zone=None))


def point_laid(state: GameState, event: PointLaid) -> None:
    """A redirect."""
    if event.spends:
        spend(state, event.point.unit, Action.REDIRECT)
    lay(state, event.point)
    state.air = state.air.point_moved(event.point.unit)


def deviated(state: GameState, event: Deviated) -> None:
    """The fire falls there; whom it catches is told next."""
    if event.spends:
        spend(state, event.unit, Action.FIRE)
    lay(state, event.point)
    state.guns = replace(state.guns, arriving=Arriving(event.unit, event.by))


def area_fired(state: GameState, event: AreaFired) -> None:
    """The fire has come down, and its area is a zone."""
    if event.spends:
        spend(state, event.unit, Action.FIRE)
    for stand in state.units[event.unit].stands:
        state.stands[stand] = changed(state.stands[stand], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    lay(state, event.point)
    state.guns = replace(state.guns, arriving=None)


def sos_called(state: GameState, event: SosCalled) -> None:
    """Answered or not, the battery is spent for this turn (FF-SOS-05)."""
    state.guns = replace(state.guns, answered=(*state.guns.answered, event.unit))
    if event.point:
        lay(state, event.point)
        state.air = state.air.point_moved(event.unit)
        begin_arrival(state, event.unit, FiresBy.SOS, event.deviates)


def zones_entered(state: GameState, event: ZonesEntered) -> None:
    """They wait for their dice."""
    state.guns = replace(state.guns, crossings=(*state.guns.crossings, *event.crossings))


def mover_fired_on(state: GameState, event: MoverFiredOn) -> None:
    """The attack has been made; a stand that stops on its way meets nobody, one that fell no other zone either."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    met = event.crossing
    if event.stops and state.assault:
        contacts = tuple(one for one in state.assault.contacts if one.attacker != met.stand)
        state.assault = replace(state.assault, contacts=contacts)
    waiting = tuple(one for one in state.guns.crossings if one != met)
    state.guns = replace(state.guns, crossings=waiting, attacked=(*state.guns.attacked, (met.zone, met.stand)))


def command_stand_moved(state: GameState, event: CommandStandMoved) -> None:
    """One of its moves is made."""
    state.guns = replace(state.guns, commanders_moved=(*state.guns.commanders_moved, event.stand))


def action_spent(state: GameState, event: Any) -> None:
    """A weapon that moves, packs or limbers leaves no zone behind it."""
    if event.kind is Action.MOVE:
        moved(state, event.unit)


def made_ready(state: GameState, event: Any) -> None:
    """Nor does one that packs or limbers without an action, by house rule (AMB-47)."""
    moved(state, event.unit)


def falls_on_planned_point(state: GameState, event: AreaFired) -> bool:
    """Fire on a point that was laid by a plan shows where it lies."""
    point = state.guns.point_of(event.unit)
    return point is not None and not point.is_open


def moving(_state: GameState, event: CommandStandMoved) -> Sequence[str]:
    """The command stand."""
    return (event.stand,)
