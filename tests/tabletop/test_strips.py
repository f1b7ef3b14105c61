"""Fields of fire and beaten zones: the rule book's own cases (FF-BZN), each on its line, and what no motion changes."""

from dataclasses import replace
from math import cos, isclose, pi, sin, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.distances import read_off
from rules.tabletop.fields_of_fire import Strip, ZoneStart, beaten_zone, lane, stretch_in
from rules.tabletop.stands import BadShape, Rectangle, Spot, StandingBase
from rules.tabletop.templates import OutlineCoverage, coverage
from tests.tabletop.scenes import (
    COMMAND,
    INFANTRY,
    MACHINE_GUN,
    MOTIONS,
    Motion,
    by_chance,
    grid,
    holds,
    stand,
    stands,
)

HAIR = 1e-6
REACH = 700 + 20
WIDTH, ZONE = 20, 150
PLATOON = Rectangle(30, 16)
GUN = stand(MACHINE_GUN, 0, -10)  # its front edge along y = 0; all along the axis counts from its middle, 10 behind
AHEAD = (0.0, 200.0)


def near(edge_mm: int, x_mm: int = 0) -> StandingBase:
    """A platoon square on whose near edge is so far from the gun's front."""
    return stand(PLATOON, x_mm, edge_mm + 8)


FIRST = near(200)


def zone_behind(first: StandingBase, length_mm: int = ZONE, begins: ZoneStart = ZoneStart.FAR_SIDE) -> Strip:
    """The beaten zone of a shot straight ahead."""
    return beaten_zone(lane(GUN, AHEAD, WIDTH, REACH), first, AHEAD, length_mm, begins)


def struck(zone: Strip, *bases: StandingBase) -> list[tuple[int, int]]:
    """The first three bases with any surface in a zone, by where the part in it begins: place in the list, mm."""
    met = ((at, stretch_in(zone, one)) for at, one in enumerate(bases))
    found = ((at, read_off(stretch.near_mm)) for at, stretch in met if stretch)
    return sorted(found, key=lambda one: one[1])[:3]


@pytest.mark.parametrize(
    ("others", "length_mm", "hit"),
    [
        # FF-BZN-X1, the bases a millimetre deeper than 1.5 cm: the zone runs from 216 to 366.
        ((250, 300, 340, 360), 150, [(0, 250), (1, 300), (2, 340)]),
        ((360, 300, 340, 250), 150, [(3, 250), (1, 300), (2, 340)]),
        # FF-BZN-X2: in by a millimetre, and touching the end.
        ((365, 366), 150, [(0, 365)]),
        # FF-BZN-X4: a block house, to 316.
        ((250, 300, 340, 360), 100, [(0, 250), (1, 300)]),
        # Begun before the zone: counted from where the part in the zone begins.
        ((205,), 150, [(0, 216)]),
        ((200,), 150, []),
    ],
)
def test_who_is_struck_behind_the_first_base(
    others: tuple[int, ...], length_mm: int, hit: list[tuple[int, int]]
) -> None:
    found = struck(zone_behind(FIRST, length_mm), *map(near, others))
    assert [(at, near_mm - 10) for at, near_mm in found] == hit


def test_beside_the_first_base_is_not_behind_it() -> None:
    assert struck(zone_behind(FIRST), near(200, 25)) == []  # FF-BZN-X3


@pytest.mark.parametrize(("x_mm", "hit"), [(24, 1), (25, 0), (-24, 1), (-25, 0)])
def test_a_millimetre_over_the_edge_is_enough(x_mm: int, hit: int) -> None:
    assert len(struck(zone_behind(FIRST), near(250, x_mm))) == hit  # FF-BZN-X5


def test_aslant() -> None:
    # FF-BZN-X8: from the middle of the gun at 45 degrees; corners of the base (185, 182.5) to (215, 197.5). Its far
    # corner is in the lane, 298.75 along the axis; the axis itself, y = x - 10, leaves the base at (207.5, 197.5).
    first, aim = stand(INFANTRY, 200, 190), (200.0, 190.0)
    field = lane(GUN, aim, WIDTH, REACH)
    starts = {begins: beaten_zone(field, first, aim, ZONE, begins) for begins in ZoneStart}
    assert isclose(starts[ZoneStart.FAR_SIDE].near_mm, 422.5 / sqrt(2))
    assert round(starts[ZoneStart.FAR_SIDE].far_mm, 2) == 448.75
    assert isclose(starts[ZoneStart.AXIS_EXIT].near_mm, 415 / sqrt(2))
    assert isclose(starts[ZoneStart.AIMING_POINT].near_mm, 400 / sqrt(2))


