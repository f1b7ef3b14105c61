"""Packing, unpacking, limbering and unlimbering."""

from rules.flanders_fields.game.outcomes import ActionSpent, MadeReady, reasons
from rules.flanders_fields.game.spending import free_to_move, spend
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.game.commands import ChangeCarriage
from rules.flanders_fields.movement.manoeuvre import CarriageFacts, carriage_actions
from rules.flanders_fields.vocabulary import MOVES_AS, Action, Carriage, UnitClass
from rules.kernel.explain import Refusal

READIED = {Carriage.PACKED: Carriage.READY, Carriage.LIMBERED: Carriage.READY}


def change_carriage(table: JudgedTable, command: ChangeCarriage) -> Judgement:
    """Spend an action on packing, unpacking, limbering or unlimbering (FF-MOV-13), or none by house rule (AMB-47)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    possible = carriages(unit)
    if command.to not in possible:
        words = " or ".join(possible) or "none: it has nothing to pack"
        return Refusal("FF-MOV-13", f"{unit.name} cannot become {command.to}", f"choose {words}")
    leave = spend(table, unit, orders, Action.MOVE, free_to_move(table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    answer = carriage_actions(CarriageFacts(mover=MOVES_AS[unit.kind], again=orders.readied), table.book)
    if isinstance(answer, Refusal):
        return answer
    says = {
        (Carriage.PACKED, Carriage.READY): "unpacks",
        (Carriage.LIMBERED, Carriage.READY): "unlimbers",
        (Carriage.READY, Carriage.PACKED): "packs up",
        (Carriage.READY, Carriage.LIMBERED): "limbers up",
    }[unit.carriage, command.to]
    if not answer.value:
        return (MadeReady(unit.id, says, command.to, reasons(answer)),)
    return (ActionSpent(unit.id, Action.MOVE, says, (), command.to, reasons(answer)),)


def carriages(unit: Unit) -> tuple[Carriage, ...]:
    if unit.carriage is Carriage.NONE:
        return ()
    if unit.carriage is Carriage.READY:
        packs = unit.kind in (UnitClass.MACHINE_GUN, UnitClass.LIGHT_MORTAR)
        return (Carriage.PACKED,) if packs else (Carriage.LIMBERED,)
    return (READIED[unit.carriage],)
