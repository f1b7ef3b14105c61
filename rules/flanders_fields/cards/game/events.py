"""What can have happened with event cards. As everywhere, each event carries its results."""

from dataclasses import field
from typing import Literal

from rules.flanders_fields.cards.effects import CardPlay
from rules.flanders_fields.cards.game.state import AwaitedCard, HeldCard
from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.state import Stand, Unit
from rules.flanders_fields.vocabulary import FireResult, Side
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn. It is `kept` in the hand of `keeper`, waits for a choice, counts at once, or is put aside.

    `secret`: only the drawer's side knows. `shuffled_anew`: the discards became the pack before it.
    """

    card: str
    side: Side
    player: str
    source: Literal["entered", "rolled"]
    play: CardPlay
    secret: bool
    pack: str = ""
    acts_as: str = ""
    kept: bool = False
    keeper: str = ""
    awaits: AwaitedCard | None = None
    lies: LyingCard | None = None
    shuffled_anew: bool = False
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played from a hand. `lies` counts on; `earned` is what an order brings now (Concise Order)."""

    card: str
    side: Side
    on: str
    says: str
    changes: tuple[StandChange, ...] = ()
    lies: LyingCard | None = None
    earned: int | None = None
    arrived: tuple[Unit, Stand] | None = None
    dice: tuple[Throw, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class ShellBurst:
    """What a shell did to one stand."""

    stand: str
    die: Throw
    result: FireResult


@dataclass(frozen=True, slots=True)
class CardTook:
    """It was said what a black card takes; `lies` counts on. `fired_on` and `companies` as with any fire."""

    card: str
    acts_as: str
    side: Side
    on: tuple[str, ...]
    changes: tuple[StandChange, ...] = ()
    lies: LyingCard | None = None
    bursts: tuple[ShellBurst, ...] = ()
    fired_on: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class CardPutAside:
    """A card went from a hand that was too full to the discards."""

    card: str
    side: Side


@dataclass(frozen=True, slots=True)
class CardDone:
    """What a card on the table called for has been carried out."""

    card: str
    side: Side


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """A hand was set right: the card is in it now as `held`, or (None) not any more."""

    card: str
    side: Side
    reason: str
    held: HeldCard | None


CardEvent = CardDrawn | CardPlayed | CardTook | CardPutAside | CardDone | HandCorrected
