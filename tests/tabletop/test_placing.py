"""What is asked before a table is laid and bases are put on it, of no system."""

from dataclasses import dataclass
from math import inf, nan

import pytest

from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Role
from rules.tabletop.placement import is_a_place, lies_on, may_lay, not_laid, on_another, standing_at, without_room
from rules.tabletop.stands import PlaceTold, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, LaidPiece, LaidTable, Sort, Table, laid

TABLE = Table(600, 400)
SQUARE = (Spot(0, 0), Spot(0, 100), Spot(100, 100))


def at(x: int, y: int, facing: float = 0.0) -> StandingBase:
    return StandingBase(Rectangle(20, 10), Pose(Spot(x, y), facing))


@pytest.mark.parametrize(
    ("base", "lies"),
    [(at(10, 5), True), (at(9, 5), False), (at(590, 395), True), (at(590, 396), False), (at(5, 10, 90), True)],
)
def test_a_base_lies_on_the_table_with_all_of_it(base: StandingBase, lies: bool) -> None:
    assert lies_on(base, TABLE) is lies
    assert lies_on(base, laid("A table", TABLE)) is lies


@pytest.mark.parametrize(
    ("place", "is_one"),
    [((0, 0, 0.0), True), ((600, 400, 359.0), True), ((601, 0, 0.0), False), ((0, -1, 0.0), False)]
    + [((1, 1, bad), False) for bad in (nan, inf)],
)
def test_what_is_no_place_is_never_measured_with(place: tuple[int, int, float], is_one: bool) -> None:
    assert is_a_place(*place, TABLE) is is_one


@dataclass(frozen=True)
class Told(PlaceTold):
    x_mm: int
    y_mm: int
    facing_deg: float = 0.0


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        (Told(10, 5), True),
        (Told(9, 5), False),
        (Told(-1, 5), False),
        (Told(300, 200, nan), False),
        (Told(5, 10, 90), True),
    ],
)
def test_a_base_stands_where_it_was_told_to_if_all_of_it_lies_there(told: Told, stands: bool) -> None:
    found = standing_at(told, Rectangle(20, 10), TABLE)
    assert found == (at(told.x_mm, told.y_mm, told.facing_deg) if stands else None)


def test_a_smaller_table_has_no_room_for_what_stood_beyond_it() -> None:
    bases = {"stays": at(100, 100), "half": at(300, 100), "beyond": at(500, 100), "waits": None}
    assert without_room(bases.items(), laid("Smaller", Table(300, 400))) == ("half", "beyond")


def test_who_would_lie_on_top_of_whom() -> None:
    standing = [("c", at(100, 100))]
    assert on_another({"a": at(50, 50), "b": at(71, 50)}, standing) is None
    assert on_another({"a": at(110, 100)}, standing) == ("a", "c")
    assert on_another({"a": at(50, 50), "b": at(60, 50)}, standing) == ("b", "a")


def test_a_side_lays_no_table_where_a_referee_sits() -> None:
    referee, side = Role.REFEREE, Role.named("north")
    assert may_lay(Actor(side)) is None
    assert may_lay(Actor(referee, referee_present=True)) is None
    assert may_lay(Actor(side, referee_present=True)) == Refusal("", "the referee lays the table", "ask the referee")


def test_a_table_with_faults_is_refused_by_the_first() -> None:
    assert not_laid(laid("Sound", Table(600, 400, (Area("w", "Wood", AreaKind.WOOD, SQUARE),)))) is None
    nameless = Area("w", "", AreaKind.WOOD, (*SQUARE, Spot(900, 0)))
    assert not_laid(laid("Bad", Table(600, 400, (nameless,)))) == Refusal(
        "", "w: it has no name (and 1 other fault)", "name it, so that answers can tell it apart"
    )
    of_another_sort = LaidTable("Bad", 600, 400, (LaidPiece(Sort.ROAD, "r", "Road", SQUARE, height=2, width_mm=40),))
    refused = not_laid(of_another_sort)
    assert refused is not None
    assert refused.because == "Road: a piece of the sort road has no height"
