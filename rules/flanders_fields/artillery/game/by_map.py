"""What the map says of the facts of guns, planned fire, and the stands that direct it."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.artillery.game.areas_hit import kind_of_area
from rules.flanders_fields.artillery.game.bombard.commands import BombardWork, FireByPlan
from rules.flanders_fields.artillery.game.commands import CallSos, FireOnArea, LayPoint, MoveCommandStand
from rules.flanders_fields.artillery.game.state import FiresBy
from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.survey import guns, positions
from rules.flanders_fields.game.survey.arcs import point_in_arc
from rules.flanders_fields.game.survey.areas import as_told
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.marches import march
from rules.flanders_fields.game.survey.points import spot_of
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.zones_by_map import through_fire
from rules.flanders_fields.vocabulary import MORTARS
from rules.tabletop.proposed import Survey


def _area(table: JudgedTable, field: Field, command: FireOnArea) -> Asked:
    state = table.state
    unit = state.units[command.unit]
    point, arriving = state.guns.point_of(unit.id), state.guns.arriving
    deviates = arriving is not None and arriving.unit == unit.id and arriving.deviates
    if point is None or deviates:
        return
    spot = spot_of(field, unit.side, point.along_cm, point.up_cm, point.laid_on)
    if spot is None:
        return
    gun, said = unit.stands[0], said_by(command)
    yield from beside(guns.weapon(field, gun, spot, table.book), said)
    if unit.kind in MORTARS:
        yield from beside(guns.spotted(field, gun, command.spotter, point.laid_on, table.book), said)
        near = guns.nearest_of(field, spot, _battalion(table, unit), table.book, "battalion_cm")
        yield from beside((near,) if near else (), said)
    kind = kind_of_area(unit, arriving.by if arriving and arriving.unit == unit.id else FiresBy.ORDER)
    caught = guns.caught(field, unit.side, kind, spot, table.book, gun if unit.on_table else "", point.laid_on)
    told = {one.stand: said_by(one) for one in command.stands}
    for one in as_told(caught, table.book):
        yield from beside(one.facts, told.get(one.stand, {"overlap": "none"}), one.stand)


def _battalion(table: JudgedTable, unit: Unit) -> tuple[str, ...]:
    """The platoons of a weapon's battalion that are alive."""
    battalion = table.state.battalion_of(unit)
    return tuple(one.id for one in table.state.rifle_stands(battalion) if one.alive) if battalion else ()


def _sos(table: JudgedTable, field: Field, command: CallSos) -> Asked:
    if command.along_cm is None or command.up_cm is None:
        return
    unit = table.state.units[command.unit]
    spot = field.spot(unit.side, command.along_cm, command.up_cm)
    posts = tuple(name for name, one in field.stands.items() if one.unit_class is None and one.side is unit.side)
    yield from beside(guns.sos(field, unit.side, spot, unit.stands[0], posts, table.book), said_by(command))


def _lay(table: JudgedTable, field: Field, command: LayPoint) -> Asked:
    unit = table.state.units[command.unit]
    spot = spot_of(field, unit.side, command.along_cm, command.up_cm, command.target)
    bears = point_in_arc(field, unit.stands[0], spot, table.book) if unit.on_table and spot else None
    if bears:
        yield from beside((bears,), said_by(command))


def planned_fire(table: JudgedTable, field: Field, of: str) -> Survey:
    """Of fire only: a point that shifts by the plan is its own side's affair (FF-PLN-01)."""
    line = next((one for one in table.state.plan.fires if one.id == of and not one.shift), None)
    if line is None:
        return ()
    unit = table.state.units[line.unit]
    spot = field.spot(line.side, line.along_cm, line.up_cm)
    gun = unit.stands[0] if unit.on_table else ""
    return guns.planned(field, line.side, unit.kind, gun, spot, table.book)


def _by_plan(table: JudgedTable, field: Field, command: FireByPlan) -> Asked:
    yield from beside(planned_fire(table, field, command.line), said_by(command))


def _work(table: JudgedTable, field: Field, command: BombardWork) -> Asked:
    work = next((one for one in table.state.plan.works if one.id == command.work), None)
    told = {one.stand: said_by(one) | {"in_it": True} for one in command.stands}
    found = positions.in_work(field, work.side, command.piece, table.book) if work and command.piece else ()
    for one in found:
        yield from beside(one.facts, told.get(one.stand, {"in_it": False}), one.stand)


def _command_stand(table: JudgedTable, field: Field, command: MoveCommandStand) -> Asked:
    ways = {place.stand: (place.pose,) for place in command.places}
    measured = ("going", *(("in_column",) if command.in_column else ()))
    found = march(field, ways, table.book, command.in_column)
    yield from beside((one for one in found if one.fact in measured), said_by(command))
    told = tuple(replace(one, stand=command.stand) for one in command.zones)
    yield from through_fire(table, field, ways, told)


BY_MAP: Final[MeasuredBy] = {
    FireOnArea: _area,
    CallSos: _sos,
    LayPoint: _lay,
    FireByPlan: _by_plan,
    BombardWork: _work,
    MoveCommandStand: _command_stand,
}
