"""Who judges which command about gas, and what waits for it."""

from rules.flanders_fields.game.progress import places, reached
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import EndsTurn
from rules.flanders_fields.gas.game.attacking import enter_gas, gas_attacks, leave_gas
from rules.flanders_fields.gas.game.awaited import NEEDS, GasWanted, awaited
from rules.flanders_fields.gas.game.by_card import gas_by_card, wind_by_card
from rules.flanders_fields.gas.game.commands import (
    EnterGas,
    GasAttacks,
    GasByCard,
    LeaveGas,
    ThrowForGas,
    WindByCard,
)
from rules.flanders_fields.gas.game.throwing import throw_for_gas
from rules.kernel.chapters import Command, judged_by
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


def _in_its_step(table: JudgedTable) -> Refusal | None:
    """Gas moves and attacks in its own step, which every player turn has (FF-GAS-09)."""
    refused = table.in_turn()
    if refused or table.overruled or at_gas(table):
        return refused
    return Refusal("FF-GAS-09", "gas has a step of its own", "go on to the gas step")


judge = judged_by(
    {
        ThrowForGas: lambda table, command: _in_its_step(table) or throw_for_gas(table, command),
        GasAttacks: lambda table, command: _in_its_step(table) or gas_attacks(table, command),
        EnterGas: enter_gas,
        LeaveGas: leave_gas,
        GasByCard: gas_by_card,
        WindByCard: wind_by_card,
    }
)
"""Who judges which command about gas."""
