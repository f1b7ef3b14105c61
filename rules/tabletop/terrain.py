"""Terrain of a table as plain values in whole millimetres, and the same table as a log stores it.

A piece may carry words of a rule system (its cover, its going): the table keeps them, the system alone reads them.

The plane: x to the right along the table's near edge, y away from it; the origin is its near left corner.
Whether values are sound is asked of `terrain_faults`; what they do to a stand, of `ground`.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import LEFT_OUT
from rules.tabletop.stands import Spot

# The terrain of a table as plain values. Nothing is worked out here

BELT_MM: Final = 20
"""Wire is modelled in belts of this depth (mm)."""

Line = tuple[Spot, ...]
"""The corners of an outline (closed by itself: the first is not repeated), or the bends of a path from end to end."""


class AreaKind(StrEnum):
    """What covers an area of the table."""

    WOOD = "wood"
    BUILDINGS = "buildings"
    MARSH = "marsh"
    SHELL_TORN = "shell_torn"
    SHATTERED = "shattered"
    STRONG_POINT = "strong_point"
    BLOCK_HOUSE = "block_house"


class Strength(StrEnum):
    """How well a trench is built."""

    ORDINARY = "ordinary"
    STRONG = "strong"


class LaneMaker(StrEnum):
    """How a lane through wire came about; who may use it is for the rules to say."""

    ENGINEERS = "engineers"
    TANK = "tank"
    GRAPNEL = "grapnel"
    PLANNED = "planned"


@dataclass(frozen=True, slots=True)
class GroundWord:
    """A word of a rule system that a piece carries: what it is `of`, such as cover or going, and what it `says`."""

    of: str
    says: str


@dataclass(frozen=True, slots=True)
class Area:
    """A wood, a village, a marsh, shelled ground or a work. A block house has a face (degrees clockwise, 0 = +y)."""

    id: str
    name: str
    kind: AreaKind
    outline: Line
    facing_deg: float | None = None
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Hill:
    """The ground inside a contour, `height` steps (1 and up) above the plain. The highest one round a spot holds."""

    id: str
    name: str
    outline: Line
    height: int
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Trench:
    """A trench along a path; `nation` is whose it is, in the rule system's word (drawn in that army's colour)."""

    id: str
    name: str
    path: Line
    width_mm: int
    nation: str
    strength: Strength = Strength.ORDINARY
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Road:
    """A road along a path."""

    id: str
    name: str
    path: Line
    width_mm: int
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream along a path."""

    id: str
    name: str
    path: Line
    width_mm: int
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class River:
    """A river along a path."""

    id: str
    name: str
    path: Line
    width_mm: int
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge along a path that leads over water from bank to bank: where it lies, there is road and no water."""

    id: str
    name: str
    path: Line
    width_mm: int
    words: tuple[GroundWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """A way through wire: along its path (across the belt, through as much of it as is open), `width_mm` wide."""

    path: Line
    width_mm: int
    made_by: LaneMaker


@dataclass(frozen=True, slots=True)
class Wire:
    """A belt of wire: its path runs along its middle, `depth_mm` (steps of 20) is measured across it."""

    id: str
    name: str
    path: Line
    depth_mm: int = BELT_MM
    gaps: tuple[Lane, ...] = ()
    words: tuple[GroundWord, ...] = ()


Piece = Area | Hill | Trench | Road | Stream | River | Bridge | Wire

PIECES: Final[Mapping[str, type[Piece]]] = {
    "area": Area,
    "hill": Hill,
    "trench": Trench,
    "road": Road,
    "stream": Stream,
    "river": River,
    "bridge": Bridge,
    "wire": Wire,
}
"""The word for each sort of piece, as documents write it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table and everything that lies on it."""

    width_mm: int
    depth_mm: int
    pieces: tuple[Piece, ...] = ()


def points(piece: Piece) -> Line:
    """The corners of a piece's outline, or the bends of its path."""
    return piece.outline if isinstance(piece, Area | Hill) else piece.path


