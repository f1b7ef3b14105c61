"""Reachable areas: how far one move goes from a spot, over a lattice or straight ahead.

The area is worked out on a lattice about the spot: straight ways in all directions, and round what bars them from node
to node. So it is true to about a step of the lattice (5 mm up to moves of 32 cm); the cost of a drawn path is exact
(`paths`). What takes an action of its own (water, wire without a lane, for some a trench) bars the way, and so do
stands told to. What moves is as narrow as its middle but where a road or lane must carry it (`beside_mm`).

A straight move goes as far as the ground that it touches allows, bearing by bearing. How far a move may be that touches
certain pieces comes in as a function. A move that goes on over further ground may be shorter or longer for it; it is
followed as far as it may end at every place on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil, hypot, inf, pi
from typing import Any, Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point, ahead
from rules.tabletop.ground import TableGround
from rules.tabletop.line_crossings import HAIR_MM, Bools, Floats, Lines, OutlineEdges, Stretches, stretches
from rules.tabletop.paths import Rates
from rules.tabletop.stands import Bearings, Spot, StandingBase
from rules.tabletop.terrain import Area, Bridge, Piece, River, Road, Stream, Trench, Wire, points, width
from rules.tabletop.terrain_shapes import base, strip

# How far somebody may go from a spot with one move

FINEST_MM: Final = 5
MOST_STEPS: Final = 64
DIRECTIONS: Final = 720
NEIGHBOURS: Final = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2))
"""One step in a row, a column, aslant, and the leaps between: with their opposites, sixteen ways from a node."""
_MARGIN: Final = 3
_BEYOND: Final = 1.15
"""As much more is looked at, so that the edge of what is reached can be drawn between nodes."""
_SLACK: Final = 1e-3
"""Exactly as far as a move carries is within reach."""
_LEAP: Final = hypot(2, 1)
_ASIDE_MM: Final = 1e-3
"""Rows are looked along a hair off whole millimetres, where no corner lies."""

Singles = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Nodes about a spot: so many to each side of it, a step apart."""

    middle: Spot
    step_mm: int
    nodes: int

    @classmethod
    def about(cls, spot: Spot, farthest_mm: float) -> "Lattice":
        """One that holds every spot so far away, as fine as it need be."""
        step_mm = max(FINEST_MM, ceil(farthest_mm / MOST_STEPS))
        return cls(spot, step_mm, ceil(farthest_mm / step_mm) + _MARGIN)

    @property
    def across(self) -> int:
        """How many nodes there are in a row."""
        return 2 * self.nodes + 1

    @property
    def xs(self) -> Floats:
        """Where the columns are, in mm."""
        return self.middle.x_mm + self.step_mm * np.arange(-self.nodes, self.nodes + 1.0)

    @property
    def ys(self) -> Floats:
        """Where the rows are, in mm."""
        return self.middle.y_mm + self.step_mm * np.arange(-self.nodes, self.nodes + 1.0)

    def within(self, outline: OutlineEdges | None) -> Bools:
        """Which nodes lie in an outline, row by row."""
        if outline is None:
            return np.zeros((self.across, self.across), dtype=bool)
        left, right = self.xs[0] - self.step_mm, self.xs[-1] + self.step_mm
        rows = self.ys + _ASIDE_MM
        ends = [np.column_stack([np.full(self.across, x), rows]) for x in (left, right)]
        found = stretches(outline, Lines(*ends))
        edges = np.zeros((self.across, self.across + 1), dtype=np.int32)
        columns = (np.stack([found.start, found.end]) * (right - left) - self.step_mm) / self.step_mm
        first, behind = np.clip(np.ceil(columns), 0, self.across).astype(np.intp)
        np.add.at(edges, (found.line, first), 1)
        np.add.at(edges, (found.line, behind), -1)
        inside: Bools = edges.cumsum(axis=1)[:, :-1] > 0
        return inside


