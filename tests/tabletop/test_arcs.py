"""Arcs of fire: the rule book's own cases exactly on their lines (FF-ARC-T1), faces, and what no motion changes."""

from math import cos, pi, sin, tan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.polygons import Outline
from rules.tabletop.fields_of_fire import (
    BaseEdge,
    TargetPart,
    corridor,
    crossing,
    face_length_mm,
    faces_towards,
    fan,
    in_arc,
    offset_mm,
)
from rules.tabletop.stands import BadShape, Circle, Rectangle, Spot, StandingBase, corners
from rules.tabletop.templates import OutlineCoverage, coverage, touches
from tests.tabletop.scenes import (
    COMMAND,
    GUN,
    INFANTRY,
    KEEPING_HANDS,
    MACHINE_GUN,
    MOTIONS,
    Motion,
    by_chance,
    facing_in_radians,
    grid,
    rim,
    stand,
    stands,
)

TANK = Rectangle(30, 60)
HOUSE = Rectangle(60, 60)
HAIR = 1e-6


def front_at_origin(footprint: Rectangle) -> StandingBase:
    """A stand whose front edge lies along y = 0, as the rule book draws it; the depth must be even."""
    return stand(footprint, 0, int(-footprint.depth_mm // 2))


PLATOON = front_at_origin(Rectangle(30, 16))
FIELD_GUN = front_at_origin(GUN)
GUN_TEAM = front_at_origin(MACHINE_GUN)


@pytest.mark.parametrize(
    ("arc", "in_it", "out_of_it"),
    [
        (corridor(PLATOON, 100), Spot(115, 200), Spot(116, 200)),  # FF-ARC-X1
        (corridor(PLATOON, 100), Spot(-115, 200), Spot(-116, 200)),
        (corridor(PLATOON, 100), Spot(0, 0), Spot(0, -1)),  # FF-ARC-X3
        (corridor(FIELD_GUN, 100), Spot(130, 600), Spot(131, 600)),  # FF-ARC-X7
        (corridor(GUN_TEAM, 50), Spot(60, 500), Spot(61, 500)),  # FF-ARC-X8
        (fan(GUN_TEAM, 45), Spot(210, 205), Spot(216, 205)),  # FF-ARC-X4
        (fan(GUN_TEAM, 45), Spot(215, 205), Spot(-216, 205)),  # FF-ARC-X5
        # 22.5 degrees each way: 10 + 205 * 0.41421 = 94.9
        (fan(GUN_TEAM, 22.5), Spot(94, 205), Spot(95, 205)),
        (fan(GUN_TEAM, 90), Spot(9000, 0), Spot(0, -1)),
        # Cut off where it is told to end.
        (fan(GUN_TEAM, 45, reach_mm=300), Spot(0, 300), Spot(0, 301)),
    ],
)
def test_on_the_edge_is_in_and_a_millimetre_further_out(arc: Outline, in_it: Spot, out_of_it: Spot) -> None:
    assert in_arc(arc, in_it, TargetPart.ANY)
    assert not in_arc(arc, out_of_it, TargetPart.ANY)


@pytest.mark.parametrize(
    ("x_mm", "any_part", "middle", "whole"),
    [
        (100, True, True, True),  # reaches from 85 to the line at 115
        (101, True, True, False),
        (115, True, True, False),
        (116, True, False, False),
        (130, True, False, False),  # touches the line from outside
        (131, False, False, False),
    ],
)
def test_how_much_of_a_base_must_lie_in_the_arc(x_mm: int, any_part: bool, middle: bool, whole: bool) -> None:
    target = stand(INFANTRY, x_mm, 200)
    found = [
        in_arc(corridor(PLATOON, 100), target, part) for part in (TargetPart.ANY, TargetPart.MIDDLE, TargetPart.ALL)
    ]
    assert found == [any_part, middle, whole]


@pytest.mark.parametrize(("x_mm", "expected"), [(125, True), (126, False)])
def test_a_round_target_is_judged_by_its_radius(x_mm: int, expected: bool) -> None:
    assert in_arc(corridor(PLATOON, 100), stand(COMMAND, x_mm, 200), TargetPart.ANY) is expected


def test_a_round_target_at_a_ray_is_nearest_square_to_it() -> None:
    # From the ray x = 10 + y a middle at (110 + 14, 100) is 14 / sqrt(2) = 9.9 off, at 15 it is 10.6.
    assert in_arc(fan(GUN_TEAM, 45), stand(COMMAND, 124, 100), TargetPart.ANY)
    assert not in_arc(fan(GUN_TEAM, 45), stand(COMMAND, 125, 100), TargetPart.ANY)


@pytest.mark.parametrize(
    ("target", "faces"),
    [
        (Spot(0, 200), (BaseEdge.FRONT,)),
        (Spot(250, -30), (BaseEdge.RIGHT,)),
        (Spot(-250, -30), (BaseEdge.LEFT,)),
        (Spot(0, -260), (BaseEdge.REAR,)),
        (Spot(100, 70), (BaseEdge.FRONT, BaseEdge.RIGHT)),  # FF-ARC-X6: on the shared ray
        (Spot(100, 71), (BaseEdge.FRONT,)),
        (Spot(100, 69), (BaseEdge.RIGHT,)),
        (Spot(-100, -130), (BaseEdge.REAR, BaseEdge.LEFT)),
    ],
)
def test_the_faces_of_a_block_house(target: Spot, faces: tuple[BaseEdge, ...]) -> None:
    assert faces_towards(front_at_origin(HOUSE), target, 45, TargetPart.ANY) == faces


@pytest.mark.parametrize(
    ("target", "faces"),
    [
        # FF-ARC-T1, tanks: front abs(x) <= 15 + y; right x >= 15 and -60 - (x - 15) <= y <= x - 15.
        (Spot(115, 100), (BaseEdge.FRONT, BaseEdge.RIGHT)),
        (Spot(116, 100), (BaseEdge.RIGHT,)),
        (Spot(115, -160), (BaseEdge.RIGHT, BaseEdge.REAR)),
        (Spot(115, -161), (BaseEdge.REAR,)),
        (Spot(-16, -30), (BaseEdge.LEFT,)),
    ],
)
def test_the_sides_of_a_tank(target: Spot, faces: tuple[BaseEdge, ...]) -> None:
    assert faces_towards(front_at_origin(TANK), target, 45, TargetPart.ANY) == faces


def test_a_base_across_a_corner_ray_is_seen_from_both_faces_and_its_middle_from_one() -> None:
    house, target = front_at_origin(HOUSE), stand(INFANTRY, 100, 75)
    assert faces_towards(house, target, 45, TargetPart.ANY) == (BaseEdge.FRONT, BaseEdge.RIGHT)
    assert faces_towards(house, target, 45, TargetPart.MIDDLE) == (BaseEdge.FRONT,)


def test_at_less_than_45_degrees_a_corner_is_blind() -> None:
    assert faces_towards(front_at_origin(HOUSE), Spot(100, 70), 22.5, TargetPart.ANY) == ()


def test_corridors_of_a_tank_side() -> None:
    # Straight to the right of a side 60 long, from y = -60 to 0, and 100 on each side.
    side = corridor(front_at_origin(TANK), 100, BaseEdge.RIGHT)
    assert in_arc(side, Spot(15, 100), TargetPart.ANY)
    assert not in_arc(side, Spot(15, 101), TargetPart.ANY)
    assert not in_arc(side, Spot(14, 0), TargetPart.ANY)
    assert face_length_mm(front_at_origin(TANK), BaseEdge.RIGHT) == 60


@pytest.mark.parametrize(
    ("base", "face", "expected"),
    [
        (MACHINE_GUN, BaseEdge.FRONT, (0, 0)),  # the middle of 2 x 2
        (TANK, BaseEdge.FRONT, (0, 15)),
        (TANK, BaseEdge.RIGHT, (-15, 0)),
        (COMMAND, BaseEdge.REAR, (0, 0)),
    ],
)
def test_where_the_corner_rays_meet(base: Rectangle | Circle, face: BaseEdge, expected: tuple[float, float]) -> None:
    assert crossing(stand(base, 0, 0), face) == expected


def test_offsets_are_measured_from_the_middle_of_a_face() -> None:
    assert offset_mm(stand(INFANTRY, 100, 100), (110, 120)) == (10, 12.5)
    assert offset_mm(stand(INFANTRY, 100, 100, 90), (120, 100)) == (0, 12.5)
    assert offset_mm(stand(INFANTRY, 100, 100), (120, 90), BaseEdge.RIGHT) == (10, 5)


@pytest.mark.parametrize("degrees", [-1, 91])
def test_no_arc_opens_further_than_to_the_sides(degrees: float) -> None:
    with pytest.raises(BadShape, match="give 0 to 90"):
        fan(GUN_TEAM, degrees)


def test_no_arc_is_narrower_than_its_face() -> None:
    with pytest.raises(BadShape, match="no arc is 5 mm narrower than its face on each side; give 0 mm or more"):
        corridor(PLATOON, -5)


@given(stands, stands, st.sampled_from(MOTIONS), st.sampled_from(TargetPart), st.sampled_from([20, 45]))
def test_a_motion_of_the_whole_table_changes_no_arc(
    firer: StandingBase, target: StandingBase, motion: Motion, part: TargetPart, degrees: int
) -> None:
    for here, there in (
        (corridor(firer, 100), corridor(motion(firer), 100)),
        (fan(firer, degrees), fan(motion(firer), degrees)),
    ):
        assert in_arc(there, motion(target), part) is in_arc(here, target, part)


@given(stands, stands, st.sampled_from(KEEPING_HANDS))
def test_a_motion_changes_no_face_and_a_mirror_swaps_the_sides(
    firer: StandingBase, target: StandingBase, motion: Motion
) -> None:
    here = faces_towards(firer, target, 45, TargetPart.ANY)
    assert faces_towards(motion(firer), motion(target), 45, TargetPart.ANY) == here
    mirror = MOTIONS[-1]
    swapped = {BaseEdge.LEFT: BaseEdge.RIGHT, BaseEdge.RIGHT: BaseEdge.LEFT}
    mirrored = {swapped.get(face, face) for face in faces_towards(mirror(firer), mirror(target), 45, TargetPart.ANY)}
    assert mirrored == set(here)


@given(stands, stands)
def test_some_face_looks_at_whatever_is_not_under_the_base(firer: StandingBase, target: StandingBase) -> None:
    # The fans of a rectangle leave no blind wedge: only a base wholly inside the firer's own is seen from none.
    house = StandingBase(HOUSE, firer.pose)
    inside = coverage(corners(house), target) is OutlineCoverage.FULLY
    assert inside or faces_towards(house, target, 45, TargetPart.ANY)


def test_a_dense_sampling_never_contradicts_an_arc() -> None:
    chance = Random(1916)
    found = [0, 0]
    for _ in range(1500):
        firer, target = by_chance(chance, 60), by_chance(chance, 150)
        degrees = chance.choice((20, 45, 70))
        wide = firer.footprint.diameter_mm if isinstance(firer.footprint, Circle) else firer.footprint.width_mm
        deep = firer.footprint.diameter_mm if isinstance(firer.footprint, Circle) else firer.footprint.depth_mm
        angle = facing_in_radians(firer.pose)
        inside = []
        for x, y in grid(target, 9) + rim(target, 12):
            x, y = x - firer.spot.x_mm, y - firer.spot.y_mm
            right, ahead = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle) - deep / 2
            inside.append(ahead >= HAIR and abs(right) <= wide / 2 + ahead * tan(degrees * pi / 180) - HAIR)
        answer = in_arc(fan(firer, degrees), target, TargetPart.ANY)
        assert answer or not any(inside), (firer, target, degrees)
        assert all(inside) or not in_arc(fan(firer, degrees), target, TargetPart.ALL), (firer, target, degrees)
        found[answer] += 1
    assert min(found) > 200


def test_an_arc_and_a_base_share_a_border_at_least() -> None:
    assert touches(corridor(PLATOON, 0, reach_mm=100), stand(INFANTRY, 30, 50))
    assert not touches(corridor(PLATOON, 0, reach_mm=100), stand(INFANTRY, 31, 50))
