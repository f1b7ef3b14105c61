"""What may be done in a game: the deeds of all chapters, and the stage that a seat has of them."""

from collections.abc import Sequence
from typing import Final

from rules.flanders_fields.game.commonest import proposing
from rules.flanders_fields.game.engine import CHAPTERS
from rules.flanders_fields.game.facts_known import proposing_facts
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.turn.game.setting_up.creating_deeds import CREATING_DEEDS
from rules.kernel.stage import Deed

DEEDS: Final = tuple(proposing_facts(proposing(deed)) for deed in CHAPTERS.deeds())
"""What may be done in a game that has begun."""
ALL_DEEDS: Final = (*CREATING_DEEDS, *DEEDS)


def deeds_of(state: GameState) -> Sequence[Deed[SeatDeeds]]:
    """The deeds of a game; before there is one, to begin it."""
    return DEEDS if state.facts else CREATING_DEEDS
