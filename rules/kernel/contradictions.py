"""Facts that cannot be true together: what each can be told of, and the refusal of what contradicts it."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, get_args, get_origin

from rules.kernel.explain import Refusal
from rules.kernel.plain import hints_of
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Only:
    """What a fact can be told of: only where the fact `beside` it is one of `among`, by a clause.

    `beside` may be dotted, "shot.firer". `whom` says so in the words of the table: "cavalry", "a battery on the table".
    `values` are those of its values which are bound so; none: every one but its default.
    """

    clause: str
    beside: str
    among: frozenset[Any]
    whom: str
    values: frozenset[Any] = frozenset()

    def forbids(self, facts: Any, told: Any, neutral: Any) -> bool:
        """Whether the value told contradicts the fact beside it."""
        bound = told in self.values if self.values else told != neutral
        return bound and attrgetter(self.beside)(facts) not in self.among


@dataclass(frozen=True, slots=True)
class _Bound:
    """A fact with something it can only be told of."""

    name: str
    says: str
    neutral: Any
    only: Only


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be looked at in a class of facts: those bound to others, and those with facts inside."""

    bound: tuple[_Bound, ...]
    inside: tuple[str, ...]


NOTHING = _Plan((), ())


def only(clause: str, beside: str, among: Iterable[Any] | bool, whom: str, values: Iterable[Any] = ()) -> Only:
    """A fact that can be told only of some: `among` are the values of the fact beside it, one of them or several."""
    fitting = frozenset((among,) if isinstance(among, bool) else among)
    return Only(clause, beside, fitting, whom, frozenset(values))


def contradiction(facts: Any) -> Refusal | None:
    """The first fact that is told of something it cannot be told of, as a refusal; None where all go together."""
    return next(contradictions(facts), None)


def contradictions(facts: Any) -> Iterator[Refusal]:
    """Every such fact in the order of its class, those inside others after them."""
    kind: type = type(facts)
    plan = _plan(kind)
    for one in plan.bound:
        told = getattr(facts, one.name)
        if one.only.forbids(facts, told, one.neutral):
            word = f": {str(told).replace('_', ' ')}" if one.only.values else ""
            because = f"\u201c{one.says}{word}\u201d can be told of {one.only.whom} only"
            yield Refusal(one.only.clause, because, f"leave that out, or choose {one.only.whom}")
    for name in plan.inside:
        told = getattr(facts, name)
        for part in told if isinstance(told, tuple) else () if told is None else (told,):
            yield from contradictions(part)


@cache
def _plan(kind: type) -> _Plan:
    if not is_dataclass(kind):
        return NOTHING
    hints = hints_of(kind)
    bound = tuple(
        _Bound(one.name, one.metadata["says"], one.default, bond)
        for one in fields(kind)
        for bond in one.metadata.get("only", ())
    )
    inside = (one.name for one in fields(kind) if any(_plan(part) != NOTHING for part in _parts(hints[one.name])))
    return _Plan(bound, tuple(inside))


def _parts(hint: Any) -> Iterator[type]:
    """The classes a field may hold, also as one of several or as nothing."""
    if isinstance(hint, UnionType) or get_origin(hint) is tuple:
        for part in get_args(hint):
            yield from _parts(part)
    elif isinstance(hint, type):
        yield hint
