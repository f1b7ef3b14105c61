"""Stands drawn up: every middle worked by hand from the sizes of the bases (infantry 30 by 15 mm) and the gaps."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tabletop.stands import Footprint, Pose, Rectangle, Spot, StandingBase, abreast, in_ranks
from rules.tabletop.tape_measure import exact_gap_mm, overlap
from tests.tabletop.scenes import COMMAND, FOOTPRINTS, INFANTRY, MACHINE_GUN, stand


def test_in_line_neighbours_stand_a_gap_apart_about_the_middle_of_the_front() -> None:
    """Three bases of 30 with two gaps of 50 are 190 wide: 505 to 695. Half of 15 behind the front: 292.5, read 293."""
    poses = in_ranks([[INFANTRY] * 3], Pose(Spot(600, 300)), 50, 0)[0]
    assert [pose.spot for pose in poses] == [(520, 293), (600, 293), (680, 293)]
    assert {pose.facing_deg for pose in poses} == {0}


def test_who_looks_down_the_table_has_the_first_on_his_own_left() -> None:
    poses = in_ranks([[INFANTRY] * 3], Pose(Spot(600, 300), 180), 50, 0)[0]
    assert [pose.spot for pose in poses] == [(680, 308), (600, 308), (520, 308)]


def test_in_column_each_touches_the_next() -> None:
    """Fronts at 300, 285 and 270."""
    poses = in_ranks([[INFANTRY]] * 3, Pose(Spot(600, 300)), 0, 0)
    assert [pose.spot for (pose,) in poses] == [(600, 293), (600, 278), (600, 263)]


def test_ranks_are_level_along_their_fronts_and_as_far_apart_as_their_deepest_base_needs() -> None:
    """The machine gun is 20 deep: the next front is at 300 - 20 - 10 = 270, the command stand's middle 10 behind it."""
    ranks = in_ranks([[INFANTRY, MACHINE_GUN], [COMMAND]], Pose(Spot(600, 300)), 10, 10)
    assert [pose.spot for pose in ranks[0]] == [(585, 293), (620, 290)]
    assert [pose.spot for pose in ranks[1]] == [(600, 260)]


@given(
    st.lists(st.sampled_from(FOOTPRINTS[:-1]), min_size=1, max_size=6),
    st.floats(0, 360, allow_nan=False),
    st.integers(0, 100),
)
def test_nobody_drawn_up_lies_on_another_whatever_they_face(shapes: list[Footprint], facing: float, gap: int) -> None:
    front = Pose(Spot(5000, 5000), facing)
    (in_line,), in_column = in_ranks([shapes], front, gap, 0), in_ranks([[one] for one in shapes], front, 0, gap)
    for poses in (in_line, [pose for (pose,) in in_column]):
        row = [StandingBase(shape, pose) for shape, pose in zip(shapes, poses, strict=True)]
        for one, other in pairwise(row):
            assert not overlap(one, other)
            # Each middle is read to the millimetre: half a diagonal of one at either end.
            assert abs(exact_gap_mm(one, other) - gap) <= 1.5


@pytest.mark.parametrize(
    ("x_mm", "lies_on"),
    [
        (30, False),
        (29, False),
        (28, True),
        (0, True),
    ],  # touching, one and two mm too near, the same place
)
def test_on_top_of_one_another_is_two_millimetres_or_more(x_mm: int, lies_on: bool) -> None:
    assert overlap(stand(INFANTRY, 0, 0), stand(INFANTRY, x_mm, 0)) is lies_on
    assert overlap(stand(INFANTRY, x_mm, 0), stand(INFANTRY, 0, 0)) is lies_on


def test_round_bases_touch_at_their_rims() -> None:
    assert not overlap(stand(COMMAND, 0, 0), stand(COMMAND, 20, 0))
    assert overlap(stand(COMMAND, 0, 0), stand(COMMAND, 17, 0))
    assert not overlap(stand(COMMAND, 0, 0), stand(COMMAND, 15, 15))


def test_a_rank_stands_abreast_about_its_middle() -> None:
    bases = [Rectangle(30, 15)] * 4
    assert [one.spot for one in abreast(bases, Pose(Spot(300, 200)))] == [
        (255, 200),
        (285, 200),
        (315, 200),
        (345, 200),
    ]
    # From the other edge the first stands on what is the right here; three with a gap of 10 are 110 wide.
    turned = abreast(bases[:3], Pose(Spot(300, 200), 180), 10)
    assert [one.spot for one in turned] == [(340, 200), (300, 200), (260, 200)]
    assert [one.facing_deg for one in turned] == [180, 180, 180]
