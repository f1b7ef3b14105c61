"""What happened, in a sentence for the log; and the short name by which a deed is taken back."""

from rules.flanders_fields.game.registry import chapters
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.words import overruled_words
from rules.kernel.chapters import Event


def name_of(state: GameState, event: Event) -> str:
    """The name of a deed on the button that takes it back: its chapter names it, or the sentence does."""
    return chapters().name(state, event) or says(state, event)


def says(state: GameState, event: Event) -> str:
    """One plain sentence in the words of its chapter, and where the players measured otherwise than the map."""
    return f"{chapters().says(state, event)}{overruled_words(state, event)}"
