"""Handlers of fire on areas: aiming points, deviation, hits, SOS calls (FF-ART, FF-SOS)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.artillery import (
    Aimed,
    AimFacts,
    FrontLineFacts,
    PointBefore,
    Position,
    SosFacts,
    call_for_fire,
    front_line,
    lay_on,
)
from rules.flanders_fields.bombardments import AreaFireFacts, AreaShot, AreaShots, AreaStand, shots_on_area
from rules.flanders_fields.fire_areas import (
    ALL_DICE,
    USUAL_COMPANY,
    Deviation,
    DeviationFacts,
    FireAreaKind,
    Unobserved,
    deviation,
)
from rules.flanders_fields.fire_zones import attack_on_the_way
from rules.flanders_fields.game import dice_rolls
from rules.flanders_fields.game.actions.artillery.gun_events import (
    AreaFired,
    AreaHit,
    CallSos,
    Deviated,
    FireOnArea,
    FireOnMover,
    InArea,
    LayPoint,
    MoverFiredOn,
    PointLaid,
    RollDeviation,
    SosCalled,
    area_key,
    called_onto,
    deviation_key,
    mover_key,
    sos_key,
)
from rules.flanders_fields.game.dice_rolls import faces, helps_fire
from rules.flanders_fields.game.fire_effects import Effects, after_losses, shaken_by, why_it_falls_there
from rules.flanders_fields.game.handler_context import JudgedTable, spend
from rules.flanders_fields.game.log_text import stand_name
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.stand_types import MOTORS
from rules.flanders_fields.game.state.artillery import AimingPoint, FiresBy
from rules.flanders_fields.game.state.cards import GOOD, SUPERB
from rules.flanders_fields.game.state.fire_plan import NotedSos
from rules.flanders_fields.game.state.game import Battalion, GameState, Orders, Unit
from rules.flanders_fields.game.zone_crossings import suppressed, zone_facts
from rules.flanders_fields.machine_guns import IndirectGunFacts, StripStand, strip_shots
from rules.flanders_fields.morale import SOURCES
from rules.flanders_fields.mortars import MortarFireFacts, MortarPoint, mortar_shots
from rules.flanders_fields.orders import MortarFire, Spotter
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    MORTARS,
    Action,
    Carriage,
    Firer,
    FireResult,
    Side,
    SuppressionSource,
    TargetKind,
    UnitClass,
)
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import apart, settle, settle_row
from rules.kernel.distances import BadDistance
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement

# Whom a fire action on an area attacks


def whom_it_attacks(
    table: JudgedTable, unit: Unit, command: FireOnArea, by: FiresBy, point: AimingPoint | None
) -> Explained[AreaShots] | Refusal:
    """A shot at each stand in the area, in the order told (FF-ART-26, FF-MTR-08 to -14, FF-IMG-02 to -05).

    Refuses stands that are not there, and whatever keeps this weapon from firing on its point.
    """
    refused = next(_stands_refused(table, command.stands), None)
    if refused:
        return refused
    if unit.kind in MORTARS:
        return mortar_shots(_mortar(table, unit, command, point), table.book, overridden=table.overruled)
    if unit.kind is UnitClass.MACHINE_GUN:
        strip = strip_shots(_strip(table, unit, command), table.book, overridden=table.overruled)
        return _with_cards(table.state, unit, strip)
    return shots_on_area(_battery(table, unit, command, by, point), table.book, overridden=table.overruled)


def _with_cards(state: GameState, unit: Unit, found: Explained[AreaShots] | Refusal) -> Explained[AreaShots] | Refusal:
    """The shots of a machine gun whose shooting an event card helps (FF-CRD-18, FF-CRD-20)."""
    superb, good = helps_fire(state, unit.id, SUPERB), helps_fire(state, unit.id, GOOD)
    if isinstance(found, Refusal) or not (superb or good):
        return found
    helped = tuple(
        replace(one, shot=replace(one.shot, superb_shooting_card=superb, good_shooting_card=good))
        for one in found.value.shots
    )
    return replace(found, value=replace(found.value, shots=helped))


def kind_of_area(unit: Unit, by: FiresBy) -> FireAreaKind:
    """Whose fire covers the area."""
    return area_kind(unit.kind, by)


def area_kind(kind: UnitClass, by: FiresBy) -> FireAreaKind:
    """The same by its class: an SOS call's is smaller (FF-SOS-02, AMB-316)."""
    if kind in ARTILLERY:
        return FireAreaKind.SOS if by is FiresBy.SOS else FireAreaKind.BATTERY
    return FireAreaKind(kind.value)


