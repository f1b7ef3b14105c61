"""A circle over bases: shares worked out by hand, and held against the many-cornered shape of shapely."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point as Dot
from shapely import Polygon

from rules.tabletop.stands import Circle, Pose, Rectangle, Spot, StandingBase, corners
from rules.tabletop.templates import share_under, under_circle

THREE_INCHES = 76.2


def base(x: int, y: int, facing: float = 0.0) -> StandingBase:
    return StandingBase(Rectangle(20, 10), Pose(Spot(x, y), facing))


@pytest.mark.parametrize(
    ("x", "share"),
    [
        # Wholly inside, and wholly outside.
        (0, 1.0),
        (60, 0.0),
    ],
)
def test_a_base_lies_under_the_circle_or_does_not(x: int, share: float) -> None:
    assert share_under((0.0, 0.0), THREE_INCHES, base(x, 0)) == pytest.approx(share)
    assert under_circle((0.0, 0.0), THREE_INCHES, base(x, 0)) is bool(share)


def test_a_base_that_only_touches_the_rim_is_not_under_it() -> None:
    # 40 mm across: its rim is 20 mm off, and the near edge of the base too.
    assert not under_circle((0.0, 0.0), 40, base(30, 0))
    assert under_circle((0.0, 0.0), 40, base(29, 0))


def test_a_base_larger_than_the_circle_has_the_surface_of_the_circle_under_it() -> None:
    large = StandingBase(Rectangle(100, 100), Pose(Spot(0, 0)))
    assert share_under((10.0, -10.0), 40, large) == pytest.approx(pi * 20 * 20 / 10_000)


def test_a_round_base_with_its_middle_on_the_rim_of_one_as_large() -> None:
    # Two discs of the radius r, r apart, share 2 r r (pi/3 - sqrt(3)/4): 0.391 of each.
    round_base = StandingBase(Circle(40), Pose(Spot(20, 0)))
    assert share_under((0.0, 0.0), 40, round_base) == pytest.approx(2 * (pi / 3 - 3**0.5 / 4) / pi)


@given(st.integers(-70, 70), st.integers(-70, 70), st.integers(0, 359), st.integers(10, 120))
def test_shares_are_those_of_a_shape_with_many_corners(x: int, y: int, facing: int, across: int) -> None:
    one = base(x, y, facing)
    drawn = Polygon(corners(one)).intersection(Dot(0, 0).buffer(across / 2, quad_segs=512)).area / 200
    assert share_under((0.0, 0.0), across, one) == pytest.approx(drawn, abs=1e-3)
    if drawn > 1e-3:
        assert under_circle((0.0, 0.0), across, one)
