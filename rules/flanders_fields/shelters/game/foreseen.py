"""What the dice of coming up and of hits below would bring."""

from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.shelters.game.commands import ComeUp, HitBelow
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter

FORESEEN: Final[ForeseenBy] = {
    ComeUp: one_die(CameUp, "stand", lambda event: int(event.up)),
    HitBelow: one_die(HitInShelter, "stand", lambda event: event.result),
}
