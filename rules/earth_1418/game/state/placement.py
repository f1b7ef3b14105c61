"""Terrain and bases on the map: state, events, and what terrain is worth (G-16)."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from rules.earth_1418.ruleset import USUAL_BASE
from rules.earth_1418.vocabulary import GroundToCross, Terrain
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import LEFT_OUT
from rules.tabletop.stands import PlaceTold, Spot
from rules.tabletop.terrain import AreaKind, LaidPiece, LaidTable

# State of the table


@dataclass(frozen=True, slots=True)
class PieceGround:
    """What a piece of terrain is worth: as cover, and for a move (G-16)."""

    piece: str = fact("the piece of terrain")
    cover: Terrain = fact("what it is worth as cover")
    going: GroundToCross = fact("what it is worth for a move")


@dataclass(frozen=True, slots=True)
class BasePlace(PlaceTold):
    """Where a base stands: its middle in mm from the attacker's left corner, its facing clockwise from his front."""

    base: str = fact("the base")
    x_mm: int = fact("along the attacker's edge from his left corner", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("up the table from the attacker's edge", unit="mm", spot="y")
    facing_deg: float = fact("its facing, clockwise from straight up the table", default=0.0, unit="degrees")


@dataclass(frozen=True, slots=True)
class GroundLaid:
    """A table as it was laid: its terrain, what each piece is worth, and how large a base is."""

    table: LaidTable
    pieces: tuple[PieceGround, ...]
    base_width_mm: int = USUAL_BASE.width_mm
    base_depth_mm: int = USUAL_BASE.depth_mm


@dataclass(frozen=True, slots=True)
class BasesOnTable:
    """The table, where bases stand, whose places are no longer sure, and where shells and clouds were aimed."""

    laid: GroundLaid | None = None
    places: Mapping[str, BasePlace] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()
    aims: Mapping[str, Spot] = field(default_factory=dict)

    def placed(self, places: tuple[BasePlace, ...]) -> "BasesOnTable":
        """The same once bases have been placed: of their sub-units it is known again where they are."""
        sure = {unit_of(one.base) for one in places}
        there = {**self.places, **{one.base: one for one in places}}
        return replace(self, places=there, unsure=tuple(one for one in self.unsure if one not in sure))

    def lifted(self, bases: tuple[str, ...]) -> "BasesOnTable":
        """The same once bases are off the map."""
        left = {name: one for name, one in self.places.items() if name not in bases}
        return replace(self, places=left)

    def moved(self, unit: str) -> "BasesOnTable":
        """The same once a sub-unit has moved and nobody has said where to."""
        stands = any(unit_of(one) == unit for one in self.places)
        return replace(self, unsure=(*self.unsure, unit)) if stands and unit not in self.unsure else self

    def keeping_aims(self, names: frozenset[str]) -> "BasesOnTable":
        """The same with the aims of these alone: what was aimed for one bound is over with it."""
        if not self.aims:
            return self
        return replace(self, aims={name: spot for name, spot in self.aims.items() if name in names})

    def aimed(self, name: str, spot: Spot) -> "BasesOnTable":
        """The same once it is known where a bombardment is to fall, or a cordon lies."""
        return replace(self, aims={**self.aims, name: spot})


NO_GROUND: Final = BasesOnTable()


def unit_of(base: str) -> str:
    """The sub-unit of a base."""
    return base.rpartition("/")[0]


# Events. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True)
class TerrainLaid:
    """A table lies.

    `lifted` are bases that no longer fit on it. `removed` names the pieces that were taken off the table before it.
    """

    ground: GroundLaid
    lifted: tuple[str, ...] = ()
    removed: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class BasesPlaced:
    """Where bases stand now."""

    bases: tuple[BasePlace, ...]


@dataclass(frozen=True, slots=True)
class BasesLifted:
    """Bases that are off the map."""

    bases: tuple[str, ...]


# What pieces of terrain are worth where the players enter nothing (G-16)

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
