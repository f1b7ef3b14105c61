"""Drawn paths over the ground: the going by stretches, what is met in order, and what it costs.

A way is facts only; every rate, and how many actions what is met takes, comes in with `Rates`. Places on a way are
counted in mm from its beginning and not read off, so that they add up. The path is that of the middle of what moves;
`beside_mm` is how far its base reaches to either side: a road or a lane carries it only where it is wide enough.
A path that runs along the edge of something is not in it, but along the seam of two pieces that touch it is in both.
Trenches, water and wire that touch are met as one (`terrain_shapes`).
"""

from bisect import bisect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from math import ceil, floor, hypot, inf
from typing import Final, NamedTuple

import numpy as np
import shapely

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Point
from rules.tabletop.ground import TableGround
from rules.tabletop.line_crossings import HAIR_MM, Lines, OutlineEdges, stretches
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
    BELT_MM,
    Area,
    Bridge,
    Hill,
    Lane,
    LaneMaker,
    Piece,
    River,
    Road,
    Stream,
    Trench,
    Wire,
    width,
)
from rules.tabletop.terrain_shapes import strip

# What a drawn path leads over

ALONG: Final = 2
"""Who stays in a trench for more than so many times its width goes along it; who does not crosses it."""


class WayStretch(NamedTuple):
    """A part of a way with the same ground underfoot: areas, the road or bridge, the trench it runs along, water."""

    start_mm: float
    end_mm: float
    areas: tuple[Area, ...] = ()
    road: Road | Bridge | None = None
    trench: Trench | None = None
    water: Stream | River | None = None

    @property
    def length_mm(self) -> float:
        """How long it is."""
        return self.end_mm - self.start_mm


Span = tuple[float, float]
"""From where to where on a way, in mm."""


@dataclass(frozen=True, slots=True)
class MetOnWay:
    """A trench, water or wire that a way leads over: from where to where, and whether it begins or ends in it.

    Of wire also the lanes that are used, each with the parts of the way in it. Where several pieces that touch are met
    as one, `parts` has each of them with the part of the way in it; `piece` is the first of them on the way.
    """

    piece: Trench | Stream | River | Wire
    start_mm: float
    end_mm: float
    begins_inside: bool
    ends_inside: bool
    lanes: tuple[tuple[Lane, tuple[Span, ...]], ...] = ()
    parts: tuple[tuple["Trench | Stream | River | Wire", Span], ...] = ()

    def belts(self, usable: Collection[LaneMaker]) -> int:
        """How many belts of wire (2 cm each) are to be got over by who may use such lanes.

        Who begins or ends in the wire has as many before him as the way in it would make, straight across.
        """
        if not isinstance(self.piece, Wire):
            return 0
        free = [span for lane, spans in self.lanes if lane.made_by in usable for span in spans]
        if self.parts:
            # Belts overlap where pieces are joined: a further one counts once half of it lies beyond those before.
            return max(1, floor(self._deep_mm(free) / BELT_MM + 0.5 + HAIR_MM)) if self._deep_mm(free) > HAIR_MM else 0
        long = self.end_mm - self.start_mm
        part = self.begins_inside or self.ends_inside
        deep = min(long, self.piece.depth_mm) if part else self.piece.depth_mm
        return max(0, ceil(deep * (1 - _covered(free) / long) / BELT_MM - HAIR_MM))

    def _deep_mm(self, free: Sequence[Span]) -> float:
        """How deep its parts are straight across, over what is not free; where two of them overlap once."""
        edges = sorted({edge for span in (*(span for _, span in self.parts), *free) for edge in span})
        deep = 0.0
        for start, end in pairwise(edges):
            at = (start + end) / 2
            if not any(first <= at <= last for first, last in free):
                over = [
                    min(1.0, (width(piece) or 0) / (span[1] - span[0])) for piece, span in self.parts if _in(at, span)
                ]
                deep += (end - start) * max(over, default=0.0)
        return deep


