"""What the map says of the facts of moves, and of getting over wire."""

from typing import Final

from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked, FromMap
from rules.flanders_fields.game.survey import wire
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.marches import march
from rules.flanders_fields.game.survey.moving_to import leg
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.zones_by_map import through_fire
from rules.flanders_fields.movement.game.commands import CrossWire, MoveUnit
from rules.flanders_fields.vocabulary import UnitClass


def _move(table: JudgedTable, field: Field, command: MoveUnit) -> Asked:
    """What the ways of its stands lead over, from where they stood to where they are put."""
    ways = {place.stand: (place.pose,) for place in command.places}
    used = said_by(command)
    measured = ("going", *(("in_column",) if command.in_column else ()), *_of_tanks(table, command.unit))
    found = march(field, ways, table.book, command.in_column)
    yield from beside((one for one in found if one.fact in measured), used)
    yield from _too_far(table, field, command)
    yield from through_fire(table, field, ways, command.zones)


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


def _cross(table: JudgedTable, field: Field, command: CrossWire) -> Asked:
    found = [one for name in command.stands[:1] for one in wire.belts(field, name)]
    yield from beside(found, said_by(command))


BY_MAP: Final[MeasuredBy] = {
    MoveUnit: _move,
    CrossWire: _cross,
}
