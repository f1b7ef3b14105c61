"""The ground of a table for the charts of forms, as it is read from the near edge or from the far one."""

from collections.abc import Mapping
from typing import Final

from playsheets.forms.table_chart import ChartPiece, GroundPattern
from rules.tabletop import terrain
from rules.tabletop.terrain import AreaKind, Table

AREAS: Final[Mapping[AreaKind, GroundPattern]] = {
    AreaKind.WOOD: GroundPattern.WOOD,
    AreaKind.BUILDINGS: GroundPattern.BUILDINGS,
    AreaKind.MARSH: GroundPattern.BROKEN,
    AreaKind.SHELL_TORN: GroundPattern.BROKEN,
    AreaKind.SHATTERED: GroundPattern.BROKEN,
    AreaKind.STRONG_POINT: GroundPattern.WORK,
    AreaKind.BLOCK_HOUSE: GroundPattern.WORK,
}
WAYS: Final[Mapping[type[terrain.Piece], GroundPattern]] = {
    terrain.Hill: GroundPattern.HILL,
    terrain.Trench: GroundPattern.TRENCH,
    terrain.Road: GroundPattern.ROAD,
    terrain.Bridge: GroundPattern.ROAD,
    terrain.Stream: GroundPattern.WATER,
    terrain.River: GroundPattern.WATER,
    terrain.Wire: GroundPattern.WIRE,
}


def ground_of(table: Table | None, across: bool = False) -> tuple[ChartPiece, ...]:
    """What lies on a table, in mm from the left corner of its near edge, or (`across`) of its far one."""
    return tuple(_piece(one, table, across) for one in table.pieces) if table else ()


def _piece(piece: terrain.Piece, table: Table, across: bool) -> ChartPiece:
    kind = AREAS[piece.kind] if isinstance(piece, terrain.Area) else WAYS[type(piece)]
    line = ((one.x_mm, one.y_mm) for one in terrain.points(piece))
    seen = ((table.width_mm - x, table.depth_mm - y) if across else (x, y) for x, y in line)
    return ChartPiece(kind, tuple((float(x), float(y)) for x, y in seen), piece.name)