@dataclass(frozen=True, slots=True)
class WayOverGround:
    """A path with what it leads over; `met` in the order of the way."""

    path: tuple[Spot, ...]
    length_mm: float
    stretches: tuple[WayStretch, ...]
    met: tuple[MetOnWay, ...]

    def at(self, along_mm: float) -> Point:
        """The point of the path so far along it; its end for more than its length."""
        left = along_mm
        for (x, y), (next_x, next_y) in pairwise(self.path):
            long = hypot(next_x - x, next_y - y)
            if left <= long and long:
                return x + (next_x - x) * left / long, y + (next_y - y) * left / long
            left -= long
        return float(self.path[-1].x_mm), float(self.path[-1].y_mm)


@dataclass(frozen=True, slots=True)
class _Inside:
    """Where a path is in one piece, and in which lanes of it if it is wire."""

    piece: Piece
    body: tuple[int, ...]
    spans: tuple[Span, ...]
    lanes: tuple[tuple[Lane, tuple[Span, ...]], ...] = ()


def way(on: TableGround, path: Sequence[Spot], beside_mm: float = 0) -> WayOverGround:
    """What one path (a spot or more) leads over."""
    return ways(on, [path], beside_mm)[0]


def ways(on: TableGround, paths: Sequence[Sequence[Spot]], beside_mm: float = 0) -> list[WayOverGround]:
    """What each of many paths leads over, all asked at once."""
    drawn = _Drawn(paths)
    found: list[list[_Inside]] = [[] for _ in paths]
    for number in drawn.near(on):
        piece = on.pieces[number]
        outline = None if isinstance(piece, Hill) else on.carrying(number, beside_mm)
        if outline is not None:
            lanes = _lanes(piece, beside_mm) if isinstance(piece, Wire) else ()
            seams = [outline for seam in on.seams_of.get(number, ()) for outline in seam.outlines]
            for path, spans in drawn.spans_in((outline, *seams)).items():
                through = ((lane, drawn.spans(open_ground).get(path, ())) for lane, open_ground in lanes)
                used = tuple((lane, spans) for lane, spans in through if spans)
                found[path].append(_Inside(piece, on.bodies[number].numbers, spans, used))
    return [_way(tuple(path), drawn.lengths[number], found[number]) for number, path in enumerate(paths)]


def _lanes(wire: Wire, beside_mm: float) -> list[tuple[Lane, OutlineEdges]]:
    """The lanes that are wide enough, where the middle of what goes through them may be."""
    wide_enough = (gap for gap in wire.gaps if gap.width_mm > 2 * beside_mm)
    return [(gap, OutlineEdges.of(strip(gap.path, gap.width_mm - 2 * beside_mm))) for gap in wide_enough]


class _Drawn:
    """The straight parts of many paths, and where on its path each begins."""

    def __init__(self, paths: Sequence[Sequence[Spot]]) -> None:
        self.path = np.repeat(np.arange(len(paths)), [len(path) - 1 for path in paths])
        parts = [pair for path in paths for pair in pairwise(path)]
        ends = np.array(parts, dtype=float).reshape(-1, 2, 2)
        long = np.flatnonzero((ends[:, 0] != ends[:, 1]).any(axis=1))
        self._ends = ends[long]
        self.path, self.parts = self.path[long], Lines(self._ends[:, 0], self._ends[:, 1])
        # Added up path by path, so that a path is the same to the last bit whatever else is asked with it.
        firsts = np.searchsorted(self.path, np.arange(len(paths) + 1))
        added = [np.cumsum(self.parts.lengths[first:last]) for first, last in pairwise(firsts.tolist())]
        self.lengths = [float(lengths[-1]) if len(lengths) else 0.0 for lengths in added]
        self.offsets = np.concatenate([np.zeros(0), *(np.concatenate([[0.0], one[:-1]]) for one in added if len(one))])

    def near(self, on: TableGround) -> list[int]:
        """The pieces whose box any part of the paths meets."""
        if not len(self.parts):
            return []
        found: list[int] = np.unique(on.tree.query(shapely.linestrings(self._ends))[1]).tolist()
        return found

    def spans_in(self, outlines: Sequence[OutlineEdges]) -> dict[int, tuple[Span, ...]]:
        """The same of several outlines together."""
        found: dict[int, list[Span]] = {}
        for outline in outlines:
            for path, spans in self.spans(outline).items():
                found.setdefault(path, []).extend(spans)
        if len(outlines) == 1:
            return {path: tuple(spans) for path, spans in found.items()}
        return {path: tuple(_joined(spans)) for path, spans in found.items()}

    def spans(self, outline: OutlineEdges) -> dict[int, tuple[Span, ...]]:
        """From where to where each path that leads through an outline is inside it, bends or not."""
        near = self.parts.near(outline)
        found = stretches(outline, self.parts.only(near))
        part = near[found.line]
        starts, ends = (self.offsets[part] + share * self.parts.lengths[part] for share in (found.start, found.end))
        spans: dict[int, list[Span]] = {}
        for path, start, end in zip(self.path[part].tolist(), starts.tolist(), ends.tolist(), strict=True):
            joined = spans.setdefault(path, [])
            if joined and start - joined[-1][1] <= HAIR_MM:
                start = joined.pop()[0]
            joined.append((start, end))
        return {path: tuple(joined) for path, joined in spans.items()}


