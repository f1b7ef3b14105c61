"""Templates: the rule book's own cases of fully, partly and not covered; bands and clouds; motions of the table."""

from math import hypot, isclose, pi, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.shapes import Outline, moved
from rules.tabletop.measure import gap_mm
from rules.tabletop.outlines import OutlineCoverage, coverage, exact_gap_to_outline_mm, gap_to_outline_mm, share_covered
from rules.tabletop.stands import BadShape, Circle, Footprint, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.templates import (
    Band,
    CoverReading,
    DriftMoment,
    band_in_pieces,
    clipped,
    covered,
    covered_adrift,
    drift,
    laid,
    straight_band,
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
    assert covered(template, base, CoverReading.LITERAL) is expected


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


@pytest.mark.parametrize(
    ("x_mm", "centre", "half"),
    [(535, FULLY, FULLY), (550, FULLY, FULLY), (551, PARTLY, PARTLY), (564, PARTLY, PARTLY), (565, NOT, NOT)],
)
def test_other_readings_of_fully(x_mm: int, centre: OutlineCoverage, half: OutlineCoverage) -> None:
    for base in (stand(WIDE, x_mm, 500), stand(Circle(30), x_mm, 500)):
        assert covered(BATTERY, base, CoverReading.CENTRE) is centre
        assert covered(BATTERY, base, CoverReading.HALF) is half


def test_by_the_middle_and_by_half_differ_at_a_corner() -> None:
    base = stand(WIDE, 550, 550)  # its middle on the corner: a quarter of it inside
    assert covered(BATTERY, base, CoverReading.CENTRE) is FULLY
    assert covered(BATTERY, base, CoverReading.HALF) is PARTLY
    assert isclose(share_covered(BATTERY, base), 1 / 4)


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
    st.sampled_from(CoverReading),
    st.sampled_from([(100, 100), (20, 100), (50, 30)]),
)
def test_a_motion_of_the_whole_table_changes_no_coverage(
    pose: Pose, base: StandingBase, motion: Motion, reading: CoverReading, size: tuple[int, int]
) -> None:
    there = motion.pose(pose)
    before = covered(laid(*size, pose.spot, pose.facing_deg), base, reading)
    assert covered(laid(*size, there.spot, there.facing_deg), motion(base), reading) is before


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


@pytest.mark.parametrize(
    ("rear_mm", "base", "expected"),
    [
        (600, stand(INFANTRY, 500, 800), PARTLY),  # FF-BAR-X2: y 792.5 to 807.5 under 600 to 800
        (600, stand(WIDE, 500, 808), NOT),  # FF-BAR-X3: touches only
        (600, stand(WIDE, 500, 807), PARTLY),
        (600, stand(WIDE, 500, 792), FULLY),
        (600, stand(INFANTRY, 15, 700), FULLY),  # at the table's edge
    ],
)
def test_a_straight_band(rear_mm: int, base: StandingBase, expected: OutlineCoverage) -> None:
    assert coverage(straight_band(1200, rear_mm, 200).outline, base) is expected


def test_a_band_advances_and_halts() -> None:
    # FF-BAR-X1: 400 to 600 becomes 600 to 800; then a halt, then 200 again.
    band = straight_band(1200, 400, 200)
    assert [station.rear[0].y_mm for station in band.stations([200, 0, 200])] == [400, 600, 600, 800]
    assert band.advanced(200) == straight_band(1200, 600, 200)


@pytest.mark.parametrize(("y_mm", "expected"), [(608, FULLY), (658, FULLY), (592, NOT), (593, PARTLY), (908, NOT)])
def test_the_ground_newly_swept(y_mm: int, expected: OutlineCoverage) -> None:
    # FF-BAR-X4: an advance of 300 from 400-600 to 700-900 comes over 600 to 900.
    swept_ground = straight_band(1200, 400, 200).sweeping(300)
    assert coverage(swept_ground.outline, stand(WIDE, 500, y_mm)) is expected


def test_a_slow_advance_sweeps_where_it_then_lies() -> None:
    assert straight_band(1200, 400, 200).sweeping(50) == straight_band(1200, 450, 200)
    assert straight_band(1200, 400, 200).sweeping(0) == straight_band(1200, 400, 200)


@pytest.mark.parametrize(
    ("y_mm", "gap", "in_strip"), [(332, 60, False), (333, 59, True), (342, 50, True), (331, 61, False)]
)
def test_the_danger_strip_behind_it(y_mm: int, gap: int, in_strip: bool) -> None:
    band = straight_band(1200, 400, 200)
    attacker = stand(WIDE, 500, y_mm)
    assert gap_to_outline_mm(band.outline, attacker) == gap
    assert (coverage(band.danger_strip(60).outline, attacker) is not NOT) is in_strip


