"""Lines of sight: the book's cases by hand, the same however the table lies, and never against sampled points."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tabletop.ground import TableGround, ground
from rules.tabletop.lines_of_sight import Effect, InTheWay, LineOfSight, Looking, Screen, line_of_sight
from rules.tabletop.stands import Circle, Placed, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Hill, Piece, Table
from tests.share import cases
from tests.tabletop.plain_sight import Doubtful, sees
from tests.tabletop.scenes import INFANTRY, MOTIONS, Motion, places, stand
from tests.tabletop.tables import box, outline_by_chance, table_by_chance, table_moved, wood

DEAD_MM = 25
LOOKING = Looking((Screen(AreaKind.WOOD, DEAD_MM), Screen(AreaKind.BUILDINGS, DEAD_MM)))
SCENES = cases(350)
STEPS = 150

WOOD = wood((0, 100), (0, 150), (200, 150), (200, 100))
VILLAGE = Area("village", "Village", AreaKind.BUILDINGS, box(0, 100, 200, 150))
RIDGE = Hill("ridge", "Ridge", box(0, -100, 200, 50), 1)


def look(
    viewer: Placed, target: Placed, *pieces: Piece, looking: Looking = LOOKING, others: Sequence[StandingBase] = ()
) -> LineOfSight:
    return line_of_sight(ground(Table(2400, 1200, pieces)), viewer, target, looking, others)


def seen(viewer: Placed, target: Placed, *pieces: Piece, looking: Looking = LOOKING) -> bool:
    return look(viewer, target, *pieces, looking=looking).seen


def test_nothing_lies_on_the_line() -> None:
    line_there = look(Spot(10, 20), Spot(40, 60), WOOD)
    assert line_there.seen
    assert (line_there.length_mm, line_there.clear_mm, line_there.clear_to) == (50, 50, (40, 60))
    assert line_there.in_the_way == ()


@pytest.mark.parametrize(
    ("viewer", "target", "clear"),
    [
        # Through the middle, along an edge, and past it by a millimetre.
        ((100, 0), (100, 300), False),
        ((0, 0), (0, 300), True),
        ((200, 0), (200, 300), True),
        ((199, 0), (199, 300), False),
        ((1, 0), (1, 300), False),
        # Through a corner only: the one line leads past (0, 100), the other over it into the wood.
        ((-50, 150), (50, 50), True),
        ((-50, 50), (100, 200), False),
        # From corner to corner, and up to the edge.
        ((0, 100), (200, 150), True),
        ((100, 0), (100, 100), True),
        ((100, 0), (100, 99), True),
        # Alongside: it ends where the wood begins.
        ((-100, 125), (-1, 125), True),
    ],
)
def test_a_wood_between(viewer: tuple[int, int], target: tuple[int, int], clear: bool) -> None:
    assert seen(Spot(*viewer), Spot(*target), WOOD) is clear
    assert seen(Spot(*target), Spot(*viewer), WOOD) is clear


def test_where_it_is_blocked() -> None:
    found = look(Spot(100, 0), Spot(100, 300), WOOD)
    (wood_between,) = found.in_the_way
    assert (wood_between.what, wood_between.effect, wood_between.hides) == (WOOD, Effect.BLOCKS, True)
    assert (wood_between.enters, wood_between.leaves) == ((100, 100), (100, 150))
    assert (wood_between.enters_mm, wood_between.leaves_mm, wood_between.behind_mm) == (100, 150, 150)
    assert (found.clear_mm, found.clear_to, found.length_mm) == (100, (100, 100), 300)


def test_what_is_no_screen_blocks_nothing() -> None:
    marsh = replace(WOOD, kind=AreaKind.MARSH)
    assert seen(Spot(100, 0), Spot(100, 300), marsh)
    assert look(Spot(100, 0), Spot(100, 300), marsh).in_the_way == ()
    assert not seen(Spot(100, 0), Spot(100, 300), marsh, looking=Looking((Screen(AreaKind.MARSH, None),)))


def test_what_the_target_stands_in_does_not_block() -> None:
    """AMB-79, by half a base: 15 deep, its middle on the wood's edge."""
    for target in (Spot(100, 140), stand(INFANTRY, 100, 140), stand(INFANTRY, 100, 150)):
        found = look(Spot(100, 0), target, WOOD)
        assert found.seen
        assert [one.effect for one in found.in_the_way] == [Effect.STOOD_IN]
        assert seen(target, Spot(100, 0), WOOD)
    assert not seen(Spot(100, 0), stand(INFANTRY, 100, 151), WOOD)


