"""What can have happened by a national rule. As everywhere, each event carries its results."""

from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Fate, Quality, Special
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class MutinyNamed:
    """The German player named a battalion mutinous."""

    battalion: str
    left: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class ResultSetAside:
    """A battalion resists stubbornly: it and its stands are again what they were."""

    battalion: str
    fate: Fate
    changes: tuple[StandChange, ...]
    left: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class OrderHelped:
    """A national rule was said after the die of an order, which earns so much now."""

    unit: str
    special: Special
    earned: int
    changes: tuple[StandChange, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class StormPartAttached:
    """A part of a storm battalion serves with a battalion from now, which counts its `platoons` with its own.

    `ordered_from` is the battalion that orders it, where that is another; `quality` the grade it brings.
    """

    unit: str
    battalion: str
    ordered_from: str
    platoons: int
    quality: Quality
    reasons: Reasons


NationalEvent = MutinyNamed | ResultSetAside | OrderHelped | StormPartAttached
