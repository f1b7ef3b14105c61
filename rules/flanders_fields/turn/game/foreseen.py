"""What the dice of a roll for reinforcements would bring."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.game.prospect import Foreseen
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.turn.game.commands import RollReinforcement
from rules.flanders_fields.turn.game.events import ReinforcementRolled

FORESEEN: Final[Mapping[type[Any], Callable[[JudgedTable, Any], Foreseen]]] = {
    RollReinforcement: one_die(ReinforcementRolled, "battalion", lambda event: int(event.arrived)),
}
