"""The deeds of cards that lie there: whose each is now (FF-CRD-03, FF-CRD-06). Of a hand only its own side knows."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.cards.commands import CardCarriedOut, PutCardAside
from rules.flanders_fields.game.seated import Seated, nothing
from rules.kernel.stage import Deed, Possible


def _too_many(seated: Seated) -> Iterator[Possible]:
    """Of a hand that is too full one card is owed: put aside, where it cannot be played (FF-CRD-03, GAP-85)."""
    for one in seated.state.cards.held:
        command = PutCardAside(card=one.card)
        if one.side.value in seated.sides and seated.refused(command) is None:
            yield Possible({"card": one.card}, by=one.side.value, owed=True, secret=True)


def _carrying_out(seated: Seated) -> Iterator[Possible]:
    for one in seated.state.cards.lying:
        if seated.refused_all(one.side, [CardCarriedOut(card=one.card)]) is None:
            yield Possible({"card": one.card}, by=one.side.value)


CARD_DEEDS: Final[tuple[Deed[Seated], ...]] = (
    Deed("put_card_aside", "Put it aside", PutCardAside, _too_many, nothing),
    Deed("card_carried_out", "It is carried out", CardCarriedOut, _carrying_out, nothing),
)
"""Drawing and playing, and what a card takes, are still to be described."""
