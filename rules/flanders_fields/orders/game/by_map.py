"""What the map says of the facts of an order roll."""

from typing import Final

from rules.flanders_fields.game.book_chapter import MeasuredBy
from rules.flanders_fields.game.in_gas import known_in_gas, unit_in_gas
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey import orders
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.orders.game.commands import RollOrders


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


BY_MAP: Final[MeasuredBy] = {
    RollOrders: _order,
}
