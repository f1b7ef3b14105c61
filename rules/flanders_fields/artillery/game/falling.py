"""Fire that comes down on an area: where unobserved fire falls, and what it does to the stands there (FF-ART)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.flanders_fields.artillery.area_fire import AreaShot, AreaShots
from rules.flanders_fields.artillery.deviation import (
    ALL_DICE,
    Deviation,
    DeviationFacts,
    Unobserved,
    deviation,
)
from rules.flanders_fields.artillery.game.areas_hit import kind_of_area, stands_by_name, whom_it_attacks
from rules.flanders_fields.artillery.game.commands import FireOnArea, RollDeviation
from rules.flanders_fields.artillery.game.events import AreaFired, AreaHit, Deviated
from rules.flanders_fields.artillery.game.laying import place_refused
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.artillery.game.throws import area_key, deviation_key, former_area_key, formerly_deviating
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.spending import spend
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unobserved import why_it_falls_there
from rules.flanders_fields.morale.suppression import SOURCES
from rules.flanders_fields.shooting.shot import effect
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Action, Firer, FireResult, SuppressionSource, UnitClass
from rules.kernel.dice import D6, Throw
from rules.kernel.explain import Explained, MoreDice, Refusal, Step
from rules.kernel.kept import apart, settle, settle_row
from rules.kernel.measure import BadDistance
from rules.kernel.values import dataclass

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
    former = formerly_deviating(table.state, command.unit, by)
    return settle(table.state, deviation_key(table.state, command.unit), command.dice, former)


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
    return settle_row(state, former_area_key(state, on.unit.id, on.by), names, command.dice)


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
