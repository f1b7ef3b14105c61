"""The rule module of guns and mortars: view, log messages and corrections (FF-ART)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.fire_areas import FireAreaFacts, FireAreaKind, area_of
from rules.flanders_fields.fire_plan import BombardmentLine, WeaponLine, WrittenPlan
from rules.flanders_fields.game.actions.artillery import gun_events, gun_prompts
from rules.flanders_fields.game.actions.artillery.area_fire import (
    FIRES_ON_AREAS,
    call_sos,
    fire_on_area,
    fire_on_mover,
    is_at,
    kind_of_area,
    lay_point,
    noted_points,
    roll_deviation,
)
from rules.flanders_fields.game.actions.artillery.gun_events import (
    AreaFired,
    CallSos,
    CommandStandMoved,
    Deviated,
    FireOnArea,
    FireOnMover,
    GunEvent,
    LayPoint,
    MoveCommandStand,
    MoverFiredOn,
    PointLaid,
    RollDeviation,
    SosCalled,
    mover_key,
)
from rules.flanders_fields.game.actions.artillery.gun_prompts import (
    AREA_DEEDS,
    GUN_DEEDS,
    move_command_stand,
    through_zones,
)
from rules.flanders_fields.game.actions.artillery.planned_bombardments import FiredByPlan, WorkBombarded
from rules.flanders_fields.game.concealment import unseen
from rules.flanders_fields.game.fire_effects import why_it_falls_there
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import RESULTS, die, stand_name, unit_name
from rules.flanders_fields.game.outcomes import covers_of_hits, told_reasons
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    Happening,
    InForce,
    LiesBy,
    SealedLines,
    SeenBySeat,
    ShownBy,
    ThrownFor,
    WaitsForFire,
    lines,
    of,
)
from rules.flanders_fields.game.state.artillery import AimingPoint, FiresBy, ZoneCrossing
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.zone_crossings import ZonesEntered, zones
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS
from rules.kernel.dice_ledger import lying
from rules.kernel.distances import MM_A_CM, cm_of
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Costs
from rules.kernel.numerals import counted
from rules.kernel.record_events import Corrected
from rules.kernel.rule_modules import Command, Corrections, Kept, Telling, judged_by
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import plain

# Command handlers


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what waits while fire is on its way to an area, or a stand is under fire on its way."""
    going, crossings = table.state.guns.arriving, table.state.guns.crossings
    if crossings:
        who = stand_name(table.state, crossings[0].stand)
        return Refusal("FF-MVZ-02", f"{who} moves through a zone under fire", "throw the die of that zone first")
    other = isinstance(command, FireOnArea | RollDeviation) and going and command.unit != going.unit
    if going and (other or isinstance(command, WaitsForFire)):
        who = unit_name(table.state, going.unit)
        return Refusal("FF-ART-19", f"the fire of {who} is on its way", "say whom it catches first")
    return None


judge = judged_by(
    {
        LayPoint: lay_point,
        RollDeviation: roll_deviation,
        FireOnArea: fire_on_area,
        CallSos: call_sos,
        FireOnMover: fire_on_mover,
        MoveCommandStand: move_command_stand,
    }
)
"""Who judges which command of the guns."""


# Corrections

HAVE_POINTS = ARTILLERY | MORTARS


def kept(state: GameState, unit: str, role: Role) -> Mapping[str, Kept]:
    """Whether a battery or mortar has a point, and whether fire has come down on it (AMB-320).

    Of a point that only the plan of the other side knows the record says nothing.
    """
    point, side = state.guns.point_of(unit), state.units[unit].side
    planned = point is not None and not point.is_open
    if state.units[unit].kind not in HAVE_POINTS or (planned and role.value not in (side.value, Role.REFEREE.value)):
        return {}
    laid: dict[str, Kept] = {"laid": (point is not None, _flag)}
    return laid | ({"fired_here": (point.zone is not None, _flag)} if point else {})


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def corrected(state: GameState, unit: str, what: str, after: bool) -> None:
    """Fold a correction of a point in."""
    others = tuple(point for point in state.guns.points if point.unit != unit)
    point = state.guns.point_of(unit) or AimingPoint(unit)
    if what == "fired_here":
        zone: FireAreaKind | None = kind_of_area(state.units[unit], FiresBy.ORDER) if after else None
        fired = state.turn.number if after else point.fired_turn
        point = replace(point, zone=zone, used=point.used or after, fired_turn=fired)
    laid = what != "laid" or after
    state.guns = replace(state.guns, points=(*others, point) if laid else others)


