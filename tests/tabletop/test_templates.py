"""Templates: the rule book's own cases of fully, partly and not covered; bands and clouds; motions of the table."""

from math import hypot, isclose, pi, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.polygons import Outline, ahead, moved, rectangle
from rules.tabletop.stands import Circle, Footprint, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.tape_measure import gap_mm
from rules.tabletop.templates import (
    DriftMoment,
    OutlineCoverage,
    clipped,
    coverage,
    covered_adrift,
    exact_gap_to_outline_mm,
    gap_to_outline_mm,
    share_covered,
    swept,
)
from tests.tabletop.scenes import (
    COMMAND,
    INFANTRY,
    MACHINE_GUN,
    MOTIONS,
    Motion,
    by_chance,
    grid,
    holds,
    poses,
    rim,
    stand,
    stands,
)


def laid(width_mm: float, depth_mm: float, at: Spot, turned_deg: float = 0.0) -> Outline:
    """A rectangle with its middle at a spot, turned clockwise."""
    return rectangle(width_mm, depth_mm, turned_deg, at)


NOT, PARTLY, FULLY = OutlineCoverage
HAIR = 1e-6
POINT = Spot(500, 500)
BATTERY = laid(100, 100, POINT)
WIDE = Rectangle(30, 16)
"""A platoon an even number of millimetres deep, where a case would fall between two."""


@pytest.mark.parametrize(
    ("template", "base", "expected"),
    [
        (BATTERY, stand(INFANTRY, 500, 500), FULLY),  # FF-ART-X1
        (BATTERY, stand(INFANTRY, 535, 500), FULLY),  # FF-ART-X2, touches the border from inside
        (BATTERY, stand(INFANTRY, 536, 500), PARTLY),
        (BATTERY, stand(INFANTRY, 540, 500), PARTLY),  # FF-ART-X3
        (BATTERY, stand(INFANTRY, 564, 500), PARTLY),
        (BATTERY, stand(INFANTRY, 565, 500), NOT),  # FF-ART-X4, touches it from outside
        (BATTERY, stand(INFANTRY, 542, 500, 90), FULLY),  # FF-ART-X5
        (laid(20, 100, Spot(500, 600)), stand(INFANTRY, 500, 600), PARTLY),  # FF-IMG-X1
        (laid(20, 100, Spot(500, 600)), stand(INFANTRY, 500, 600, 90), FULLY),  # FF-IMG-X2
        (laid(20, 100, Spot(500, 600)), stand(MACHINE_GUN, 500, 600), FULLY),  # FF-IMG-X3
        (laid(30, 30, POINT), stand(INFANTRY, 500, 500), FULLY),  # FF-MTR-X1
        (laid(30, 30, POINT), stand(INFANTRY, 530, 500), NOT),
        (laid(40, 40, POINT), stand(INFANTRY, 530, 500), PARTLY),  # FF-MTR-X2
        (laid(50, 50, POINT), stand(INFANTRY, 500, 520), PARTLY),  # FF-MTR-X3
        (laid(50, 50, POINT), stand(Rectangle(30, 60), 500, 500), PARTLY),  # FF-MTR-X4
        (laid(100, 50, Spot(500, 990)), stand(INFANTRY, 500, 1007), FULLY),  # FF-SOS-X3, y 999.5 to 1014.5
        # Round bases: 10 from the middle to the border at 550.
        (BATTERY, stand(COMMAND, 540, 500), FULLY),
        (BATTERY, stand(COMMAND, 541, 500), PARTLY),
        (BATTERY, stand(COMMAND, 559, 500), PARTLY),
        (BATTERY, stand(COMMAND, 560, 500), NOT),
        # Off the corner (550, 550): 6 and 8 aside are 10 away.
        (BATTERY, stand(COMMAND, 556, 558), NOT),
        (BATTERY, stand(COMMAND, 556, 557), PARTLY),
        # A base larger than the template, and one that surrounds it.
        (laid(10, 10, POINT), stand(INFANTRY, 500, 500), PARTLY),
        (laid(10, 4, POINT), stand(COMMAND, 500, 500), PARTLY),
        # Crossing like a plus: no corner of either in the other.
        (laid(200, 4, POINT), stand(INFANTRY, 500, 500), PARTLY),
    ],
)
def test_fully_partly_and_not_covered(template: Outline, base: StandingBase, expected: OutlineCoverage) -> None:
    assert coverage(template, base) is expected


