"""What the map says of the facts of gas."""

from typing import Final

from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import caught_by, entered, off_table
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks
from rules.flanders_fields.gas.game.drifts import cloud_on, drift_of, lying_beside


def _gas(table: JudgedTable, field: Field, command: GasAttacks) -> Asked:
    drift = drift_of(table.state, field, table.book, command.cloud)
    if drift is None:
        return
    yield from beside((off_table(field, drift.cloud, drift.step),), said_by(command))
    told = {caught.stand: said_by(caught) for caught in command.caught}
    for found in caught_by(field, drift.cloud, drift.step, table.book, drift.beside):
        yield from beside(found.facts, told.get(found.stand, {"coverage": "spared"}), found.stand)


def _into_gas(table: JudgedTable, field: Field, command: EnterGas) -> Asked:
    lying = cloud_on(field, command.cloud)
    cloud, name = table.state.gas.cloud(command.cloud), command.caught.stand
    if lying is None or cloud is None:
        return
    used = said_by(command.caught)
    used["began_inside"] = name in cloud.within if command.began_inside is None else command.began_inside
    others = lying_beside(table.state, field, table.book, command.cloud)
    yield from beside(entered(field, name, lying, table.book, others), used, name)


BY_MAP: Final[MeasuredBy] = {
    GasAttacks: _gas,
    EnterGas: _into_gas,
}