# Views of a seat


def guns_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """What a seat may know of the guns: a registered point that has not been fired on is its own side's secret."""
    table = JudgedTable(state, Actor(Role.REFEREE), book)
    live = [point.unit for point in zones(table)]
    shown = [point for point in state.guns.points if _open(state, point, role)]
    going = state.guns.arriving
    batteries = [unit for unit in state.units.values() if unit.kind in ARTILLERY and not unit.on_table]
    on_areas = [unit for unit in state.units.values() if unit.kind in FIRES_ON_AREAS]
    return {
        "points": {point.unit: plain(point) | {"live": point.unit in live} for point in shown},
        "zones": [{"unit": one, "name": unit_name(state, one), "side": state.units[one].side.value} for one in live],
        "arriving": None
        if going is None
        else plain(going) | {"name": unit_name(state, going.unit), "side": state.units[going.unit].side.value},
        "weapons": [unit.id for unit in state.units.values() if unit.kind in HAVE_POINTS and _seen(state, unit, role)],
        "may_deviate": [unit.id for unit in batteries if _own(unit, role) and _may_deviate(table, unit)],
        "areas": {unit.id: _area(state, unit, book) for unit in on_areas if _lays_fire(state, unit)},
        "answered": list(state.guns.answered),
        "noted_sos": [plain(one) for one in state.plan.sos if role is Role.REFEREE or role.value == one.side.value],
        "command_moves": list(through_zones(state, book)) if live else [],
        "crossings": [_crossing(state, one) for one in state.guns.crossings],
    }


def _open(state: GameState, point: AimingPoint, role: Role) -> bool:
    """Whether a role may see a point."""
    return point.is_open or _own(state.units[point.unit], role)


def _own(unit: Unit, role: Role) -> bool:
    """Whether a role may know what the unit's side keeps to itself."""
    return role is Role.REFEREE or role.value == unit.side.value


def _seen(state: GameState, unit: Unit, role: Role) -> bool:
    """Whether a role may know that a unit is there: not of what is attached to a battalion off the table."""
    return unseen(state, unit.id) is None or _own(unit, role)


def _lays_fire(state: GameState, unit: Unit) -> bool:
    """Whether a unit may be about to fire on an area: it has been ordered, or its fire is on its way."""
    going = state.guns.arriving
    orders = state.orders.get(unit.id)
    return bool((going and going.unit == unit.id) or (orders and orders.left))


def _area(state: GameState, unit: Unit, book: RuleBook) -> dict[str, Any]:
    """How large the area of a weapon's next fire is, and how it lies (FF-ART-T2, FF-MTR-T1, FF-IMG-T1)."""
    going, point = state.guns.arriving, state.guns.point_of(unit.id)
    by = going.by if going and going.unit == unit.id else FiresBy.ORDER
    kind = kind_of_area(unit, by)
    laid_by_call = point is not None and point.sos
    # Its size and how it is turned do not depend on where it lies.
    company = {"company_guns": unit.company_guns} if kind is FireAreaKind.MACHINE_GUN and unit.company_guns else {}
    facts = FireAreaFacts(
        kind=kind, sos_point=laid_by_call, on_table=unit.on_table, point_along_cm=0.0, point_up_cm=0.0, **company
    )
    found = area_of(facts, book)
    if isinstance(found, Refusal):
        raise AssertionError(found.because)
    return {"width_cm": found.value.width_cm, "depth_cm": found.value.depth_cm, "lies": how_it_lies(unit, kind, book)}