def test_another_arm_of_the_wood_one_stands_in_blocks() -> None:
    arms = wood((0, 100), (0, 400), (200, 400), (200, 300), (50, 300), (50, 200), (200, 200), (200, 100))
    assert not seen(Spot(150, 0), Spot(150, 350), arms)
    assert seen(Spot(150, 250), Spot(150, 350), arms)
    assert not seen(Spot(150, 150), Spot(150, 500), arms)
    assert [one.effect for one in look(Spot(150, 0), Spot(150, 350), arms).in_the_way] == [
        Effect.BLOCKS,
        Effect.STOOD_IN,
    ]


def test_half_a_base_in_a_wood_is_in_it_though_its_middle_is_not() -> None:
    """A ride 4 mm wide leads through the wood to the middle of a base of 60 by 40: all but 4 x 22 of it is wood."""
    ride = wood((-50, -50), (-50, 50), (50, 50), (50, -50), (2, -50), (2, 2), (-2, 2), (-2, -50))
    assert seen(Spot(-200, 0), stand(Rectangle(60, 40), 0, 0), ride)
    assert seen(stand(Rectangle(60, 40), 0, 0), Spot(-200, 0), ride)
    assert not seen(Spot(-200, 0), Spot(0, 0), ride)


def test_a_notch_that_only_comes_up_to_the_line_does_not_part_a_wood() -> None:
    notched = wood((0, 0), (0, 100), (40, 100), (50, 50), (60, 100), (100, 100), (100, 0))
    assert seen(Spot(-50, 50), Spot(90, 50), notched)
    assert not seen(Spot(-50, 51), Spot(90, 51), notched)


def test_two_in_one_wood_see_each_other_and_the_viewers_own_may_block_by_house_rule() -> None:
    strict = replace(LOOKING, own_terrain_blocks=True)
    assert seen(Spot(20, 125), Spot(180, 125), WOOD)
    assert seen(Spot(20, 125), Spot(180, 125), WOOD, looking=strict)
    assert seen(Spot(100, 125), Spot(100, 300), WOOD)
    assert not seen(Spot(100, 125), Spot(100, 300), WOOD, looking=strict)
    assert seen(Spot(100, 300), Spot(100, 125), WOOD, looking=strict)


def test_the_example_of_dead_ground() -> None:
    """FF-VIS-07: an observer on a ridge, a building between; within 2.5 cm behind it not seen, at 2.6 cm seen."""
    ridge = Spot(100, 20)
    hidden, shown = (look(ridge, Spot(100, 150 + behind), VILLAGE, RIDGE) for behind in (25, 26))
    assert (hidden.seen, shown.seen) == (False, True)
    assert [one.effect for one in hidden.in_the_way] == [Effect.STOOD_IN, Effect.DEAD_GROUND]
    assert [one.effect for one in shown.in_the_way] == [Effect.STOOD_IN, Effect.LOOKED_OVER]
    assert (hidden.in_the_way[1].behind_mm, shown.in_the_way[1].behind_mm) == (25, 26)
    # What follows the building is hidden, not what lies before it.
    assert (hidden.clear_mm, hidden.viewer_height, hidden.target_height) == (130, 1, 0)


@pytest.mark.parametrize(
    ("depth_mm", "y_mm", "expected"), [(20, 185, False), (20, 186, True), (14, 182, False), (14, 183, True)]
)
def test_dead_ground_is_measured_to_the_nearest_edge_of_the_base(depth_mm: int, y_mm: int, expected: bool) -> None:
    assert seen(Spot(100, 20), stand(Rectangle(30, depth_mm), 100, y_mm), VILLAGE, RIDGE) is expected
    assert seen(Spot(100, 20), stand(Circle(depth_mm), 100, y_mm), VILLAGE, RIDGE) is expected


