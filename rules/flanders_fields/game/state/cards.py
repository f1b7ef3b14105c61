"""Event cards in the game state: deck, hands, discards, and cards in effect (FF-CRD)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from rules.flanders_fields.cards import Rank, Suit
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.vocabulary import RollKind, Side
from rules.kernel.frozen_dataclasses import dataclass

# The cards on the table that count still, and where a game has its cards from

HERO, INSPIRES, LINES_DOWN, GAS, WIND = "hearts_jack", "diamonds_jack", "clubs_king", "spades_king", "spades_jack"
SUPERB, GOOD = "diamonds_ace", "diamonds_queen"
SHOWN_ON_THE_TABLE: Final = frozenset({GAS, WIND})
"""Cards of which only the table shows when they are done."""


class Deck(StrEnum):
    """Whether a game is played with event cards, and where they come from (FF-CRD-01)."""

    NONE = "none"
    APP = "app"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the table that counts still: for whose dice, on what, until the end of which player turn.

    `until` None: until its die is thrown or its players have carried it out. `arrived` is the unit that came with it.
    """

    card: str
    acts_as: str
    side: Side
    on: tuple[str, ...] = ()
    roll: RollKind | None = None
    until: tuple[int, Side] | None = None
    pack: str = ""
    arrived: str = ""


# State of its event cards

FULL_PACK: Final = tuple(f"{suit}_{rank}" for suit in Suit for rank in Rank)


def card_name(card: str) -> str:
    """'King of Hearts', '7 of Spades'."""
    suit, _, rank = card.partition("_")
    return f"{rank.capitalize()} of {suit.capitalize()}"


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a hand. `player` drew it, or got it from the enemy (`handed`); `pack` is where it goes back to."""

    card: str
    acts_as: str
    side: Side
    player: str
    pack: str = ""
    handed: bool = False


@dataclass(frozen=True, slots=True)
class AwaitedCard:
    """A black card on the table for which `chooser` has to say what it takes; `acts_as` is the card it counts as."""

    card: str
    acts_as: str
    drawer: Side
    chooser: Side
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one player has drawn in the present player turn."""

    player: str
    red: int = 0
    black: int = 0
    dummies: int = 0

    @property
    def count(self) -> int:
        """All of it."""
        return self.red + self.black + self.dummies


@dataclass(frozen=True, slots=True)
class LastOrder:
    """The newest order roll of the player turn: a card may still be added to it (FF-CRD-22)."""

    unit: str
    facts: OrderFacts
    pips: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Every card that is not in its pack. `discards` name pack and card; `players` are those who have ever drawn."""

    held: tuple[HeldCard, ...] = ()
    lying: tuple[LyingCard, ...] = ()
    awaited: AwaitedCard | None = None
    discards: tuple[tuple[str, str], ...] = ()
    drawn: tuple[Drawn, ...] = ()
    players: tuple[str, ...] = ()
    last_order: LastOrder | None = None

    def out_of(self, pack: str) -> Iterator[str]:
        """The cards of a pack that lie in hands or on the table, not among its discards."""
        yield from (one.card for one in self.held if one.pack == pack)
        yield from (one.card for one in self.lying if one.pack == pack)
        if self.awaited and self.awaited.pack == pack:
            yield self.awaited.card

    def left_in(self, pack: str) -> tuple[str, ...]:
        """What can still be drawn from a pack; its discards where nothing else is left (GAP-81)."""
        out, gone = set(self.out_of(pack)), {card for where, card in self.discards if where == pack}
        fresh = tuple(card for card in FULL_PACK if card not in out | gone)
        return fresh or tuple(card for card in FULL_PACK if card not in out)

    def drawn_by(self, player: str) -> Drawn:
        """What a player has drawn in this player turn."""
        return next((one for one in self.drawn if one.player == player), Drawn(player))

    def hand_of(self, player: str) -> tuple[HeldCard, ...]:
        """The cards a player holds."""
        return tuple(one for one in self.held if one.player == player)
