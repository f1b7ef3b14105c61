"""What the map says of the facts of gas."""

from typing import Final

from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import caught_by, entered, off_table
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.gas.game.awaited import phase_of
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks


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


BY_MAP: Final[MeasuredBy] = {
    GasAttacks: _gas,
    EnterGas: _into_gas,
}
