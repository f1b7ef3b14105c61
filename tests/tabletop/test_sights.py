"""All lines at once: the same as each of them by itself, also where corners, edges and ends fall together."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from shapely import LineString, Polygon

from rules.tabletop.ground import TableGround
from rules.tabletop.line_crossings import Lines, OutlineEdges, depths, stretches_of
from rules.tabletop.lines_of_sight import Looking, Screen, all_depths, all_sights, line_of_sight
from rules.tabletop.stands import Placed, Spot, StandingBase
from rules.tabletop.terrain import AreaKind, Table, points
from tests.tabletop.scenes import INFANTRY, by_chance, stand
from tests.tabletop.tables import box, on_lattice, outline_by_chance, table_by_chance, wood

LOOKING = Looking((Screen(AreaKind.WOOD, 25), Screen(AreaKind.BUILDINGS, None)))
SCENES = 25


def somebody(chance: Random, table: Table) -> Placed:
    """A stand, a spot, or a spot on a corner of something."""
    corner = chance.choice([spot for piece in table.pieces for spot in points(piece)])
    spot = Spot(on_lattice(chance.uniform(-400, 400)), on_lattice(chance.uniform(-400, 400)))
    return chance.choice((by_chance(chance, 400), spot, corner))


@pytest.mark.parametrize("hills", [0, 3])
@pytest.mark.parametrize("stands_block", [False, True])
@pytest.mark.parametrize("own_terrain_blocks", [False, True])
def test_all_lines_at_once_say_what_each_says(hills: int, stands_block: bool, own_terrain_blocks: bool) -> None:
    chance = Random(f"{hills} {stands_block} {own_terrain_blocks}")
    looking = replace(LOOKING, stands_block=stands_block, own_terrain_blocks=own_terrain_blocks)
    told = set()
    for _ in range(SCENES // 5):
        on = TableGround(table_by_chance(chance, 8, hills))
        placed = [somebody(chance, on.table) for _ in range(7)]
        others = [one for one in placed if isinstance(one, StandingBase)]
        found = all_sights(on, placed, looking)
        for row, viewer in enumerate(placed):
            for column, target in enumerate(placed):
                if row != column:
                    one = line_of_sight(on, viewer, target, looking, others)
                    assert one.seen == found[row, column], (on.table, viewer, target)
                    told |= {(way.effect, one.seen) for way in one.in_the_way}
    assert len(told) >= 3


def test_on_level_ground_everybody_sees_whoever_sees_him() -> None:
    chance = Random(8)
    on = TableGround(table_by_chance(chance, 20, hills=0))
    found = all_sights(on, [by_chance(chance, 400) for _ in range(60)], LOOKING)
    assert (found == found.T).all()
    assert 0.05 < found.mean() < 0.95


def test_nobody_and_two_in_one_spot() -> None:
    on = TableGround(Table(2400, 1200, (wood((0, 0), (0, 50), (50, 50)),)))
    assert all_sights(on, [], LOOKING).shape == (0, 0)
    assert all_sights(on, [Spot(5, 5), Spot(5, 5)], LOOKING).all()
    assert all_sights(TableGround(Table(2400, 1200)), [Spot(5, 5), stand(INFANTRY, 9, 9)], LOOKING).all()


def test_how_deep_lines_run_through_woods() -> None:
    first, second = wood((0, 0), (0, 100), (100, 100), (100, 0)), replace(wood(), id="b", outline=box(200, 0, 260, 100))
    on = TableGround(Table(2400, 1200, (first, second)))
    spots = [Spot(-50, 50), Spot(50, 50), Spot(300, 50), Spot(0, 300)]
    found = all_depths(on, spots, ["wood", "b"])
    assert found[:3, :3] == pytest.approx(np.array([[0, 50, 160], [50, 0, 110], [160, 110, 0]]))
    assert all_depths(on, spots, ["b"])[0, 2] == pytest.approx(60)
    assert (found == found.T).all()
    with pytest.raises(KeyError):
        all_depths(on, spots, ["marsh"])


@pytest.mark.parametrize(
    ("start", "end", "depth"),
    [
        # Along an edge, over a corner, along an edge and on through the inside, along an edge outside the notch.
        ((0, -50), (0, 150), 0),
        ((-50, 50), (50, -50), 0),
        ((40, -100), (40, 200), 40),
        ((60, -100), (60, 200), 40),
        ((-100, 40), (200, 40), 80),
        ((50, -100), (50, 200), 40),
        ((-100, 70), (200, 70), 80),
        ((-100, 0), (200, 0), 0),
    ],
)
def test_a_notched_square(start: tuple[int, int], end: tuple[int, int], depth: int) -> None:
    """A square of 100 with a notch from (40, 40) to (60, 100): along its sides a line is inside below 40 only."""
    notched = OutlineEdges.of(
        Polygon([(0, 0), (0, 100), (40, 100), (40, 40), (60, 40), (60, 100), (100, 100), (100, 0)])
    )
    for one, other in ((start, end), (end, start)):
        lines = Lines(np.array([one], dtype=float), np.array([other], dtype=float))
        length = float(lines.lengths[0])
        assert depths(notched, lines)[0] * length == pytest.approx(depth)
        inside = stretches_of(notched, one, other)
        assert sum(part.end - part.start for part in inside) * length == pytest.approx(
            depths(notched, lines)[0] * length
        )


def test_depths_are_those_of_shapely() -> None:
    chance = Random(1916)
    for _ in range(SCENES * 20):
        outline = outline_by_chance(chance)
        start, end = (chance.choice((*outline, *outline_by_chance(chance))) for _ in range(2))
        if start == end:
            continue
        lines = Lines(np.array([start], dtype=float), np.array([end], dtype=float))
        shape = Polygon(outline)
        crossing = LineString([start, end])
        # Shapely counts what runs along the outline as inside it.
        expected = crossing.intersection(shape).length - crossing.intersection(shape.boundary).length
        assert depths(OutlineEdges.of(shape), lines)[0] * lines.lengths[0] == pytest.approx(expected, abs=1e-6)
