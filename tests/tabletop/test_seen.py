"""Sight from base to base, past terrain and past veils that come and go."""

import pytest

from rules.kernel.polygons import Outline
from rules.tabletop.ground import ground
from rules.tabletop.lines_of_sight import Looking, Screen, Veil, bases_in_sight
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Hill, Piece, Table

LOOKING = Looking((Screen(AreaKind.WOOD, None),))


def base(x: int, y: int) -> StandingBase:
    return StandingBase(Rectangle(20, 10), Pose(Spot(x, y)))


def box(left: int, near: int, right: int, far: int) -> tuple[Spot, ...]:
    return (Spot(left, near), Spot(left, far), Spot(right, far), Spot(right, near))


def cordon(left: float, near: float, right: float, far: float) -> Outline:
    return ((left, near), (left, far), (right, far), (right, near))


def sees(viewer: StandingBase, target: StandingBase, pieces: tuple[Piece, ...] = (), *veils: Veil) -> bool:
    on = ground(Table(1000, 1000, pieces))
    return bool(bases_in_sight(on, [viewer], [target], LOOKING, veils)[0, 0])


HERE, THERE = base(500, 100), base(500, 500)


def test_one_free_line_is_enough() -> None:
    whole = Area("w", "Wood", AreaKind.WOOD, box(400, 200, 600, 300))
    assert not sees(HERE, THERE, (whole,))
    # Left of 495 the wood ends, and both bases reach from 490: a line along their left corners is free.
    half = Area("w", "Wood", AreaKind.WOOD, box(495, 200, 600, 300))
    assert sees(HERE, THERE, (half,))


def test_a_slope_between_stops_the_line() -> None:
    assert not sees(HERE, THERE, (Hill("h", "Hill", box(300, 200, 700, 300), 1),))


def test_smoke_between_hides_and_lets_see_again_when_it_has_gone() -> None:
    assert not sees(HERE, THERE, (), Veil(cordon(400, 200, 600, 276.2)))
    assert sees(HERE, THERE)
    assert sees(HERE, THERE, (), Veil(cordon(505, 200, 600, 276.2)))


def test_who_is_partly_in_it_looks_out_freely() -> None:
    around = Veil(cordon(400, 100, 600, 300))
    assert sees(HERE, THERE, (), around)
    assert not sees(THERE, HERE, (), Veil(cordon(400, 105, 600, 300)))
    strict = Veil(cordon(400, 100, 600, 300), partly_frees=False)
    # Its near corners lie outside the smoke, and every line from them leads through it.
    assert not sees(HERE, THERE, (), strict)


@pytest.mark.parametrize("viewer", [HERE, THERE])
def test_who_is_wholly_in_it_sees_nobody_and_is_seen_by_nobody(viewer: StandingBase) -> None:
    other = THERE if viewer is HERE else HERE
    assert not sees(viewer, other, (), Veil(cordon(400, 50, 600, 150)))


def test_every_viewer_and_every_target_at_once() -> None:
    wood = Area("w", "Wood", AreaKind.WOOD, box(400, 200, 600, 300))
    found = bases_in_sight(ground(Table(1000, 1000, (wood,))), [HERE, base(100, 100)], [THERE, base(100, 500)], LOOKING)
    assert found.tolist() == [[False, True], [True, True]]
    assert bases_in_sight(ground(Table(1000, 1000)), [], [THERE], LOOKING).shape == (0, 1)
