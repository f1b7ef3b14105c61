"""Who judges which command about aircraft, and what waits while they are over the table."""

from rules.flanders_fields.game.air.calling import call, let_go, name_targets, relay_gun
from rules.flanders_fields.game.air.commands import (
    AirCommand,
    CallAircraft,
    EndAirAttack,
    NameAirTargets,
    RelayGun,
    ThrowInAirAttack,
    WatchFromAir,
)
from rules.flanders_fields.game.air.striking import throw
from rules.flanders_fields.game.air.watching import watch
from rules.flanders_fields.game.assault.commands import FireAsTheyClose
from rules.flanders_fields.game.commands import Command, EndTurn, Fire, NextStep
from rules.flanders_fields.game.guns.commands import FireOnArea
from rules.flanders_fields.game.table import Judgement, Table
from rules.kernel.explain import Refusal


def before_this(table: Table, command: Command) -> Refusal | None:
    """Refuses to go on while aircraft are over the table, and the fire of a gun that has lost its line (FF-AIR-14)."""
    if table.overruled:
        return None
    if table.state.air.strike and isinstance(command, NextStep | EndTurn) and not table.in_turn():
        return Refusal("FF-AIR-08", "aircraft are over the table", "finish their attack first")
    gun = _firing(table, command)
    if gun and gun in table.state.air.off_line:
        name = table.state.units[gun].name
        return Refusal(
            "FF-AIR-14", f"{name} turned on the aircraft and has lost its line", "spend an action to re-lay it"
        )
    return None


def _firing(table: Table, command: Command) -> str:
    """The unit that is about to fire with this command, if any."""
    if isinstance(command, Fire | FireOnArea):
        return command.unit
    stand = table.state.stands.get(command.stand) if isinstance(command, FireAsTheyClose) and command.target else None
    return stand.unit if stand else ""


def judge(table: Table, command: AirCommand) -> Judgement:
    """Judge a command about aircraft."""
    match command:
        case CallAircraft():
            return call(table, command)
        case NameAirTargets():
            return name_targets(table, command)
        case ThrowInAirAttack():
            return throw(table, command)
        case EndAirAttack():
            return let_go(table, command)
        case RelayGun():
            return relay_gun(table, command)
        case WatchFromAir():
            return watch(table, command)