def how_it_lies(unit: Unit, kind: FireAreaKind, book: RuleBook) -> str:
    """Which way an area is laid on the table, in words (AMB-301, AMB-313, AMB-331)."""
    edges = "along the table's edges"
    if kind is FireAreaKind.MACHINE_GUN:
        return "its depth along the line of fire"
    if kind is FireAreaKind.SOS:
        return book.behaviour("AMB-313", {"table": edges, "trace": "along the trace of the position"})
    usual = "in line with the base it was laid on" if unit.kind in MORTARS else edges
    by_line = "along the line of fire" if unit.on_table and unit.kind in ARTILLERY else edges
    return book.behaviour("AMB-301", {"table": usual, "line_of_fire": by_line, "owner": "as its owner turns it"})


def _may_deviate(table: JudgedTable, unit: Unit) -> bool:
    """Whether the next fire of a battery deviates where nobody sees it (FF-DEV-01)."""
    return why_it_falls_there(table, unit, FiresBy.ORDER, observed=False) is None


def _crossing(state: GameState, one: ZoneCrossing) -> dict[str, Any]:
    met = (state, one.zone, one.stand)
    kept = plain(lying(state, mover_key(*met)))
    gun = state.units[one.zone]
    told: dict[str, Any] = plain(one)
    return told | {"name": unit_name(state, gun.id), "side": gun.side.value, "kept": kept}


def card(event: GunEvent) -> dict[str, Any] | None:
    """The card of what the guns' dice decided, with its reasons."""
    match event:
        case PointLaid(reasons=reasons):
            return {"outcome": "laid"} | told_reasons(reasons)
        case CommandStandMoved(reasons=reasons):
            return {"outcome": "moved"} | told_reasons(reasons)
        case Deviated(dice=dice, clock=clock, distance_cm=far, reasons=reasons):
            return {"dice": plain(dice), "outcome": clock or 0, "distance_cm": far} | told_reasons(reasons)
        case AreaFired(hits=hits, changes=changes, reasons=reasons):
            return {"hits": plain(hits), "changes": plain(changes)} | told_reasons(reasons)
        case SosCalled(die=thrown, answered=answered, reasons=reasons):
            return {"dice": [plain(thrown)], "outcome": answered} | told_reasons(reasons)
        case MoverFiredOn(crossing=met, die=thrown, result=result, changes=changes, reasons=reasons):
            told = {"stand": met.zone, "target": met.stand, "dice": [plain(thrown)], "outcome": [result.value]}
            return told | {"changes": plain(changes)} | told_reasons(reasons)
        case _:
            return None


# Log text


def says(state: GameState, event: GunEvent) -> str:
    """One plain sentence."""
    match event:
        case PointLaid(point=point):
            place = f" on {point.where}" if point.where else f" at {point.place}" if point.place else ""
            return f"{unit_name(state, point.unit)} lays its aiming point{place}"
        case Deviated(unit=unit, dice=dice, clock=clock, distance_cm=far, point=point):
            at = f", at {point.reference}" if point.reference else ""
            how = f"falls {far:g} cm off, towards {clock} o'clock{at}" if clock else f"falls on its point{at}"
            thrown = die(dice[0]) if len(dice) == 1 else f"dice {', '.join(str(one.pips) for one in dice)}"
            return f"The fire of {unit_name(state, unit)} {how}: {thrown}"
        case AreaFired():
            return _fired(state, event)
        case SosCalled(unit=unit, die=thrown, answered=answered):
            outcome = "answers the SOS call" if answered else "does not answer the SOS call"
            return f"{unit_name(state, unit)} {outcome}: {die(thrown)}"
        case ZonesEntered(unit=unit, crossings=crossings):
            attacks = counted(len(crossings), "attack")
            who = unit_name(state, unit) if unit else stand_name(state, crossings[0].stand)
            return f"{who} moves through ground under fire: {attacks}"
        case CommandStandMoved(stand=stand, says=how):
            return f"{stand_name(state, stand)} {how}"
        case MoverFiredOn(crossing=met, die=thrown, result=result):
            gun = unit_name(state, met.zone)
            return f"The fire of {gun} at {stand_name(state, met.stand)} on its way: {die(thrown)}, {RESULTS[result]}"


