"""The cards on the table that count still, and where a game has its cards from."""

from enum import StrEnum
from typing import Final

from rules.flanders_fields.vocabulary import RollKind, Side
from rules.kernel.values import dataclass

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
