"""What can have happened in an assault. As everywhere, each event carries its results."""

from rules.flanders_fields.assault.close_combat import Beaten, Winner
from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import FireResult, MoraleResult, Side
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class WentIn:
    """A stand was moved into contact; the `first` of a unit spent its action, a follow-up spends none."""

    unit: str
    contact: Contact
    first: bool
    follow_up: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AllWentIn:
    """Every stand of an assault has been moved; `firing` are the assaulted stands that may fire.

    Those in `standing` test first whether they stand against armour.
    """

    unit: str
    firing: tuple[str, ...]
    standing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoodAgainstArmour:
    """A stand tested whether it holds its ground against armour; if not, there is no combat with it (FF-ASL-25).

    `cards` were played for this die.
    """

    stand: str
    die: Throw
    stands: bool
    result: MoraleResult
    retreat_cm: float
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()


@dataclass(frozen=True, slots=True)
class FiredAtClosers:
    """An assaulted stand fired as they closed, or held its fire (no target); `stopped` do not close.

    A tank or a block house fired from `sector`; with `more` it may fire at another attacker as well.
    """

    stand: str
    target: str
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    changes: tuple[StandChange, ...]
    stopped: tuple[str, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons
    more: bool = False
    sector: Sector = Sector.NONE


@dataclass(frozen=True, slots=True)
class CombatDieThrown:
    """One side threw its die for a fight; the other's is to come."""

    attacker: str
    defender: str
    side: Side
    die: Throw


@dataclass(frozen=True, slots=True)
class FightDecided:
    """A fight was decided with the die of `side`; `dice` are the attacker's and the defender's.

    After a draw the attacker, with its supporter, falls back `falls_back_cm`. `over` are the attackers whose contacts
    are done with it.
    """

    attacker: str
    defender: str
    side: Side
    dice: tuple[Throw, Throw]
    winner: Winner
    beaten: Beaten
    falls_back_cm: float
    changes: tuple[StandChange, ...]
    over: tuple[str, ...]
    reasons: Reasons


AssaultEvent = WentIn | AllWentIn | StoodAgainstArmour | FiredAtClosers | CombatDieThrown | FightDecided
