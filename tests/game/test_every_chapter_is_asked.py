"""Every command finds its judge and every event its words: those of the game itself, or those of one chapter."""

from rules.flanders_fields.game.commands import COMMANDS, OWN_COMMANDS
from rules.flanders_fields.game.deciding import CHAPTERS
from rules.flanders_fields.game.events import EVENTS, OWN_EVENTS
from rules.flanders_fields.game.telling import CARDS
from rules.flanders_fields.game.words import NAMES, SAYS


def test_no_chapter_is_forgotten() -> None:
    assert CHAPTERS.keys() == set(COMMANDS.values()) - OWN_COMMANDS
    assert SAYS.keys() == set(EVENTS.values()) - OWN_EVENTS
    assert NAMES.keys() | CARDS.keys() <= SAYS.keys()
