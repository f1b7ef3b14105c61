"""Movement as a chapter of the game: moving, packing, getting over wire."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.ways import on_its_way
from rules.flanders_fields.movement.fire_zones import ZoneMove
from rules.flanders_fields.movement.game.carriage import change_carriage
from rules.flanders_fields.movement.game.commands import ChangeCarriage, CrossWire, MoveUnit
from rules.flanders_fields.movement.game.judge import move
from rules.flanders_fields.movement.game.wire import try_wire
from rules.kernel.chapters import judged_by, late

_judged = judged_by(
    {
        MoveUnit: lambda table, command: on_its_way(table, command, move(table, command), ZoneMove.MOVE_ACTION),
        ChangeCarriage: change_carriage,
        CrossWire: lambda table, command: on_its_way(table, command, try_wire(table, command), ZoneMove.WIRE_CROSSING),
    }
)


MOVEMENT: Final[BookChapter] = BookChapter(
    key="movement",
    commands={"move_unit": MoveUnit, "change_carriage": ChangeCarriage, "cross_wire": CrossWire},
    judge=_judged,
    deeds=late("rules.flanders_fields.movement.game.deeds", "MOVE_DEEDS"),
    foresees=late("rules.flanders_fields.movement.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.movement.game.by_map", "BY_MAP"),
)
