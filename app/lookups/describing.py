"""What can be asked, and which facts each question wants: for the service's description, the pages and the terminal."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from app.lookups.facts import BadAsk
from rules.kernel.plain import hints_of
from rules.kernel.questions import Questions
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

Kind = Literal["word", "number", "whole number", "yes or no", "text", "facts"]
PLAIN: Final[Mapping[type, Kind]] = {bool: "yes or no", int: "whole number", float: "number", str: "text"}


@dataclass(frozen=True, slots=True)
class FactTold:
    """One fact: what it means, its unit, its range (both ends included), its words, whether it may be left out.

    A `listed` fact takes any number of them. `facts` are the facts inside, where the kind is "facts". `example` is a
    value that fits; `default` is what counts where an optional fact is left out (null: nothing). `told_of` is what it
    can be told of only, where it is bound so, and `fewest` how many a listed fact has at least.
    """

    name: str
    says: str
    kind: Kind
    listed: bool
    required: bool
    default: Any
    example: Any
    unit: str = ""
    least: float | None = None
    most: float | None = None
    words: tuple[str, ...] = ()
    facts: tuple["FactTold", ...] = ()
    told_of: tuple[str, ...] = ()
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class QuestionTold:
    """One question: its key, what it answers, its chapter with that chapter's clauses, whether a die decides, whether
    chances can be told, and a month in which the examples of its facts are answered."""

    key: str
    title: str
    chapter: str
    clauses: tuple[str, ...]
    a_die_decides: bool
    tells_odds: bool
    example_date: str
    facts: tuple[FactTold, ...]


def find(of: Questions[Any], key: str) -> Resolution[Any, Any]:
    """The question of that key. Raises BadAsk."""
    if key not in of.asked:
        raise BadAsk("key", f"there is no question {key!r}", f"ask one of: {', '.join(of.asked)}")
    return of.asked[key]


@cache
def question(of: Questions[Any], key: str) -> QuestionTold:
    """What a question wants to know. Raises BadAsk for an unknown key."""
    found = find(of, key)
    kind: type = found.facts
    decided = found.dice is not no_dice
    cited = tuple(clause.id for clause in of.clauses.values() if clause.chapter == found.chapter)
    return QuestionTold(
        key=found.key,
        title=found.title,
        chapter=found.chapter,
        clauses=cited,
        a_die_decides=decided,
        tells_odds=found.odds is not None,
        example_date=found.example_month,
        facts=told_facts(kind),
    )


def questions(of: Questions[Any]) -> tuple[QuestionTold, ...]:
    """Every question in the order of the book."""
    return tuple(question(of, key) for key in of.asked)


@cache
def told_facts(kind: type) -> tuple[FactTold, ...]:
    """The facts of a facts class, those inside them too."""
    hints = hints_of(kind)
    return tuple(_told(one, hints[one.name]) for one in fields(kind))


def example_of(facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """A whole set of facts that fits: everything required, and what has an example of its own."""
    return {one.name: one.example for one in facts if one.required or one.example not in (None, one.default)}


def _told(one: Field[Any], hint: Any) -> FactTold:
    hint, listed = _inner(hint)
    limits: dict[str, Any] = {key: one.metadata[key] for key in ("unit", "least", "most") if key in one.metadata}
    required = one.default is MISSING and one.default_factory is MISSING
    inside = told_facts(hint) if is_dataclass(hint) and isinstance(hint, type) else ()
    words = tuple(str(word.value) for word in hint) if issubclass(hint, Enum) else ()
    kind: Kind = "facts" if inside else "word" if words else PLAIN[hint]
    default = None if one.default is MISSING else msgspec.to_builtins(one.default)
    example = _example(one, kind, listed, words, inside)
    limits |= {"fewest": one.metadata.get("fewest", 0), "told_of": _told_of(one)}
    says = one.metadata.get("says", one.name)
    return FactTold(one.name, says, kind, listed, required, default, example, **limits, words=words, facts=inside)


def _told_of(one: Field[Any]) -> tuple[str, ...]:
    """What a fact can be told of, each with the words it holds for where not for all."""
    return tuple(
        f"{only.whom} ({', '.join(sorted(map(str, only.values)))})" if only.values else only.whom
        for only in one.metadata.get("only", ())
    )


def _inner(hint: Any) -> tuple[Any, bool]:
    """The type of one value, and whether several are taken."""
    if isinstance(hint, UnionType):
        return _inner(next(kind for kind in get_args(hint) if kind is not type(None)))
    return (get_args(hint)[0], True) if get_origin(hint) is tuple else (hint, False)


def _example(one: Field[Any], kind: Kind, listed: bool, words: tuple[str, ...], inside: tuple[FactTold, ...]) -> Any:
    given = one.metadata.get("example")
    if given is not None:
        return msgspec.to_builtins(given)
    if one.default is not MISSING:
        return msgspec.to_builtins(one.default)
    fitting = next(_fitting(one, kind, words, inside))
    return [fitting] if listed else fitting


def _fitting(one: Field[Any], kind: Kind, words: tuple[str, ...], inside: tuple[FactTold, ...]) -> Iterator[Any]:
    """The first value that fits, for a fact whose class gives no example."""
    if kind == "facts":
        yield example_of(inside)
    yield from words
    yield {"yes or no": False, "text": "1st Platoon"}.get(kind, one.metadata.get("least") or 0)
