"""What the dice of a call for aircraft would bring."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.air.game.commands import CallAircraft
from rules.flanders_fields.air.game.events import AircraftCalled
from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.game.prospect import Foreseen
from rules.flanders_fields.game.table import JudgedTable

FORESEEN: Final[Mapping[type[Any], Callable[[JudgedTable, Any], Foreseen]]] = {
    CallAircraft: one_die(AircraftCalled, "regiment", lambda event: int(event.arrives)),
}
