"""What can have happened by a national rule. As everywhere, each event carries its results."""

from dataclasses import dataclass

from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Fate, Special


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


NationalEvent = MutinyNamed | ResultSetAside | OrderHelped

NATIONAL_EVENTS: dict[str, type[NationalEvent]] = {
    "mutiny_named": MutinyNamed,
    "result_set_aside": ResultSetAside,
    "order_helped": OrderHelped,
}