def test_a_band_bent_to_a_drawn_line() -> None:
    # The rear edge climbs from 400 at the left to 600 in the middle of 1200 and stays there.
    band = Band((Spot(0, 400), Spot(600, 600), Spot(1200, 600)), 200)
    assert coverage(band.outline, stand(COMMAND, 300, 600)) is FULLY
    assert coverage(band.outline, stand(COMMAND, 300, 489)) is NOT  # 11 under the edge, its slope 1 in 3: 10.4 off
    assert coverage(band.outline, stand(COMMAND, 300, 490)) is PARTLY  # 9.5 off
    assert coverage(band.outline, stand(COMMAND, 300, 511)) is FULLY  # 10.4 inside
    assert coverage(band.outline, stand(COMMAND, 300, 500)) is PARTLY
    assert gap_to_outline_mm(band.outline, Spot(900, 550)) == 50
    assert band.danger_strip(60).rear == (Spot(0, 340), Spot(600, 540), Spot(1200, 540))


def test_a_band_in_pieces() -> None:
    # Pieces of 300: the second leads by 100, the third lags by 50; the last goes on to the table's edge.
    band = band_in_pieces(1000, 400, 200, 300, [0, 100, -50])
    assert band.rear == (Spot(0, 400), Spot(300, 400), Spot(300, 500), Spot(600, 500), Spot(600, 350), Spot(1000, 350))
    assert coverage(band.outline, stand(WIDE, 300, 550)) is FULLY  # across the step, in both pieces
    assert coverage(band.outline, stand(WIDE, 300, 450)) is PARTLY
    assert coverage(band.outline, stand(WIDE, 285, 450)) is FULLY  # beside the step, touching it
    assert coverage(band.outline, stand(WIDE, 315, 450)) is NOT
    assert coverage(band.outline, stand(WIDE, 900, 358)) is FULLY


@pytest.mark.parametrize(
    ("rear", "depth", "refused"),
    [
        ([(0, 0)], 200, "two spots at least"),
        ([(500, 0), (0, 0)], 200, "in that order"),
        ([(0, 0), (500, 0), (300, 0), (900, 0)], 200, "turns back at 50 cm"),
        ([(0, 0), (300, 0), (300, 201), (600, 201)], 200, "breaks at 30 cm; step at most 20 cm there"),
        ([(0, 0), (300, 0), (300, 100), (300, 50), (600, 50)], 200, "steps twice at 30 cm"),
        ([(0, 0), (300, 0)], 0, "no barrage band is 0 mm deep"),
    ],
)
def test_what_is_no_band(rear: list[tuple[int, int]], depth: int, refused: str) -> None:
    with pytest.raises(BadShape, match=refused):
        Band(tuple(Spot(*spot) for spot in rear), depth)


@pytest.mark.parametrize("leads", [[], [0, 0, 0, 0, 0]])
def test_no_more_leads_than_pieces(leads: list[int]) -> None:
    with pytest.raises(BadShape, match="give one for each of its pieces, 4 at most"):
        band_in_pieces(1200, 400, 200, 300, leads)


def test_a_dense_sampling_never_contradicts_a_bent_band() -> None:
    chance = Random(1918)
    found = dict.fromkeys(OutlineCoverage, 0)
    for _ in range(1000):
        bends = sorted(chance.sample(range(-200, 200, 20), 4))
        heights = [chance.randint(-60, 60) for _ in bends]
        band = Band(tuple(Spot(x, y) for x, y in zip(bends, heights, strict=True)), 60)
        base = by_chance(chance, 120)
        inside = [under_band(band, point) for point in grid(base, 7)]
        answer = coverage(band.outline, base)
        assert answer is not NOT or not any(inside), (band, base)
        assert answer is not FULLY or all(inside), (band, base)
        found[answer] += 1
    assert min(found.values()) > 50


def under_band(band: Band, point: tuple[float, float]) -> bool:
    """Whether a point lies between a band's rear edge and its front, by the heights of the line above it."""
    x, y = point
    for one, other in zip(band.rear, band.rear[1:], strict=False):
        if one.x_mm <= x <= other.x_mm and one.x_mm < other.x_mm:
            rear = one.y_mm + (other.y_mm - one.y_mm) * (x - one.x_mm) / (other.x_mm - one.x_mm)
            return rear <= y <= rear + band.depth_mm
    return False


# Gas clouds --------------------------------------------------------------------------------------------------------

CLOUD = laid(200, 100, Spot(600, 600))
AHEAD_17 = drift(0, 170)


def test_a_cloud_drifts_without_turning() -> None:
    # FF-GAS-X1: from y 550-650 over 550-820 to 720-820; FF-GAS-X7: 90 degrees right by 100.
    assert moved(CLOUD, AHEAD_17) == ((500, 720), (500, 820), (700, 820), (700, 720))
    assert moved(moved(CLOUD, AHEAD_17), drift(90, 100)) == ((600, 720), (600, 820), (800, 820), (800, 720))
    assert swept(CLOUD, AHEAD_17) == ((500, 550), (500, 820), (700, 820), (700, 550))
    assert len(swept(CLOUD, drift(45, 100))) == 6


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
    step = drift(bearing, by_mm)
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
    step = drift(150, 70)
    assert (round(step[0], 1), round(step[1], 1)) == (35, -60.6)
    assert isclose(hypot(*step), 70)
