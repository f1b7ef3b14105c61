"""The whole tables behind the look-ups of event cards."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.pages.lookups.laid_out.tool import Printed, Reading
from app.systems.flanders_fields.pages.lookups.tables.table import CLAUSE, Maker, line_of
from app.systems.flanders_fields.words import words
from rules.flanders_fields.cards.effects import EFFECTS, LIMITS, CardFacts


def _cards(reading: Reading) -> Printed:
    """Every card with an event; the one asked about is marked."""
    facts: CardFacts = reading.facts
    table, asked = reading.book.table(EFFECTS), f"{facts.suit}_{facts.rank}"
    cards = ((card, table.word(card)) for card in table)
    lines = tuple(line_of(words(card), one, one.says.partition(":")[0], card == asked) for card, one in cards)
    return Printed("Cards with an event", ("", CLAUSE), lines, "FF-CRD-04", "Every other card is a dummy.", 0)


def _limits(reading: Reading) -> Printed:
    table = reading.book.table(LIMITS)
    numbers = (table.number(key) for key in table)
    lines = tuple(line_of(one.says, one, str(one.value)) for one in numbers)
    return Printed("Pack and hand", ("", CLAUSE), lines, "FF-CRD-01", "For each player.", 0)


CARD_TABLES: Final[Mapping[str, Sequence[Maker]]] = {"event-card": (_cards,), "event-cards-in-hand": (_limits,)}
