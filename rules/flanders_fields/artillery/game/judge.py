"""Who judges which command of the guns, and what waits while fire is on its way."""

from rules.flanders_fields.artillery.game.command_moves import move_command_stand
from rules.flanders_fields.artillery.game.commands import (
    CallSos,
    FireOnArea,
    FireOnMover,
    LayPoint,
    MoveCommandStand,
    RollDeviation,
)
from rules.flanders_fields.artillery.game.falling import fire_on_area, roll_deviation
from rules.flanders_fields.artillery.game.laying import lay_point
from rules.flanders_fields.artillery.game.sos_calls import call_sos
from rules.flanders_fields.artillery.game.zone_fire import fire_on_mover
from rules.flanders_fields.game.naming import stand_name, unit_name
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import WaitsForFire
from rules.kernel.chapters import Command, judged_by
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


judge = judged_by(
    {
        LayPoint: lay_point,
        RollDeviation: roll_deviation,
        FireOnArea: fire_on_area,
        CallSos: call_sos,
        FireOnMover: fire_on_mover,
        MoveCommandStand: move_command_stand,
    }
)
"""Who judges which command of the guns."""
