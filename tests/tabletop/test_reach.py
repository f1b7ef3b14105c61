"""Where a move carries somebody: by hand, against drawn paths, and against a plain search from node to node."""

from dataclasses import replace
from heapq import heappop, heappush
from math import hypot, inf, pi
from random import Random
from typing import Any

import numpy as np
import pytest
from shapely import MultiPolygon, Point, Polygon

from rules.tabletop.ground import TableGround, ground
from rules.tabletop.paths import cost, way
from rules.tabletop.reachable_areas import NEIGHBOURS, Lattice, ReachableGround, Singles, reach_either, shares, slowness
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import AreaKind, Bridge, Lane, LaneMaker, Piece, Road, Stream, Table, Trench, Wire
from tests.tabletop.scenes import INFANTRY as BASE
from tests.tabletop.scenes import stand
from tests.tabletop.tables import box, line, table_by_chance, wood
from tests.tabletop.test_paths import COLUMN, GUNS, INFANTRY

SCENES = 30
STEP_MM = 5
HERE = Spot(500, 500)


def reached(*pieces: Piece, **how: Any) -> ReachableGround:
    rates = how.pop("rates", INFANTRY)
    return reach_either(ground(Table(1000, 1000, pieces)), HERE, (rates,), **how)


def area(of: ReachableGround) -> MultiPolygon:
    return MultiPolygon([Polygon(rings[0], rings[1:]) for rings in of.areas])


def farthest(of: ReachableGround, across: int, up: int) -> float:
    """How far it reaches in a direction."""
    long, drawn = hypot(across, up), area(of)
    return max(mm for mm in range(600) if drawn.covers(Point(500 + across / long * mm, 500 + up / long * mm)))


def test_over_open_ground_it_is_a_circle() -> None:
    found = reached()
    assert area(found).area == pytest.approx(pi * 200**2, rel=0.005)
    assert [farthest(found, *way) for way in ((0, 1), (1, 0), (1, 1), (1, 2), (-3, 1), (-7, -5))] == pytest.approx(
        [200] * 6, abs=1
    )
    assert found.share_at(Spot(500, 600)) == pytest.approx(0.5)
    assert (found.share_at(HERE), found.share_at(Spot(500, 710)), found.share_at(Spot(0, 0))) == (0, inf, inf)


def test_half_a_move_and_more_than_one() -> None:
    assert farthest(reached(moves=0.5), 0, 1) == pytest.approx(100, abs=1)
    assert farthest(reached(moves=1.5), 0, 1) == pytest.approx(300, abs=1)


def test_through_wood_it_reaches_less_far() -> None:
    """Half a move to the wood at 10 cm, the other half 5 cm into it."""
    found = reached(wood((0, 600), (0, 1000), (1000, 1000), (1000, 600)))
    assert farthest(found, 0, 1) == pytest.approx(150, abs=STEP_MM)
    assert farthest(found, 0, -1) == pytest.approx(200, abs=1)


def test_a_road_carries_a_column_farther() -> None:
    road = Road("road", "Road", line((0, 500), (1000, 500)), 40)
    assert farthest(reached(road, rates=COLUMN), 1, 0) == pytest.approx(250, abs=STEP_MM)
    assert farthest(reached(road), 1, 0) == pytest.approx(200, abs=1)
    assert farthest(reached(road, rates=COLUMN, beside_mm=25), 1, 0) == pytest.approx(200, abs=1)


def test_a_road_through_a_wood_is_open_ground() -> None:
    road, around = (
        Road("road", "Road", line((0, 500), (1000, 500)), 40),
        wood((0, 0), (0, 1000), (1000, 1000), (1000, 0)),
    )
    assert farthest(reached(road, around), 1, 0) == pytest.approx(200, abs=STEP_MM)
    assert farthest(reached(around), 1, 0) == pytest.approx(100, abs=1)


def test_the_edge_of_the_table_ends_it() -> None:
    found = reach_either(ground(Table(1000, 550)), HERE, (INFANTRY,))
    assert area(found).bounds[3] <= 550 + STEP_MM


@pytest.mark.parametrize("width_mm", [2, 20, 80])
def test_a_stream_bars_the_way_and_a_bridge_leads_over_it(width_mm: int) -> None:
    stream = Stream("stream", "Stream", line((0, 560), (1000, 560)), width_mm)
    bridge = Bridge("bridge", "Bridge", line((500, 500), (500, 620)), 40)
    near_mm = 60 - width_mm / 2
    assert near_mm - 2 * STEP_MM <= farthest(reached(stream), 0, 1) <= near_mm
    assert area(reached(stream)).bounds[3] <= 560
    assert farthest(reached(stream, bridge), 0, 1) == pytest.approx(200, abs=1)
    assert farthest(reached(stream, bridge, beside_mm=25), 0, 1) <= near_mm


def test_a_way_round_costs_its_length() -> None:
    """A stream from x = 420 to 580, 10 cm ahead: round its end, 8 aside and 10 up, to what lies behind it."""
    stream = Stream("stream", "Stream", line((420, 600), (580, 600)), 20)
    behind = reached(stream, moves=2).share_at(Spot(500, 700))
    assert 2 * hypot(80, 90) / 200 < behind < (2 * hypot(95, 100) + 20) / 200


