"""What is proposed goes in where nobody told anything, and says where it comes from."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.prompts import Ask, AskKind, Asks, Filled, Origin, Proposal, Told, filled, proposed
from rules.kernel.serialization import NotPlain


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    target: str = fact("whom it is aimed at")
    cover: str = fact("its cover")


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    shots: tuple[Shot, ...] = fact("the shots")
    going: str = fact("the ground")


MAP = Proposal("wood", Origin.MAP, "it stands in the wood")
GUESS = Proposal("open", Origin.ASSUMED, "nobody told")


def _asks(_told: Told) -> Iterator[Ask | Refusal]:
    def shot(row: Told) -> Iterator[Ask | Refusal]:
        yield Ask("target", AskKind.ONE, "whom", among=("a", "b"), proposals=(replace(MAP, value="b"),))
        yield Ask("cover", AskKind.WORD, "its cover", among=("open", "wood"), proposals=(MAP, GUESS))
        assert row["cover"]

    yield Ask("shots", AskKind.ROWS, "the shots", row=shot, least=1)
    yield Ask("going", AskKind.WORD, "the ground", among=("open", "wood"), proposals=(GUESS,))


def _asked(told: Told) -> Filled[Volley]:
    return filled(Volley, _asks, {}, told)


def test_what_nobody_told_is_taken_as_it_is_proposed_first() -> None:
    told = {"shots": [{"target": "a"}]}
    found = proposed(_asked, told)
    assert found.filled.found == Volley(shots=(Shot(target="a", cover="wood"),), going="open")
    assert found.told == {"shots": [{"target": "a", "cover": "wood"}], "going": "open"}
    assert found.origins == {"shots.0.cover": Origin.MAP, "going": Origin.ASSUMED}
    assert told == {"shots": [{"target": "a"}]}


def test_what_was_told_stays_whatever_is_proposed() -> None:
    found = proposed(_asked, {"shots": [{"target": "a", "cover": "open"}], "going": "wood"})
    assert found.filled.found == Volley(shots=(Shot(target="a", cover="open"),), going="wood")
    assert not found.origins


def test_a_stand_that_the_map_proposes_is_chosen_by_hand() -> None:
    found = proposed(_asked, {"shots": [{}], "going": "open"})
    assert isinstance(found.filled.found, NotPlain)
    assert found.filled.found.field == "shots.0.target"


def test_too_few_rows_still_show_what_each_of_them_and_one_more_asks() -> None:
    def asks(told: Told) -> Iterator[Ask | Refusal]:
        for ask in _asks(told):
            yield replace(ask, least=2) if isinstance(ask, Ask) and ask.row else ask

    found = filled(Volley, asks, {}, {"shots": [{"target": "a", "cover": "open"}], "going": "open"})
    assert str(found.found) == "shots: 1 is out of range; give 2 or more"
    [shots] = found.questions
    assert [one.ask.name for one in shots.rows[0]] == ["target", "cover"]
    assert [one.ask.name for one in shots.next_row] == ["target", "cover"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    cloud: str = fact("the cloud that it touches; empty: none", default="")
    aim: str = fact("whom it is aimed at")


@pytest.mark.parametrize("touched", ["c2", ""])
def test_fact_with_a_default_takes_what_the_map_proposes(touched: str) -> None:
    def asks(_told: Told) -> Iterator[Ask | Refusal]:
        among = ("", "c1", "c2")
        yield Asks(Target)("cloud", among=among, proposals=(Proposal(touched, Origin.MAP, "on the map"),))
        yield Asks(Target)("aim", among=("a", "b"), proposals=(replace(MAP, value="b"),))

    found = proposed(lambda told: filled(Target, asks, {}, told), {})
    # The cloud counts unseen otherwise; whom it is aimed at is still chosen by hand.
    assert (found.told, found.origins) == ({"cloud": touched}, {"cloud": Origin.MAP})
    assert isinstance(found.filled.found, NotPlain)
    assert found.filled.found.field == "aim"
    told = proposed(lambda told: filled(Target, asks, {}, told), {"cloud": "c1", "aim": "a"})
    assert (told.filled.found, told.origins) == (Target(cloud="c1", aim="a"), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Melee:
    bases: int = fact("bases that touch", default=3)
    in_sight: bool = fact("it sees its target", default=True)
    cloud: str = fact("the cloud that it touches; empty: none", default="c1")


NOTHING = {"bases": 0, "in_sight": False, "cloud": ""}


@pytest.mark.parametrize("by", ["map", "player"])
def test_zero_no_and_an_empty_choice_are_answers(by: str) -> None:
    """They count instead of the defaults, whoever gives them."""

    def asks(_told: Told) -> Iterator[Ask | Refusal]:
        for name, value in NOTHING.items():
            shown = value if by == "map" else getattr(Melee(), name)
            choices = {"among": ("", "c1")} if name == "cloud" else {}
            yield Asks(Melee)(name, proposals=(Proposal(shown, Origin.MAP, "on the map"),), **choices)

    found = proposed(lambda told: filled(Melee, asks, {}, told), {} if by == "map" else NOTHING)
    assert found.filled.found == Melee(bases=0, in_sight=False, cloud="")
    assert found.told == NOTHING
    assert set(found.origins) == (set(NOTHING) if by == "map" else set())
    assert all(one.answered for one in found.filled.questions)
