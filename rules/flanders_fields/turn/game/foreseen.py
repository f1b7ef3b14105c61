"""What the dice of a roll for reinforcements would bring."""

from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.turn.game.commands import RollReinforcement
from rules.flanders_fields.turn.game.events import ReinforcementRolled

FORESEEN: Final[ForeseenBy] = {
    RollReinforcement: one_die(ReinforcementRolled, "battalion", lambda event: int(event.arrived)),
}