def names_of(state: GameState, stands: tuple[InArea, ...]) -> dict[str, str]:
    """The stands told by the names their lines use; where two bear one name, with what tells them apart."""
    names = [stand_name(state, one.stand) for one in stands]
    return {
        one.stand: name if names.count(name) == 1 else f"{name} ({one.stand})"
        for one, name in zip(stands, names, strict=True)
    }


def stands_by_name(state: GameState, stands: tuple[InArea, ...]) -> dict[str, str]:
    """The stands told, by those names."""
    return {name: stand for stand, name in names_of(state, stands).items()}


def _stands_refused(table: JudgedTable, stands: tuple[InArea, ...]) -> Iterator[Refusal]:
    for one in stands:
        if not table.on_table(one.stand) or one.stand in table.state.shelters.below:
            yield Refusal("FF-ART-24", "a stand in the area is not on the table", "choose stands that are still there")
    if len({one.stand for one in stands}) != len(stands):
        yield Refusal("FF-ART-26", "a stand in the area is named twice", "name each stand once")


def _told(table: JudgedTable, unit: Unit, one: InArea, name: str) -> StripStand:
    state = table.state
    known = state.stands[one.stand]
    of = state.units.get(known.unit)
    return StripStand(
        name=name,
        cover=one.cover,
        overlap=one.overlap,
        centre_inside=one.centre_inside,
        target=TargetKind.ARMOUR if of and of.kind in MOTORS else TargetKind.STAND,
        target_armour_in_cover=one.armour_in_cover,
        target_is_command=not known.unit,
        seen=one.seen,
        friend=known.side is unit.side,
        from_gun_cm=one.from_gun_cm,
        aimed_at=one.aimed_at,
        whole_in_joined=one.whole_in_joined,
        rolled_for=one.rolled_for,
    )


def _all_told(table: JudgedTable, unit: Unit, command: FireOnArea) -> tuple[StripStand, ...]:
    names = names_of(table.state, command.stands)
    return tuple(_told(table, unit, one, names[one.stand]) for one in command.stands)


def _battery(
    table: JudgedTable, unit: Unit, command: FireOnArea, by: FiresBy, point: AimingPoint | None
) -> AreaFireFacts:
    stands: tuple[AreaStand, ...] = _all_told(table, unit, command)
    return AreaFireFacts(
        unit_class=unit.kind,
        stands=stands,
        laid=point is not None,
        sos=by is FiresBy.SOS,
        on_table=unit.on_table,
        range_cm=command.range_cm,
        sees_point=command.sees_point,
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        limbered=unit.carriage is Carriage.LIMBERED,
        in_front_line=in_front_line(table, unit, command),
        firer_in_gas=in_gas(table.state, unit, command),
        line_crosses=command.line_crosses,
        slope=command.slope,
    )


def in_gas(state: GameState, unit: Unit, command: FireOnArea) -> bool:
    """Whether the weapon stands in a cloud: as told, or else as the game knows."""
    known = any(stand.in_gas for stand in state.living(unit))
    return known if command.firer_in_gas is None else command.firer_in_gas


def in_front_line(table: JudgedTable, unit: Unit, measured: FireOnArea | CallSos) -> bool:
    """Whether a gun stands in the front line, as measured to the trenches (FF-DSU-05, AMB-381)."""
    facts = FrontLineFacts(
        unit_class=unit.kind,
        defender=unit.side is Side.DEFENDER,
        own_trench_cm=measured.own_trench_cm,
        enemy_trench_cm=measured.enemy_trench_cm,
    )
    return front_line(facts, table.book).value.inside


