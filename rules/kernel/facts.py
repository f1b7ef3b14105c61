"""Facts of a rule query: their fields, which contradict each other, which depend on the date."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, get_args, get_origin

from rules.kernel.explanations import Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import hints_of

# Facts that cannot be true together


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


# Facts that speak of what is not there at every date


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


# Facts that a rule is asked about


def fact(
    says: str,
    *,
    default: Any = MISSING,
    factory: Callable[[], Any] | None = None,
    unit: str = "",
    least: float | None = None,
    most: float | None = None,
    example: Any = None,
    only: Only | tuple[Only, ...] = (),
    fewest: int = 0,
    called: str = "",
    longest: int = 0,
    dated: Dated | None = None,
    spot: str = "",
    mate: str = "",
) -> Any:
    """A field of a facts class: what it means in the words of the table, its unit, its range and an example.

    `only` is what it can be told of. Of a list, `fewest` is how many it has at least, and `called` names the fact by
    which answers tell its entries apart. `longest` is how many entries it has at most, of a text how many letters.
    `dated`: what it speaks of is not there at every date. `factory` makes its default where each needs one of its own.
    `spot`: half of a place on the table, counted from its corner (x, y) or from the own one (along, up); `mate`: the
    field of the other half, told with the first.
    """
    metadata = {"says": says, "unit": unit, "least": least, "most": most, "example": example}
    metadata |= {
        "only": (only,) if isinstance(only, Only) else only,
        "fewest": fewest,
        "called": called,
        "longest": longest,
        "dated": dated,
        "spot": spot,
        "mate": mate,
    }
    if factory is not None:
        return field(default_factory=factory, metadata=metadata)
    if default is MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


def limits(facts: type, name: str) -> tuple[Any, Any]:
    """The least and the most that may be said of a fact, in its unit; None where it has no such bound."""
    told = next(one.metadata for one in fields(facts) if one.name == name)
    return told["least"], told["most"]
