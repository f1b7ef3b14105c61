"""What can have happened in an assault. As everywhere, each event carries its results."""

from dataclasses import dataclass

from rules.flanders_fields.close_combat import Beaten, Winner
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.state import Contact
from rules.flanders_fields.vocabulary import FireResult, Side
from rules.kernel.play import Throw


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
    """Every stand of an assault has been moved; `firing` are the assaulted stands that may fire."""

    unit: str
    firing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FiredAtClosers:
    """An assaulted stand fired as they closed, or held its fire (no target); `stopped` do not close."""

    stand: str
    target: str
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    changes: tuple[StandChange, ...]
    stopped: tuple[str, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class CombatDieThrown:
    """One side threw its die for a fight; the other's is to come."""

    attacker: str
    defender: str
    side: Side
    die: Throw


@dataclass(frozen=True, slots=True)
class Fought:
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