def test_a_base_beside_the_building_that_reaches_it_has_nothing_between() -> None:
    (_, village) = look(Spot(100, 20), stand(Rectangle(30, 20), 100, 158), VILLAGE, RIDGE).in_the_way
    assert (village.behind_mm, village.effect) == (0, Effect.DEAD_GROUND)


def test_only_who_stands_higher_than_the_foot_of_it_looks_over() -> None:
    """FF-VIS-05: from the ridge over a building on the plain, not over one on the ridge, nor from below."""
    wide = replace(RIDGE, outline=box(0, -100, 200, 160))
    assert seen(Spot(100, 20), Spot(100, 300), VILLAGE, RIDGE)
    assert not seen(Spot(100, 20), Spot(100, 300), VILLAGE, wide)
    assert not seen(Spot(100, 300), Spot(100, 20), VILLAGE, RIDGE)
    assert seen(Spot(100, 20), Spot(100, 300), VILLAGE, wide, Hill("top", "Top", box(0, 0, 200, 60), 2))


def test_a_wood_that_climbs_a_slope_is_looked_over_as_far_as_its_ground_is_lower() -> None:
    slope = Hill("slope", "Slope", box(0, 140, 100, 400), 1)
    on_ridge = Spot(50, 20)
    assert not seen(on_ridge, Spot(50, 600), WOOD, RIDGE, slope)
    assert seen(Spot(150, 20), Spot(150, 600), WOOD, RIDGE, slope)


def test_without_dead_ground_who_looks_over_sees_everything_behind() -> None:
    """AMB-78, house rule: dead ground behind buildings only."""
    buildings_only = Looking((Screen(AreaKind.WOOD, None), Screen(AreaKind.BUILDINGS, DEAD_MM)))
    assert seen(Spot(100, 20), Spot(100, 151), WOOD, RIDGE, looking=buildings_only)
    assert not seen(Spot(100, 20), Spot(100, 151), VILLAGE, RIDGE, looking=buildings_only)


HILL = Hill("hill", "Hill", box(0, 100, 200, 150), 1)


def test_a_hill_between() -> None:
    assert not seen(Spot(100, 0), Spot(100, 300), HILL)
    assert seen(Spot(100, 0), Spot(100, 300), HILL, looking=replace(LOOKING, hills_block=False))
    assert seen(Spot(100, 120), Spot(100, 300), HILL)
    assert seen(Spot(100, 300), Spot(100, 120), HILL)


@pytest.mark.parametrize(("end_y", "expected"), [(300, True), (301, True), (299, False)])
def test_a_hill_blocks_where_it_rises_above_the_line_from_height_to_height(end_y: int, expected: bool) -> None:
    """From height 2 at y = 0 to the plain the line is at height 1 half way: at the hill's far edge, 150, for 300."""
    high = Hill("high", "High", box(0, -100, 200, 20), 2)
    assert seen(Spot(100, 0), Spot(100, end_y), HILL, high) is expected
    assert seen(Spot(100, end_y), Spot(100, 0), HILL, high) is expected


def test_over_a_hill_lower_than_both() -> None:
    near, far = (
        Hill(name, name, box(0, *span), 2) for name, span in (("near", (-50, 200, 20)), ("far", (280, 200, 400)))
    )
    assert seen(Spot(100, 0), Spot(100, 300), HILL, near, far)
    found = look(Spot(100, 0), Spot(100, 300), HILL, near, far)
    assert [one.effect for one in found.in_the_way] == [Effect.STOOD_IN, Effect.LOOKED_OVER, Effect.STOOD_IN]
    assert not seen(Spot(100, 0), Spot(100, 300), replace(HILL, height=3), near, far)


def test_the_top_of_ones_own_hill_blocks() -> None:
    foot, top = Hill("foot", "Foot", box(0, 0, 200, 300), 1), Hill("top", "Top", box(0, 100, 200, 200), 2)
    assert not seen(Spot(100, 50), Spot(100, 250), foot, top)
    assert seen(Spot(100, 150), Spot(100, 250), foot, top)


