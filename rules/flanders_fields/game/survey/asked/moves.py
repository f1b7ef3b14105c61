"""Orders, moves, assaults, wire, gas and shelters."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from rules.flanders_fields.armour.game.commands import ClearWire
from rules.flanders_fields.artillery.game.commands import MoveCommandStand
from rules.flanders_fields.artillery.game.state import ZoneCrossing
from rules.flanders_fields.artillery.game.zones import zones
from rules.flanders_fields.assault.game.closers import approach_to
from rules.flanders_fields.assault.game.commands import GoIn
from rules.flanders_fields.assault.game.state import Meeting
from rules.flanders_fields.game.in_gas import known_in_gas, unit_in_gas
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.survey import assault, cover, orders, positions, wire
from rules.flanders_fields.game.survey.asked.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import caught_by, entered, off_table
from rules.flanders_fields.game.survey.marches import Ways, fire_met, march
from rules.flanders_fields.game.survey.moving_to import leg
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.gas.game.awaited import phase_of
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks
from rules.flanders_fields.movement.game.commands import CrossWire, MoveUnit
from rules.flanders_fields.orders.game.commands import RollOrders
from rules.flanders_fields.shelters.game.commands import ComeUp, GoBelow, HitBelow
from rules.flanders_fields.vocabulary import UnitClass

Asked = Iterator[FromMap]


def _order(table: JudgedTable, field: Field, command: RollOrders) -> Asked:
    state = table.state
    unit = state.units[command.unit]
    if any(stand.id not in field.stands for stand in state.living(unit)):
        return
    battalion = state.battalion_of(unit)
    platoons = tuple(stand.id for stand in state.rifle_stands(battalion) if stand.alive) if battalion else ()
    commander = state.commander_of(unit).id
    found = orders.order(field, unit.id, commander, platoons, table.book)
    used = said_by(command) | {
        "in_gas": unit_in_gas(state, unit, command.in_gas),
        "commander_in_gas": known_in_gas(state, commander, command.commander_in_gas),
    }
    yield from beside((one for one in found if one.fact != "crossing_wire"), used)


def _go_in(table: JudgedTable, field: Field, command: GoIn) -> Asked:
    outside = assault.ground_outside(field, command.stand, command.target, table.book)
    found = (*assault.closing(field, command.stand, command.target, table.book), *((outside,) if outside else ()))
    told = said_by(command)
    told["sector"], told["approach"] = approach_to(command.sector, command.approach)
    yield from beside(found, {one.name: told[one.name] for one in fields(Meeting)})
    if command.zones and field.has(command.stand, command.target):
        way = (assault.contact_pose(field, command.stand, command.target),)
        met = tuple(replace(one, stand=command.stand) for one in command.zones)
        yield from _through_fire(table, field, {command.stand: way}, met)


def _move(table: JudgedTable, field: Field, command: MoveUnit) -> Asked:
    """What the ways of its stands lead over, from where they stood to where they are put."""
    ways = {place.stand: (place.pose,) for place in command.places}
    used = said_by(command)
    measured = ("going", *(("in_column",) if command.in_column else ()), *_of_tanks(table, command.unit))
    found = march(field, ways, table.book, command.in_column)
    yield from beside((one for one in found if one.fact in measured), used)
    yield from _too_far(table, field, command)
    yield from _through_fire(table, field, ways, command.zones)


def _too_far(table: JudgedTable, field: Field, command: MoveUnit) -> Asked:
    """The stands that go farther than one move action carries them: the table decides, the log tells (FF-MOV-01)."""
    for place in command.places:
        way = leg(field, place.stand, place.pose, table.book, command.in_column)
        if way and not way.reaches and way.carries_cm is not None and field.stands[place.stand].exact:
            whence = f"{way.over}: {way.carried}, map"
            yield FromMap("way_cm", way.carries_cm, way.travel_cm, whence, place.stand)


def _of_tanks(table: JudgedTable, unit: str) -> tuple[str, ...]:
    """What is told of the way of a tank only (FF-WIR-11, FF-MOV-14)."""
    return ("belts", "trenches_crossed") if table.state.units[unit].kind is UnitClass.TANK else ()


def _command_stand(table: JudgedTable, field: Field, command: MoveCommandStand) -> Asked:
    ways = {place.stand: (place.pose,) for place in command.places}
    measured = ("going", *(("in_column",) if command.in_column else ()))
    found = march(field, ways, table.book, command.in_column)
    yield from beside((one for one in found if one.fact in measured), said_by(command))
    told = tuple(replace(one, stand=command.stand) for one in command.zones)
    yield from _through_fire(table, field, ways, told)


def _through_fire(table: JudgedTable, field: Field, ways: Ways, told: tuple[ZoneCrossing, ...]) -> Asked:
    """How zones in force catch each stand on its way; one that was not told went through none of it."""
    live = {point.unit for point in zones(table)}
    said = {(one.zone, one.stand): said_by(one) for one in told}
    for name, way in ways.items():
        for met in fire_met(field, name, way, table.book):
            if met.stand in live:
                yield from beside(met.facts, said.get((met.stand, name), {"overlap": "none"}), name)


def _cross(table: JudgedTable, field: Field, command: CrossWire) -> Asked:
    found = [one for name in command.stands[:1] for one in wire.belts(field, name)]
    yield from beside(found, said_by(command))


def _clear(table: JudgedTable, field: Field, command: ClearWire) -> Asked:
    at = wire.touching(field, command.unit)
    found = [one for name in field.of_unit(command.unit) for one in wire.belts(field, name)][:1]
    yield from beside([*found, *((at,) if at else ())], said_by(command))


def _gas(table: JudgedTable, field: Field, command: GasAttacks) -> Asked:
    cloud = table.state.gas.cloud(command.cloud)
    phase = phase_of(table.state, cloud, table.book) if cloud else None
    lying = next((one for one in field.clouds if one.id == command.cloud), None)
    if cloud is None or phase is None or lying is None:
        return
    one, other = (
        field.spot(cloud.owner, cloud.along_cm, cloud.up_cm),
        field.spot(cloud.owner, phase.along_cm, phase.up_cm),
    )
    step = (float(other.x_mm - one.x_mm), float(other.y_mm - one.y_mm))
    yield from beside((off_table(field, lying, step),), said_by(command))
    told = {caught.stand: said_by(caught) for caught in command.caught}
    for found in caught_by(field, lying, step, table.book):
        yield from beside(found.facts, told.get(found.stand, {"coverage": "spared"}), found.stand)


def _into_gas(table: JudgedTable, field: Field, command: EnterGas) -> Asked:
    lying = next((one for one in field.clouds if one.id == command.cloud), None)
    cloud, name = table.state.gas.cloud(command.cloud), command.caught.stand
    if lying is None or cloud is None:
        return
    used = said_by(command.caught)
    used["began_inside"] = name in cloud.within if command.began_inside is None else command.began_inside
    yield from beside(entered(field, name, lying, table.book), used, name)


def _below(_table: JudgedTable, field: Field, command: GoBelow) -> Asked:
    for name in command.stands:
        yield from beside(positions.in_own_work(field, name), said_by(command), name)


def _up(table: JudgedTable, field: Field, command: ComeUp) -> Asked:
    """In its own turn whether an enemy is in its trench; when that is assaulted, its cover there (FF-DSH-03)."""
    if table.state.turn.side is table.state.stands[command.stand].side:
        found = [one for one in positions.in_own_work(field, command.stand) if one.fact == "enemy_above"]
    else:
        found = list(cover.protection(field, command.stand, table.book)) if command.against else []
    yield from beside(found, said_by(command))


def _hit_below(table: JudgedTable, field: Field, command: HitBelow) -> Asked:
    yield from beside(positions.hit_below(field, command.stand, table.book), said_by(command))


OF_MOVES: Final[Mapping[type[Any], Callable[[JudgedTable, Field, Any], Asked]]] = {
    RollOrders: _order,
    GoIn: _go_in,
    MoveUnit: _move,
    MoveCommandStand: _command_stand,
    CrossWire: _cross,
    ClearWire: _clear,
    GasAttacks: _gas,
    EnterGas: _into_gas,
    GoBelow: _below,
    ComeUp: _up,
    HitBelow: _hit_below,
}
"""How the map is asked about what moves, by the command that tells of it."""