Ring = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ReachableGround:
    """Where somebody may come with so many moves: areas, each by its rings (the outside first, then holes), in mm."""

    start: Spot
    moves: float
    areas: tuple[tuple[Ring, ...], ...]
    lattice: Lattice
    shares: Singles

    def share_at(self, spot: Spot) -> float:
        """The share of a move that it takes to the nearest node; infinite for what is out of reach."""
        column = round((spot.x_mm - self.lattice.middle.x_mm) / self.lattice.step_mm) + self.lattice.nodes
        row = round((spot.y_mm - self.lattice.middle.y_mm) / self.lattice.step_mm) + self.lattice.nodes
        inside = 0 <= row < self.lattice.across and 0 <= column < self.lattice.across
        share = float(self.shares[row, column]) if inside else inf
        return share if share <= self.moves + _SLACK else inf


def reach_either(
    on: TableGround,
    start: Spot,
    ways: Sequence[Rates],
    moves: float = 1,
    beside_mm: float = 0,
    closed: Sequence[StandingBase] = (),
) -> ReachableGround:
    """The same for who chooses one way of moving for all of the move."""
    lattice = Lattice.about(start, max(max(one.open_mm, one.road_mm or 0) for one in ways) * moves)
    each = [shares(lattice, slowness(on, lattice, one, beside_mm, closed), moves) for one in ways]
    found = np.minimum.reduce(each)
    return ReachableGround(start, moves, rings(lattice, found, moves), lattice, found)


def slowness(
    on: TableGround, lattice: Lattice, rates: Rates, beside_mm: float = 0, closed: Sequence[StandingBase] = ()
) -> Singles:
    """The share of a move that a millimetre takes at each node; infinite where the mover cannot be."""
    rows = _Rows(on, lattice, rates, beside_mm)
    rate = rows.rates()
    barred = rows.off_the_table()
    for outline in (*rows.bars(), *(OutlineEdges.of(base(one)) for one in closed)):
        barred |= lattice.within(outline)
    with np.errstate(divide="ignore"):
        taken = np.where(barred, inf, 1 / rate)
    return taken.astype(np.float32)


class _Rows:
    """What lies under the nodes of a lattice for one mover."""

    def __init__(self, on: TableGround, lattice: Lattice, rates: Rates, beside_mm: float) -> None:
        self.on, self.lattice, self.mover, self.beside_mm = on, lattice, rates, beside_mm
        (left, right), (low, high) = lattice.xs[[0, -1]], lattice.ys[[0, -1]]
        self.near = sorted(on.tree.query(shapely.box(left, low, right, high)).tolist())

    def rates(self) -> Floats:
        """The mm a move carries over the ground at each node, 0 where it cannot go."""
        road = self._on(Road, Bridge)
        open_mm = self.mover.open_mm if self.mover.road_mm is None else self.mover.road_mm
        rate = np.where(road, float(open_mm), float(self.mover.open_mm))
        for going, slowed in self.mover.areas.items():
            inside = self._of_going(going)
            if going in self.mover.road_cancels:
                inside &= ~road
            rate = np.where(inside, np.minimum(rate, slowed or 0), rate)
        return rate

    def off_the_table(self) -> Bools:
        """The nodes beyond the table's edges."""
        x, y = self.lattice.xs, self.lattice.ys
        table = self.on.table
        on_table = ((x >= 0) & (x <= table.width_mm))[None, :] & ((y >= 0) & (y <= table.depth_mm))[:, None]
        return ~on_table

    def bars(self) -> Iterator[OutlineEdges]:
        """What the mover cannot get over within a move, drawn so wide that no leap of the lattice leads over it."""
        for number in self.near:
            piece = self.on.pieces[number]
            if isinstance(piece, Trench | Stream | River | Wire) and self._bars(piece):
                yield from self._drawn(piece)

    def _bars(self, piece: Trench | Stream | River | Wire) -> bool:
        if isinstance(piece, Wire):
            return self.mover.belt_actions != 0
        if isinstance(piece, River):
            return self.mover.river_actions != (0, 0, 0)
        # Who begins in a trench or a stream gets out of it with his move.
        if self.on.shape_of(piece.id).intersects(shapely.Point(self.lattice.middle)):
            return False
        return (self.mover.trench_actions if isinstance(piece, Trench) else self.mover.stream_actions) != 0

    def _drawn(self, piece: Trench | Stream | River | Wire) -> Iterator[OutlineEdges]:
        wide_mm = max(float(width(piece) or 0), _LEAP * self.lattice.step_mm)
        shape = strip(points(piece), wide_mm)
        ways = [(one.path, one.width_mm) for one in self.on.pieces if isinstance(one, Bridge)]
        if isinstance(piece, Wire):
            ways = [(gap.path, gap.width_mm) for gap in piece.gaps if gap.made_by in self.mover.lanes]
        elif isinstance(piece, Trench):
            ways = []
        open_ground = [strip(path, wide - 2 * self.beside_mm) for path, wide in ways if wide > 2 * self.beside_mm]
        left = shape.difference(shapely.union_all(open_ground))
        if not left.is_empty:
            yield OutlineEdges.of(left)

    def _on(self, *kinds: type[Piece]) -> Bools:
        return self._any(number for number in self.near if isinstance(self.on.pieces[number], kinds))

    def _of_going(self, going: str) -> Bools:
        pieces = ((number, self.on.pieces[number]) for number in self.near)
        return self._any(number for number, one in pieces if isinstance(one, Area) and self.mover.going(one) == going)

    def _any(self, numbers: Iterator[int]) -> Bools:
        found = np.zeros((self.lattice.across, self.lattice.across), dtype=bool)
        for number in numbers:
            found |= self.lattice.within(self.on.carrying(number, self.beside_mm))
            for seam in self.on.seams_of.get(number, ()):
                for outline in seam.outlines:
                    found |= self.lattice.within(outline)
        return found


