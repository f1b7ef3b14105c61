"""Plain values are read strictly, in the words of the table, and never end in anything but a value or a NotPlain."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.facts import fact
from rules.kernel.serialization import NotPlain, build, plain


class Arm(StrEnum):
    FOOT = "foot"
    HORSE = "horse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    arm: Arm = fact("what it is")
    width_cm: float = fact("how wide", default=3.0, unit="cm", least=0.1, most=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    name: str
    source: Literal["entered", "rolled"] = "entered"
    bases: tuple[Base, ...] = ()
    value: int | bool | str = 0
    behind: Base | None = None
    more: dict[str, Any] = field(default_factory=dict)
    note: str = fact("what was noted", default="", longest=4)
    turns: tuple[int, ...] = fact("in which turns", default=(), longest=2, least=1)


WHOLE: dict[str, Any] = {
    "name": "1st",
    "source": "rolled",
    "bases": [{"arm": "foot", "width_cm": 2}, {"arm": "horse"}],
    "value": True,
    "behind": None,
    "more": {"kind": "note"},
}


def test_what_is_read_and_made_plain_again_is_the_same() -> None:
    line = build(Line, WHOLE)
    assert line.bases == (Base(arm=Arm.FOOT, width_cm=2.0), Base(arm=Arm.HORSE))
    assert line.value is True
    assert build(Line, plain(line)) == line


@pytest.mark.parametrize(
    ("change", "at", "wrong", "right"),
    [
        (
            {"moon": 1},
            "moon",
            "there is no 'moon' here",
            "give any of: name, source, bases, value, behind, more, note, turns",
        ),
        ({"name": 5}, "name", "5 does not fit", "write it as text"),
        ({"source": "magic"}, "source", "'magic' is not known here", "write one of: entered, rolled"),
        ({"source": []}, "source", "[] is not known here", "write one of: entered, rolled"),
        ({"bases": "foot"}, "bases", "'foot' is no list", "give a list, empty if there are none"),
        ({"bases": [{}]}, "bases.0.arm", "it is missing", "give: what it is; write one of: foot, horse"),
        ({"bases": [{"arm": "foot"}, 3]}, "bases.1", "nothing in it has a name", "give each part of it by its name"),
        ({"behind": {"arm": "guns"}}, "behind.arm", "'guns' is not known here", "write one of: foot, horse"),
        ({"behind": {"arm": ["foot"]}}, "behind.arm", "['foot'] is not known here", "write one of: foot, horse"),
        ({"behind": {"arm": "foot", "width_cm": 21}}, "behind.width_cm", "21 cm is out of range", "enter 0.1 to 20 cm"),
        (
            {"behind": {"arm": "foot", "width_cm": True}},
            "behind.width_cm",
            "True does not fit",
            "write a number; enter 0.1 to 20 cm",
        ),
        (
            {"behind": {"arm": "foot", "width_cm": 2.25}},
            "behind.width_cm",
            "2.25 cm is finer than a tape measure",
            "enter one decimal at most",
        ),
        (
            {"behind": {"arm": "foot", "width_cm": 10**400}},
            "behind.width_cm",
            "the number is too large",
            "enter 0.1 to 20 cm",
        ),
        ({"value": -(10**400)}, "value", "does not fit", "write it as text"),
        ({"value": None}, "value", "None does not fit", "write it as text"),
        ({"more": []}, "more", "[] does not fit", "write it as an object with named fields"),
        ({"note": "wire!"}, "note", "5 letters are too many", "write 4 letters at most"),
        ({"turns": [1, 2, 3]}, "turns", "3 are too many", "give 2 at most"),
        ({"turns": [1, 0]}, "turns.1", "0 is out of range", "enter 1"),
    ],
)
def test_what_does_not_fit_says_where_and_what_would_be_right(
    change: dict[str, Any], at: str, wrong: str, right: str
) -> None:
    with pytest.raises(NotPlain) as told:
        build(Line, {**WHOLE, **change})
    assert (told.value.field, told.value.right) == (at, right)
    assert told.value.wrong.endswith(wrong)


def test_a_number_of_thousands_of_digits_is_told_too() -> None:
    # Python itself would rather not write it.
    with pytest.raises(NotPlain) as told:
        build(Line, {**WHOLE, "name": 10**5000})
    assert (told.value.field, told.value.right) == ("name", "write it as text")


def test_a_choice_is_told_with_its_words() -> None:
    with pytest.raises(NotPlain) as told:
        build(Base, {"arm": "guns"}, "facts")
    assert (told.value.field, told.value.words) == ("facts.arm", Arm)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WHOLE, "arm", "width_cm"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*WHOLE, "moon"]), ANYTHING) | ANYTHING)
def test_whatever_is_given_is_read_or_told(given_: object) -> None:
    """Nothing else comes out of it, whatever a device sends: no fault of ours."""
    told = None
    try:
        assert isinstance(build(Line, given_), Line)
    except NotPlain as wrong:
        told = wrong
    assert told is None or (told.wrong and told.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """One number that only takes away, and one that may be of either sign."""

    minus: int = fact("what is taken off", default=0, least=-2, most=0)
    either: int = fact("what is added or taken off", default=0, least=-2, most=2)


@pytest.mark.parametrize(("given", "read"), [(1, -1), (-1, -1), (2, -2), (0, 0)])
def test_number_that_only_takes_away_is_read_without_its_sign(given: int, read: int) -> None:
    assert build(Signs, {"minus": given, "either": 1}) == Signs(minus=read, either=1)


@pytest.mark.parametrize("given", [3, -3, True, "1"])
def test_number_that_only_takes_away_keeps_its_limit_and_kind(given: object) -> None:
    with pytest.raises(NotPlain):
        build(Signs, {"minus": given})
