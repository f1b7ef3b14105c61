"""What pieces of terrain are worth where the players enter nothing (G-16)."""

from collections.abc import Mapping
from typing import Final

from rules.earth_1418.game.ground.state import PieceGround
from rules.earth_1418.vocabulary import GroundToCross, Terrain
from rules.tabletop.laid import LaidPiece, LaidTable
from rules.tabletop.terrain import AreaKind

COVER, GOING = "cover", "going"
"""The words of a piece that this system reads (`words` of a table's file)."""
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
    """What every piece of a table is worth: as the players entered it, else as it says, else as is usual (G-16)."""
    entered = {one.piece: one for one in said}
    return tuple(entered.get(one.id) or _worth(one) for one in table.pieces)


def _worth(piece: LaidPiece) -> PieceGround:
    """What a piece says of its cover and its going, in words of this system; what is usual where it says nothing."""
    cover, going = OF_AREA[piece.kind] if piece.kind is not None else OF_SORT[piece.sort]
    said = {word.of: word.says for word in piece.words}
    if said.get(COVER) in [*Terrain]:
        cover = Terrain(said[COVER])
    if said.get(GOING) in [*GroundToCross]:
        going = GroundToCross(said[GOING])
    return PieceGround(piece.id, cover, going)
