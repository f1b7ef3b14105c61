"""The track a tank leaves in wire it moves over (FF-WIR-11)."""

from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.movement.wire import Clearer, ClearWireFacts, WayThrough, clear_wire
from rules.flanders_fields.vocabulary import UnitClass
from rules.kernel.explain import Explained, Refusal


def crushes(table: JudgedTable, unit: Unit, belts: int) -> Explained[WayThrough] | Refusal:
    """The track a tank leaves in the wire it moves over (FF-WIR-11). Refuses what has to try the wire."""
    if unit.kind is not UnitClass.TANK:
        return Refusal("FF-WIR-02", f"{unit.name} does not crush wire", "try to cross it with an action of its own")
    return clear_wire(ClearWireFacts(by=Clearer.TANK, belts=belts), table.book)
