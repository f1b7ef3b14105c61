"""What events tell of stands, to be remembered of them; what the map had said is no player's word."""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.vocabulary import Cover

OfStand = tuple[str, Cover]


def of_map(said: Iterable[FromMap], fact: str, stand: str = "") -> bool:
    """Whether a fact is as the map had it: it has it still, for as long as nobody moves."""
    return any(one.fact == fact and not one.overruled and (not stand or one.of == stand) for one in said)


def covers_of_hits(event: Any) -> Iterator[OfStand]:
    """The cover of each stand that an event hits."""
    return ((one.stand, one.cover) for one in event.hits if not of_map(event.reasons.map, "cover", one.stand))


def covers_of_targets(event: Any) -> Iterator[OfStand]:
    """The cover of each stand that an event names as a target."""
    return ((one.stand, one.cover) for one in event.targets if not of_map(event.reasons.map, "cover", one.stand))
