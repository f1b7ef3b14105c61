"""Where one straight move leads: by hand, with a rate for what is touched."""

from math import hypot

import pytest

from rules.tabletop.ground import ground
from rules.tabletop.reachable_areas import straight_reach, touched
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, Piece, Road, Table

OPEN_MM, IN_MARSH_MM, ON_ROAD_MM = 60.0, 45.0, 75.0
START = Spot(500, 500)
UP, RIGHT, DOWN = 0, 18, 36


def box(left: int, near: int, right: int, far: int) -> tuple[Spot, ...]:
    return (Spot(left, near), Spot(left, far), Spot(right, far), Spot(right, near))


def reach(*pieces: Piece, start: Spot = START) -> list[float]:
    """How far each bearing leads."""
    on = ground(Table(1000, 1000, pieces))

    def most(numbers: frozenset[int]) -> float:
        kinds = {type(on.pieces[number]) for number in numbers}
        return ON_ROAD_MM if Road in kinds else IN_MARSH_MM if kinds else OPEN_MM

    return [hypot(x - start.x_mm, y - start.y_mm) for x, y in straight_reach(on, start, 100, most)]


def test_over_open_ground_it_is_a_circle() -> None:
    assert reach() == pytest.approx([OPEN_MM] * 72)


def test_ground_that_slows_is_entered_only_as_far_as_it_allows() -> None:
    # The marsh begins 30 mm up: a move that touches it goes 45.
    far = reach(Area("m", "Marsh", AreaKind.MARSH, box(400, 530, 600, 700)))
    assert far[UP] == pytest.approx(IN_MARSH_MM)
    assert far[DOWN] == pytest.approx(OPEN_MM)


def test_ground_that_begins_where_it_would_allow_no_more_is_not_entered() -> None:
    # It begins 50 mm up, and a move that touches it goes 45: one stops before it.
    assert reach(Area("m", "Marsh", AreaKind.MARSH, box(400, 550, 600, 700)))[UP] == pytest.approx(50)


def test_a_move_out_of_slow_ground_is_slow_from_the_start() -> None:
    assert reach(Area("m", "Marsh", AreaKind.MARSH, box(480, 480, 520, 520)))[UP] == pytest.approx(IN_MARSH_MM)


def test_a_road_that_is_met_carries_farther() -> None:
    # A road straight up through the place: along it 75; across to the right it was touched at the start.
    far = reach(Road("r", "Road", (Spot(500, 0), Spot(500, 1000)), 20))
    assert far[UP] == pytest.approx(ON_ROAD_MM)
    assert far[RIGHT] == pytest.approx(ON_ROAD_MM)


def test_nobody_leaves_the_table() -> None:
    assert reach(start=Spot(500, 20))[DOWN] == pytest.approx(20)
    assert reach(start=Spot(0, 0))[DOWN] == 0


def test_what_straight_ways_touch() -> None:
    marsh = Area("m", "Marsh", AreaKind.MARSH, box(400, 530, 600, 700))
    wood = Area("w", "Wood", AreaKind.WOOD, box(0, 0, 50, 50))
    on = ground(Table(1000, 1000, (marsh, wood)))
    assert touched(on, [((500, 500), (500, 600))]) == {0}
    assert touched(on, [((500, 500), (500, 520)), ((10, 10), (10, 20))]) == {1}
    assert touched(on, [((500, 500), (500, 500))]) == frozenset()
