"""The terrain of a table as plain values: what lies where, in whole millimetres. Nothing is worked out here.

A piece may carry words of a rule system (its cover, its going): the table keeps them, the system alone reads them.

The plane: x to the right along the table's near edge, y away from it; the origin is its near left corner.
Whether values are sound is asked of `rules.tabletop.faults`; what they do to a stand, of `rules.tabletop.ground`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot

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