@pytest.mark.parametrize(
    ("y_mm", "expected"),
    [(570, FULLY), (571, PARTLY), (620, NOT), (619, PARTLY)],
)
def test_a_template_turned_by_an_eighth(y_mm: int, expected: OutlineCoverage) -> None:
    # A square of 141 has its corner 99.7 from its middle; a round base of 40, 28.3 below it along the axis, just fits:
    # its middle is (99.7 - y) / sqrt(2) off both edges. At y = 70: 21.0; at 71: 20.3; outside it is nearest the corner.
    template = laid(141, 141, POINT, 45)
    base = stand(Circle(42 if y_mm < 600 else 40), 500, y_mm)
    assert coverage(template, base) is expected


def test_how_much_of_a_round_base_is_covered() -> None:
    assert isclose(share_covered(BATTERY, stand(COMMAND, 500, 500)), 1)
    assert isclose(share_covered(BATTERY, stand(COMMAND, 550, 500)), 1 / 2)
    assert isclose(share_covered(BATTERY, stand(COMMAND, 550, 550)), 1 / 4)
    assert isclose(share_covered(BATTERY, stand(COMMAND, 560, 500)), 0, abs_tol=1e-12)
    # A segment cut off at half the radius: (pi / 3 - sqrt(3) / 4) of a radius squared.
    assert isclose(share_covered(BATTERY, stand(COMMAND, 555, 500)), (pi / 3 - sqrt(3) / 4) / pi)
    # A square of 10 inside a disc of 20 across.
    assert isclose(share_covered(laid(10, 10, POINT), stand(COMMAND, 500, 500)), 100 / (pi * 100))


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        (Spot(500, 500), 0),
        (Spot(550, 500), 0),
        (Spot(590, 580), 50),
        (stand(COMMAND, 590, 580), 40),
        (stand(INFANTRY, 600, 500), 35),
        (stand(Rectangle(200, 200), 500, 500), 0),
        (stand(Rectangle(4, 300), 500, 500), 0),
    ],
)
def test_the_distance_to_an_outline(placed: StandingBase | Spot, expected: int) -> None:
    assert gap_to_outline_mm(BATTERY, placed) == expected


templates = st.builds(
    lambda wide, deep, pose: laid(wide, deep, pose.spot, pose.facing_deg),
    st.sampled_from([20, 50, 100, 200]),
    st.sampled_from([30, 50, 100]),
    poses,
)


@given(
    poses,
    stands,
    st.sampled_from(MOTIONS),
    st.sampled_from([(100, 100), (20, 100), (50, 30)]),
)
def test_a_motion_of_the_whole_table_changes_no_coverage(
    pose: Pose, base: StandingBase, motion: Motion, size: tuple[int, int]
) -> None:
    there = motion.pose(pose)
    before = coverage(laid(*size, pose.spot, pose.facing_deg), base)
    assert coverage(laid(*size, there.spot, there.facing_deg), motion(base)) is before


@given(templates, stands)
def test_coverage_share_and_distance_agree(template: Outline, base: StandingBase) -> None:
    literal, share = coverage(template, base), share_covered(template, base)
    assert -HAIR <= share <= 1 + HAIR
    if literal is FULLY:
        assert isclose(share, 1, abs_tol=1e-6)
    if literal is NOT:
        assert share < 1e-6
    assert (exact_gap_to_outline_mm(template, base) > HAIR) <= (literal is NOT)
    assert (coverage(template, base) is not NOT) <= (gap_to_outline_mm(template, base) == 0)