def _way(path: tuple[Spot, ...], length_mm: float, found: Sequence[_Inside]) -> WayOverGround:
    """A way from what its path is inside of."""
    bodies: dict[tuple[int, ...], list[_Inside]] = {}
    for inside in found:
        bodies.setdefault(inside.body, []).append(inside)
    met = [one for body in bodies.values() for one in _met(body, length_mm)]
    met.sort(key=lambda one: (one.start_mm, one.end_mm))
    trenches = [one for one in met if isinstance(one.piece, Trench)]
    crossed = {
        (piece.id, span[0])
        for one in trenches
        for piece, span in one.parts or ((one.piece, (one.start_mm, one.end_mm)),)
    }
    spans = [
        (inside.piece, span) for inside in found for span in inside.spans if (inside.piece.id, span[0]) not in crossed
    ]
    edges = {0.0, length_mm, *(edge for inside in found for span in inside.spans for edge in span)}
    parts = [(one, other) for one, other in pairwise(sorted(edges)) if other - one > HAIR_MM]
    return WayOverGround(path, length_mm, tuple(_stretches(parts, spans)), tuple(met))


def _stretches(parts: Sequence[Span], spans: Sequence[tuple[Piece, Span]]) -> Iterator[WayStretch]:
    """The parts of a way between two edges of anything, each with what it is in, in the table's order."""
    inside: list[list[Piece]] = [[] for _ in parts]
    middles = [(one + other) / 2 for one, other in parts]
    for piece, (start, end) in spans:
        for number in range(bisect(middles, start), bisect(middles, end)):
            inside[number].append(piece)
    for (start, end), here in zip(parts, inside, strict=True):
        yield _stretch(start, end, here) if here else WayStretch(start, end)


def _stretch(start: float, end: float, here: Sequence[Piece]) -> WayStretch:
    """What lies underfoot, of each sort but areas the first in the table's order."""
    areas: list[Area] = []
    road = trench = water = None
    for piece in here:
        if isinstance(piece, Area):
            areas.append(piece)
        elif isinstance(piece, Road | Bridge):
            road = road or piece
        elif isinstance(piece, Trench):
            trench = trench or piece
        elif isinstance(piece, Stream | River):
            water = water or piece
    return WayStretch(start, end, tuple(areas), road, trench, water)


