"""Who judges which command about wire and horses."""

from rules.flanders_fields.armour.game.commands import ArmourCommand, ClearWire, Dismount
from rules.flanders_fields.armour.game.horses import dismount
from rules.flanders_fields.armour.game.wire import make_way
from rules.flanders_fields.game.table import JudgedTable, Judgement


def judge(table: JudgedTable, command: ArmourCommand) -> Judgement:
    """Judge a command about wire or horses."""
    match command:
        case ClearWire():
            return make_way(table, command)
        case Dismount():
            return dismount(table, command)
