"""Ways through wire that engineers and tanks make (FF-WIR-10 to -12)."""

from rules.flanders_fields.armour.game.commands import ClearWire
from rules.flanders_fields.armour.tanks import BRITISH_HEAVIES
from rules.flanders_fields.game.models import tank_type
from rules.flanders_fields.game.outcomes import ActionSpent, reasons
from rules.flanders_fields.game.spending import each_action
from rules.flanders_fields.game.spending import spend as spend_action
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.wire import Clearer, ClearWireFacts, clear_wire
from rules.flanders_fields.vocabulary import Action, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm


def clears_wire(unit: Unit) -> Clearer | None:
    """How a unit makes a way through wire with an action; None if it does not."""
    if unit.kind is UnitClass.ENGINEERS:
        return Clearer.ENGINEERS
    return Clearer.GRAPNEL_TANK if unit.kind is UnitClass.TANK and tank_type(unit) in BRITISH_HEAVIES else None


def make_way(table: JudgedTable, command: ClearWire) -> Judgement:
    """Spend an action on a gap in the wire (FF-WIR-10, FF-WIR-12). Which tanks have grapnels the players know."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    by = clears_wire(unit)
    if by is None:
        because = f"{unit.name} clears no wire"
        return Refusal("FF-WIR-10", because, "clear it with engineers or a British heavy tank with grapnels")
    leave = spend_action(table, unit, orders, Action.MOVE, min(stand.levels for stand in table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    answer = clear_wire(ClearWireFacts(by=by, belts=command.belts, touching=command.touching), table.book)
    if isinstance(answer, Refusal):
        return answer
    way = answer.value
    says = f"clears a gap in the wire, {cm(way.width_mm)} wide and {cm(way.depth_mm)} deep"
    if not way.actions:
        return Refusal("FF-WIR-11", f"{unit.name} makes a way as it moves", "move over the wire")
    enough = table.acting(command.unit, way.actions)
    if isinstance(enough, Refusal):
        return enough
    return each_action(ActionSpent(unit.id, Action.MOVE, says, (), None, reasons(answer)), way.actions)