def _mortar(table: JudgedTable, unit: Unit, command: FireOnArea, point: AimingPoint | None) -> MortarFireFacts:
    stands: tuple[AreaStand, ...] = _all_told(table, unit, command)
    on_base = any(one.aimed_at for one in stands)
    registered = point is not None and point.registered
    lies_on = MortarPoint.REGISTERED if registered else MortarPoint.EARLIER_POINT
    return MortarFireFacts(
        unit_class=unit.kind,
        stands=stands,
        range_cm=command.range_cm if command.range_cm is not None else 0.0,
        point=MortarPoint.ENEMY_BASE if on_base and not registered else lies_on,
        sight=_sight(table.state, unit, command, registered),
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        packed=unit.carriage in (Carriage.PACKED, Carriage.LIMBERED),
        firer_in_gas=in_gas(table.state, unit, command),
        line_crosses=command.line_crosses,
        slope=command.slope,
        battalion_cm=command.battalion_cm,
    )


def _sight(state: GameState, unit: Unit, command: FireOnArea, registered: bool) -> MortarFire:
    """Who sees the point: the mortar, or the commander of a battalion that spots for it (FF-MTR-13, FF-MTR-14)."""
    behind = state.stands.get(command.spotter)
    commands = state.commanding(command.spotter) if behind and behind.alive else None
    spots = isinstance(commands, Battalion) and commands.side is unit.side and commands.on_table
    named = Spotter.SOMEONE_ELSE if command.spotter else Spotter.NOBODY
    return MortarFire(
        own_sight=command.sees_point,
        spotter=Spotter.BATTALION_COMMANDER if spots else named,
        sees_target=command.spotter_sees_target,
        sees_mortar=command.spotter_sees_mortar,
        own_commander=isinstance(commands, Battalion) and _his(commands, unit, state),
        spotter_suppressed=behind is not None and behind.levels > 0,
        registered=registered,
    )


def _his(battalion: Battalion, unit: Unit, state: GameState) -> bool:
    """A light mortar's own battalion; for heavier ones any of their regiment (AMB-393)."""
    if unit.kind is UnitClass.LIGHT_MORTAR and unit.of in state.battalions:
        return battalion.id == unit.of
    return battalion.regiment == state.regiment_of(unit).id


def _strip(table: JudgedTable, unit: Unit, command: FireOnArea) -> IndirectGunFacts:
    return IndirectGunFacts(
        unit_class=unit.kind,
        level=unit.level,
        stands=_all_told(table, unit, command),
        range_cm=command.range_cm if command.range_cm is not None else 0.0,
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        packed=unit.carriage is Carriage.PACKED,
        firer_in_gas=in_gas(table.state, unit, command),
        company_guns=unit.company_guns or USUAL_COMPANY,
    )


# Laying aiming points by an order (FF-ART-14 to FF-ART-20, FF-MTR-11)

LONGEST_PLACE = 80