def _fired(state: GameState, event: AreaFired) -> str:
    how = {FireAreaKind.SOS: "fires in answer to the SOS call", FireAreaKind.MACHINE_GUN: "fires indirectly"}
    did = how.get(event.kind, "fires on its aiming point")
    place = f", {event.point.place}" if event.point.place else ""
    hits = "; ".join(f"{stand_name(state, hit.stand)} {RESULTS[hit.result]}" for hit in event.hits)
    return f"{unit_name(state, event.unit)} {did}{place}: {hits or 'nobody is in its area'}"


def name_of(state: GameState, event: GunEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case PointLaid(point=point):
            return f"{state.units[point.unit].name}'s aiming point"
        case Deviated(unit=unit):
            return f"the deviation of {state.units[unit].name}"
        case AreaFired(unit=unit):
            return f"{state.units[unit].name}'s fire"
        case SosCalled(unit=unit):
            return f"the SOS call to {state.units[unit].name}"
        case ZonesEntered(unit=unit, crossings=crossings):
            who = state.units[unit].name if unit else stand_name(state, crossings[0].stand)
            return f"{who}'s way through the fire"
        case CommandStandMoved(stand=stand):
            return f"{stand_name(state, stand)}'s move"
        case MoverFiredOn(crossing=met):
            return f"the fire at {stand_name(state, met.stand)} on its way"


TOLD: Final = Telling(says, name_of, card)


# Aiming points

Shown = Mapping[str, Any]


def _points(seen: SeenBySeat) -> InForce | None:
    names = seen.names
    told = [f"{names.get(of, of)}: {_aimed(point)}" for of, point in sorted(seen.view["guns"]["points"].items())]
    return InForce("Aiming points", lines(told))


def _aimed(point: Shown) -> str:
    state = "under fire" if point["live"] else "fired on before" if point["zone"] else "not yet fired on"
    has_reference = point["along_cm"] is not None and point["up_cm"] is not None
    reference = f"{cm_of(point['along_cm'])} along, {cm_of(point['up_cm'])} up" if has_reference else "laid"
    place = point["where"] or reference
    return f"{place}, {state}{', registered' if point['registered'] else ''}"


LIES: Final[LiesBy] = {9: _points}


# Parts of a sealed plan that events reveal


def _by_plan(_state: GameState, event: FiredByPlan, sealed: SealedLines) -> Iterator[str]:
    """The line that was fired, and the weapon it is of."""
    line = sealed.own(event.line)
    fire = sealed.plan.line(line) if line else None
    if isinstance(fire, BombardmentLine):
        yield from (f"bombardment/{line}", f"weapon/{fire.weapon}")


def _of_work(_state: GameState, event: WorkBombarded, sealed: SealedLines) -> Iterator[str]:
    """The work that the hurricane bombardment fell on."""
    if line := sealed.own(event.work):
        yield f"work/{line}"


def _answered(state: GameState, event: SosCalled, sealed: SealedLines) -> Iterator[str]:
    """A call of its side that was answered onto a point."""
    if event.point is not None and state.units[event.unit].side is sealed.side:
        yield from _of_call(state, event.unit, event.point)


def _fire(state: GameState, event: AreaFired, sealed: SealedLines) -> Iterator[str]:
    """Fire of its side on a point."""
    if state.units[event.unit].side is sealed.side:
        yield from _of_point(state, event.unit, event.point, sealed.plan)


def _of_point(state: GameState, unit: str, point: AimingPoint, plan: WrittenPlan) -> Iterator[str]:
    """Fire on a point that still lies where the plan has laid it: by the last move of it, or from the beginning."""
    weapon = next((one for one in plan.weapons if one.unit == unit), None)
    laid = state.guns.point_of(unit)
    if weapon is None or laid is None or not laid.registered:
        return
    yield f"weapon/{weapon.id}"
    done = [one for one in state.plan.fires if one.unit == unit and one.shift and one.id in state.plan_done]
    if not done and _lies(point, weapon):
        yield f"point/{weapon.id}"
    for shift in done[-1:]:
        if (shift.along_cm, shift.up_cm) == (point.along_cm, point.up_cm):
            yield f"shift/{shift.id.split('.', 2)[2]}"


def _of_call(state: GameState, unit: str, point: AimingPoint) -> Iterator[str]:
    """A call that was answered onto a point which the plan has noted."""
    for noted in noted_points(state, state.units[unit]):
        if is_at(noted, point.along_cm, point.up_cm):
            yield f"sos/{noted.id.split('.', 2)[2]}"


def _lies(point: AimingPoint, weapon: WeaponLine) -> bool:
    return weapon.at is not None and (weapon.at.along_mm / MM_A_CM, weapon.at.up_mm / MM_A_CM) == (
        point.along_cm,
        point.up_cm,
    )


SHOWN: Final[ShownBy] = {
    AreaFired: _fire,
    SosCalled: _answered,
    FiredByPlan: _by_plan,
    WorkBombarded: _of_work,
}


# The rule module


def _kept(table: JudgedTable, of: str) -> Mapping[str, Kept]:
    return kept(table.state, of, table.actor.role) if of in table.state.units else {}


def _corrected(state: GameState, event: Corrected) -> bool:
    mine = event.what in ("laid", "fired_here")
    if mine:
        corrected(state, event.of, event.what, bool(event.after))
    return mine


def _secret(state: GameState, event: Corrected) -> str:
    point = state.guns.point_of(event.of) if event.what == "laid" else None
    return state.units[event.of].side.value if point and not point.is_open else ""


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=_kept, fold=_corrected, costs={"laid": Costs.LESS}, secret=_secret
)


