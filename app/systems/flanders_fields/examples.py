"""Requests as they can be sent, for the description of the service: a game of Mons, and how its first turn begins."""

from typing import Final

from app.documents.described import sample
from app.games.examples import GameExamples
from app.systems.flanders_fields import data
from app.systems.flanders_fields.scenarios.examples import RAID


def _game() -> GameExamples:
    found = sample(data.__file__, "examples")
    # A scenario of one's own goes along whole.
    found["openings"]["of_two_forces"]["value"]["command"]["own"] = RAID
    return GameExamples(found["openings"], found["commands"])


GAME: Final = _game()
