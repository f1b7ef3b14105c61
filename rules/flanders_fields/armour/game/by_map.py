"""What the map says of the facts of tanks that clear wire."""

from typing import Final

from rules.flanders_fields.armour.game.commands import ClearWire
from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import wire
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.table import JudgedTable


def _clear(table: JudgedTable, field: Field, command: ClearWire) -> Asked:
    at = wire.touching(field, command.unit)
    found = [one for name in field.of_unit(command.unit) for one in wire.belts(field, name)][:1]
    yield from beside([*found, *((at,) if at else ())], said_by(command))


BY_MAP: Final[MeasuredBy] = {
    ClearWire: _clear,
}
