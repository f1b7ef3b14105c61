"""What a stand stands in and on: which pieces hold it, with how much of its base; wire, lanes, trenches, height.

A table is made ready for these questions once (`ground`). Only facts come out of it: whether half a base is enough, or
who may use a lane, is for the rules to say. Shares of a base are 0 to 1, rounded so that exactly half is 0.5; a spot is
wholly in whatever it lies in or on the edge of.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from rules.kernel.measure import read_off
from rules.kernel.values import dataclass
from rules.tabletop.crossings import Floats, Outline
from rules.tabletop.shapes import Shapes, base, bases, shape, strip
from rules.tabletop.stands import Placed
from rules.tabletop.terrain import Bridge, Hill, Lane, Piece, River, Road, Stream, Table, Wire

HALF: Final = 0.5
TABLES_KEPT: Final = 32
PLACES_KEPT: Final = 2048
"""Of so many places it is kept what holds them: those of a large game several times over."""
_SHARE_DIGITS: Final = 9
_TOUCH_MM: Final = 1e-6


class TableGround:
    """A table with its terrain as shapes and an index of where they lie. Made by `ground`; what is asked is kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pieces = table.pieces
        self.shapes: Shapes = np.array([shape(piece) for piece in table.pieces], dtype=object)
        shapely.prepare(self.shapes)
        self.number = {piece.id: number for number, piece in enumerate(table.pieces)}
        self._carrying: dict[tuple[int, float], Outline | None] = {}
        self._held: dict[Placed, tuple[ShareOfPiece, ...]] = {}
        self.hills = [number for number, piece in enumerate(table.pieces) if isinstance(piece, Hill)]

    @cached_property
    def tree(self) -> STRtree:
        """Where the pieces lie, by their number."""
        return STRtree(self.shapes)

    @cached_property
    def heights(self) -> NDArray[np.int64]:
        """How high each piece rises above the plain, in contours; 0 for all but hills."""
        return np.array([piece.height if isinstance(piece, Hill) else 0 for piece in self.pieces], dtype=np.int64)

    @cached_property
    def outlines(self) -> list[Outline]:
        """The outline of each piece."""
        return [Outline.of(covered) for covered in self.shapes]

    @cached_property
    def hills_under(self) -> list[list[int]]:
        """The hills that share ground with each piece, by their numbers."""
        found: list[list[int]] = [[] for _ in self.pieces]
        for hill in self.hills:
            for number in self.tree.query(self.shapes[hill], predicate="intersects").tolist():
                if self.shapes[hill].intersection(self.shapes[number]).area:
                    found[number].append(hill)
        return found

    @cached_property
    def feet(self) -> NDArray[np.int64]:
        """How high the ground under each piece lies, in contours: its lowest and its highest (a row a piece)."""
        found = np.zeros((len(self.pieces), 2), dtype=np.int64)
        for number, hills in enumerate(self.hills_under):
            wholly = [hill for hill in hills if self.shapes[hill].covers(self.shapes[number])]
            found[number] = [self.heights[some].max(initial=0) for some in (wholly, hills)]
        return found

    @cached_property
    def lanes(self) -> dict[str, list[BaseGeometry]]:
        """The ground of each lane of each wire, by the wire's id."""
        wires = (piece for piece in self.pieces if isinstance(piece, Wire))
        return {wire.id: [strip(gap.path, gap.width_mm) for gap in wire.gaps] for wire in wires}

    def holding(self, *placed: Placed) -> tuple[tuple["ShareOfPiece", ...], ...]:
        """The pieces that hold some of each base, in the table's order. Who stays where it stood is not asked anew."""
        new = [one for one in dict.fromkeys(placed) if one not in self._held]
        if new:
            if len(self._held) > PLACES_KEPT:
                self._held, new = {}, list(dict.fromkeys(placed))
            for one, shares in zip(new, shares_of(self, new), strict=True):
                among = np.flatnonzero(shares)
                self._held[one] = tuple(ShareOfPiece(self.pieces[number], float(shares[number])) for number in among)
        return tuple(self._held[one] for one in placed)

    def carrying(self, number: int, beside_mm: float) -> Outline | None:
        """Where the middle of something is on a piece, that reaches so far to either side of its way; None for nowhere.

        A road or a bridge must carry all of its width; water is where no bridge does.
        """
        if (number, beside_mm) not in self._carrying:
            self._carrying[number, beside_mm] = self._carried(number, beside_mm)
        return self._carrying[number, beside_mm]

    def _carried(self, number: int, beside_mm: float) -> Outline | None:
        piece = self.pieces[number]
        if isinstance(piece, Road | Bridge):
            width_mm = piece.width_mm - 2 * beside_mm
            return Outline.of(strip(piece.path, width_mm)) if width_mm > 0 else None
        if not isinstance(piece, Stream | River):
            return self.outlines[number]
        widths = ((one.path, one.width_mm - 2 * beside_mm) for one in self.pieces if isinstance(one, Bridge))
        bridges = [strip(path, width_mm) for path, width_mm in widths if width_mm > 0]
        wet = self.shapes[number].difference(shapely.union_all(bridges))
        return None if wet.is_empty else Outline.of(wet)

    def shape_of(self, piece_id: str) -> BaseGeometry:
        """The ground that a piece covers. Raises KeyError for an id that is not on the table."""
        found: BaseGeometry = self.shapes[self.number[piece_id]]
        return found