def shares(lattice: Lattice, taken: Singles, most: float = inf) -> Singles:
    """The share of a move it takes from the middle to each node, over the quickest way; infinite where none leads.

    Beyond `most` and a little more the way found may not be the quickest.
    """
    if not np.isfinite(taken[lattice.nodes, lattice.nodes]):
        nowhere = np.full_like(taken, inf)
        nowhere[lattice.nodes, lattice.nodes] = 0
        return nowhere
    return _round_about(_straight(lattice, taken), taken, lattice.step_mm, most * _BEYOND)


def _straight(lattice: Lattice, taken: Singles) -> Singles:
    """Straight ways only: the ground added up along so many directions, half a step at a time."""
    rays = _rays(lattice.nodes)
    under = taken.ravel()[rays.nodes]
    along = np.zeros_like(under)
    np.cumsum((under[:, 1:] + under[:, :-1]) * np.float32(lattice.step_mm / 4), axis=1, out=along[:, 1:])
    flat = along.ravel()
    with np.errstate(invalid="ignore"):
        found: Singles = flat[rays.before] * (1 - rays.part) + flat[rays.before + 1] * rays.part
    found[rays.too_far | np.isnan(found) | np.isinf(taken)] = inf
    return found


class _Rays(NamedTuple):
    """The directions looked along from the middle: their nodes, and for each node the places before and behind it."""

    nodes: NDArray[np.intp]
    before: NDArray[np.intp]
    part: Singles
    too_far: Bools


@lru_cache(maxsize=32)
def _rays(nodes: int) -> _Rays:
    """The same for every lattice of as many nodes."""
    angles = np.arange(DIRECTIONS) * (2 * pi / DIRECTIONS)
    halves_out = np.arange(2 * nodes + 2) / 2
    rows, columns = (
        np.clip(np.rint(turn[:, None] * halves_out).astype(np.intp), -nodes, nodes) + nodes
        for turn in (np.cos(angles), np.sin(angles))
    )
    up, right = np.mgrid[-nodes : nodes + 1, -nodes : nodes + 1]
    direction = np.rint(np.arctan2(right, up) * (DIRECTIONS / (2 * pi))).astype(np.intp) % DIRECTIONS
    halves = np.hypot(up, right) * 2
    before = np.minimum(halves.astype(np.intp), 2 * nodes)
    part = np.minimum(halves - before, 1).astype(np.float32)
    return _Rays(rows * (2 * nodes + 1) + columns, direction * len(halves_out) + before, part, halves > 2 * nodes)


