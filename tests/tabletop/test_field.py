"""A field of a system of its own: its stands, its sides' edges, and a tape between bodies of several bases."""

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.board_view import Confidence, StandsOnTable, moved_to
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.table_coordinates import Edge
from rules.tabletop.tape_measure import NearestPair, TapeEnds, apart_mm, nearest, tape
from rules.tabletop.terrain import Table
from tests.tabletop.scenes import stands

BASE = Rectangle(20, 10)


@dataclass(frozen=True, slots=True)
class Token:
    name: str
    stand: StandingBase
    side: str
    unit: str = ""
    exact: bool = True
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Board(StandsOnTable[Token]):
    edges: ClassVar[Mapping[str, Edge]] = {"east": Edge.RIGHT, "west": Edge.LEFT}

    weather: str = field(default="dry")


def at(x: int, y: int) -> StandingBase:
    return StandingBase(BASE, Pose(Spot(x, y)))


def board() -> Board:
    return Board(
        Table(600, 400),
        {
            "a": Token("A", at(100, 100), "east", "band"),
            "b": Token("B", at(130, 100), "east", "band", exact=False),
            "c": Token("C", at(100, 200), "west", exact=False, stays=True),
        },
    )


def test_who_stands_with_whom() -> None:
    on = board()
    assert [*on.of_unit("band")] == ["a", "b"]
    assert [name for name, _ in on.enemies_of("a")] == ["c"]
    assert [name for name, _ in on.friends_of("a")] == ["b"]
    assert (on.has("a", "c"), on.has("a", "z")) == (True, False)
    assert (on.sure("a"), on.sure("a", "b")) == (Confidence.EXACT, Confidence.LAST_KNOWN)


def test_who_has_moved_is_nowhere_unless_his_place_holds() -> None:
    assert [*board().as_placed.stands] == ["a", "c"]
    assert board().as_placed.weather == "dry"


def test_each_side_measures_from_its_own_corner_and_one_without_an_edge_from_the_near_left() -> None:
    on = board()
    # East stands at the right edge and looks left: 2 cm along it is y 20, 5 cm up the table is x 550.
    assert on.spot("east", 2, 5) == Spot(550, 20)
    assert on.from_edge("west", Spot(50, 380)) == (2, 5)
    assert on.spot("nobody", 2, 5) == Spot(20, 50)


def test_what_was_found_of_a_stand_holds_as_long_as_it_and_its_unit_stay() -> None:
    before = board()
    for name in before.stands:
        before.once(("where", name), partial("{} was looked at".format, name))
    after = Board(before.table, moved_to(before, "b", Pose(Spot(300, 300))).stands).taking_over(before)
    assert [key for key in (("where", name) for name in "abc") if key in after._found] == [("where", "c")]


def test_a_tape_between_the_nearest_bases_of_two_bodies() -> None:
    body, others = {"a": at(0, 0), "b": at(100, 0)}, {"c": at(160, 0), "d": at(0, 60)}
    # b to c: 60 between the middles less half a width of 10 each; a to d: 60 less half a depth of 5 each.
    assert nearest(body, others) == NearestPair("b", "c", 40)
    assert nearest(body, others, TapeEnds.MIDDLES) == NearestPair("a", "d", 60)
    assert nearest(body, {}) is None
    assert apart_mm(body["a"], others["d"]) == 50
    assert [x for x, _ in tape(body["b"], others["c"])] == [110, 150]
    assert tape(body["b"], others["c"], TapeEnds.MIDDLES) == ((100, 0), (160, 0))


@given(st.lists(stands, min_size=1, max_size=5), st.lists(stands, min_size=1, max_size=5), st.sampled_from(TapeEnds))
def test_no_pair_that_is_not_measured_would_have_been_nearer(
    body: list[StandingBase], others: list[StandingBase], ends: TapeEnds
) -> None:
    """Most are told to be too far by their middles: the pair is that which measuring all of them finds first."""
    one, other = ({str(number): stand for number, stand in enumerate(some)} for some in (body, others))
    every = [NearestPair(a, b, apart_mm(one[a], other[b], ends)) for a in one for b in other]
    assert nearest(one, other, ends) == min(every, key=lambda pair: pair.apart_mm)
