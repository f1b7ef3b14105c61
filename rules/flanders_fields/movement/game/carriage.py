"""Packing, unpacking, limbering and unlimbering."""

from rules.flanders_fields.game.outcomes import ActionSpent, MadeReady, reasons
from rules.flanders_fields.game.spending import each_action, free_to_move, spend
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.game.commands import ChangeCarriage
from rules.flanders_fields.movement.manoeuvre import CarriageFacts, carriage_actions
from rules.flanders_fields.vocabulary import MOVES_AS, Action, Carriage, UnitClass
from rules.kernel.explain import Explained, Refusal

READIED = {Carriage.PACKED: Carriage.READY, Carriage.LIMBERED: Carriage.READY}


def change_carriage(table: JudgedTable, command: ChangeCarriage) -> Judgement:
    """Spend an action on packing, unpacking, limbering or unlimbering (FF-MOV-13), or none by house rule (AMB-47)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    answer = _costs(table, unit)
    acting = table.acting(unit.id, 1 if isinstance(answer, Refusal) else answer.value)
    if isinstance(acting, Refusal):
        return acting
    _, orders = acting
    possible = carriages(unit)
    if command.to not in possible:
        words = " or ".join(possible) or "none: it has nothing to pack"
        return Refusal("FF-MOV-13", f"{unit.name} cannot become {command.to}", f"choose {words}")
    if isinstance(answer, Refusal):
        return answer
    # What costs nothing may be done when all is spent, but not by a unit that its die gave nothing (FF-ORD-09).
    spent = orders if answer.value else orders._replace(spent=())
    leave = spend(table, unit, spent, Action.MOVE, free_to_move(table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    says = {
        (Carriage.PACKED, Carriage.READY): "unpacks",
        (Carriage.LIMBERED, Carriage.READY): "unlimbers",
        (Carriage.READY, Carriage.PACKED): "packs up",
        (Carriage.READY, Carriage.LIMBERED): "limbers up",
    }[unit.carriage, command.to]
    if not answer.value:
        return (MadeReady(unit.id, says, command.to, reasons(answer)),)
    return each_action(ActionSpent(unit.id, Action.MOVE, says, (), command.to, reasons(answer)), answer.value)


def _costs(table: JudgedTable, unit: Unit) -> Explained[int] | Refusal:
    """How many actions its next change of carriage takes in this turn."""
    orders = table.state.orders.get(unit.id)
    readied = orders is not None and orders.readied
    return carriage_actions(CarriageFacts(mover=MOVES_AS[unit.kind], again=readied), table.book)


def changes_for_nothing(table: JudgedTable, unit: Unit) -> bool:
    """Whether a unit that has actions may still change its carriage without one this turn (AMB-47)."""
    answer = _costs(table, unit)
    return isinstance(answer, Explained) and not answer.value and table.state.orders[unit.id].earned > 0


def carriages(unit: Unit) -> tuple[Carriage, ...]:
    if unit.carriage is Carriage.NONE:
        return ()
    if unit.carriage is Carriage.READY:
        packs = unit.kind in (UnitClass.MACHINE_GUN, UnitClass.LIGHT_MORTAR)
        return (Carriage.PACKED,) if packs else (Carriage.LIMBERED,)
    return (READIED[unit.carriage],)
