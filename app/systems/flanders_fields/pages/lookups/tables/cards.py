"""The whole tables behind the look-ups of event cards."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, line_of
from app.pages.lookups.laid_out.tool import Maker, Printed, Reading
from app.systems.flanders_fields.words import words
from rules.flanders_fields.cards.effects import EFFECTS, CardFacts


def _cards(reading: Reading) -> Printed:
    """Every card with an event; the one asked about is marked."""
    facts: CardFacts = reading.facts
    table, asked = reading.book.table(EFFECTS), f"{facts.suit}_{facts.rank}"
    cards = ((card, table.word(card)) for card in table)
    lines = tuple(line_of(words(card), one, one.says.partition(":")[0], card == asked) for card, one in cards)
    return Printed("Cards with an event", ("", CLAUSE), lines, "FF-CRD-04", "Every other card is a dummy.", 0)


MADE: Final[Mapping[str, Maker]] = {"cards": _cards}
