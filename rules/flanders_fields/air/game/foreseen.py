"""What the dice of a call for aircraft would bring."""

from typing import Final

from rules.flanders_fields.air.game.commands import CallAircraft
from rules.flanders_fields.air.game.events import AircraftCalled
from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import one_die

FORESEEN: Final[ForeseenBy] = {
    CallAircraft: one_die(AircraftCalled, "regiment", lambda event: int(event.arrives)),
}
