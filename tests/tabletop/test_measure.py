"""Distances from base to base: on the line by hand, unmoved by motion, and never contradicted by a denser sampling."""

from math import hypot, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.distances import within_mm
from rules.tabletop.stands import Circle, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.tape_measure import exact_gap_mm, gap_mm, middles_mm, nearest_points, travel_mm
from tests.share import cases
from tests.tabletop.scenes import (
    COMMAND,
    INFANTRY,
    MACHINE_GUN,
    MOTIONS,
    Motion,
    by_chance,
    holds,
    local_rim,
    poses,
    put,
    rim,
    stand,
    stands,
)

HAIR = 1e-6
SCENES = cases(500)
STEPS = 16


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # Square on, one behind the other: 100 from middle to middle less two half depths of 7.5.
        (stand(INFANTRY, 0, 0), stand(INFANTRY, 0, 100), 85),
        # Side by side, touching; and overlapping.
        (stand(INFANTRY, 0, 0), stand(INFANTRY, 30, 0), 0),
        (stand(INFANTRY, 0, 0), stand(INFANTRY, 20, 5), 0),
        # One across the other like a plus: no corner of either lies in the other.
        (stand(Rectangle(90, 10), 0, 0), stand(Rectangle(90, 10), 0, 0, 90), 0),
        # From corner to corner: 30 and 40 aside make 50.
        (stand(MACHINE_GUN, 0, 0), stand(MACHINE_GUN, 50, 60), 50),
        # Circles: 3-4-5 again, less both radii.
        (stand(COMMAND, 0, 0), stand(Circle(30), 300, 400), 475),
        (stand(COMMAND, 0, 0), stand(Circle(30), 25, 0), 0),
        # A circle beside a base's edge, and off its corner (15, 7): 30 and 40 on, less 10.
        (stand(INFANTRY, 0, 0), stand(COMMAND, 0, 50), 33),
        (stand(Rectangle(30, 14), 0, 0), stand(COMMAND, 45, 47), 40),
        # Spots: from the edge, inside, and from each other.
        (stand(INFANTRY, 0, 0, 90), Spot(100, 0), 93),
        (stand(INFANTRY, 0, 0), Spot(15, 7), 0),
        (Spot(0, 0), Spot(30, 40), 50),
    ],
)
def test_base_to_base(one: StandingBase | Spot, other: StandingBase | Spot, expected: int) -> None:
    assert gap_mm(one, other) == expected
    assert gap_mm(other, one) == expected


def test_a_turned_base_reaches_further() -> None:
    # Half a diagonal of 20 x 20 is 14.142: 100 - 10 - 14.142 = 75.858.
    assert abs(exact_gap_mm(stand(MACHINE_GUN, 0, 0), stand(MACHINE_GUN, 0, 100, 45)) - (90 - 10 * sqrt(2))) < HAIR
    assert gap_mm(stand(MACHINE_GUN, 0, 0), stand(MACHINE_GUN, 0, 100, 45)) == 76


def test_a_tape_reads_half_a_millimetre_as_the_greater() -> None:
    # 100 - 7.5 - 10 = 82.5
    assert gap_mm(stand(INFANTRY, 0, 0), stand(COMMAND, 0, 100)) == 83


@pytest.mark.parametrize(
    ("y_mm", "is_within"),
    [(464, True), (465, True), (466, False)],
)
def test_exactly_on_the_line_is_within(y_mm: int, is_within: bool) -> None:
    # Two depths of 7.5: the bases are 449, 450 and 451 mm apart.
    one, other = stand(INFANTRY, 0, 0), stand(INFANTRY, 0, y_mm)
    assert within_mm(gap_mm(one, other), 450) is is_within


def test_from_middle_to_middle() -> None:
    assert middles_mm(stand(INFANTRY, 0, 0), stand(COMMAND, 30, 40, 77)) == 50


@given(stands, stands, st.sampled_from(MOTIONS))
def test_a_motion_of_the_whole_table_changes_no_distance(
    one: StandingBase, other: StandingBase, motion: Motion
) -> None:
    assert gap_mm(motion(one), motion(other)) == gap_mm(one, other)
    assert abs(exact_gap_mm(motion(one), motion(other)) - exact_gap_mm(one, other)) < HAIR


@given(stands, stands)
def test_a_distance_is_the_same_from_either_end(one: StandingBase, other: StandingBase) -> None:
    assert gap_mm(one, other) == gap_mm(other, one)


@given(stands, stands)
def test_the_tape_is_laid_from_a_point_of_the_one_base_to_a_point_of_the_other(
    one: StandingBase, other: StandingBase
) -> None:
    start, end = nearest_points(one, other)
    assert holds(one, start, -HAIR)
    assert holds(other, end, -HAIR)
    assert abs(hypot(end[0] - start[0], end[1] - start[1]) - exact_gap_mm(one, other)) < HAIR


def test_a_dense_sampling_never_contradicts_a_distance() -> None:
    chance = Random(1914)
    apart = 0
    for _ in range(SCENES):
        one, other = by_chance(chance), by_chance(chance)
        found = exact_gap_mm(one, other)
        ends = rim(other, STEPS)
        if any(holds(one, point, HAIR) for point in ends) or any(
            holds(other, point, HAIR) for point in rim(one, STEPS)
        ):
            assert found == 0, (one, other)
            continue
        sampled = min(hypot(x - a, y - b) for x, y in rim(one, STEPS) for a, b in ends)
        # Neighbouring samples of the longest edge, 90 mm, lie 5.6 mm apart; each end may be half of that away.
        assert found - HAIR <= sampled <= found + 5.7, (one, other)
        apart += 1
    assert apart > SCENES / 2


@pytest.mark.parametrize(
    ("base", "to", "expected"),
    [
        (INFANTRY, Pose(Spot(0, 200)), 200),
        (INFANTRY, Pose(Spot(30, 40)), 50),
        # Turned about where it stands: a corner crosses the diagonal of 30 x 40, which is 50.
        (Rectangle(30, 40), Pose(Spot(0, 0), 180), 50),
        # A quarter turn: a corner of 20 x 20 comes to the next one.
        (MACHINE_GUN, Pose(Spot(0, 0), 90), 20),
        # A round base turned about: a point of the rim crosses it; wheeled and moved, both.
        (COMMAND, Pose(Spot(0, 0), 180), 20),
        (COMMAND, Pose(Spot(0, 100), 180), 120),
        (COMMAND, Pose(Spot(0, 100), 0), 100),
    ],
)
def test_the_farthest_travelling_point(base: Rectangle | Circle, to: Pose, expected: int) -> None:
    assert travel_mm(stand(base, 0, 0), to) == expected


@given(stands, poses, st.sampled_from(MOTIONS))
def test_a_motion_of_the_whole_table_changes_no_travel(moved: StandingBase, to: Pose, motion: Motion) -> None:
    assert travel_mm(motion(moved), motion.pose(to)) == travel_mm(moved, to)


@given(stands, poses)
def test_no_point_of_a_base_travels_farther(moved: StandingBase, to: Pose) -> None:
    points = [(put(moved.pose, seen), put(to, seen)) for seen in local_rim(moved.footprint, 45)]
    farthest = max(hypot(x - a, y - b) for (a, b), (x, y) in points)
    assert farthest <= travel_mm(moved, to) + 0.5 + HAIR
    assert travel_mm(moved, to) <= farthest + 0.6