def _met(body: Sequence[_Inside], length_mm: float) -> Iterator[MetOnWay]:
    """What of a body is met: pieces whose parts of the way overlap or follow each other are met as one."""
    parts = sorted(((span, inside.piece) for inside in body for span in inside.spans), key=lambda part: part[0])
    for start, end in _joined([span for span, _ in parts]):
        here = [
            (piece, span)
            for span, piece in parts
            if start <= span[0] <= end and isinstance(piece, Trench | Stream | River | Wire)
        ]
        if not here:
            return
        piece = here[0][0]
        widest = max(width(one) or 0 for one, _ in here)
        if not (isinstance(piece, Trench) and end - start > ALONG * widest):
            begins, ends = start <= HAIR_MM, end >= length_mm - HAIR_MM
            used = ((lane, _shared(spans, (start, end))) for inside in body for lane, spans in inside.lanes)
            lanes = tuple((lane, spans) for lane, spans in used if spans)
            yield MetOnWay(piece, start, end, begins, ends, lanes, tuple(here) if len(here) > 1 else ())


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, those as one that overlap or follow each other without a gap."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start - found[-1][1] <= HAIR_MM:
            first, last = found.pop()
            start, end = first, max(last, end)
        found.append((start, end))
    return found


def _in(at_mm: float, span: Span) -> bool:
    return span[0] <= at_mm <= span[1]


def _shared(spans: Sequence[Span], within: Span) -> tuple[Span, ...]:
    """The parts of spans that lie within another."""
    both = ((max(start, within[0]), min(end, within[1])) for start, end in spans)
    return tuple((start, end) for start, end in both if end - start > HAIR_MM)


def _covered(spans: Sequence[Span]) -> float:
    """How long spans are together, what several of them cover once."""
    total, reached = 0.0, float("-inf")
    for start, end in sorted(spans):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total


# What a way costs

HAIR: Final = 1e-9
"""A move that is used up but for this share of it is used up."""


def drawn_as(area: Area) -> str:
    """What an area is by the kind that it is drawn as."""
    return area.kind


@dataclass(frozen=True, slots=True)
class Rates:
    """How somebody moves: mm in one move action by the ground, whole actions for what is met; None where he cannot.

    `going` reads an area in the system's own words, what it is drawn as if nothing is said. `areas` has those words
    alone that differ from open ground, `road_cancels` those that a road through them makes open.
    A river takes actions to get in, over and out. `lanes` are those he goes through as over open ground; wire elsewhere
    takes `belt_actions` for each 2 cm. Mixed going uses a move up in proportion, or at the slowest of its rates.
    """

    open_mm: int
    areas: Mapping[str, int | None] = field(default_factory=dict)
    road_mm: int | None = None
    road_cancels: frozenset[str] = frozenset()
    along_trench_mm: int | None = None
    trench_actions: int | None = 0
    stream_actions: int | None = 1
    river_actions: tuple[int, int, int] | None = (1, 1, 1)
    belt_actions: int | None = 1
    lanes: frozenset[LaneMaker] = frozenset()
    slowest_counts: bool = False
    going: Callable[[Area], str] = drawn_as

    def rate_mm(self, stretch: WayStretch) -> int | None:
        """How far a move action carries him over such ground; None where he cannot go. Water is crossed by actions."""
        if stretch.trench:
            return self.along_trench_mm
        rates = [self.open_mm if stretch.road is None or self.road_mm is None else self.road_mm]
        for area in stretch.areas:
            going = self.going(area)
            if going in self.areas and not (stretch.road and going in self.road_cancels):
                slowed = self.areas[going]
                if slowed is None:
                    return None
                rates.append(slowed)
        return min(rates)

    def actions(self, met: MetOnWay) -> int | None:
        """How many whole actions it takes to get over what is met; None where he cannot."""
        if isinstance(met.piece, Wire):
            belts = met.belts(self.lanes)
            return None if belts and self.belt_actions is None else belts * (self.belt_actions or 0)
        if isinstance(met.piece, River):
            if self.river_actions is None:
                return None
            into, over, out = self.river_actions
            return (0 if met.begins_inside else into + over) + (0 if met.ends_inside else out)
        if isinstance(met.piece, Stream):
            return 0 if met.begins_inside and self.stream_actions is not None else self.stream_actions
        return 0 if met.begins_inside or met.ends_inside else self.trench_actions


class CostedStretch(NamedTuple):
    """A stretch with the rate over it and the share of a move it takes; no rate where getting over it was paid for."""

    stretch: WayStretch
    rate_mm: int | None
    share: float


