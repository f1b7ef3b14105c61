"""Footprints and poses: corners worked by hand, frames there and back, and what is no shape."""

from math import inf, isclose, nan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tabletop.stands import (
    BadShape,
    Circle,
    Pose,
    Rectangle,
    Spot,
    bearing_deg,
    bounds,
    corners,
    on_table,
    seen_from,
)
from tests.tabletop.scenes import COMMAND, INFANTRY, poses, stand

HAIR = 1e-9


def test_corners_run_clockwise_from_the_rear_left_and_may_be_half_millimetres() -> None:
    assert corners(stand(INFANTRY, 500, 300)) == ((485, 292.5), (485, 307.5), (515, 307.5), (515, 292.5))


@pytest.mark.parametrize(
    ("facing", "rear_left"),
    [
        (90, (492.5, 315)),  # faces to the right: its left is away from the attacker
        (180, (515, 307.5)),
        (270, (507.5, 285)),
        (360, (485, 292.5)),
        (-90, (507.5, 285)),
    ],
)
def test_quarter_turns_are_exact(facing: float, rear_left: tuple[float, float]) -> None:
    assert corners(stand(INFANTRY, 500, 300, facing))[0] == rear_left


def test_an_eighth_of_a_turn() -> None:
    front_right = corners(stand(Rectangle(20, 20), 0, 0, 45))[2]
    assert isclose(front_right[0], 20 / sqrt(2))
    assert isclose(front_right[1], 0, abs_tol=1e-12)


def test_a_round_base_has_the_corners_of_the_square_around_it() -> None:
    assert corners(stand(COMMAND, 0, 0)) == ((-10, -10), (-10, 10), (10, 10), (10, -10))
    assert bounds(stand(Circle(25), 100, 200, 45)) == (87.5, 187.5, 112.5, 212.5)
    assert bounds(stand(INFANTRY, 100, 200, 90)) == (92.5, 185, 107.5, 215)


@pytest.mark.parametrize(
    ("end", "bearing"), [((0, 5), 0), ((5, 5), 45), ((5, 0), 90), ((0, -5), 180), ((-5, 0), 270), ((0, 0), 0)]
)
def test_bearings_run_clockwise_from_straight_ahead(end: tuple[float, float], bearing: float) -> None:
    assert bearing_deg((0, 0), end) == bearing


@given(st.floats(-1e6, 1e6))
def test_a_facing_is_kept_within_one_turn(facing: float) -> None:
    kept = Pose(Spot(0, 0), facing).facing_deg
    assert 0 <= kept < 360
    assert isclose((facing - kept) / 360, round((facing - kept) / 360), abs_tol=1e-9)


def test_a_hair_under_nought_is_no_full_turn() -> None:
    assert Pose(Spot(0, 0), -1e-20).facing_deg == 0


@given(poses, st.floats(-1000, 1000), st.floats(-1000, 1000))
def test_what_is_seen_from_a_pose_lies_there_on_the_table(pose: Pose, right: float, ahead: float) -> None:
    back = seen_from(pose, on_table(pose, (right, ahead)))
    assert isclose(back[0], right, abs_tol=HAIR)
    assert isclose(back[1], ahead, abs_tol=HAIR)


@pytest.mark.parametrize("length", [0, -5, 10_001])
def test_no_base_is_so_long(length: int) -> None:
    with pytest.raises(BadShape, match=f"no shape on a table is {length} mm wide; give 1 to 10000 mm"):
        Rectangle(length, 15)
    with pytest.raises(BadShape, match=f"{length} mm deep"):
        Rectangle(30, length)
    with pytest.raises(BadShape, match=f"{length} mm across"):
        Circle(length)


@pytest.mark.parametrize("facing", [nan, inf])
def test_a_facing_is_a_number_of_degrees(facing: float) -> None:
    with pytest.raises(BadShape, match="degrees is none; give 0 to 360"):
        Pose(Spot(0, 0), facing)
