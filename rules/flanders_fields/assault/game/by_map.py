"""What the map says of the facts of assaults."""

from dataclasses import fields, replace
from typing import Final

from rules.flanders_fields.assault.game.closers import approach_to
from rules.flanders_fields.assault.game.commands import FireAsTheyClose, GoIn
from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.contact import Meeting
from rules.flanders_fields.game.in_gas import known_in_gas
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import assault, shooting
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import in_gas
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.zones_by_map import through_fire


def _as_they_close(table: JudgedTable, field: Field, command: FireAsTheyClose) -> Asked:
    if field.has(command.stand, command.target):
        gas = in_gas(field, command.stand, table.book, "firer_in_gas")
        found = (
            shooting.distance(field, command.stand, command.target, table.book),
            shooting.slope(field, command.stand, field.stands[command.target].stand),
            *((gas,) if gas else ()),
        )
        known = known_in_gas(table.state, command.stand, command.firer_in_gas)
        yield from beside(found, said_by(command) | {"firer_in_gas": known})


def _go_in(table: JudgedTable, field: Field, command: GoIn) -> Asked:
    outside = assault.ground_outside(field, command.stand, command.target, table.book)
    found = (*assault.closing(field, command.stand, command.target, table.book), *((outside,) if outside else ()))
    told = said_by(command)
    told["sector"], told["approach"] = approach_to(command.sector, command.approach)
    yield from beside(found, {one.name: told[one.name] for one in fields(Meeting)})
    if command.zones and field.has(command.stand, command.target):
        way = (assault.contact_pose(field, command.stand, command.target),)
        met = tuple(replace(one, stand=command.stand) for one in command.zones)
        yield from through_fire(table, field, {command.stand: way}, met)


BY_MAP: Final[MeasuredBy] = {
    FireAsTheyClose: _as_they_close,
    GoIn: _go_in,
}