def _round_about(found: Singles, taken: Singles, step_mm: int, most: float) -> Singles:
    """Shorten what leads over neighbouring nodes, again and again, until nothing up to a limit is shorter any more."""
    wide = found.shape[1] + 2
    flat, cost = (_framed(one).ravel() for one in (found, taken))
    links = []
    for up, right in NEIGHBOURS:
        off = up * wide + right
        links.append((off, (cost[off:] + cost[:-off]) * np.float32(hypot(up, right) * step_mm / 2)))
    room = np.empty_like(flat)
    while True:
        before = flat.copy()
        for off, weight in links:
            lower, upper, some = flat[:-off], flat[off:], room[: len(weight)]
            np.add(lower, weight, out=some)
            np.minimum(upper, some, out=upper)
            np.add(upper, weight, out=some)
            np.minimum(lower, some, out=lower)
        if not ((flat < before) & (flat <= most)).any():
            round_about: Singles = flat.reshape(-1, wide)[2:-2, 1:-1]
            return round_about


def _framed(values: Singles) -> Singles:
    """With nodes all round that nobody can be on: two rows above and below, a column to either side."""
    return np.pad(values, ((2, 2), (1, 1)), constant_values=inf)


CASES: Final = (
    (),
    ((0, 3),),
    ((0, 1),),
    ((1, 3),),
    ((1, 2),),
    ((0, 1), (2, 3)),
    ((0, 2),),
    ((2, 3),),
    ((2, 3),),
    ((0, 2),),
    ((0, 3), (1, 2)),
    ((1, 2),),
    ((1, 3),),
    ((0, 1),),
    ((0, 3),),
    (),
)
"""Between which sides of a square (low, right, high, left) the edge of an area runs, by which of its corners lie in it.

The corners count 1, 2, 4 and 8 from the lower left, anticlockwise.
"""


def rings(lattice: Lattice, found: Singles, most: float) -> tuple[tuple[Ring, ...], ...]:
    """The areas of the nodes that take so much at most, their edges drawn between nodes."""
    area = shapely.build_area(shapely.multilinestrings(_edges(lattice, found, most)))
    return tuple(
        tuple(tuple(map(tuple, shapely.get_coordinates(ring)[:-1].tolist())) for ring in shapely.get_rings(part))
        for part in shapely.get_parts(area)
    )


def _edges(lattice: Lattice, found: Singles, most: float) -> list[Any]:
    """The short lines that the edge of an area consists of."""
    inside = found <= most
    low, high = inside[:-1], inside[1:]
    case = low[:, :-1] + 2 * low[:, 1:] + 4 * high[:, 1:] + 8 * high[:, :-1]
    in_rows = _between(found[:, :-1], found[:, 1:], most)
    in_columns = _between(found[:-1], found[1:], most)
    lines = []
    for number, sides in enumerate(CASES):
        row, column = np.nonzero(case == number) if sides else (np.zeros(0, dtype=np.intp),) * 2
        on_sides = (
            (column + in_rows[row, column], row),
            (column + 1, row + in_columns[row, column + 1]),
            (column + in_rows[row + 1, column], row + 1),
            (column, row + in_columns[row, column]),
        )
        lines += [np.stack([np.stack(on_sides[side], axis=1) for side in pair], axis=1) for pair in sides]
    corner = np.array([lattice.xs[0], lattice.ys[0]])
    return list(shapely.linestrings(np.concatenate(lines) * lattice.step_mm + corner))


def _between(one: Singles, other: Singles, most: float) -> Floats:
    """How far between two nodes the limit is reached, 0 to 1; half way where beyond there is no way at all."""
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (most - one.astype(float)) / (other.astype(float) - one)
    return np.where(np.isfinite(one) & np.isfinite(other), np.clip(share, 0, 1), 0.5)


# Where one straight move leads

BEARINGS: Final = 72
FULL_CIRCLE: Final = 360
Most = Callable[[frozenset[int]], float]
"""How far a move may be that touches these pieces (their numbers on the ground), in mm."""


