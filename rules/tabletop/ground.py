"""The ground under a stand: the pieces that hold it, wire and lanes, gaps, trenches, height.

A table is made ready for these questions once (`ground`). Only facts come out of it: whether half a base is enough, or
who may use a lane, is for the rules to say. Shares of a base are 0 to 1, rounded so that exactly half is 0.5; a spot is
wholly in whatever it lies in or on the edge of.

Pieces of one kind that touch are one body (`terrain_shapes`). A contour also takes in the higher ones that it touches,
since the ground within those is at least as high.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import dist
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, STRtree
from shapely.geometry.base import BaseGeometry

from rules.kernel.distances import read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.line_crossings import Floats, OutlineEdges
from rules.tabletop.stands import Placed, Spot
from rules.tabletop.terrain import Area, Bridge, Hill, Lane, Piece, River, Road, Stream, Table, Wire
from rules.tabletop.terrain_shapes import (
    Body,
    Seam,
    Shapes,
    base,
    bases,
    components,
    seams,
    shape,
    shares_together,
    strip,
)

# What a stand stands in and on

HALF: Final = 0.5
TABLES_KEPT: Final = 32
PLACES_KEPT: Final = 2048
"""Of so many places it is kept what holds them: those of a large game several times over."""
_SHARE_DIGITS: Final = 9
_TOUCH_MM: Final = 1e-6


def kind_of(piece: Piece) -> str | None:
    """As what a piece is one with those that touch it; None for a road or a bridge, which a way leads along.

    Words of a rule system do not part two pieces: a wood of light cover and one of heavy cover hide one another's seam.
    """
    if isinstance(piece, Area):
        return piece.kind
    return None if isinstance(piece, Road | Bridge) else type(piece).__name__


class TableGround:
    """A table with its terrain as shapes and an index of where they lie. Made by `ground`; what is asked is kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pieces = table.pieces
        self.shapes: Shapes = np.array([shape(piece) for piece in table.pieces], dtype=object)
        shapely.prepare(self.shapes)
        self.number = {piece.id: number for number, piece in enumerate(table.pieces)}
        self._carrying: dict[tuple[int, float], OutlineEdges | None] = {}
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
    def outlines(self) -> list[OutlineEdges]:
        """The outline of each piece."""
        return [OutlineEdges.of(covered) for covered in self.shapes]

    @cached_property
    def seams(self) -> list[Seam]:
        """The seams between pieces of one kind that touch, and between contours."""
        return seams(self.shapes, self.tree, [kind_of(piece) for piece in self.pieces])

    @cached_property
    def seams_of(self) -> dict[int, list[Seam]]:
        """The seams of each piece that has any, by its number: a seam belongs to both its pieces."""
        found: dict[int, list[Seam]] = {}
        for seam in self.seams:
            for number in (seam.one, seam.other):
                found.setdefault(number, []).append(seam)
        return found

    @cached_property
    def bodies(self) -> list[Body]:
        """The body that each piece belongs to; of a hill, the ground that is as high as its contour or higher."""
        found: list[Body | None] = [None] * len(self.pieces)
        for level in sorted({0, *self.heights.tolist()}):
            joining = [seam for seam in self.seams if self._reaches(seam, level)]
            for numbers in components(len(self.pieces), ((seam.one, seam.other) for seam in joining)):
                body: Body | None = None
                for number in numbers:
                    if self.heights[number] == level:
                        body = body or self._body(numbers, joining)
                        found[number] = body
        return [body for body in found if body is not None]

    def _reaches(self, seam: Seam, level: int) -> bool:
        """Whether both sides of a seam belong to the ground of a level; what is no hill does to the plain's alone."""
        low, high = sorted((int(self.heights[seam.one]), int(self.heights[seam.other])))
        return low >= level > 0 or high == level == 0

    def _body(self, numbers: tuple[int, ...], joining: Sequence[Seam]) -> Body:
        inside = set(numbers)
        between = [outline for seam in joining if seam.one in inside for outline in seam.outlines]
        return Body(numbers, (*(self.outlines[number] for number in numbers), *between))

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

    def carrying(self, number: int, beside_mm: float) -> OutlineEdges | None:
        """Where the middle of something is on a piece, that reaches so far to either side of its way; None for nowhere.

        A road or a bridge must carry all of its width; water is where no bridge does.
        """
        if (number, beside_mm) not in self._carrying:
            self._carrying[number, beside_mm] = self._carried(number, beside_mm)
        return self._carrying[number, beside_mm]

    def _carried(self, number: int, beside_mm: float) -> OutlineEdges | None:
        piece = self.pieces[number]
        if isinstance(piece, Road | Bridge):
            width_mm = piece.width_mm - 2 * beside_mm
            return OutlineEdges.of(strip(piece.path, width_mm)) if width_mm > 0 else None
        if not isinstance(piece, Stream | River):
            return self.outlines[number]
        widths = ((one.path, one.width_mm - 2 * beside_mm) for one in self.pieces if isinstance(one, Bridge))
        bridges = [strip(path, width_mm) for path, width_mm in widths if width_mm > 0]
        wet = self.shapes[number].difference(shapely.union_all(bridges))
        return None if wet.is_empty else OutlineEdges.of(wet)

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