@given(stands, stands)
def test_a_base_as_an_outline_is_as_far_off_as_a_base(one: StandingBase, other: StandingBase) -> None:
    if isinstance(one.footprint, Rectangle):
        outline = laid(one.footprint.width_mm, one.footprint.depth_mm, one.spot, one.facing_deg)
        assert gap_to_outline_mm(outline, other) == gap_mm(one, other)


def test_a_dense_sampling_never_contradicts_a_coverage() -> None:
    chance = Random(1917)
    found = dict.fromkeys(OutlineCoverage, 0)
    for _ in range(3000):
        size = chance.choice(((100, 100), (100, 50), (30, 30), (20, 100), (60, 60)))
        area = StandingBase(Rectangle(*size), by_chance(chance, 60).pose)
        base = by_chance(chance, 60)
        answer = coverage(laid(*size, area.spot, area.facing_deg), base)
        inside = [holds(area, point) for point in grid(base, 7)]
        on_rim = [holds(area, point, -HAIR) for point in rim(base, 16)]
        assert answer is not NOT or not any(inside), (area, base)
        assert answer is not FULLY or (all(inside) and all(on_rim)), (area, base)
        assert answer is not PARTLY or not all_well_inside(area, base), (area, base)
        share = share_covered(laid(*size, area.spot, area.facing_deg), base)
        assert abs(share - sum(inside) / len(inside)) < 0.2, (area, base)
        found[answer] += 1
    assert min(found.values()) > 100


def all_well_inside(area: StandingBase, base: StandingBase) -> bool:
    """Whether every point of a base's edge is in, by more than the distance between two samples would hide."""
    return all(holds(area, point, 4) for point in rim(base, 16))


# Barrage bands -----------------------------------------------------------------------------------------------------


# Gas clouds --------------------------------------------------------------------------------------------------------

CLOUD = laid(200, 100, Spot(600, 600))
AHEAD_17 = ahead(170, 0)


def test_a_cloud_drifts_without_turning() -> None:
    # FF-GAS-X1: from y 550-650 over 550-820 to 720-820; FF-GAS-X7: 90 degrees right by 100.
    assert moved(CLOUD, AHEAD_17) == ((500, 720), (500, 820), (700, 820), (700, 720))
    assert moved(moved(CLOUD, AHEAD_17), ahead(100, 90)) == ((600, 720), (600, 820), (800, 820), (800, 720))
    assert swept(CLOUD, AHEAD_17) == ((500, 550), (500, 820), (700, 820), (700, 550))
    assert len(swept(CLOUD, ahead(100, 45))) == 6


@pytest.mark.parametrize(
    ("base", "moment", "expected"),
    [
        (stand(INFANTRY, 600, 780), DriftMoment.ONE, FULLY),  # FF-GAS-X2
        (stand(INFANTRY, 700, 780), DriftMoment.ONE, PARTLY),  # FF-GAS-X3
        (stand(INFANTRY, 600, 820), DriftMoment.ONE, PARTLY),  # FF-GAS-X4
        (stand(WIDE, 600, 828), DriftMoment.ONE, NOT),  # touches its front where it ends
        (stand(WIDE, 600, 812), DriftMoment.ONE, FULLY),  # inside only at the end, touching the border
        (stand(WIDE, 600, 558), DriftMoment.ONE, FULLY),  # inside only where it begins
        (stand(WIDE, 600, 558), DriftMoment.END, PARTLY),
        (stand(WIDE, 600, 728), DriftMoment.END, FULLY),
        (stand(WIDE, 600, 727), DriftMoment.END, PARTLY),
        (stand(COMMAND, 690, 700), DriftMoment.ONE, FULLY),
        (stand(COMMAND, 691, 700), DriftMoment.ONE, PARTLY),
        (stand(COMMAND, 710, 700), DriftMoment.ONE, NOT),
        # Longer than the cloud is deep: touched, but at no moment wholly inside.
        (stand(Rectangle(30, 120), 600, 700), DriftMoment.ONE, PARTLY),
    ],
)
def test_who_a_drifting_cloud_covers(base: StandingBase, moment: DriftMoment, expected: OutlineCoverage) -> None:
    assert covered_adrift(CLOUD, AHEAD_17, base, moment) is expected


