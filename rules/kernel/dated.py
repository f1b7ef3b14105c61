"""Facts that speak of what is not there at every date: the first of them is refused, and a form leaves it out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, fields
from enum import StrEnum
from functools import cache
from typing import Any

from rules.kernel.explain import Refusal, Step
from rules.kernel.values import dataclass


def _no_leave(_book: Any) -> Step | None:
    return None


@dataclass(frozen=True, slots=True)
class Dated:
    """What a fact speaks of: why a book can be without it, and the line that says it is there by a house rule only.

    `values` are those of the fact's values that speak of it; none: every one but no.
    """

    missing: Callable[[Any], Refusal | None]
    leave: Callable[[Any], Step | None] = _no_leave
    values: frozenset[Any] = frozenset()


def spoken_of(facts: Any, words: Mapping[str, Dated]) -> Iterator[Dated]:
    """Everything the facts told speak of which is not there at every date, those inside others too.

    `words` are those that speak of it wherever they stand: the tank, whether it fires, moves or is fired at.
    """
    for one in _fields_of(facts.__class__):
        told = getattr(facts, one.name)
        for value in told if isinstance(told, tuple) else (told,):
            if hasattr(value, "__dataclass_fields__"):
                yield from spoken_of(value, words)
            else:
                yield from speaks_of(one, value, words)


@cache
def _fields_of(kind: type) -> tuple[Field[Any], ...]:
    # Facts are looked through once for each face of a die.
    return fields(kind)


def speaks_of(one: Field[Any], told: Any, words: Mapping[str, Dated]) -> Iterator[Dated]:
    """What one value of a fact speaks of."""
    dated: Dated | None = one.metadata.get("dated")
    if dated and (told in dated.values if dated.values else bool(told)):
        yield dated
    if isinstance(told, StrEnum) and told in words:
        yield words[told]


def missing(spoken: Iterable[Dated], book: Any) -> Refusal | None:
    """The first of these that the book does not have at its date, as a refusal."""
    return next((refused for one in spoken if (refused := one.missing(book))), None)
