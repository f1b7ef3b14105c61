"""What the dice of coming up and of hits below would bring."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.game.prospect import Foreseen
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shelters.game.commands import ComeUp, HitBelow
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter

FORESEEN: Final[Mapping[type[Any], Callable[[JudgedTable, Any], Foreseen]]] = {
    ComeUp: one_die(CameUp, "stand", lambda event: int(event.up)),
    HitBelow: one_die(HitInShelter, "stand", lambda event: event.result),
}
