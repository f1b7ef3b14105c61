"""What the dice of gas would bring."""

from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import by_shot
from rules.flanders_fields.game.prospect import Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.gas.game.attacking import attacks_of, entering_shot
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks
from rules.kernel.explain import Refusal


def _gas(table: JudgedTable, command: GasAttacks | EnterGas) -> Foreseen:
    found = attacks_of(table, command) if isinstance(command, GasAttacks) else entering_shot(table, command)
    if isinstance(found, Refusal):
        return found
    return tuple(by_shot(one.shot, table.book, Prospect(one.told.stand, ())) for one in found)


FORESEEN: Final[ForeseenBy] = {
    GasAttacks: _gas,
    EnterGas: _gas,
}
