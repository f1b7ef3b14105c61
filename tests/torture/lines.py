"""S9: lines through woods, over hills and along paths on random and degenerate tables, against shapely and each other.

Half of the tables are drawn on a lattice so coarse that corners, ends and edges fall on each other all the time: lines
that only touch, that run along an edge, that begin on one or end in a corner.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin
from random import Random
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.tabletop.ground import TableGround
from rules.tabletop.line_crossings import Lines, depths
from rules.tabletop.lines_of_sight import Looking, Screen, all_sights, line_of_sight
from rules.tabletop.paths import ways
from rules.tabletop.stands import Placed, Spot
from rules.tabletop.terrain import Area, AreaKind, Hill, Piece, Table
from rules.tabletop.terrain_faults import faults
from rules.tabletop.terrain_shapes import GAP_MM
from tests.tabletop.scenes import Motion, by_chance
from tests.tabletop.tables import table_moved
from tests.torture.report import Report

ACROSS_MM: Final = 400
LATTICE_MM: Final = 40
SPOTS: Final = 45
AREAS, HILLS = 6, 3
ALLOWED_MM: Final = 1e-8
SLACK_MM: Final = 10 * ALLOWED_MM
HALF_GAP_MM: Final = GAP_MM / 2
"""A seam reaches so far into either of two touching pieces, and closes a gap of twice that."""
BESIDE_MM: Final = 1e-5
"""So near the outline of several pieces together a line runs along it: where two outlines cross, shapely rounds."""
LOOKING: Final = Looking((Screen(AreaKind.WOOD, 25), Screen(AreaKind.BUILDINGS, None)))
AWAY: Final = Motion("moved", lambda x, y: (x + 733, y + 418), lambda facing: facing)


def lines(wanted: int) -> Report:
    """So many pairs of a line and a piece: all lines between the spots of one table, then of the next."""
    report, chance = Report(), Random(1917)
    number = 0
    while report.tried.get("pairs", 0) < wanted:
        step = LATTICE_MM if number % 2 == 0 else 1
        level = _table(chance, step, 0)
        spots = list({_spot(chance, step) for _ in range(SPOTS)})
        _as_deep(report, level, spots)
        _both_ways(report, level, spots)
        _as_long(report, level, spots)
        hilly = _table(chance, step, HILLS)
        _wherever_it_lies(report, hilly, spots)
        _one_by_one(report, hilly, [*spots[:4], *(by_chance(chance, ACROSS_MM) for _ in range(3))])
        number += 1
    return report


def _table(chance: Random, step: int, hills: int) -> Table:
    """A table of areas and hills that has no faults."""
    pieces: list[Piece] = []
    while len(pieces) < AREAS + hills:
        name, outline = f"piece-{len(pieces)}", _outline(chance, step)
        kind = AreaKind.WOOD if len(pieces) % 3 else AreaKind.BUILDINGS
        piece = (
            Hill(name, name, outline, chance.randint(1, 2)) if len(pieces) >= AREAS else Area(name, name, kind, outline)
        )
        if not faults(Table(ACROSS_MM, ACROSS_MM, (piece,))):
            pieces.append(piece)
    return Table(ACROSS_MM, ACROSS_MM, tuple(pieces))


def _outline(chance: Random, step: int) -> tuple[Spot, ...]:
    """Corners round a middle, in and out, on the lattice; many of them cross themselves and are not taken."""
    middle, size = _spot(chance, step), chance.uniform(30, 150)
    spots = []
    for angle in sorted(chance.uniform(0, 2 * pi) for _ in range(chance.randint(3, 10))):
        x, y = middle.x_mm + sin(angle) * size, middle.y_mm + cos(angle) * size * chance.uniform(0.3, 1)
        spots.append(Spot(round(x / step) * step, round(y / step) * step))
    return tuple(spots)


def _spot(chance: Random, step: int) -> Spot:
    return Spot(*(chance.randint(0, ACROSS_MM // step) * step for _ in range(2)))


def _ends(spots: Sequence[Spot]) -> NDArray[np.float64]:
    """Where each line begins and ends, each two spots once."""
    ones, others = np.triu_indices(len(spots), 1)
    places = np.array(spots, dtype=float)
    return np.stack([places[ones], places[others]], axis=1)


def _as_deep(report: Report, table: Table, spots: Sequence[Spot]) -> None:
    """How deep each line is in each piece, as shapely cuts it; what runs along the outline is not inside."""
    on, ends = TableGround(table), _ends(spots)
    drawn, all_lines = shapely.linestrings(ends), Lines(ends[:, 0], ends[:, 1])
    for piece, shape, outline in zip(on.pieces, on.shapes, on.outlines, strict=True):
        ours = depths(outline, all_lines) * all_lines.lengths
        along = shapely.length(shapely.intersection(drawn, shape.boundary))
        theirs = shapely.length(shapely.intersection(drawn, shape)) - along
        for row in np.flatnonzero(np.abs(ours - theirs) > ALLOWED_MM):
            report.lost.append(f"{ends[row].tolist()} in {piece}: {ours[row]} mm deep, by shapely {theirs[row]}")
        report.count("lines that run along an edge", int((along > 0).sum()))
    report.count("pairs", len(ends) * len(on.pieces))


def _both_ways(report: Report, table: Table, spots: Sequence[Spot]) -> None:
    """On level ground who sees is seen."""
    found = _wherever_it_lies(report, table, spots)
    report.expect((found == found.T).all(), f"somebody sees whom he is not seen by: {table}")
    report.count("lines seen from both ends", found.size)


def _wherever_it_lies(report: Report, table: Table, spots: Sequence[Spot]) -> NDArray[np.bool_]:
    """Who sees whom; nothing of it changes when all of it is moved."""
    found = all_sights(TableGround(table), spots, LOOKING)
    moved = [Spot(*AWAY.spot(*spot)) for spot in spots]
    there = all_sights(TableGround(table_moved(table, AWAY)), moved, LOOKING)
    report.expect((found == there).all(), f"sight changes when all of it is moved: {table}")
    return found


def _as_long(report: Report, table: Table, spots: Sequence[Spot]) -> None:
    """The stretches of a way in each area, and in all areas that are one, are as long as shapely cuts them.

    The seam of two touching areas belongs to both, so that a way that crosses it may be longer in each of them by what
    lies within half a hairline of the other. In both together it is no longer.
    """
    on = TableGround(table)
    whole = {body.numbers: _together(on, body.numbers) for body in on.bodies}
    reach = [_with_seams(on, number) for number in range(len(on.pieces))]
    paths = [spots[first : first + 4] for first in range(0, len(spots) - 4, 4)]
    for path, way in zip(paths, ways(on, paths), strict=True):
        drawn = shapely.linestrings([*pairwise(path)])
        for number, (piece, shape) in enumerate(zip(on.pieces, on.shapes, strict=True)):
            ours = sum(one.length_mm for one in way.stretches if piece in one.areas)
            least, most = (_inside_mm(drawn, area, area.boundary) for area in (shape, reach[number]))
            told = f"{path} in {piece}: {ours} mm, by shapely {least} to {most}"
            report.expect(least - SLACK_MM <= ours <= most + SLACK_MM, told)
        for numbers, (area, closed, beside) in whole.items():
            ours = sum(
                one.length_mm for one in way.stretches if any(on.pieces[number] in one.areas for number in numbers)
            )
            least, most = _inside_mm(drawn, area, beside), _inside_mm(drawn, closed)
            told = f"{path} in {numbers} of {table} together: {ours} mm, by shapely {least} to {most}"
            report.expect(least - SLACK_MM <= ours <= most + SLACK_MM, told)
    report.count("paths", len(paths))
    report.count("pieces that are one with others", sum(len(numbers) for numbers in whole if len(numbers) > 1))


def _inside_mm(drawn: NDArray[Any], area: Any, without: Any = None) -> float:
    """How long lines are in an area, without what runs along something."""
    inside = float(shapely.length(shapely.intersection(drawn, area)).sum())
    return inside if without is None else inside - float(shapely.length(shapely.intersection(drawn, without)).sum())


def _grown(area: Any, by_mm: float) -> Any:
    return shapely.buffer(area, by_mm, join_style="mitre")


def _together(on: TableGround, numbers: Sequence[int]) -> tuple[Any, Any, Any]:
    """Several pieces as one, the same with hairline gaps closed, and what lies along its outline."""
    area = shapely.union_all(on.shapes[list(numbers)])
    closed = shapely.union(area, _grown(_grown(area, HALF_GAP_MM), -HALF_GAP_MM))
    return area, closed, shapely.buffer(area.boundary, BESIDE_MM)


def _with_seams(on: TableGround, number: int) -> Any:
    """A piece with its share of the seams: what lies within half a hairline of it and of another piece of its body."""
    others = [on.shapes[other] for other in on.bodies[number].numbers if other != number]
    near = [shapely.intersection(_grown(on.shapes[number], HALF_GAP_MM), _grown(one, HALF_GAP_MM)) for one in others]
    return shapely.union_all([on.shapes[number], *near])


def _one_by_one(report: Report, table: Table, placed: Sequence[Placed]) -> None:
    """All lines at once say what each says by itself, hills and stands or not."""
    on = TableGround(table)
    found = all_sights(on, placed, LOOKING)
    for row, viewer in enumerate(placed):
        for column, target in enumerate(placed):
            if row != column:
                alone = line_of_sight(on, viewer, target, LOOKING).seen
                report.expect(alone == found[row, column], f"{viewer} looks at {target} on {table}: {alone} by itself")
                report.count("lines one by one")
