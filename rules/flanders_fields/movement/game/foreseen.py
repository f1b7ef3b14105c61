"""What the dice of getting over wire would bring."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.foreseeing import Judged, all_faces, first_event
from rules.flanders_fields.game.outcomes import ActionSpent
from rules.flanders_fields.game.prospect import Foreseen, Prospect
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.movement.game.commands import CrossWire
from rules.kernel.explain import Refusal


def _wire(table: JudgedTable, command: CrossWire) -> Foreseen:
    """A die a platoon, every one as if it tried alone; none where the order roll has decided it (AMB-57)."""
    if not isinstance(decide(table.state, replace(command, dice=()), table.actor), Refusal):
        return ()
    found = list[Prospect]()
    for stand in command.stands:
        faces = all_faces(_alone(table, replace(command, stands=(stand,))), first_event(ActionSpent, _over))
        if isinstance(faces, Refusal):
            return faces
        found.append(Prospect(stand, faces[0].faces))
    return tuple(found)


def _alone(table: JudgedTable, command: CrossWire) -> Judged:
    return lambda die: decide(table.state, replace(command, dice=(die,)), table.actor)


def _over(event: ActionSpent) -> int:
    """Return 1 if the stand crosses this belt; between two belts it still counts as on the wire (AMB-61)."""
    return int(not event.failed)


FORESEEN: Final[ForeseenBy] = {
    CrossWire: _wire,
}
