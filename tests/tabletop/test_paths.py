"""Ways and what they cost: by hand, the same however the table lies, and never against sampled points."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tabletop.ground import TableGround, ground
from rules.tabletop.paths import Rates, WayOverGround, cost, way, ways
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
    AreaKind,
    Bridge,
    GroundWord,
    Lane,
    LaneMaker,
    Piece,
    River,
    Road,
    Stream,
    Table,
    Trench,
    Wire,
    word_of,
)
from tests.share import cases
from tests.tabletop.scenes import MOTIONS, Motion
from tests.tabletop.tables import in_piece, line, line_moved, path_by_chance, table_by_chance, table_moved, wood

# Infantry by the table in force (FF-MOV-T3): 20 in the open, 10 in close terrain and along a trench, 15 and 10 on
# shelled ground, 25 along a road in column; a road through close terrain cancels the row.
CLOSE: dict[str, int | None] = {AreaKind.WOOD: 100, AreaKind.BUILDINGS: 100, AreaKind.MARSH: 100}
INFANTRY = Rates(
    open_mm=200,
    areas={**CLOSE, AreaKind.SHELL_TORN: 150, AreaKind.SHATTERED: 100},
    road_cancels=frozenset(CLOSE),
    along_trench_mm=100,
    lanes=frozenset({LaneMaker.ENGINEERS, LaneMaker.TANK, LaneMaker.GRAPNEL}),
)
COLUMN = replace(INFANTRY, road_mm=250)
# Field artillery: 1 action to cross a trench, not along it, no streams, rivers or wire.
GUNS = Rates(
    open_mm=200,
    areas=CLOSE,
    trench_actions=1,
    stream_actions=None,
    river_actions=None,
    belt_actions=None,
    lanes=frozenset({LaneMaker.ENGINEERS, LaneMaker.GRAPNEL}),
)
SCENES = cases(125)
STEP_MM = 1.0

WOOD = wood((0, 100), (0, 300), (300, 300), (300, 100))
UP = line((50, 0), (50, 500))


def over(path: tuple[Spot, ...], *pieces: Piece, beside_mm: float = 0) -> WayOverGround:
    return way(ground(Table(2400, 1200, pieces)), path, beside_mm)


def test_over_open_ground() -> None:
    found = cost(over(UP), INFANTRY, 1)
    assert (found.end_mm, found.end, found.arrives, found.barred) == (200, (50, 200), False, False)
    assert (found.moves, found.actions, found.crossing_actions) == (1, 1, 0)
    assert cost(over(UP), INFANTRY).moves == 2.5
    assert cost(over(UP), INFANTRY).actions == 3
    assert cost(over(UP), INFANTRY, 3).arrives


def test_one_move_through_two_grounds_is_used_up_in_proportion() -> None:
    """AMB-49: 10 cm in the open at 20 is half a move; the other half is 5 cm of wood at 10."""
    found = cost(over(UP, WOOD), INFANTRY, 1)
    assert [(part.stretch.start_mm, part.stretch.end_mm, part.rate_mm, part.share) for part in found.parts] == [
        (0, 100, 200, 0.5),
        (100, 300, 100, 0.5),
    ]
    assert (found.end_mm, found.moves) == (150, 1)


def test_by_house_rule_the_slowest_ground_counts_for_the_whole_move() -> None:
    strict = replace(INFANTRY, slowest_counts=True)
    # 10 cm to the wood is all that a move at 10 gives; then 10 and 10 through the wood; then 20 in the open.
    assert [cost(over(UP, WOOD), strict, actions).end_mm for actions in (1, 2, 3, 4)] == [100, 200, 300, 500]
    assert cost(over(line((50, 50), (50, 500)), WOOD), strict, 1).end_mm == 100


def test_a_road_gives_its_rate_to_a_column_and_cancels_the_wood_for_everybody() -> None:
    road = Road("road", "Road", line((50, 0), (50, 500)), 40)
    assert cost(over(UP, WOOD, road), INFANTRY, 1).end_mm == 200
    assert cost(over(UP, WOOD, road), COLUMN, 1).end_mm == 250
    # It cancels no shell holes; and ground of one kind in another is as slow as the slower.
    holes = replace(WOOD, id="holes", kind=AreaKind.SHELL_TORN)
    assert cost(over(UP, holes, road), COLUMN).moves == pytest.approx(100 / 250 + 200 / 150 + 200 / 250)
    assert cost(over(UP, holes, WOOD), COLUMN).moves == pytest.approx(100 / 200 + 200 / 100 + 200 / 200)


def test_a_road_carries_only_what_fits_on_it() -> None:
    road = Road("road", "Road", line((50, 0), (50, 500)), 40)
    assert [cost(over(UP, road, beside_mm=half), COLUMN, 1).end_mm for half in (0, 19, 20, 30)] == [250, 250, 200, 200]
    beside = line((60, 0), (60, 500))
    assert [cost(over(beside, road, beside_mm=half), COLUMN, 1).end_mm for half in (9, 10, 11)] == [250, 200, 200]


def test_a_system_reads_the_words_that_an_area_carries() -> None:
    # 200 mm to the wood that its words call boggy, 100 a move there: 100 in the open, then two moves for its 200.
    boggy = replace(WOOD, words=(GroundWord("going", "boggy"),))
    by_words = Rates(200, areas={"boggy": 100}, going=lambda area: word_of(area, "going"))
    assert cost(over(UP, boggy), by_words).moves == pytest.approx(100 / 200 + 200 / 100 + 200 / 200)
    assert cost(over(UP, WOOD), by_words).moves == pytest.approx(500 / 200)


def test_along_a_trench_and_across_it() -> None:
    trench = Trench("trench", "Trench", line((0, 200), (400, 200)), 20, "german")
    across, along = over(UP, trench), over(line((50, 0), (50, 200), (300, 200)), trench)
    assert [(one.piece.id, one.start_mm, one.end_mm) for one in across.met] == [("trench", 190, 210)]
    assert along.met == ()
    assert cost(across, INFANTRY).moves == 2.5
    # 190 in the open, 10 + 250 along the trench.
    assert cost(along, INFANTRY).moves == pytest.approx(190 / 200 + 260 / 100)
    assert cost(along, GUNS).end == (50, 190)
    assert (cost(along, GUNS).barred, cost(along, GUNS).barred_by) == (True, None)


def test_guns_cross_a_trench_with_an_action_of_its_own() -> None:
    """FF-MOV-05: up to it (1 action, what is left is lost), over it (1), and on."""
    trench = Trench("trench", "Trench", line((0, 110), (400, 110)), 20, "german")
    ends = [cost(over(UP, trench), GUNS, actions) for actions in (1, 2, 3)]
    assert [one.end_mm for one in ends] == [100, 120, 320]
    whole = cost(over(UP, trench), GUNS)
    assert (whole.actions, whole.crossing_actions, whole.moves) == (4, 1, pytest.approx(100 / 200 + 380 / 200))


def test_guns_that_stand_in_a_trench_have_not_crossed_it() -> None:
    trench = Trench("trench", "Trench", line((0, 110), (400, 110)), 20, "german")
    assert cost(over(line((50, 110), (50, 310)), trench), GUNS).crossing_actions == 0
    assert cost(over(line((50, 0), (50, 110)), trench), GUNS).crossing_actions == 0


def test_a_stream_takes_an_action_just_to_cross() -> None:
    stream = Stream("stream", "Stream", line((0, 110), (400, 110)), 20)
    assert [cost(over(UP, stream), INFANTRY, actions).end_mm for actions in (0, 1, 2, 3)] == [0, 100, 120, 320]
    barred = cost(over(UP, stream), GUNS)
    assert (barred.end_mm, barred.barred, barred.barred_by, barred.arrives) == (100, True, stream, False)


def test_a_river_takes_three_and_a_bridge_over_it_is_a_road() -> None:
    river = River("river", "River", line((0, 150), (400, 150)), 100)
    bridge = Bridge("bridge", "Bridge", line((50, 90), (50, 210)), 40)
    found = cost(over(UP, river), INFANTRY)
    assert (found.crossing_actions, found.actions) == (3, 1 + 3 + 2)
    assert [cost(over(UP, river), INFANTRY, actions).end_mm for actions in (1, 3, 4, 5)] == [100, 100, 200, 400]
    assert over(UP, river, bridge).met == ()
    assert cost(over(UP, river, bridge), GUNS).moves == 2.5
    assert cost(over(UP, river, bridge), COLUMN).moves == pytest.approx(380 / 200 + 120 / 250)
    assert [one.piece.id for one in over(UP, river, bridge, beside_mm=25).met] == ["river"]


def test_who_begins_or_ends_in_a_river_takes_the_stages_that_are_left() -> None:
    river = River("river", "River", line((0, 150), (400, 150)), 100)
    assert cost(over(line((50, 150), (50, 300)), river), INFANTRY).crossing_actions == 1
    assert cost(over(line((50, 0), (50, 150)), river), INFANTRY).crossing_actions == 2


WIRE = Wire(
    "wire",
    "Wire",
    line((0, 120), (600, 120)),
    40,
    (
        Lane(line((200, 90), (200, 150)), 60, LaneMaker.ENGINEERS),
        Lane(line((300, 90), (300, 150)), 30, LaneMaker.TANK),
        Lane(line((400, 90), (400, 120)), 60, LaneMaker.ENGINEERS),
    ),
)


@pytest.mark.parametrize(
    ("x_mm", "infantry", "guns"),
    [
        # Through the wire, by the engineers' gap, by a tank's track, and by a gap through one of its two belts.
        (50, 2, None),
        (200, 0, 0),
        (300, 0, None),
        (400, 1, None),
    ],
)
def test_wire_and_the_ways_through_it(x_mm: int, infantry: int, guns: int | None) -> None:
    path = line((x_mm, 0), (x_mm, 500))
    assert cost(over(path, WIRE), INFANTRY).crossing_actions == infantry
    assert cost(over(path, WIRE), GUNS).barred is (guns is None)


def test_a_lane_carries_only_what_fits_through_it() -> None:
    path = line((300, 0), (300, 500))
    belts = [over(path, WIRE, beside_mm=half).met[0].belts(INFANTRY.lanes) for half in (0, 14, 15, 20)]
    assert belts == [0, 0, 2, 2]


def test_up_to_the_wire_over_it_and_on() -> None:
    """FF-WIR-16: 10 cm up to the wire with one action, then one for each belt."""
    assert [cost(over(UP, WIRE), INFANTRY, actions).end_mm for actions in (1, 2, 3, 4)] == [100, 100, 140, 340]


def test_who_hangs_on_wire_has_the_rest_of_it_before_him() -> None:
    (met,) = over(line((50, 120), (50, 300)), WIRE).met
    assert (met.begins_inside, met.ends_inside, met.belts(())) == (True, False, 1)


def test_the_order_of_what_is_met_and_a_path_that_bends_inside() -> None:
    stream = Stream("stream", "Stream", line((0, 400), (600, 400)), 20)
    path = line((50, 0), (50, 200), (200, 200), (200, 0), (200, 0), (200, 500))
    found = over(path, WOOD, WIRE, stream)
    assert [one.piece.id for one in found.met] == ["wire", "wire", "wire", "stream"]
    in_wood = [one for one in found.stretches if one.areas]
    assert sum(one.length_mm for one in in_wood) == 100 + 150 + 100 + 200
    assert sum(one.length_mm for one in found.stretches) == found.length_mm == 200 + 150 + 200 + 500


def test_a_path_along_an_edge_is_outside_and_one_spot_is_no_way() -> None:
    assert not any(one.areas for one in over(line((0, 0), (0, 500)), WOOD).stretches)
    here = cost(over(line((50, 50)), WOOD), INFANTRY, 0)
    assert (here.arrives, here.end, here.parts) == (True, (50, 50), ())


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda motion: motion.name)
def test_nothing_changes_for_a_table_that_is_moved_with_the_path_on_it(motion: Motion) -> None:
    chance = Random(motion.name)
    for _ in range(40):
        drawn, path = table_by_chance(chance), path_by_chance(chance)
        before = cost(way(TableGround(drawn), path), INFANTRY)
        after = cost(way(TableGround(table_moved(drawn, motion)), line_moved(path, motion)), INFANTRY)
        assert after.moves == pytest.approx(before.moves, abs=2e-3)
        assert (after.crossing_actions, after.arrives) == (before.crossing_actions, before.arrives)


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_more_actions_never_carry_less_far_and_the_way_back_costs_the_same(seed: int, actions: int) -> None:
    chance = Random(seed)
    on, path = TableGround(table_by_chance(chance)), path_by_chance(chance)
    fewer, more = (cost(way(on, path), INFANTRY, number) for number in (actions, actions + 1))
    assert fewer.end_mm <= more.end_mm + 1e-9
    assert fewer.moves <= fewer.actions - fewer.crossing_actions + 1e-9
    there, back = cost(way(on, path), INFANTRY), cost(way(on, path[::-1]), INFANTRY)
    assert there.moves == pytest.approx(back.moves)


def test_many_paths_at_once_are_each_by_itself() -> None:
    chance = Random(10)
    on = TableGround(table_by_chance(chance, 12))
    paths = [path_by_chance(chance) for _ in range(30)]
    assert ways(on, paths) == [way(on, path) for path in paths]
    assert ways(on, []) == []


def test_points_along_the_path_lie_in_what_its_stretches_say() -> None:
    chance = Random(49)
    checked = 0
    for _ in range(SCENES):
        drawn, path = table_by_chance(chance), path_by_chance(chance)
        found = way(TableGround(drawn), path)
        spans = [(piece.id, one.start_mm, one.end_mm) for one in found.stretches for piece in one.areas]
        spans += [(one.piece.id, one.start_mm, one.end_mm) for one in found.met]
        spans += [(one.trench.id, one.start_mm, one.end_mm) for one in found.stretches if one.trench]
        near = {piece.id: piece for piece in drawn.pieces if not piece.id.startswith("hill")}
        for _ in range(20):
            along = chance.uniform(0, found.length_mm)
            inside = {name for name, start, end in spans if start < along < end}
            edges = {name for name, start, end in spans if min(abs(along - start), abs(along - end)) < STEP_MM}
            expected = {name for name, piece in near.items() if in_piece(found.at(along), piece)}
            # Next to where it begins or ends to be inside, points and rounded bends may differ by a hair.
            assert inside ^ expected <= edges | _nearly(found.at(along), near, expected ^ inside), (drawn, path, along)
            checked += len(expected)
    assert checked > SCENES


def _nearly(point: tuple[float, float], pieces: dict[str, Piece], names: set[str]) -> set[str]:
    """Those that a point lies in or not as it is moved by a tenth of a millimetre."""
    nudged = [(point[0] + x, point[1] + y) for x in (-0.1, 0, 0.1) for y in (-0.1, 0, 0.1)]
    return {name for name in names if len({in_piece(one, pieces[name]) for one in nudged}) == 2}
