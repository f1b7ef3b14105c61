"""Who judges which command of an assault, and what waits while it is on."""

from rules.flanders_fields.game.assault.close_quarters import fire_as_they_close, throw_in_combat
from rules.flanders_fields.game.assault.commands import (
    AllIn,
    AssaultCommand,
    FireAsTheyClose,
    GoIn,
    StandAgainstArmour,
    ThrowInCombat,
)
from rules.flanders_fields.game.assault.going_in import all_in, go_in
from rules.flanders_fields.game.assault.standing import stand_against_armour
from rules.flanders_fields.game.commands import (
    GOES_ON,
    Command,
    EndTurn,
    NextStep,
)
from rules.flanders_fields.game.ground.judge import with_places
from rules.flanders_fields.game.guns.zones import through_fire
from rules.flanders_fields.game.table import Judgement, Table
from rules.kernel.explain import Refusal


def before_this(table: Table, command: Command) -> Refusal | None:
    """Refuses what waits while contacts of an assault are still to be fought."""
    if table.overruled or not isinstance(command, GOES_ON) or not table.state.contacts():
        return None
    together = table.book.behaviour("AMB-401", {"company": False, "battalion": True})
    if together and table.state.assault and table.state.assault.moving and not isinstance(command, NextStep | EndTurn):
        return None
    return Refusal("FF-ASL-05", "an assault is on", "fight its contacts first, or take it back")


def judge(table: Table, command: AssaultCommand) -> Judgement:
    """Judge a command of an assault."""
    match command:
        case GoIn():
            return with_places(table, through_fire(table, command, go_in(table, command)), command.unit, command.places)
        case AllIn():
            return all_in(table, command)
        case StandAgainstArmour():
            return stand_against_armour(table, command)
        case FireAsTheyClose():
            return fire_as_they_close(table, command)
        case ThrowInCombat():
            return throw_in_combat(table, command)
