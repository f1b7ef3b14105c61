"""What has happened with morale, and to heroes."""

from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.losses import CommanderLost, MoraleCalled, SupportLost
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import MoraleResult, Special, Threshold
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class MoraleTested:
    """A battalion took its test; `removed` units and `changes` are its effect."""

    battalion: str
    threshold: Threshold
    die: Throw
    result: MoraleResult
    retreat_cm: float
    changes: tuple[StandChange, ...]
    removed: tuple[str, ...]
    discipline: str
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()
    specials: tuple[Special, ...] = ()


@dataclass(frozen=True, slots=True)
class WeaponTested:
    """A crewed weapon took its test for the battalion it supported; `changes` are its effect."""

    weapon: str
    battalion: str
    die: Throw
    result: MoraleResult
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportDenied:
    """A crewed weapon did not support the battalion that is gone."""

    weapon: str
    battalion: str


@dataclass(frozen=True, slots=True)
class HeroicActionTried:
    """A platoon tried a deed; `at` are the enemy stands that it was to remove."""

    stand: str
    player: str
    deed: str
    die: Throw
    success: bool
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()
    at: tuple[str, ...] = ()


MoraleEvent = (
    MoraleCalled | CommanderLost | MoraleTested | SupportLost | WeaponTested | SupportDenied | HeroicActionTried
)