def shares_of_bodies(on: TableGround, placed: Sequence[Placed]) -> Floats:
    """How much of each base is in the body of each piece: a row a base, a column a piece, 0 to 1."""
    shares = shares_of(on, placed)
    bodies = {body.numbers: body for body in on.bodies if len(body.numbers) > 1} if shares.size else {}
    # A body of contours is told by each of its levels, so that its shares are worked out from the pieces' own.
    own, footprints = shares.copy() if bodies else shares, None
    for numbers, body in bodies.items():
        inside = own[:, numbers]
        found = inside.max(axis=1)
        several = np.flatnonzero((np.count_nonzero(inside, axis=1) > 1) & (found < 1))
        if len(several):
            footprints = bases(placed) if footprints is None else footprints
            together = shares_together(footprints[several], on.shapes[list(numbers)])
            found[several] = np.round(together, _SHARE_DIGITS)
        for number in numbers:
            if on.bodies[number] is body:
                shares[:, number] = found
    return shares


def share_in(on: TableGround, pieces: Sequence[Piece], placed: Placed) -> float:
    """How much of a base is in several pieces together, 0 to 1; what two of them cover counts once."""
    found = [one.share for one in held_by(on, placed) if one.piece in pieces]
    if len(found) < 2 or max(found) >= 1:
        return max(found, default=0.0)
    shapes = on.shapes[[on.number[piece.id] for piece in pieces]]
    return float(np.round(shares_together(bases([placed]), shapes), _SHARE_DIGITS)[0])


def height_at(on: TableGround, placed: Placed) -> int:
    """How high a base stands, in contours: the highest one that holds at least half of it; 0 on the plain."""
    return int(heights_of(on, shares_of_bodies(on, [placed]))[0])


def heights_of(on: TableGround, shares: Floats) -> NDArray[np.int64]:
    """How high each base stands, from its shares (`shares_of_bodies`)."""
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


def caught_share(on: TableGround, wires: Sequence[Wire], placed: Placed) -> float:
    """How much of a base is in some belts together, and in no lane of theirs, 0 to 1."""
    open_ground = [lane for wire in wires for lane in on.lanes[wire.id]]
    belts = shapely.union_all([on.shape_of(wire.id) for wire in wires])
    return _share(base(placed), belts.difference(shapely.union_all(open_ground)))


def _share(footprint: BaseGeometry, area: BaseGeometry) -> float:
    if footprint.area == 0:
        return float(area.intersects(footprint))
    return float(round(footprint.intersection(area).area / footprint.area, _SHARE_DIGITS))


# Gaps in wire

BEYOND_MM: Final = 10
"""How far a gap that is proposed reaches out of the wire on either side."""


def across(wire: Wire, table: Table) -> tuple[Spot, Spot]:
    """Its two ends: straight across the belt, half way along the longest stretch that has no gap yet."""
    belt = LineString(wire.path)
    taken = sorted(belt.project(LineString(gap.path).centroid) for gap in wire.gaps)
    free = max(pairwise((0.0, *taken, belt.length)), key=lambda ends: ends[1] - ends[0])
    at_mm = sum(free) / 2
    before, middle, behind = (belt.interpolate(one).coords[0] for one in (at_mm - 1, at_mm, at_mm + 1))
    half = (wire.depth_mm / 2 + BEYOND_MM) / dist(before, behind)
    out_x, out_y = (before[1] - behind[1]) * half, (behind[0] - before[0]) * half
    return (
        _on_table(middle[0] - out_x, middle[1] - out_y, table),
        _on_table(middle[0] + out_x, middle[1] + out_y, table),
    )


def _on_table(x_mm: float, y_mm: float, table: Table) -> Spot:
    return Spot(min(max(round(x_mm), 0), table.width_mm), min(max(round(y_mm), 0), table.depth_mm))
