"""Who judges which command about aircraft, and what waits while they are over the table."""

from rules.flanders_fields.air.game.calling import call, let_go, name_targets, relay_gun
from rules.flanders_fields.air.game.commands import (
    CallAircraft,
    EndAirAttack,
    NameAirTargets,
    RelayGun,
    ThrowInAirAttack,
    WatchFromAir,
)
from rules.flanders_fields.air.game.striking import throw
from rules.flanders_fields.air.game.watching import watch
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import LeavesStep, OpensFire
from rules.kernel.chapters import Command, judged_by
from rules.kernel.explain import Refusal


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while aircraft are over the table, and the fire of a gun that has lost its line (FF-AIR-14)."""
    if table.state.air.strike and isinstance(command, LeavesStep) and not table.in_turn():
        return Refusal("FF-AIR-08", "aircraft are over the table", "finish their attack first")
    gun = command.firing(table.state) if isinstance(command, OpensFire) else ""
    if gun and gun in table.state.air.off_line:
        name = table.state.units[gun].name
        return Refusal(
            "FF-AIR-14", f"{name} turned on the aircraft and has lost its line", "spend an action to re-lay it"
        )
    return None


judge = judged_by(
    {
        CallAircraft: call,
        NameAirTargets: name_targets,
        ThrowInAirAttack: throw,
        EndAirAttack: let_go,
        RelayGun: relay_gun,
        WatchFromAir: watch,
    }
)
"""Who judges which command about aircraft."""