def straight_reach(
    on: TableGround, start: Spot, farthest_mm: float, most: Most, within: Bearings | None = None
) -> Outline:
    """The outline of where a straight move from a place may end, none of it farther off than `farthest_mm`.

    Args:
        within: the bearings that the move may have; None for every bearing. The outline of an arc begins at the place.
    """
    arc = within if within is not None and 2 * within.off_deg < FULL_CIRCLE else None
    ways = [ahead(farthest_mm, bearing) for bearing in (_bearings() if arc is None else _bearings_of(arc))]
    ends = [_on_the_table(on, start, way) for way in ways]
    kept: dict[frozenset[int], float] = {}

    def allowed(touched: frozenset[int]) -> float:
        if touched not in kept:
            kept[touched] = most(touched)
        return kept[touched]

    met = _met(on, [(start, end) for end in ends])
    outline = tuple(_end(start, end, _reached(start, end, met[n], allowed)) for n, end in enumerate(ends))
    return outline if arc is None else ((float(start.x_mm), float(start.y_mm)), *outline)


def _bearings() -> list[float]:
    return [FULL_CIRCLE * n / BEARINGS for n in range(BEARINGS)]


def _bearings_of(arc: Bearings) -> list[float]:
    """The bearings from one end of an arc to the other, as close together as those of a circle at least."""
    gaps = max(1, ceil(2 * arc.off_deg * BEARINGS / FULL_CIRCLE))
    return [arc.middle_deg - arc.off_deg + 2 * arc.off_deg * n / gaps for n in range(gaps + 1)]


def touched(on: TableGround, ways: Sequence[tuple[Point, Point]]) -> frozenset[int]:
    """The pieces that straight ways lead through, begin in or end in, by their numbers on the ground."""
    return frozenset(number for met in _met(on, ways) for number, _, _ in met)


def _on_the_table(on: TableGround, start: Spot, way: Point) -> Point:
    """The end of a way, cut off at the edge of the table."""
    share = 1.0
    for begun, growth, most in zip(start, way, (on.table.width_mm, on.table.depth_mm), strict=True):
        if growth:
            share = min(share, max(0.0, ((most if growth > 0 else 0) - begun) / growth))
    return start.x_mm + way[0] * share, start.y_mm + way[1] * share


def _met(on: TableGround, ways: Sequence[tuple[Point, Point]]) -> list[list[tuple[int, float, float]]]:
    """Of each way the pieces on it, each from where to where in mm."""
    found: list[list[tuple[int, float, float]]] = [[] for _ in ways]
    long = [n for n, (start, end) in enumerate(ways) if tuple(start) != tuple(end)]
    if not long:
        return found
    lines = Lines(*(np.array([ways[n][side] for n in long], dtype=float) for side in (0, 1)))
    outlines = (
        *enumerate(on.outlines),
        *((number, outline) for number, seams in on.seams_of.items() for seam in seams for outline in seam.outlines),
    )
    for number, outline in outlines:
        near = lines.near(outline)
        for line, first, last in _each(stretches(outline, lines.only(near))):
            way = int(near[line])
            length = float(lines.lengths[way])
            found[long[way]].append((number, first * length, last * length))
    return found


def _each(found: Stretches) -> Iterator[tuple[int, float, float]]:
    return zip(found.line.tolist(), found.start.tolist(), found.end.tolist(), strict=True)


def _reached(start: Point, end: Point, met: list[tuple[int, float, float]], allowed: Most) -> float:
    """How far a way may be gone, in mm: piece after piece, until what is touched allows no more."""
    length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    entered = sorted({0.0, *(first for _, first, _ in met)})
    here = 0.0
    for at, until in zip(entered, (*entered[1:], inf), strict=True):
        most = allowed(frozenset(number for number, first, _ in met if first <= at + HAIR_MM))
        if most <= at:
            return here
        here = min(most, until, length)
        if here < until:
            return here
    return here


def _end(start: Point, end: Point, far: float) -> Point:
    length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    share = far / length if length else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