def lay_point(table: JudgedTable, command: LayPoint) -> Judgement:
    """Lay the aiming point of a battery or mortar anew: a redirect action (FF-ART-20, AMB-303)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    refused = place_refused(command.where) or _base_refused(table, unit, command)
    if refused:
        return refused
    answer = _cost(table, unit, orders, command)
    if isinstance(answer, Refusal):
        return answer
    leave = _spends(table, unit, orders, answer)
    if isinstance(leave, Refusal):
        return leave
    where = command.where.strip() or (stand_name(table.state, command.target) if command.target else "")
    point = AimingPoint(unit.id, where, command.along_cm, command.up_cm, laid_on=command.target)
    return (PointLaid(point, answer.value.redirects > 0, reasons(answer)),)


def place_refused(where: str) -> Refusal | None:
    """Refuses more than a name for a place."""
    if len(where) <= LONGEST_PLACE:
        return None
    return Refusal("", "that name of a place is too long", f"use at most {LONGEST_PLACE} letters")


def _cost(table: JudgedTable, unit: Unit, orders: Orders, command: LayPoint) -> Explained[Aimed] | Refusal:
    facts = AimFacts(
        unit_class=unit.kind,
        before=PointBefore.ELSEWHERE if table.state.guns.point_of(unit.id) else PointBefore.NOWHERE,
        actions=max(orders.left, int(table.overruled)),
        on_table=unit.on_table,
        in_arc=command.in_arc or table.overruled,
        open_sights=command.open_sights,
    )
    return lay_on(facts, table.book)


def _spends(table: JudgedTable, unit: Unit, orders: Orders, answer: Explained[Aimed]) -> Refusal | None:
    if not answer.value.redirects:
        return None
    levels = max(stand.levels for stand in table.state.living(unit))
    leave = spend(table, unit, orders, Action.REDIRECT, levels)
    return leave if isinstance(leave, Refusal) else None


def _base_refused(table: JudgedTable, unit: Unit, command: LayPoint) -> Refusal | None:
    """A mortar is laid on an enemy base that is seen or spotted, by house rule on any ground (AMB-392)."""
    target = table.on_table(command.target)
    if command.target and target is None:
        return Refusal("FF-MTR-11", "that stand is not on the table", "choose a stand that is still there")
    anywhere = table.book.behaviour("AMB-392", {"enemy_base": False, "any_ground": True})
    if unit.kind not in MORTARS or anywhere or table.overruled:
        return None
    if target is None or target.side is unit.side:
        return Refusal("FF-MTR-11", "A mortar is laid on an enemy base", "say which stand it is laid on")
    return None


# Fire that comes down on an area (FF-ART)

FIRES_ON_AREAS = ARTILLERY | MORTARS | {UnitClass.MACHINE_GUN}


def firing(table: JudgedTable, unit: str) -> tuple[Unit, FiresBy, bool] | Refusal:
    """The weapon, what brings its fire down, and whether that spends an action of it now."""
    going = table.state.guns.arriving
    if going and going.unit == unit:
        known = table.unit(unit)
        return known if isinstance(known, Refusal) else (known, going.by, False)
    acting = table.acting(unit)
    if isinstance(acting, Refusal):
        return acting
    known, orders = acting
    if known.kind not in FIRES_ON_AREAS:
        return Refusal("FF-ART-23", f"{known.name} fires at a target, not on an area", "fire with it as usual")
    levels = max(stand.levels for stand in table.state.living(known))
    leave = spend(table, known, orders, Action.FIRE, levels if known.on_table else 0)
    return leave if isinstance(leave, Refusal) else (known, FiresBy.ORDER, True)


def fires_now(table: JudgedTable, unit: str) -> Refusal | None:
    """Why a weapon may not bring fire down on an area now, if it may not."""
    found = firing(table, unit)
    return found if isinstance(found, Refusal) else None


def roll_deviation(table: JudgedTable, command: RollDeviation) -> Judgement:
    """Roll where unobserved fire comes down; its action is spent with it (FF-DEV-03 to FF-DEV-08)."""
    found = firing(table, command.unit)
    if isinstance(found, Refusal):
        return found
    unit, by, spends = found
    going, point = table.state.guns.arriving, table.state.guns.point_of(unit.id)
    if point is None:
        return Refusal("FF-ART-15", "The battery has no aiming point on the table", "lay one first, with a redirect")
    stays = why_it_falls_there(table, unit, by, observed=False)
    if going and going.unit == unit.id and not going.deviates:
        stays = Step("FF-DEV-01", "Where it comes down has been rolled")
    if stays:
        return Refusal(stays.clause, stays.says, "say which stands lie in its area")
    dice = _deviation_dice(table, command, by)
    if isinstance(dice, Refusal):
        return dice
    facts = DeviationFacts(fire=Unobserved.SOS if by is FiresBy.SOS else Unobserved.ARTILLERY)
    answer = deviation(facts, faces(dice), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, answer.says, "enter all five")
    moved = _displaced(point, answer.value)
    off = answer.value
    return (Deviated(unit.id, by, dice, off.clock, off.distance_cm, moved, spends, reasons(answer)),)


def _deviation_dice(table: JudgedTable, command: RollDeviation, by: FiresBy) -> tuple[Throw, ...] | Refusal:
    """All five together; thrown by hand, the first alone will do where it says that the fire does not deviate."""
    first_alone = len(command.dice) == 1 and command.dice[0].by_hand
    if not first_alone and len(command.dice) != ALL_DICE:
        return Refusal("FF-DEV-05", f"{ALL_DICE} dice are thrown together", "enter them in their order")
    return settle(table.state, deviation_key(table.state, command.unit), command.dice)


def _displaced(point: AimingPoint, off: Deviation) -> AimingPoint:
    """The point where the fire falls: there it lies from now (AMB-310)."""
    if off.clock is None:
        return replace(point, used=True)
    meant = f", from {point.where}" if point.where else ""
    where = f"{off.distance_cm:g} cm off, towards {off.clock} o'clock{meant}"
    along = None if point.along_cm is None else max(0.0, round(point.along_cm + off.right_cm, 1))
    up = None if point.up_cm is None else max(0.0, round(point.up_cm + off.ahead_cm, 1))
    return replace(point, where=where, along_cm=along, up_cm=up, registered=False, used=True)


@dataclass(frozen=True, slots=True)
class OnArea:
    """A fire action that may come down: what fires by what, whether that spends an action, and whom it attacks."""

    unit: Unit
    by: FiresBy
    spends: bool
    point: AimingPoint | None
    aimed: Explained[AreaShots]


def on_area(table: JudgedTable, command: FireOnArea) -> OnArea | Refusal:
    """Whom a fire action attacks, in the order its dice are read; the dice themselves are not looked at."""
    found = firing(table, command.unit)
    if isinstance(found, Refusal):
        return found
    unit, by, spends = found
    refused = place_refused(command.where) or _where_refused(table, unit, by, command)
    if refused:
        return refused
    point = _point(table.state, unit, command)
    try:
        aimed = whom_it_attacks(table, unit, command, by, point)
    except BadDistance as wrong:
        return Refusal("FF-ART-07", str(wrong), "measure again")
    return aimed if isinstance(aimed, Refusal) else OnArea(unit, by, spends, point, aimed)


def fire_on_area(table: JudgedTable, command: FireOnArea) -> Judgement:
    """Bring fire down on an aiming point: a die for each stand in the area (FF-ART-24 to -30, FF-MTR-08, FF-IMG-02)."""
    found = on_area(table, command)
    if isinstance(found, Refusal):
        return found
    unit, by, aimed = found.unit, found.by, found.aimed
    wanted = len(aimed.value.shots)
    if len(command.dice) != wanted:
        return Refusal("FF-ART-26", f"{wanted} dice are thrown, one for each stand it attacks", f"enter {wanted}")
    dice = _area_dice(table, command, found)
    if isinstance(dice, Refusal):
        return dice
    effects = Effects(table)
    stands = stands_by_name(table.state, command.stands)
    hits = hits_of(effects, aimed.value.shots, dice, stands, lambda _: source_of(unit))
    after = replace(
        found.point or AimingPoint(unit.id),
        used=True,
        zone=kind_of_area(unit, by),
        fired_turn=table.state.turn.number,
    )
    changes = tuple(effects.touched.values())
    event = AreaFired(
        unit=unit.id,
        by=by,
        kind=kind_of_area(unit, by),
        open_sights=aimed.value.open_sights,
        hits=hits,
        point=after,
        spends=found.spends,
        changes=changes,
        fired_on=tuple(shaken_by(table, tuple(hit.stand for hit in hits), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=Reasons(None, (*aimed.steps, *effects.steps), aimed.considered),
    )
    return (event, *after_losses(table, changes))


def _area_dice(table: JudgedTable, command: FireOnArea, on: OnArea) -> tuple[Throw, ...] | Refusal:
    state, stands = table.state, stands_by_name(table.state, command.stands)
    names = apart([area_key(state, on.unit.id, on.point, stands[one.name]) for one in on.aimed.value.shots])
    return settle_row(state, names, command.dice)


def _where_refused(table: JudgedTable, unit: Unit, by: FiresBy, command: FireOnArea) -> Refusal | None:
    """Fire that may deviate is rolled for before anybody says whom it catches (FF-DEV-01)."""
    going = table.state.guns.arriving
    if unit.kind is UnitClass.MACHINE_GUN or table.overruled:
        return None
    if unit.kind in MORTARS and table.state.guns.point_of(unit.id) is None:
        return Refusal("FF-MTR-11", "The mortar has no aiming point", "lay one first, with a redirect")
    if going and going.unit == unit.id:
        owed = going.deviates
    else:
        owed = why_it_falls_there(table, unit, by, command.observed) is None
    if not owed or (table.state.guns.point_of(unit.id) is None):
        return None
    return Refusal("FF-DEV-01", "Nobody sees where it comes down: that is rolled first", "roll for its deviation")


def _point(state: GameState, unit: Unit, command: FireOnArea) -> AimingPoint | None:
    """The point it fires on; a machine gun chooses one with each fire action (AMB-330)."""
    known = state.guns.point_of(unit.id)
    if unit.kind is not UnitClass.MACHINE_GUN:
        return known
    return known if known and not command.where.strip() else AimingPoint(unit.id, command.where.strip())


def hits_of(
    effects: Effects,
    shots: Sequence[AreaShot],
    dice: Sequence[Throw],
    stands: Mapping[str, str],
    source: Callable[[AreaShot], SuppressionSource],
) -> tuple[AreaHit, ...]:
    """What each die does, in their order: removed, or suppressed with its company (FF-ART-29)."""
    hits = list[AreaHit]()
    for one, die in zip(shots, dice, strict=True):
        stand = stands[one.name]
        answer: Explained[FireResult] = effect(one.shot, D6(die.pips), effects.table.book)
        if answer.value is FireResult.KILLED:
            effects.kill(stand)
        elif answer.value is FireResult.SUPPRESSED and effects.now(stand).alive:
            effects.suppress(stand, source(one), one.shot.cover)
        kept = Reasons(answer.total, (one.line, *answer.steps), answer.considered)
        hits.append(AreaHit(stand, one.shot.cover, one.coverage, die, answer.value, kept))
    return tuple(hits)


def source_of(unit: Unit) -> SuppressionSource:
    """What a suppress result of this weapon's area counts as where it spreads (FF-SUP-06)."""
    if unit.kind is UnitClass.MACHINE_GUN:
        return SuppressionSource.INDIRECT_MACHINE_GUN
    return SOURCES[Firer(unit.kind.value)]