def word_of(piece: Piece, of: str) -> str:
    """What a piece says of one thing in the words of a rule system; empty where it says nothing of it."""
    return next((word.says for word in piece.words if word.of == of), "")


def width(piece: Piece) -> int | None:
    """How wide a piece is across its path (mm); None for what has an outline."""
    if isinstance(piece, Area | Hill):
        return None
    return piece.depth_mm if isinstance(piece, Wire) else piece.width_mm


# A table as a log keeps it


class Sort(StrEnum):
    """What a piece is, in the words of the documents (`PIECES`)."""

    AREA = "area"
    HILL = "hill"
    TRENCH = "trench"
    ROAD = "road"
    STREAM = "stream"
    RIVER = "river"
    BRIDGE = "bridge"
    WIRE = "wire"


@dataclass(frozen=True)
class LaidPiece:
    """A piece of terrain; `line` is its outline or its path. Of the rest only what its sort has is told.

    Its words came later than the rest: where it carries none it is kept as it ever was, without them.
    """

    sort: Sort
    id: str
    name: str
    line: Line
    kind: AreaKind | None = None
    facing_deg: float | None = None
    height: int | None = None
    nation: str | None = None
    strength: Strength | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    gaps: tuple[Lane, ...] = ()
    words: tuple[GroundWord, ...] = field(default=(), metadata=LEFT_OUT)

    def __post_init__(self) -> None:
        if not self.words:
            vars(self).pop("words", None)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table with its name, size and pieces, as it is laid in a game."""

    name: str
    width_mm: int
    depth_mm: int
    pieces: tuple[LaidPiece, ...] = ()

    def __hash__(self) -> int:
        # Quick, since tables are kept by it; two that differ in their pieces alone are told apart by comparing.
        return hash((self.name, self.width_mm, self.depth_mm, len(self.pieces)))


SORTS: Final = {kind: Sort(word) for word, kind in PIECES.items()}
LINES: Final = ("outline", "path")


class NotOfItsSort(ValueError):
    """A piece that lacks what its sort has, or has what its sort lacks; `piece` names it."""

    def __init__(self, piece: str, wrong: str, right: str) -> None:
        super().__init__(f"{piece}: {wrong}; {right}")
        self.piece, self.wrong, self.right = piece, wrong, right


def laid(name: str, table: Table) -> LaidTable:
    """A table as a log keeps it."""
    return LaidTable(name, table.width_mm, table.depth_mm, tuple(map(_laid, table.pieces)))


def _laid(piece: Piece) -> LaidPiece:
    own = {one.name: getattr(piece, one.name) for one in fields(piece) if one.name not in LINES}
    return LaidPiece(SORTS[type(piece)], line=points(piece), **own)


@lru_cache(maxsize=64)
def table_of(kept: LaidTable) -> Table:
    """The table of a log as geometry knows it. Raises NotOfItsSort."""
    return Table(kept.width_mm, kept.depth_mm, tuple(map(_piece, kept.pieces)))


def _piece(kept: LaidPiece) -> Piece:
    made = PIECES[kept.sort]
    names = {one.name for one in fields(made)}
    told: dict[str, Any] = {one.name: value for one in fields(kept) if (value := getattr(kept, one.name)) is not None}
    line = told.pop("line")
    told |= {name: line for name in LINES if name in names}
    del told["sort"]
    for name in ("gaps", "words"):
        if not told[name]:
            told.pop(name)
    strange = told.keys() - names
    if strange:
        raise NotOfItsSort(
            kept.name or kept.id, f"a piece of the sort {kept.sort} has no {min(strange)}", "leave it out"
        )
    missing = {one.name for one in fields(made) if one.name not in told} - OPTIONAL
    if missing:
        raise NotOfItsSort(kept.name or kept.id, f"a piece of the sort {kept.sort} has its {min(missing)}", "give it")
    return made(**told)


OPTIONAL: Final = frozenset({"facing_deg", "strength", "gaps", "depth_mm", "words"})
