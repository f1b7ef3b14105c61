"""The ground of a table for the charts of forms, from the left corner of the side that reads them."""

from collections.abc import Mapping
from typing import Final

from playsheets.forms.table_chart import Ground, Piece
from rules.flanders_fields.vocabulary import Side
from rules.tabletop import terrain
from rules.tabletop.terrain import AreaKind, Table

AREAS: Final[Mapping[AreaKind, Ground]] = {
    AreaKind.WOOD: Ground.WOOD,
    AreaKind.BUILDINGS: Ground.BUILDINGS,
    AreaKind.MARSH: Ground.BROKEN,
    AreaKind.SHELL_TORN: Ground.BROKEN,
    AreaKind.SHATTERED: Ground.BROKEN,
    AreaKind.STRONG_POINT: Ground.WORK,
    AreaKind.BLOCK_HOUSE: Ground.WORK,
}
WAYS: Final[Mapping[type[terrain.Piece], Ground]] = {
    terrain.Hill: Ground.HILL,
    terrain.Trench: Ground.TRENCH,
    terrain.Road: Ground.ROAD,
    terrain.Bridge: Ground.ROAD,
    terrain.Stream: Ground.WATER,
    terrain.River: Ground.WATER,
    terrain.Wire: Ground.WIRE,
}


def ground_of(table: Table | None, side: Side) -> tuple[Piece, ...]:
    """What lies on a table, as a side measures it; nothing where no table is laid."""
    return tuple(_piece(one, table, side) for one in table.pieces) if table else ()


def _piece(piece: terrain.Piece, table: Table, side: Side) -> Piece:
    kind = AREAS[piece.kind] if isinstance(piece, terrain.Area) else WAYS[type(piece)]
    own = side is Side.ATTACKER
    line = ((one.x_mm, one.y_mm) for one in terrain.points(piece))
    seen = ((x, y) if own else (table.width_mm - x, table.depth_mm - y) for x, y in line)
    return Piece(kind, tuple((float(x), float(y)) for x, y in seen), piece.name)
