"""What pieces of terrain are worth where the players enter nothing (G-16)."""

from collections.abc import Mapping
from typing import Final

from rules.earth_1418.game.state import PieceGround
from rules.earth_1418.vocabulary import GroundToCross, Terrain
from rules.tabletop.laid import LaidTable
from rules.tabletop.terrain import AreaKind

ROUGH: Final = (Terrain.ROUGH, GroundToCross.ROUGH)
OF_AREA: Final[Mapping[AreaKind, tuple[Terrain, GroundToCross]]] = {
    AreaKind.WOOD: ROUGH,
    AreaKind.BUILDINGS: (Terrain.DEFENSIBLE, GroundToCross.ROUGH),
    AreaKind.MARSH: (Terrain.OPEN, GroundToCross.IMPRACTICAL),
    AreaKind.SHELL_TORN: ROUGH,
    AreaKind.SHATTERED: (Terrain.ROUGH, GroundToCross.IMPRACTICAL),
    AreaKind.STRONG_POINT: (Terrain.FORTIFICATION, GroundToCross.ROUGH),
    AreaKind.BLOCK_HOUSE: (Terrain.FORTIFICATION, GroundToCross.IMPRACTICAL),
}
OF_SORT: Final[Mapping[str, tuple[Terrain, GroundToCross]]] = {
    "trench": (Terrain.DEFENSIBLE, GroundToCross.OPEN),
    "road": (Terrain.OPEN, GroundToCross.ROAD),
    "bridge": (Terrain.OPEN, GroundToCross.ROAD),
    "stream": (Terrain.OPEN, GroundToCross.ROUGH),
    "river": (Terrain.OPEN, GroundToCross.IMPRACTICAL),
    "wire": (Terrain.OPEN, GroundToCross.ROUGH),
    "hill": (Terrain.OPEN, GroundToCross.OPEN),
}
"""What pieces are worth where the players enter nothing: words of ours (G-16), proposed and never told for them."""


def usual_ground(table: LaidTable, said: tuple[PieceGround, ...]) -> tuple[PieceGround, ...]:
    """What every piece of a table is worth: as the players entered it, else as is usual for its kind (G-16)."""
    entered = {one.piece: one for one in said}
    return tuple(entered.get(one.id) or PieceGround(one.id, *_usual(one.sort, one.kind)) for one in table.pieces)


def _usual(sort: str, kind: AreaKind | None) -> tuple[Terrain, GroundToCross]:
    return OF_AREA[kind] if kind is not None else OF_SORT[sort]