def test_where_the_zone_begins_square_on() -> None:
    starts = {begins: zone_behind(FIRST, begins=begins).near_mm - 10 for begins in ZoneStart}
    assert starts == {ZoneStart.FAR_SIDE: 216, ZoneStart.AXIS_EXIT: 216, ZoneStart.AIMING_POINT: 200}


def test_a_round_base_is_left_at_its_rim() -> None:
    # In a lane as wide as the base its farthest point, beside the middle of it by 15 only where the lane ends at 10.
    assert zone_behind(stand(COMMAND, 0, 210)).near_mm - 10 == 220
    aside = stand(COMMAND, 16, 210)
    assert isclose(zone_behind(aside).near_mm - 10, 210 + 8)  # 6 aside of 10: 8 along
    with pytest.raises(BadShape, match="does not lie in the field of fire"):
        zone_behind(stand(COMMAND, 20, 210))
    with pytest.raises(BadShape, match="turn the field so that it does"):
        zone_behind(aside, begins=ZoneStart.AXIS_EXIT)


def test_the_zone_runs_on_beyond_the_greatest_range() -> None:
    zone = zone_behind(near(690))  # FF-BZN-X9: it runs on
    assert (zone.near_mm - 10, zone.far_mm - 10) == (706, 856)


def test_a_wider_zone_catches_more() -> None:
    assert len(struck(replace(zone_behind(FIRST), width_mm=30), near(250, 29))) == 1
    assert len(struck(replace(zone_behind(FIRST), width_mm=30), near(250, 30))) == 0


def test_the_corners_of_a_strip() -> None:
    assert Strip((100, 100), 0, 20, 10, 60).outline == ((90, 110), (90, 160), (110, 160), (110, 110))
    assert Strip((100, 100), 90, 20, 10, 60).outline == ((110, 110), (160, 110), (160, 90), (110, 90))


aims = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).map(lambda aim: Spot(aim[0] * 5, aim[1] * 5))


@given(stands, aims, stands, stands, st.sampled_from(MOTIONS))
def test_a_motion_of_the_whole_table_changes_no_zone(
    gun: StandingBase, aim: Spot, first: StandingBase, other: StandingBase, motion: Motion
) -> None:
    here = lane(gun, aim, 20, 700)
    if here.start == aim or stretch_in(here, first) is None:
        return
    there_aim = Spot(*motion.spot(*aim))
    there = lane(motion(gun), there_aim, 20, 700)
    zone = beaten_zone(here, first, aim, 150, ZoneStart.FAR_SIDE)
    moved_zone = beaten_zone(there, motion(first), there_aim, 150, ZoneStart.FAR_SIDE)
    assert isclose(moved_zone.near_mm, zone.near_mm, abs_tol=HAIR)
    assert struck(moved_zone, motion(other)) == struck(zone, other)


def test_a_dense_sampling_never_contradicts_a_stretch() -> None:
    chance = Random(1915)
    found = 0
    for _ in range(2000):
        strip = Strip((0.0, 0.0), chance.choice((0, 90, chance.uniform(0, 360))), chance.choice((20, 30)), 20, 150)
        base = by_chance(chance, 120)
        angle = strip.bearing_deg * pi / 180
        seen = [(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in grid(base, 11)]
        inside = [along for across, along in seen if abs(across) <= strip.width_mm / 2 and 20 <= along <= 150]
        stretch = stretch_in(strip, base)
        assert (stretch is None) is (coverage(strip.outline, base) is OutlineCoverage.NOT)
        assert stretch is not None or not inside
        if stretch is not None:
            assert not inside or stretch.near_mm - HAIR <= min(inside), (strip, base)
            assert not inside or max(inside) <= stretch.far_mm + HAIR, (strip, base)
            assert at_its_ends(strip, base, stretch.near_mm), (strip, base)
            assert at_its_ends(strip, base, stretch.far_mm), (strip, base)
            found += 1
    assert found > 200


def at_its_ends(strip: Strip, base: StandingBase, along_mm: float) -> bool:
    """Whether the line across a strip so far along it meets the base, looked at every twentieth of a millimetre."""
    angle, half = strip.bearing_deg * pi / 180, strip.width_mm / 2
    steps = int(strip.width_mm * 20)
    for step in range(steps + 1):
        across = -half + strip.width_mm * step / steps
        point = (across * cos(angle) + along_mm * sin(angle), along_mm * cos(angle) - across * sin(angle))
        if holds(base, point, -0.06):
            return True
    return False