def test_a_cloud_that_drifts_aslant_covers_what_it_passes() -> None:
    # By 100 each way: the corner that trails runs from (700, 550) to (800, 650).
    step = (100.0, 100.0)
    assert covered_adrift(CLOUD, step, stand(COMMAND, 750, 600), DriftMoment.ONE) is PARTLY
    assert covered_adrift(CLOUD, step, stand(COMMAND, 758, 592), DriftMoment.ONE) is NOT  # 16 / sqrt(2) = 11.3 off
    assert covered_adrift(CLOUD, step, stand(COMMAND, 740, 620), DriftMoment.ONE) is FULLY


@given(
    poses,
    stands,
    st.sampled_from(MOTIONS),
    st.sampled_from(DriftMoment),
    st.sampled_from([(0, 0), (0, 100), (60, -80)]),
)
def test_a_motion_of_the_whole_table_changes_no_drift(
    pose: Pose, base: StandingBase, motion: Motion, moment: DriftMoment, step: tuple[int, int]
) -> None:
    there = motion.pose(pose)
    (from_x, from_y), (to_x, to_y) = motion.spot(0, 0), motion.spot(*step)
    before = covered_adrift(laid(100, 50, pose.spot, pose.facing_deg), step, base, moment)
    after = covered_adrift(
        laid(100, 50, there.spot, there.facing_deg), (to_x - from_x, to_y - from_y), motion(base), moment
    )
    assert after is before


@given(poses, stands, st.integers(0, 359), st.integers(0, 220))
def test_looking_often_on_the_way_never_contradicts_a_drift(
    pose: Pose, base: StandingBase, bearing: int, by_mm: int
) -> None:
    cloud = laid(100, 50, pose.spot, pose.facing_deg)
    step = ahead(by_mm, bearing)
    looks = [coverage(moved(cloud, (step[0] * at / 40, step[1] * at / 40)), base) for at in range(41)]
    answer = covered_adrift(cloud, step, base, DriftMoment.ONE)
    assert FULLY not in looks or answer is FULLY
    assert answer is not NOT or set(looks) == {NOT}
    assert looks[-1] is not FULLY or covered_adrift(cloud, step, base, DriftMoment.END) is FULLY


def test_a_cloud_is_cut_off_at_the_tables_edge() -> None:
    table = Rectangle(1200, 1800)
    assert clipped(laid(200, 100, Spot(0, 20)), table) == ((0, 70), (100, 70), (100, 0), (0, 0))
    assert clipped(laid(200, 100, Spot(600, 900)), table) == laid(200, 100, Spot(600, 900))
    assert clipped(laid(200, 100, Spot(600, -50)), table) == ()  # touches the edge from outside
    assert clipped(laid(200, 100, Spot(-600, 900)), table) == ()


@pytest.mark.parametrize("footprint", [INFANTRY, COMMAND])
def test_where_a_cloud_stands_still_both_moments_are_one(footprint: Footprint) -> None:
    for x_mm in range(480, 740, 5):
        base = stand(footprint, x_mm, 600)
        now = coverage(CLOUD, base)
        assert {covered_adrift(CLOUD, (0.0, 0.0), base, moment) for moment in DriftMoment} == {now}


def test_a_drift_is_as_long_as_it_is_told() -> None:
    # FF-GAS-X10: 7 cm towards 150 degrees is (3.5, -6.06).
    step = ahead(70, 150)
    assert (round(step[0], 1), round(step[1], 1)) == (35, -60.6)
    assert isclose(hypot(*step), 70)
