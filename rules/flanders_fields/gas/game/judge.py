"""Who judges which command about gas, and what waits for it."""

from rules.flanders_fields.game.progress import places, reached
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import EndsTurn
from rules.flanders_fields.gas.game.attacking import enter_gas, gas_attacks, leave_gas
from rules.flanders_fields.gas.game.awaited import NEEDS, GasWanted, awaited
from rules.flanders_fields.gas.game.by_card import gas_by_card, wind_by_card
from rules.flanders_fields.gas.game.commands import (
    EnterGas,
    GasAttacks,
    GasByCard,
    GasCommand,
    LeaveGas,
    ThrowForGas,
    WindByCard,
)
from rules.flanders_fields.gas.game.throwing import throw_for_gas
from rules.kernel.chapters import Command
from rules.kernel.explain import Refusal

STILL = {
    GasWanted.WIND: "the wind is to be rolled",
    GasWanted.RELEASE: "planned gas is to be released",
    GasWanted.FATE: "a cloud's own die is to be thrown",
    GasWanted.ATTACK: "a cloud is to go through its phase",
}


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on, or to end the turn, while the gas of this player turn is still to be done (FF-GAS-07)."""
    if table.in_turn():
        return None
    due = awaited(table.state, table.book)
    if due is None or not (at_gas(table) or (isinstance(command, EndsTurn) and _ahead(table))):
        return None
    return Refusal("FF-GAS-07", STILL[due.what], "finish the gas first: it comes by itself")


def at_gas(table: JudgedTable) -> bool:
    """Whether the step in hand is the gas step."""
    here = table.here if table.state.turn.running else None
    return here is not None and here.step.needs == NEEDS


def _ahead(table: JudgedTable) -> bool:
    """Whether the gas step of this player turn is still to come."""
    order = places(table.state, table.book)
    here, _ = next(reached(table.state, order), (-1, None))
    return any(place.step.needs == NEEDS for place in order[here + 1 :])


def judge(table: JudgedTable, command: GasCommand) -> Judgement:
    """Judge a command about gas."""
    match command:
        case ThrowForGas():
            return _in_its_step(table) or throw_for_gas(table, command)
        case GasAttacks():
            return _in_its_step(table) or gas_attacks(table, command)
        case EnterGas():
            return enter_gas(table, command)
        case LeaveGas():
            return leave_gas(table, command)
        case GasByCard():
            return gas_by_card(table, command)
        case WindByCard():
            return wind_by_card(table, command)


def _in_its_step(table: JudgedTable) -> Refusal | None:
    """Gas moves and attacks in its own step, which every player turn has (FF-GAS-09)."""
    refused = table.in_turn()
    if refused or table.overruled or at_gas(table):
        return refused
    return Refusal("FF-GAS-09", "gas has a step of its own", "go on to the gas step")
