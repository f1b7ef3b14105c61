"""Who judges which command of the guns, and what waits while fire is on its way."""

from rules.flanders_fields.artillery.game.command_moves import move_command_stand
from rules.flanders_fields.artillery.game.commands import (
    CallSos,
    FireOnArea,
    FireOnMover,
    GunCommand,
    LayPoint,
    MoveCommandStand,
    RollDeviation,
)
from rules.flanders_fields.artillery.game.falling import fire_on_area, roll_deviation
from rules.flanders_fields.artillery.game.laying import lay_point
from rules.flanders_fields.artillery.game.sos_calls import call_sos
from rules.flanders_fields.artillery.game.zones import fire_on_mover
from rules.flanders_fields.game.naming import stand_name, unit_name
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import WaitsForFire
from rules.kernel.chapters import Command
from rules.kernel.explain import Refusal


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what waits while fire is on its way to an area, or a stand is under fire on its way."""
    going, crossings = table.state.guns.arriving, table.state.guns.crossings
    if crossings:
        who = stand_name(table.state, crossings[0].stand)
        return Refusal("FF-MVZ-02", f"{who} moves through a zone under fire", "throw the die of that zone first")
    other = isinstance(command, FireOnArea | RollDeviation) and going and command.unit != going.unit
    if going and (other or isinstance(command, WaitsForFire)):
        who = unit_name(table.state, going.unit)
        return Refusal("FF-ART-19", f"the fire of {who} is on its way", "say whom it catches first")
    return None


def judge(table: JudgedTable, command: GunCommand) -> Judgement:
    """Judge a command of the guns."""
    match command:
        case LayPoint():
            return lay_point(table, command)
        case RollDeviation():
            return roll_deviation(table, command)
        case FireOnArea():
            return fire_on_area(table, command)
        case CallSos():
            return call_sos(table, command)
        case FireOnMover():
            return fire_on_mover(table, command)
        case MoveCommandStand():
            return move_command_stand(table, command)
