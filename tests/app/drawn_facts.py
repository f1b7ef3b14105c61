"""Facts drawn at random from what the questions say of themselves: any that fit, and for each one that does not."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final, TypeVar

from hypothesis import strategies as st

from app.lookups.queries import FactTold

A = TypeVar("A")
B = TypeVar("B")
Place = tuple[str | int, ...]
AT_MOST: Final = 3
HUGE: Final = 10**400
NEVER_A_NUMBER: Final[list[Any]] = [
    None,
    "",
    "ten",
    [],
    {},
    True,
    float("nan"),
    float("inf"),
    float("-inf"),
    HUGE,
    -HUGE,
]
NEVER_A_WORD: Final[list[Any]] = [None, "", "pillow", 5, -1.5, True, [], {}, "x" * 70_000, float("nan")]
NEVER_YES_OR_NO: Final[list[Any]] = [None, "", "yes", 0, 1, 2.5, [], {}, HUGE, [HUGE]]
NEVER_A_TEXT: Final[list[Any]] = [None, 5, True, [], {}, "x" * 61, float("nan")]
NEVER_FACTS: Final = ["", 5, True, "shot", {"moon": "full"}]


def kept(make: Callable[[A], B]) -> Callable[[A], B]:
    """Made once for each: to make a strategy takes longer than to draw from it.

    Each by itself, and not by what it equals: 1, 1.0 and True are three facts.
    """
    made: dict[int, tuple[A, B]] = {}

    @wraps(make)
    def found(one: A) -> B:
        if id(one) not in made:
            made[id(one)] = one, make(one)
        return made[id(one)][1]

    return found


@kept
def fitting(facts: tuple[FactTold, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Whole sets of facts of which each by itself is in its range; what may be left out sometimes is."""
    return st.fixed_dictionaries(
        {one.name: _value(one) for one in facts if one.required},
        optional={one.name: _value(one) for one in facts if not one.required},
    )


def _value(one: FactTold) -> st.SearchStrategy[Any]:
    if one.listed:
        entries = st.lists(_single(one), min_size=one.fewest, max_size=max(one.fewest, AT_MOST))
        return entries.map(named_apart) if one.facts else entries
    return st.none() | _single(one) if _may_be_nothing(one) else _single(one)


def _may_be_nothing(one: FactTold) -> bool:
    return not one.required and one.default is None


def named_apart(entries: list[Any]) -> list[Any]:
    """No two of a list have one name: what is told of that has a test of its own."""
    return [{**entry, "name": f"{entry['name']} {n}"} if "name" in entry else entry for n, entry in enumerate(entries)]


def _single(one: FactTold) -> st.SearchStrategy[Any]:
    if one.kind == "facts":
        return fitting(one.facts)
    if one.kind == "word":
        return st.sampled_from(one.words)
    if one.kind == "yes or no":
        return st.booleans()
    if one.kind == "text":
        return st.sampled_from("ABCDE")
    least, most = ends(one)
    return _whole(least, most) if one.kind == "whole number" else _measured(least, most)


def _whole(least: float, most: float) -> st.SearchStrategy[int]:
    return st.sampled_from([int(least), int(most)]) | st.integers(int(least), int(most))


def _measured(least: float, most: float) -> st.SearchStrategy[float]:
    """With one decimal, as a tape measure has it, most of them near enough for something to happen."""
    near = st.integers(round(max(least, -60) * 10), round(min(most, 60) * 10))
    return st.sampled_from([least, most]) | near.map(lambda tenths: tenths / 10)


def ends(one: FactTold) -> tuple[float, float]:
    """The range of a number: every one has both ends."""
    assert one.least is not None, f"{one.name} has no least"
    assert one.most is not None, f"{one.name} has no most"
    return one.least, one.most


def places(facts: tuple[FactTold, ...], above: Place = ()) -> Iterator[tuple[Place, FactTold]]:
    """Every fact with the way to it, those inside others too; of a list, its first entry."""
    for one in facts:
        here = (*above, one.name)
        yield here, one
        if one.facts:
            yield from places(one.facts, (*here, 0) if one.listed else here)


def whole(facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """Every fact, also those that may be left out; of what is listed, one where there are facts inside."""
    return {one.name: _given(one) for one in facts}


def _given(one: FactTold) -> Any:
    if one.facts:
        return [whole(one.facts)] if one.listed else whole(one.facts)
    return one.example


def put(facts: Any, place: Place, value: object) -> Any:
    """The same facts with another value at a place; what is missing on the way to it is made."""
    if not place:
        return value
    if isinstance(place[0], int):
        entries = list(facts or [{}])
        return [put(entries[0], place[1:], value), *entries[1:]]
    known = facts if isinstance(facts, dict) else {}
    return {**known, place[0]: put(known.get(place[0]), place[1:], value)}


def without(facts: Any, place: Place) -> Any:
    """The same facts with one of them missing."""
    if isinstance(place[0], int):
        return [without(facts[0], place[1:]), *facts[1:]]
    if len(place) == 1:
        return {name: value for name, value in facts.items() if name != place[0]}
    return {**facts, place[0]: without(facts[place[0]], place[1:])}


@kept
def unfitting(one: FactTold) -> st.SearchStrategy[Any]:
    """Values that are never right for a fact: of another type, absurd, no word of the table, out of range."""
    wrong = _wrong_entry(one)
    if one.listed:
        return st.sampled_from([None, "none", 5, {}, True]) | wrong.map(lambda value: [value])
    return wrong.filter(lambda value: value is not None) if _may_be_nothing(one) else wrong


def _wrong_entry(one: FactTold) -> st.SearchStrategy[Any]:
    if one.kind == "facts":
        return st.sampled_from(NEVER_FACTS)
    if one.kind == "word":
        return st.sampled_from(NEVER_A_WORD) | st.text(max_size=8).filter(lambda text: text not in one.words)
    if one.kind == "yes or no":
        return st.sampled_from(NEVER_YES_OR_NO)
    if one.kind == "text":
        return st.sampled_from(NEVER_A_TEXT)
    return st.sampled_from(NEVER_A_NUMBER) | _out_of_range(one)


def _out_of_range(one: FactTold) -> st.SearchStrategy[Any]:
    least, most = ends(one)
    beyond = [least - 1, most + 1, least - 10**9, most + 10**9]
    if one.kind == "whole number":
        return st.sampled_from([*map(int, beyond), least + 0.5]) | st.integers(min_value=int(most) + 1)
    finer = [least + 0.25, most - 1e-3] if one.unit == "cm" else []
    return st.sampled_from([*beyond, *finer]) | st.floats(min_value=most, exclude_min=True)
