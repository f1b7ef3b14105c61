"""A value of the house is to do what a dataclass of the standard library does, declared alike."""

import copy
import pickle
from collections.abc import Callable, Iterator
from dataclasses import MISSING, FrozenInstanceError, field, fields
from dataclasses import dataclass as standard
from dataclasses import replace as standard_replace
from inspect import signature
from itertools import product
from typing import Any

import pytest

from rules.kernel.frozen_dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Stand:
    """A stand."""

    name: str
    strength: int = 4
    marks: list[str] = field(default_factory=list)
    seen: int = field(default=0, compare=False, repr=False)
    kind: str = field(init=False, default="foot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gun(Stand):
    """A stand with more to it."""

    calibre: int

    def __post_init__(self) -> None:
        if self.calibre < 0:
            raise ValueError("a calibre is not below 0")


@dataclass(frozen=True, slots=True)
class Nothing:
    """No field at all."""


@dataclass(frozen=True, slots=True)
class Loud:
    """One that shows and compares itself in its own way."""

    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loud) and other.name.lower() == self.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())

    def __repr__(self) -> str:
        return self.name.upper()


def test_it_is_filled_by_place_and_by_name_and_with_what_is_not_said() -> None:
    stand = Stand("A", 3)
    assert (stand.name, stand.strength, stand.marks, stand.seen, stand.kind) == ("A", 3, [], 0, "foot")
    assert Stand("A").marks is not Stand("A").marks
    gun = Gun("B", calibre=77, marks=["hit"])
    assert (gun.name, gun.strength, gun.calibre, gun.marks) == ("B", 4, 77, ["hit"])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Stand(),  # type: ignore[call-arg]
        lambda: Stand("A", 1, [], 0, "horse"),  # type: ignore[call-arg]
        lambda: Stand("A", strenght=3),  # type: ignore[call-arg]  # codespell:ignore strenght
        lambda: Gun("A", 4, [], 0, 77),  # type: ignore[call-arg]
        lambda: Nothing(1),  # type: ignore[call-arg]
    ],
)
def test_what_does_not_fit_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        wrong()


def test_it_looks_at_itself_once_it_is_filled() -> None:
    with pytest.raises(ValueError, match="not below 0"):
        Gun("A", calibre=-1)


def test_it_is_not_changed_afterwards() -> None:
    stand = Stand("A")
    changes: tuple[Callable[[], None], ...] = (
        lambda: setattr(stand, "name", "B"),
        lambda: setattr(stand, "new", 1),
        lambda: delattr(stand, "name"),
    )
    for change in changes:
        with pytest.raises(FrozenInstanceError):
            change()
    assert stand.name == "A"
    assert not hasattr(stand, "__dict__")


def test_equal_is_what_is_of_one_kind_with_equal_fields() -> None:
    assert Stand("A", seen=1) == Stand("A", seen=2)
    assert Stand("A") != Stand("B")
    assert Stand("A") != Gun("A", calibre=1)
    assert Nothing() == Nothing()
    assert Nothing() != Stand("A")
    assert Loud("a") == Loud("A")


def test_it_can_be_a_key() -> None:
    assert {Nothing(): 1}[Nothing()] == 1
    assert {Loud("a"): 1}[Loud("A")] == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(Stand("A"))


def test_it_shows_what_it_holds() -> None:
    assert repr(Gun("A", calibre=77)) == "Gun(name='A', strength=4, marks=[], kind='foot', calibre=77)"
    assert repr(Nothing()) == "Nothing()"
    assert repr(Loud("a")) == "A"


def test_it_is_taken_apart_copied_and_changed_as_a_new_one() -> None:
    gun = Gun("A", marks=["hit"], calibre=77)
    match gun:
        case Stand(name, strength):
            assert (name, strength) == ("A", 4)
    assert replace(gun, calibre=105) == Gun("A", marks=["hit"], calibre=105)
    for again in (copy.copy(gun), copy.deepcopy(gun), pickle.loads(pickle.dumps(gun))):
        assert again == gun
    assert [one.name for one in fields(Gun)] == ["name", "strength", "marks", "seen", "kind", "calibre"]


@dataclass(frozen=True, slots=True)
class Range:
    """Values that `replace` copies field by field."""

    least: int
    most: int = 9
    marks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError("the least is more than the most")


def test_replaced_values_are_those_of_the_standard_library() -> None:
    near = Range(1, marks=["seen"])
    assert replace(near, most=3) == standard_replace(near, most=3) == Range(1, 3, ["seen"])
    assert replace(near, most=3).marks is near.marks
    assert replace(near) == near
    assert replace(near) is not near
    with pytest.raises(ValueError, match="more than the most"):
        replace(near, least=10)
    with pytest.raises(TypeError, match="Range has no field 'mots'"):
        replace(near, mots=3)
    with pytest.raises(ValueError, match="init=False"):
        replace(Stand("A"), kind="horse")


def declared_by(make: Callable[..., Any]) -> Any:
    """The same class by either way."""

    @make(frozen=True, slots=True)
    class Seen:
        """A thing that is seen."""

        where: tuple[int, ...]
        by: str | None = None
        at: float = field(default=0.0, compare=False)

    return Seen


def seen(kind: Any) -> Iterator[Any]:
    return (kind(*values) for values in product([(), (1,), (1, 2)], [None, "", "A"], [0.0, 1.5]))


def test_among_themselves_values_are_as_the_standard_librarys_are() -> None:
    ours, theirs = (list(seen(declared_by(make))) for make in (dataclass, standard))
    assert [[one == other for other in ours] for one in ours] == [[one == other for other in theirs] for one in theirs]
    assert [hash(one) for one in ours] == [hash(one) for one in theirs]
    assert [repr(one) for one in ours] == [repr(one) for one in theirs]
    assert type(ours[0]).__match_args__ == type(theirs[0]).__match_args__
    assert [one.default is MISSING for one in fields(type(ours[0]))] == [True, False, False]


def test_what_it_takes_is_told_before_the_first_one_is_made() -> None:
    def declare(how: Callable[..., Any]) -> Any:
        @how(frozen=True, slots=True)
        class Order:
            """An order."""

            to: str
            dice: int = 1

        return Order

    told, expected = (signature(declare(how)) for how in (dataclass, standard))
    assert [(one.name, one.kind, one.default) for one in told.parameters.values()] == [
        (one.name, one.kind, one.default) for one in expected.parameters.values()
    ]
