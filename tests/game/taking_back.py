"""What a die was thrown for, read off an event as a person would: the kind, who, at whom, and nothing of a measure."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from rules.flanders_fields.game.outcomes import ActionSpent
from rules.kernel.dice import Throw

Named = tuple[str, ...]
NAMES: Final = frozenset(
    {
        *("unit", "stand", "firer", "target", "battalion", "weapon", "threshold", "attacker", "defender"),
        *("zone", "barrage", "how", "work", "cloud", "what", "regiment", "player", "deed", "at", "formation", "card"),
    }
)
"""Fields that say whose a die is and at whom or what it is thrown."""
FIRST_OF_TWO: Final = {"FightDecided": "CombatDieThrown", "AirAttacked": "AirDieThrown"}
"""A fight holds both sides' dice; the first had an event of its own."""


def dice_in(event: Any) -> Iterator[tuple[Throw, Named]]:
    """Every die of an event with what it was thrown for; a die is one object however often it counts."""
    if isinstance(event, ActionSpent):
        tried = zip(event.changes, event.dice, strict=False)
        yield from ((die, ("wire", change.stand)) for change, die in tried)
        return
    kind = type(event).__name__
    yield from _dice_in(event, (FIRST_OF_TWO.get(kind, kind),))


def _dice_in(value: Any, named: Named) -> Iterator[tuple[Throw, Named]]:
    if isinstance(value, Throw):
        yield value, named
    elif isinstance(value, tuple):
        for one in value:
            yield from _dice_in(one, named)
    elif is_dataclass(value):
        own = tuple(f"{one.name} {getattr(value, one.name)}" for one in fields(value) if one.name in NAMES)
        for one in fields(value):
            yield from _dice_in(getattr(value, one.name), (*named, *own))


def texts(value: Any) -> Iterator[str]:
    """Every text of a view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)