# SOS calls (FF-SOS)


def call_sos(table: JudgedTable, command: CallSos) -> Judgement:
    """Call a battery, in its own side's turn, once and in place of its orders (FF-SOS-04, FF-SOS-05, AMB-314)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    noted = noted_points(table.state, unit)
    listed = table.book.behaviour("GAP-76", {"free": False, "listed": True})
    if listed and not table.overruled and not any(is_at(one, command.along_cm, command.up_cm) for one in noted):
        return Refusal("FF-FPL-21", "The point is not noted in the fire plan (house rule)", "call onto a noted point")
    silent = dice_rolls.lines_are_down(table.state, unit, table.book, in_sight=command.command_stand_sees)
    refused = place_refused(command.where) or (None if table.overruled else silent)
    if refused:
        return refused
    at = called_onto(command.where.strip(), command.along_cm, command.up_cm)
    name = sos_key(table.state, unit.id, at)
    dice = settle(table.state, name, (command.die,))
    if isinstance(dice, Refusal):
        return dice
    try:
        answer = call_for_fire(sos_facts(table, unit, command), faces(dice), table.book)
    except BadDistance as wrong:
        return Refusal("FF-SOS-03", str(wrong), "measure again")
    if isinstance(answer, Refusal):
        return answer
    where = command.where.strip() or "an SOS point"
    point = AimingPoint(unit.id, where, command.along_cm, command.up_cm, sos=True) if answer.value.fires else None
    return (SosCalled(unit.id, dice[0], answer.value.fires, answer.value.deviates, point, reasons(answer), at),)


def noted_points(state: GameState, unit: Unit) -> tuple[NotedSos, ...]:
    """The points that its side's plan has noted for a battery's SOS calls, or for any of its batteries (FF-FPL-21)."""
    return tuple(one for one in state.plan.sos if one.side is unit.side and one.unit in ("", unit.id))


def is_at(noted: NotedSos, along_cm: float | None, up_cm: float | None) -> bool:
    """Whether a noted point lies at a reference."""
    return (noted.along_cm, noted.up_cm) == (along_cm, up_cm)


def sos_facts(table: JudgedTable, unit: Unit, command: CallSos) -> SosFacts:
    """What a call looks at: the game's own facts, and those measured."""
    guns = table.state.guns
    found = SosFacts(
        unit_class=unit.kind,
        defender=unit.side is Side.DEFENDER,
        position=command.position,
        from_position_cm=command.from_position_cm,
        answered=unit.id in guns.answered,
        ordered=unit.id in table.state.orders,
        fired_by_plan=unit.id in guns.fired_by_plan,
        deep_suppression=table.state.deep_modifier(unit.side),
        on_table=unit.on_table,
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        limbered=unit.carriage is Carriage.LIMBERED,
        in_front_line=in_front_line(table, unit, command),
        sees_point=command.sees_point,
        command_stand_sees=command.command_stand_sees,
    )
    return replace(found, **ALLOWED) if table.overruled and unit.kind in ARTILLERY else found


