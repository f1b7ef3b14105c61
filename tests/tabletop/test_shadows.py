"""What lies behind a piece of terrain for whoever looks from one spot, worked by hand."""

import pytest

from rules.tabletop.ground import ground
from rules.tabletop.lines_of_sight import share_behind
from rules.tabletop.stands import Circle, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Table

VIEWER = Spot(1000, 200)


def behind(right_mm: int, base: StandingBase, viewer: Spot = VIEWER, *more: Area) -> float:
    """The share hidden by a house from x = 900 to `right_mm`, from y = 400 to 450."""
    corners = ((900, 400), (900, 450), (right_mm, 450), (right_mm, 400))
    house = Area("house", "A house", AreaKind.BUILDINGS, tuple(Spot(*corner) for corner in corners))
    on = ground(Table(2000, 2000, (house, *more)))
    return share_behind(on, [piece.id for piece in on.pieces], viewer, base)


def tank(x: int, y: int) -> StandingBase:
    return StandingBase(Rectangle(30, 60), Pose(Spot(x, y)))


def test_a_corner_straight_before_the_middle_hides_half() -> None:
    """The ray along x = 1000 parts the base in two."""
    assert behind(1000, tank(1000, 600)) == 0.5


def test_the_shadow_widens_with_the_distance() -> None:
    """Through (999, 450) the ray is 250 up and 1 to the left: at 570 to 630 it has come 1.48 to 1.72 to the left.

    In the middle 1.6 of the 15 to its left is seen: 13.4 of 30.
    """
    assert behind(999, tank(1000, 600)) == pytest.approx(13.4 / 30)


def test_what_is_before_the_house_is_seen_and_what_is_wholly_behind_it_is_not() -> None:
    assert behind(1100, tank(1000, 300)) == 0
    assert behind(1100, tank(1000, 600)) == 1


def test_what_the_house_covers_counts_with_what_it_hides() -> None:
    """Half of the base is under the house, from 420 to 450 of its length, and the rest behind that."""
    assert behind(1100, tank(1000, 450)) == 1


def test_who_stands_in_the_house_looks_out_of_it() -> None:
    assert behind(1100, tank(1000, 600), Spot(1000, 425)) == 0


def test_two_houses_hide_together() -> None:
    right = tuple(Spot(*corner) for corner in ((1000, 400), (1000, 450), (1100, 450), (1100, 400)))
    assert behind(1000, tank(1000, 600), VIEWER, Area("other", "Another", AreaKind.BUILDINGS, right)) == 1


def test_a_round_base_is_halved_too() -> None:
    post = StandingBase(Circle(20), Pose(Spot(1000, 600)))
    assert behind(1000, post) == pytest.approx(0.5)
