"""Tables for the tests of geometry: terrain by chance, whole tables moved, and what holds a point in plain Python."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

from rules.kernel.polygons import Point
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, Hill, Line, Piece, Stream, Table, Trench, Wire, points, width
from tests.tabletop.scenes import LATTICE_MM, Motion

REACH_MM = 400


def line(*places: tuple[int, int]) -> Line:
    """An outline or a path from its places."""
    return tuple(Spot(*place) for place in places)


def box(left: int, near: int, right: int, far: int) -> Line:
    """The outline of a rectangle that is square on."""
    return line((left, near), (left, far), (right, far), (right, near))


def wood(*outline: tuple[int, int], name: str = "wood") -> Area:
    """A wood by its corners."""
    return Area(name, name.capitalize(), AreaKind.WOOD, line(*outline))


def on_lattice(number: float) -> int:
    return round(number / LATTICE_MM) * LATTICE_MM


def outline_by_chance(chance: Random, reach_mm: int = REACH_MM) -> Line:
    """An outline of 3 to 9 corners that bends in and out and never crosses itself."""
    while True:
        middle = chance.randint(-reach_mm, reach_mm), chance.randint(-reach_mm, reach_mm)
        corners = chance.randint(3, 9)
        size = chance.randint(30, 200)
        spots = []
        for corner in range(corners):
            angle, long = 2 * pi * corner / corners, chance.uniform(0.3, 1) * size
            spots.append((on_lattice(middle[0] + sin(angle) * long), on_lattice(middle[1] + cos(angle) * long)))
        outline = line(*spots)
        if _goes_round(outline, middle):
            return outline


def path_by_chance(chance: Random, reach_mm: int = REACH_MM) -> Line:
    """A path of 2 to 5 different spots."""
    spots = {
        (on_lattice(chance.randint(-reach_mm, reach_mm)), on_lattice(chance.randint(-reach_mm, reach_mm)))
        for _ in range(chance.randint(3, 5))
    }
    return line(*sorted(spots))[:5] if len(spots) > 1 else path_by_chance(chance, reach_mm)


def table_by_chance(chance: Random, pieces: int = 6, hills: int = 2) -> Table:
    """A table with areas, hills and paths about (0, 0)."""
    kinds = [AreaKind.WOOD, AreaKind.BUILDINGS, AreaKind.WOOD, AreaKind.MARSH]
    drawn: list[Piece] = [
        Area(f"area-{n}", f"Area {n}", chance.choice(kinds), outline_by_chance(chance)) for n in range(pieces)
    ]
    drawn += [Hill(f"hill-{n}", f"Hill {n}", outline_by_chance(chance), chance.randint(1, 3)) for n in range(hills)]
    drawn.append(Trench("trench", "Trench", path_by_chance(chance), 20, "british"))
    drawn.append(Stream("stream", "Stream", path_by_chance(chance), 30))
    drawn.append(Wire("wire", "Wire", path_by_chance(chance), 40))
    return Table(4 * REACH_MM, 4 * REACH_MM, tuple(drawn))


def table_moved(table: Table, motion: Motion) -> Table:
    """A table with everything on it where a motion takes it."""
    return replace(table, pieces=tuple(piece_moved(piece, motion) for piece in table.pieces))


def piece_moved(piece: Piece, motion: Motion) -> Piece:
    """A piece where a motion takes it."""
    spots = line_moved(points(piece), motion)
    if isinstance(piece, Area | Hill):
        return replace(piece, outline=spots)
    if isinstance(piece, Wire):
        return replace(
            piece, path=spots, gaps=tuple(replace(gap, path=line_moved(gap.path, motion)) for gap in piece.gaps)
        )
    return replace(piece, path=spots)


def line_moved(spots: Line, motion: Motion) -> Line:
    """The same places where a motion takes them."""
    return line(*(motion.spot(*spot) for spot in spots))


def in_piece(point: Point, piece: Piece) -> bool:
    """Whether a point lies in a piece."""
    if isinstance(piece, Area | Hill):
        return in_outline(point, piece.outline)
    return in_strip(point, piece.path, (width(piece) or 0) / 2)


def in_outline(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in an outline: a line to the right of it crosses the outline an odd number of times."""
    inside = False
    for (x, y), (next_x, next_y) in pairwise((*outline, outline[0])):
        if (y > point[1]) != (next_y > point[1]):
            inside ^= point[0] < x + (point[1] - y) / (next_y - y) * (next_x - x)
    return inside


def in_strip(point: Point, path: Sequence[Point], half_mm: float) -> bool:
    """Whether a point lies beside a path, or about one of its bends; not beyond its ends."""
    beside = any(_beside(point, one, other, half_mm) for one, other in pairwise(path))
    return beside or any(hypot(point[0] - x, point[1] - y) <= half_mm for x, y in path[1:-1])


def from_outline_mm(point: Point, outline: Sequence[Point]) -> float:
    """How far a point is from the nearest edge of an outline."""
    return min(_from_edge(point, one, other) for one, other in pairwise((*outline, outline[0])))


def _from_edge(point: Point, one: Point, other: Point) -> float:
    across, up = other[0] - one[0], other[1] - one[1]
    share = ((point[0] - one[0]) * across + (point[1] - one[1]) * up) / (across * across + up * up)
    share = max(0.0, min(1.0, share))
    return hypot(point[0] - one[0] - share * across, point[1] - one[1] - share * up)


def _beside(point: Point, one: Point, other: Point, half_mm: float) -> bool:
    across, up = other[0] - one[0], other[1] - one[1]
    long = hypot(across, up)
    along = ((point[0] - one[0]) * across + (point[1] - one[1]) * up) / long
    aside = ((point[0] - one[0]) * up - (point[1] - one[1]) * across) / long
    return 0 <= along <= long and abs(aside) <= half_mm


def _goes_round(outline: Line, middle: Point) -> bool:
    """Whether every corner lies clockwise of the one before it, seen from the middle, with something in between."""
    turns = (
        (one[0] - middle[0]) * (other[1] - middle[1]) - (one[1] - middle[1]) * (other[0] - middle[0])
        for one, other in pairwise((*outline, outline[0]))
    )
    return all(turn < 0 for turn in turns)