@lru_cache(maxsize=TABLES_KEPT)
def ground(table: Table) -> TableGround:
    """A table made ready for questions; asked again, the same one. The table must have no faults."""
    return TableGround(table)


@dataclass(frozen=True, slots=True)
class ShareOfPiece:
    """A piece and the share of the base in it, above 0 up to 1."""

    piece: Piece
    share: float

    @property
    def half(self) -> bool:
        """Whether at least half the base is in it."""
        return self.share >= HALF

    @property
    def wholly(self) -> bool:
        """Whether the whole base is in it."""
        return self.share >= 1


def held_by(on: TableGround, placed: Placed) -> tuple[ShareOfPiece, ...]:
    """The pieces that hold some of a base, in the table's order; a base that only touches one is not in it."""
    return on.holding(placed)[0]


def gap_to_piece_mm(on: TableGround, number: int, placed: Placed) -> float:
    """How far a base is from a piece, by its number; 0 where they touch."""
    return float(shapely.distance(on.shapes[number], base(placed)))


def shares_of(on: TableGround, placed: Sequence[Placed]) -> Floats:
    """How much of each base is in each piece: a row a base, a column a piece, 0 to 1."""
    footprints = bases(placed)
    shares = np.zeros((len(footprints), len(on.pieces)))
    if not shares.size:
        return shares
    rows, columns = on.tree.query(footprints, predicate="intersects")
    inside, pieces = footprints[rows], on.shapes[columns]
    areas = shapely.area(inside)
    spots = areas == 0
    covered = shapely.area(shapely.intersection(inside[~spots], pieces[~spots])) / areas[~spots]
    shares[rows[spots], columns[spots]] = 1.0
    shares[rows[~spots], columns[~spots]] = np.round(covered, _SHARE_DIGITS)
    return shares


def height_at(on: TableGround, placed: Placed) -> int:
    """How high a base stands, in contours: the highest one that holds at least half of it; 0 on the plain."""
    return int(heights_of(on, shares_of(on, [placed]))[0])


def heights_of(on: TableGround, shares: Floats) -> NDArray[np.int64]:
    """How high each base stands, from its shares (`shares_of`)."""
    if not on.hills:
        return np.zeros(len(shares), dtype=np.int64)
    standing: NDArray[np.int64] = ((shares >= HALF) * on.heights).max(axis=1)
    return standing


def away_mm(on: TableGround, piece_id: str, placed: Placed) -> int:
    """How far a base is from a piece, 0 where it touches or lies in it. Raises KeyError for an id not on the table."""
    return read_off(on.shape_of(piece_id).distance(base(placed)))


@dataclass(frozen=True, slots=True)
class InLane:
    """A lane through wire (its number in the wire's list, from 0) and the share of the base that is in it."""

    number: int
    lane: Lane
    share: float


@dataclass(frozen=True, slots=True)
class AtWire:
    """A belt that a base touches or is on; the shares of the base in it, in each lane, and in it but in no lane."""

    wire: Wire
    share: float
    caught_share: float
    lanes: tuple[InLane, ...]


def at_wire(on: TableGround, placed: Placed) -> tuple[AtWire, ...]:
    """The belts of wire that a base touches or is on."""
    footprint = base(placed)
    numbers = sorted(on.tree.query(footprint, predicate="dwithin", distance=_TOUCH_MM))
    return tuple(_at(on, piece, footprint) for piece in (on.pieces[n] for n in numbers) if isinstance(piece, Wire))


def _at(on: TableGround, wire: Wire, footprint: BaseGeometry) -> AtWire:
    belt, lanes = on.shape_of(wire.id), on.lanes[wire.id]
    lying = [(n, _share(footprint, lane)) for n, lane in enumerate(lanes) if footprint.intersects(lane)]
    caught = belt.difference(shapely.union_all(lanes)) if lanes else belt
    return AtWire(
        wire,
        _share(footprint, belt),
        _share(footprint, caught),
        tuple(InLane(n, wire.gaps[n], share) for n, share in lying if share),
    )


def _share(footprint: BaseGeometry, area: BaseGeometry) -> float:
    if footprint.area == 0:
        return float(area.intersects(footprint))
    return float(round(footprint.intersection(area).area / footprint.area, _SHARE_DIGITS))
