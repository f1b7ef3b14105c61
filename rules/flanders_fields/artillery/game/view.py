"""Guns as every seat sees them: aiming points on the table, zones in force, fire on its way, dice that are awaited."""

from typing import Any

from rules.flanders_fields.artillery.areas import FireAreaFacts, FireAreaKind, area_of
from rules.flanders_fields.artillery.game.areas_hit import kind_of_area
from rules.flanders_fields.artillery.game.command_moves import through_zones
from rules.flanders_fields.artillery.game.events import (
    AreaFired,
    CommandStandMoved,
    Deviated,
    GunEvent,
    MoverFiredOn,
    PointLaid,
    SosCalled,
)
from rules.flanders_fields.artillery.game.falling import FIRES_ON_AREAS
from rules.flanders_fields.artillery.game.record import HAVE_POINTS
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.artillery.game.throws import formerly_met, mover_key
from rules.flanders_fields.artillery.game.zones import zones
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.outcomes import told_reasons
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.unobserved import why_it_falls_there
from rules.flanders_fields.game.unseen import unseen
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.plain import plain
from rules.kernel.seats import Actor, Role


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
    kept = plain(lying(state, mover_key(*met), formerly_met(*met)))
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
