"""What the map says of the facts of attacks from the air."""

from typing import Final

from rules.flanders_fields.air.game.commands import NameAirTargets
from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import air
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.table import JudgedTable


def _from_the_air(table: JudgedTable, field: Field, command: NameAirTargets) -> Asked:
    strike = table.state.air.strike
    if strike is None or command.along_cm is None or command.up_cm is None:
        return
    spot = field.spot(strike.side, command.along_cm, command.up_cm)
    told = {one.stand: said_by(one) | {"on_the_line": True} for one in command.targets}
    for one in air.on_the_line(field, strike.side, spot, command.direction_deg, table.book):
        yield from beside(one.facts, told.get(one.stand, {"on_the_line": False}), one.stand)


BY_MAP: Final[MeasuredBy] = {
    NameAirTargets: _from_the_air,
}
