"""What an ask of each kind takes, and what it says of an answer that does not fit."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal

import pytest

from rules.kernel import prompts
from rules.kernel.dice import Pack, Secret, Throw
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.prompts import Ask, AskKind, Asks, Told
from rules.kernel.serialization import NotPlain


class Going(StrEnum):
    OPEN = "open"
    WOOD = "wood"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A document of its own."""

    title: str


@dataclass(frozen=True, slots=True)
class Everything:
    """A command with an ask of every kind that a field can be."""

    range_cm: float = fact("how far", unit="cm", least=0.5, most=30)
    wind_deg: int = fact("where the wind goes", unit="degrees", least=0, most=359)
    men: int = fact("how many men", least=1)
    going: Going = fact("through what")
    name: str = fact("its name")
    seen: bool = fact("it is seen", default=False)
    stands: tuple[str, ...] = fact("which stands", default=())
    dice: tuple[Throw, ...] = fact("its dice", default=())
    sketch: Sketch | None = fact("the sketch", default=None)
    pack: Pack = fact("the pack", default=Pack())
    secret: Secret = fact("the secret", default=Secret())
    when: Literal["now", "later"] = fact("when", default="now")


EVERY: Final = Asks(Everything)
TOLD: Final = {"range_cm": 12.5, "wind_deg": 90, "men": 3, "going": "wood", "name": "Ada"}


def all_of_it(_told: Told) -> Iterator[Ask | Refusal]:
    yield from (EVERY(name) for name in (*TOLD, "seen", "stands", "sketch", "when", "pack", "secret"))
    yield EVERY("dice", least=2, most=2)


def filled(**changed: Any) -> Any:
    given = {**TOLD, "dice": [{"pips": 1}, {"pips": 6}], **changed}
    told = {name: value for name, value in given.items() if value is not None}
    return prompts.filled(Everything, all_of_it, {}, told).found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("range_cm", AskKind.CM),
        ("wind_deg", AskKind.DEGREES),
        ("men", AskKind.NUMBER),
        ("going", AskKind.WORD),
        ("when", AskKind.WORD),
        ("name", AskKind.TEXT),
        ("seen", AskKind.SWITCH),
        ("stands", AskKind.SEVERAL),
        ("dice", AskKind.DICE),
        ("sketch", AskKind.DOCUMENT),
        ("pack", AskKind.DRAWN),
        ("secret", AskKind.DRAWN),
    ],
)
def test_the_kind_of_an_ask_comes_from_its_field(name: str, kind: AskKind) -> None:
    assert EVERY(name).kind is kind


def test_a_text_with_choices_is_one_of_them() -> None:
    assert EVERY("name", among=["Ada", "Bea"]).kind is AskKind.ONE


def test_what_is_told_becomes_the_command_and_the_rest_is_as_usual() -> None:
    made = filled(sketch={"title": "The wood"})
    assert made == Everything(12.5, 90, 3, Going.WOOD, "Ada", dice=(Throw(1), Throw(6)), sketch=Sketch("The wood"))


@pytest.mark.parametrize(
    ("changed", "where", "wrong", "right"),
    [
        ({"range_cm": 31}, "range_cm", "31 is out of range", "give 0.5 to 30"),
        ({"range_cm": True}, "range_cm", "True does not fit", "give: how far"),
        ({"wind_deg": 360}, "wind_deg", "360 is out of range", "give 0 to 359"),
        ({"men": 0}, "men", "0 is out of range", "give 1 or more"),
        ({"going": "bog"}, "going", "'bog' is no choice here", "give any of: open, wood"),
        ({"name": 7}, "name", "7 does not fit", "give: its name"),
        ({"seen": 1}, "seen", "1 does not fit", "give: it is seen"),
        ({"stands": "a"}, "stands", "'a' does not fit", "give: which stands"),
        ({"dice": [{"pips": 1}]}, "dice", "1 is out of range", "give 2"),
        ({"name": None}, "name", "it is missing", "give: its name"),
        ({"more": 1}, "more", "nobody asks for it", "leave it out"),
    ],
)
def test_an_answer_that_does_not_fit_is_named_with_what_would(
    changed: dict[str, Any], where: str, wrong: str, right: str
) -> None:
    found = filled(**changed)
    assert isinstance(found, NotPlain)
    assert (found.field, found.wrong, found.right) == (where, wrong, right)


def test_nobody_is_asked_for_what_the_keeper_draws() -> None:
    made = filled()
    assert (made.pack, made.secret) == (Pack(), Secret())


def test_after_a_refusal_nothing_is_asked() -> None:
    refusal = Refusal("X-01", "It is out of range.", "")

    def refused(_told: Told) -> Iterator[Ask | Refusal]:
        yield EVERY("range_cm")
        yield refusal
        pytest.fail("it was asked on")

    assert prompts.filled(Everything, refused, {}, {"range_cm": 1, "dice": [{"pips": 1}]}).found is refusal