def test_wire_bars_but_for_a_lane_one_may_use() -> None:
    gap = Lane(line((500, 530), (500, 570)), 30, LaneMaker.TANK)
    wire = Wire("wire", "Wire", line((0, 550), (1000, 550)), 20, (gap,))
    assert farthest(reached(wire), 0, 1) == pytest.approx(200, abs=1)
    assert farthest(reached(wire, rates=GUNS), 0, 1) <= 40
    assert farthest(reached(replace(wire, gaps=())), 0, 1) <= 40


def test_a_trench_bars_guns_and_nobody_who_begins_in_it() -> None:
    ahead, here = (Trench(name, name, line((0, y), (1000, y)), 20, "german") for name, y in (("a", 560), ("h", 500)))
    assert farthest(reached(ahead), 0, 1) == pytest.approx(200, abs=1)
    assert farthest(reached(ahead, rates=GUNS), 0, 1) <= 50
    assert farthest(reached(here, rates=GUNS), 0, 1) == pytest.approx(200, abs=1)


def test_who_hangs_on_wire_reaches_nothing() -> None:
    found = reached(Wire("wire", "Wire", line((0, 500), (1000, 500)), 40))
    assert area(found).area < STEP_MM**2
    assert found.share_at(HERE) == 0


def test_stands_told_to_are_not_passed_through() -> None:
    wall = [stand(BASE, 500 + 30 * n, 560) for n in range(-2, 3)]
    found = area(reached(closed=wall))
    assert not found.covers(Point(500, 560))
    # Round the wall's end, 75 aside and 52 up, there are 109 mm left: enough to come behind it, not as far as without.
    assert found.covers(Point(500, 575))
    assert not found.covers(Point(500, 640))


def test_an_area_nobody_may_enter_is_a_hole() -> None:
    motors = replace(INFANTRY, areas={AreaKind.MARSH: None})
    marsh = replace(wood(), kind=AreaKind.MARSH, outline=box(540, 480, 600, 520))
    found = reached(marsh, rates=motors)
    assert [len(rings) for rings in found.areas] == [2]
    assert not area(found).covers(Point(570, 500))
    assert area(found).covers(Point(625, 500))


def test_no_drawn_way_is_quicker_than_the_map_says() -> None:
    chance = Random(20)
    checked = 0
    for _ in range(SCENES):
        on = TableGround(replace(table_by_chance(chance), width_mm=800, depth_mm=800))
        start = Spot(chance.randint(100, 400), chance.randint(100, 400))
        found = reach_either(on, start, (INFANTRY,))
        for _ in range(30):
            end = Spot(start.x_mm + chance.randint(-150, 150), start.y_mm + chance.randint(-150, 150))
            straight = cost(way(on, (start, end)), INFANTRY, 1)
            on_table = 0 <= end.x_mm <= 800 and 0 <= end.y_mm <= 800
            # Bars are drawn a little wider than they are, and ground is looked at in steps.
            bars = [one for one in on.pieces if isinstance(one, Stream | Wire)]
            near_bar = any(on.shape_of(one.id).distance(Point(end)) < 3 * STEP_MM for one in bars)
            if on_table and straight.arrives and not near_bar and straight.moves < 0.9:
                assert found.share_at(end) <= straight.moves + 0.1, (on.table, start, end)
                checked += 1
            assert found.share_at(end) >= hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm) / 200 - 0.05
    assert checked > 5 * SCENES


def test_a_plain_search_from_node_to_node_finds_hardly_longer_ways() -> None:
    chance = Random(85)
    for _ in range(6):
        on = TableGround(replace(table_by_chance(chance, 9), width_mm=800, depth_mm=800))
        lattice = Lattice(Spot(chance.randint(100, 400), chance.randint(100, 400)), 10, 14)
        taken = slowness(on, lattice, INFANTRY)
        ours, theirs = shares(lattice, taken), searched(lattice, taken)
        assert (np.isfinite(ours) == np.isfinite(theirs)).all()
        reachable = np.isfinite(ours)
        assert (ours[reachable] <= theirs[reachable] * 1.0001).all()
        # Straight ways lie between the sixteen of the lattice: at most 2.8 % shorter, and half a step of ground.
        assert (ours[reachable] >= theirs[reachable] / 1.028 - 0.06).all()


def searched(lattice: Lattice, taken: Singles) -> Singles:
    """Dijkstra's search, one node after the other."""
    found = np.full(taken.shape, inf, dtype=np.float32)
    waiting = [(0.0, lattice.nodes, lattice.nodes)]
    leaps = [(up * sign, right * sign) for up, right in NEIGHBOURS for sign in (1, -1)]
    while waiting:
        share, row, column = heappop(waiting)
        if share >= found[row, column]:
            continue
        found[row, column] = share
        for up, right in leaps:
            to = row + up, column + right
            if max(to) < lattice.across and min(to) >= 0:
                taking = float(taken[row, column] + taken[to]) / 2 * hypot(up, right) * lattice.step_mm
                if share + taking < found[to]:
                    heappush(waiting, (share + taking, *to))
    return found
