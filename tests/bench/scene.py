"""The table that sight and movement are measured on: 300 stands among 60 pieces of terrain on 120 by 180 cm."""

from dataclasses import replace
from math import cos, pi, sin
from random import Random
from typing import Final

from shapely import Polygon

from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Area, AreaKind, Hill, Line, Piece, River, Road, Stream, Table, Trench, Wire
from rules.tabletop.terrain_faults import faults

WIDTH_MM: Final = 1800
DEPTH_MM: Final = 1200
STANDS: Final = 300
PIECES: Final = 60
BASES: Final = (*[Rectangle(30, 15)] * 8, Rectangle(20, 20), Rectangle(60, 40))


def outline(chance: Random, least_mm: int, most_mm: int) -> Line:
    """Something that bends in and out round a middle, of 5 to 12 corners."""
    while True:
        x, y = chance.randrange(WIDTH_MM), chance.randrange(DEPTH_MM)
        corners, size = chance.randint(5, 12), chance.uniform(least_mm, most_mm)
        reaches = [chance.uniform(0.5, 1) * size for _ in range(corners)]
        drawn = tuple(
            Spot(round(x + sin(2 * pi * n / corners) * long), round(y + cos(2 * pi * n / corners) * long))
            for n, long in enumerate(reaches)
        )
        if not faults(Table(WIDTH_MM, DEPTH_MM, (Area("a", "A", AreaKind.WOOD, drawn),))):
            return drawn


def path(chance: Random, bends: int) -> Line:
    """A way across the table from left to right."""
    y = chance.randrange(100, DEPTH_MM - 100)
    return tuple(Spot(WIDTH_MM * n // bends, y + chance.randint(-80, 80)) for n in range(bends + 1))


def woods(chance: Random) -> Table:
    """60 woods and villages on level ground, none of which touches another: what touches would be one piece."""
    kinds = [AreaKind.WOOD] * 4 + [AreaKind.BUILDINGS]
    drawn: list[Polygon] = []
    while len(drawn) < PIECES:
        new = Polygon(outline(chance, 25, 90))
        if all(new.distance(other) >= 1 for other in drawn):
            drawn.append(new)
    areas = [
        Area(
            f"area-{n}", f"Area {n}", kinds[n % 5], tuple(Spot(round(x), round(y)) for x, y in one.exterior.coords[:-1])
        )
        for n, one in enumerate(drawn)
    ]
    return Table(WIDTH_MM, DEPTH_MM, tuple(areas))


def country(chance: Random) -> Table:
    """60 pieces of every sort, hills among them."""
    ground = [AreaKind.WOOD, AreaKind.WOOD, AreaKind.BUILDINGS, AreaKind.MARSH, AreaKind.SHELL_TORN, AreaKind.SHATTERED]
    pieces: list[Piece] = [Hill(f"hill-{n}", f"Hill {n}", outline(chance, 80, 200), 1 + n % 2) for n in range(6)]
    pieces += [Area(f"area-{n}", f"Area {n}", ground[n % 6], outline(chance, 25, 90)) for n in range(PIECES - 18)]
    pieces += [Trench(f"trench-{n}", f"Trench {n}", path(chance, 20), 20, "german") for n in range(4)]
    pieces += [Wire(f"wire-{n}", f"Wire {n}", path(chance, 8), 20) for n in range(3)]
    pieces += [Road(f"road-{n}", f"Road {n}", path(chance, 6), 40) for n in range(3)]
    pieces.append(Stream("stream", "Stream", path(chance, 10), 20))
    pieces.append(River("river", "River", path(chance, 10), 60))
    return Table(WIDTH_MM, DEPTH_MM, tuple(pieces))


def doubled(table: Table, chance: Random) -> Table:
    """A table with as many woods again."""
    more = [
        replace(piece, id=f"{piece.id}-2", outline=outline(chance, 25, 90))
        for piece in table.pieces
        if isinstance(piece, Area)
    ]
    return replace(table, pieces=(*table.pieces, *more))


def stands(chance: Random, many: int = STANDS) -> list[StandingBase]:
    """Stands anywhere on the table; two in three square on to it."""
    return [
        StandingBase(
            chance.choice(BASES),
            Pose(
                Spot(chance.randrange(WIDTH_MM), chance.randrange(DEPTH_MM)),
                chance.choice((0.0, 180.0, chance.uniform(0, 360))),
            ),
        )
        for _ in range(many)
    ]
