"""Event cards in words: their names, and what happened with them."""

from typing import TYPE_CHECKING

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.effects import EFFECTS, CardPlay
from rules.flanders_fields.cards.game.events import (
    CardDone,
    CardDrawn,
    CardEvent,
    CardPlayed,
    CardPutAside,
    CardTook,
    HandCorrected,
)
from rules.flanders_fields.cards.game.state import card_name

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


def title(card: str, book: RuleBook) -> str:
    """What is printed above its text: 'Sniper'; empty for a dummy."""
    effects = book.table(EFFECTS)
    return effects.word(card).says.partition(":")[0] if effects.has(card) else ""


def text(card: str, book: RuleBook) -> str:
    """What it does, in a sentence; empty for a dummy."""
    effects = book.table(EFFECTS)
    said = effects.word(card).says.partition(": ")[2] if effects.has(card) else ""
    return said[:1].upper() + said[1:]


def full_name(card: str, book: RuleBook, acts_as: str = "") -> str:
    """'King of Hearts (Sniper)', or 'Jack of Spades (as Hard Day)' for one that counts as another."""
    named = title(acts_as or card, book)
    other = "as " if acts_as not in ("", card) else ""
    return f"{card_name(card)} ({other}{named})" if named else card_name(card)


def short_name(state: "GameState", event: CardEvent) -> str:
    """The name of a deed on the button that takes it back."""
    return f"the {full_name(event.card, state.book())}"


def says_card(state: "GameState", event: CardEvent) -> str:
    """One plain sentence."""
    book, side = state.book(), state.side_facts(event.side).name
    match event:
        case CardDrawn():
            return _drawn(state, event)
        case CardPlayed(card=card, says=said):
            return f"The {side} side plays the {full_name(card, book)}: {said}"
        case CardTook(card=card, acts_as=acts_as, reasons=reasons):
            return f"The {full_name(card, book, acts_as)}: {reasons.steps[0].says}"
        case CardPutAside(card=card):
            return f"The {side} side puts the {full_name(card, book)} aside: its hand was too full"
        case CardDone(card=card):
            return f"The {full_name(card, book)} has been carried out"
        case HandCorrected(card=card, held=held, reason=reason):
            what = "is in it" if held else "is not in it"
            return f"Corrected, the hand of the {side} side: the {full_name(card, book)} {what} ({reason})"


def _drawn(state: "GameState", event: CardDrawn) -> str:
    side, enemy = state.side_facts(event.side).name, state.side_facts(event.side.other).name
    name = full_name(event.card, state.book(), event.acts_as)
    outcome = {
        CardPlay.MAY: "kept in hand",
        CardPlay.HAND_OVER: f"handed to the {enemy} side",
        CardPlay.MUST: "played at once" if event.awaits or event.lies else "there is nothing it could take",
        CardPlay.DUMMY: "kept, no event" if event.kept else "no event, put aside",
    }
    anew = "The pack is shuffled anew. " if event.shuffled_anew else ""
    return f"{anew}The {side} side draws the {name}: {outcome[event.play]}"