GUNS: Final[BookChapter] = BookChapter(
    key="guns",
    events=(
        Happening(kind="point_laid", made=PointLaid, fold=gun_events.point_laid),
        Happening(
            kind="deviated",
            made=Deviated,
            fold=gun_events.deviated,
            dice=gun_events.deviation_throws,
            roll=ThrownFor.DEVIATION,
            whose=of("unit"),
            names_unit=True,
        ),
        Happening(
            kind="area_fired",
            made=AreaFired,
            fold=gun_events.area_fired,
            dice=gun_events.area_throws,
            roll=ThrownFor.SHELLS,
            whose=of("unit"),
            tells=gun_events.falls_on_planned_point,
            covers=covers_of_hits,
            names_unit=True,
        ),
        Happening(
            kind="sos_called",
            made=SosCalled,
            fold=gun_events.sos_called,
            dice=gun_events.sos_throws,
            roll=ThrownFor.OTHER,
            whose=of("unit"),
            names_unit=True,
        ),
        Happening(kind="zones_entered", made=ZonesEntered, fold=gun_events.zones_entered),
        Happening(
            kind="mover_fired_on",
            made=MoverFiredOn,
            fold=gun_events.mover_fired_on,
            dice=gun_events.mover_throws,
            roll=ThrownFor.SHELLS,
            whose=gun_events.of_zone,
        ),
        Happening(
            kind="command_stand_moved",
            made=CommandStandMoved,
            fold=gun_events.command_stand_moved,
            moves=gun_events.moving,
        ),
    ),
    folds_before={
        "turn_started": gun_events.turn_begins,
        "action_spent": gun_events.action_spent,
        "made_ready": gun_events.made_ready,
    },
    told=TOLD,
    commands={
        "set_aiming_point": LayPoint,
        "roll_deviation": RollDeviation,
        "fire_on_area": FireOnArea,
        "call_sos": CallSos,
        "fire_on_mover": FireOnMover,
        "move_command_stand": MoveCommandStand,
    },
    judge=judge,
    shows=SHOWN,
    waits=before_this,
    lets_wait=(WaitsForFire, FireOnArea, RollDeviation),
    waits_at=4,
    corrections=_CORRECTIONS,
    deeds=(*GUN_DEEDS, *AREA_DEEDS),
    foresees=gun_prompts.FORESEEN,
    by_map=gun_prompts.BY_MAP,
    views={"guns": guns_view},
    lies=LIES,
)