ALLOWED: Final[Mapping[str, Any]] = {
    "unit_class": UnitClass.FIELD_GUN,
    "position": Position.FRONT_TRENCH,
    "from_position_cm": 0.0,
    "answered": False,
    "ordered": False,
    "fired_by_plan": False,
    "in_arc": True,
    "suppressed": False,
    "limbered": False,
    "in_front_line": False,
}
"""The facts of a call that no rule refuses. They count where the players override a refusal."""


# Fire of zones at stands that move through them (FF-MVZ-02, FF-MVZ-07)


def fire_on_mover(table: JudgedTable, command: FireOnMover) -> Judgement:
    """The die of a zone at a stand that moves through it; whoever fires there throws it (FF-MVZ-02, FF-MVZ-07)."""
    state = table.state
    met = next((one for one in state.guns.crossings if (one.zone, one.stand) == (command.zone, command.stand)), None)
    if met is None:
        return Refusal("FF-MVZ-02", "no such stand is moving through that zone", "go on with the turn")
    refused = table.may_speak_for(state.units[met.zone].side)
    if refused:
        return refused
    met_there = (state, met.zone, met.stand)
    dice = settle(state, mover_key(*met_there), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    answer = attack_on_the_way(zone_facts(state, met), faces(dice), table.book)
    if isinstance(answer, Refusal | MoreDice):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "enter the die")
    effects = Effects(table)
    if answer.value.result is FireResult.KILLED:
        effects.kill(met.stand)
    elif answer.value.result is FireResult.SUPPRESSED:
        effects.suppress(met.stand, source_of(state.units[met.zone]), met.cover)
    changes = tuple(effects.touched.values())
    event = MoverFiredOn(
        crossing=met,
        die=dice[0],
        coverage=answer.value.coverage,
        result=answer.value.result,
        stops=answer.value.stops,
        changes=changes,
        fired_on=tuple(shaken_by(table, (met.stand,), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=reasons(answer),
    )
    return (event, *after_losses(table, changes))