@dataclass(frozen=True, slots=True)
class Cost:
    """What a way costs as far as it can be gone.

    `moves` is the sum of the shares of a move, `crossing_actions` what is met on the way takes besides, `actions` how
    many actions both come to, since what is left of a move is lost where something takes an action of its own.
    The way ends at `end_mm`: at its end, where the actions run out, or where `barred_by` (None: the ground) bars it.
    """

    parts: tuple[CostedStretch, ...]
    moves: float
    crossing_actions: int
    actions: int
    end_mm: float
    end: Point
    arrives: bool
    barred: bool
    barred_by: Piece | None


def cost(way: WayOverGround, rates: Rates, actions: int | None = None) -> Cost:
    """What a way costs, and how far so many actions carry along it (None: however many it takes)."""
    walk = _Walk(way, rates, actions)
    walk.go()
    arrives = walk.here >= way.length_mm - HAIR_MM
    return Cost(
        tuple(walk.parts),
        sum(part.share for part in walk.parts),
        walk.crossing,
        walk.used,
        walk.here,
        way.at(walk.here),
        arrives,
        walk.barred,
        walk.barred_by,
    )


class _Walk:
    """Somebody on a way: where he is, the actions he has used, and what is left of the move he is in."""

    def __init__(self, way: WayOverGround, rates: Rates, actions: int | None) -> None:
        self.way, self.rates = way, rates
        self.most = inf if actions is None else actions
        self.parts: list[CostedStretch] = []
        self.here, self.paid_to = 0.0, 0.0
        self.used = self.crossing = 0
        self.left, self.gone, self.slowest = 0.0, 0.0, inf
        self.barred = False
        self.barred_by: Piece | None = None

    def go(self) -> None:
        """Stretch by stretch, until the end, a bar, or the last action."""
        met = list(self.way.met)
        for stretch in self.way.stretches:
            while met and met[0].start_mm <= stretch.start_mm + HAIR_MM:
                if not self._cross(met.pop(0)):
                    return
            if not self._over(stretch):
                return

    def _cross(self, met: MetOnWay) -> bool:
        """Get over what is met, by as many whole actions; what was left of a move is lost to the first of them."""
        actions = self.rates.actions(met)
        if actions is None:
            self.barred, self.barred_by = True, met.piece
            return False
        if not actions:
            return True
        if self.used + actions > self.most:
            return False
        self.used += actions
        self.crossing += actions
        self.left = 0.0
        self.paid_to = max(self.paid_to, met.end_mm)
        return True

    def _over(self, stretch: WayStretch) -> bool:
        """Go over one stretch, which costs nothing where getting over something was paid for."""
        if stretch.water or stretch.end_mm <= self.paid_to + HAIR_MM:
            self.parts.append(CostedStretch(stretch, None, 0.0))
            self.here = stretch.end_mm
            return True
        rate = self.rates.rate_mm(stretch)
        if rate is None or rate <= 0:
            self.barred = True
            return False
        share = self._used_up(stretch, rate)
        self.parts.append(CostedStretch(stretch, rate, share))
        return self.here >= stretch.end_mm - HAIR_MM

    def _used_up(self, stretch: WayStretch, rate: int) -> float:
        """The share of moves used on a stretch, as far as the actions carry."""
        share = 0.0
        while self.here < stretch.end_mm - HAIR_MM:
            going = self._left_of_move(rate)
            if going <= HAIR_MM:
                if self.used >= self.most:
                    break
                self.used += 1
                self.left, self.gone, self.slowest = 1.0, 0.0, inf
                going = self._left_of_move(rate)
            going = min(going, stretch.end_mm - self.here)
            self.here, self.gone = self.here + going, self.gone + going
            self.left -= going / rate
            self.slowest = min(self.slowest, rate)
            share += going / rate
        return share

    def _left_of_move(self, rate: int) -> float:
        """How far what is left of the move carries at a rate, in mm."""
        if self.rates.slowest_counts:
            return min(self.slowest, rate) - self.gone if self.left > 0 else 0.0
        return self.left * rate if self.left > HAIR else 0.0