def test_stands_block_by_house_rule_only() -> None:
    between, aside = stand(INFANTRY, 100, 100), stand(INFANTRY, 116, 200)
    viewer, target = stand(INFANTRY, 100, 0), stand(INFANTRY, 100, 300)
    strict = replace(LOOKING, stands_block=True)
    everybody = [viewer, between, aside, target]
    assert look(viewer, target, others=everybody).seen
    found = look(viewer, target, looking=strict, others=everybody)
    assert [(one.what, one.enters_mm, one.leaves_mm) for one in found.in_the_way] == [(between, 93, 108)]
    assert not found.seen
    assert look(viewer, target, looking=strict, others=[viewer, aside, target]).seen
    assert look(viewer, target, Hill("h", "H", box(0, -50, 200, 20), 1), looking=strict, others=everybody).seen


def test_from_where_one_stands_there_is_no_line() -> None:
    assert look(Spot(100, 125), Spot(100, 125), WOOD).seen


@given(st.integers(0, 10**6), places, places, places, places)
def test_on_level_ground_it_goes_both_ways(seed: int, x: int, y: int, to_x: int, to_y: int) -> None:
    on = TableGround(table_by_chance(Random(seed), 5, hills=0))
    forth, back = (
        line_of_sight(on, *ends, LOOKING) for ends in ((Spot(x, y), Spot(to_x, to_y)), (Spot(to_x, to_y), Spot(x, y)))
    )
    assert forth.seen == back.seen
    assert forth.length_mm == back.length_mm


def _id_of(met: InTheWay) -> str:
    """Return the id of the piece that a line meets."""
    assert not isinstance(met.what, StandingBase)
    return met.what.id


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_nothing_changes_for_a_table_that_is_moved_with_all_that_stands_on_it(motion: Motion) -> None:
    chance = Random(motion.name)
    kept = 0
    for _ in range(cases(60)):
        drawn = table_by_chance(chance)
        viewer, target = (stand(INFANTRY, *outline_by_chance(chance)[0], 90.0 * chance.randrange(4)) for _ in range(2))
        before = line_of_sight(TableGround(drawn), viewer, target, LOOKING)
        after = line_of_sight(TableGround(table_moved(drawn, motion)), motion(viewer), motion(target), LOOKING)
        assert [(_id_of(one), one.effect, one.enters_mm) for one in before.in_the_way] == [
            (_id_of(one), one.effect, one.enters_mm) for one in after.in_the_way
        ]
        assert (before.seen, before.clear_mm) == (after.seen, after.clear_mm)
        kept += len(before.in_the_way)
    assert kept > cases(30)


def test_lower_hill_that_the_line_does_not_enter_is_not_on_the_line() -> None:
    """It touches the higher one that the line enters, and both are one body as far as the lower one is high."""
    high = ((175, 405), (220, 275), (345, 230), (225, 180), (175, 145), (45, 100), (65, 230), (65, 340))
    low = ((55, 215), (85, 215), (75, 185), (65, 165), (40, 160), (40, 185), (35, 205))
    hills = [
        Hill(f"hill-{height}", f"Hill {height}", tuple(Spot(*at) for at in outline), height)
        for outline, height in ((high, 3), (low, 2))
    ]
    found = look(stand(INFANTRY, -350, -300), stand(INFANTRY, 160, 205, 90.0), *hills)
    assert [_id_of(one) for one in found.in_the_way] == ["hill-3"]


def test_points_along_the_line_say_the_same() -> None:
    chance = Random(79)
    found = {True: 0, False: 0}
    for _ in range(SCENES):
        drawn = table_by_chance(chance, 6, hills=chance.choice((0, 2, 4)))
        looking = replace(LOOKING, own_terrain_blocks=chance.random() < 0.2)
        viewer, target = chance.choice(outline_by_chance(chance)), chance.choice(outline_by_chance(chance))
        try:
            expected = sees(drawn, viewer, target, looking, STEPS)
        except Doubtful:
            continue
        ours = line_of_sight(TableGround(drawn), viewer, target, looking)
        # A stretch so short that it lies between two points is the one thing they do not find.
        step_mm = ours.length_mm / STEPS
        too_short = [one for one in ours.in_the_way if one.hides and one.leaves_mm - one.enters_mm <= step_mm + 1]
        assert ours.seen is expected or (expected and too_short), (drawn, viewer, target)
        found[expected] += 1
    assert min(found.values()) > SCENES / 10
