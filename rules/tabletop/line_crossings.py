"""Crossings of straight lines with outlines: all lines of a table at once, or one by stretches.

Only the inside counts: a line that touches a corner or runs along an edge is not in the outline. Corners and ends are
whole millimetres, so on which side of a line a corner lies is exact; places along a line are shares of it, 0 to 1.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from rules.kernel.frozen_dataclasses import dataclass

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Numbers = NDArray[np.intp]

HAIR_MM: Final = 1e-6
"""A line that is in an outline for no longer than this only touches it."""


@dataclass(frozen=True, slots=True)
class LineStretch:
    """A part of a line, as shares of it."""

    start: float
    end: float


class OutlineEdges:
    """The corners of a shape, ring by ring: the outside one way round, holes the other way."""

    def __init__(self, rings: Sequence[Floats]) -> None:
        self.corners = np.concatenate(rings)
        firsts = np.cumsum([0, *(len(ring) for ring in rings)])
        self.after = np.arange(1, len(self.corners) + 1)
        self.after[firsts[1:] - 1] = firsts[:-1]
        self.edges = self.corners[self.after] - self.corners
        # In whole millimetres, and so the same in single and double precision.
        self.least = np.floor(self.corners.min(axis=0)).tolist()
        self.most = np.ceil(self.corners.max(axis=0)).tolist()

    @classmethod
    def of(cls, shape: BaseGeometry) -> "OutlineEdges":
        """The outline of a polygon, or of many."""
        rings = shapely.get_rings(shapely.get_parts(shapely.orient_polygons(shape)))
        return cls([shapely.get_coordinates(ring)[:-1] for ring in rings])


class Lines:
    """Many straight lines, from `starts` to `ends` (a row a line: x, y), none of them without a length."""

    def __init__(self, starts: Floats, ends: Floats) -> None:
        columns, boxes = np.empty((5, len(starts))), np.empty((4, len(starts)), dtype=np.float32)
        x, y, across, up, lengths = columns
        x[:], y[:] = starts.T
        across[:], up[:] = ends.T
        for first, place, end in ((0, x, across), (2, y, up)):
            np.minimum(place, end, out=boxes[first], casting="same_kind")
            np.maximum(place, end, out=boxes[first + 1], casting="same_kind")
        across -= x
        up -= y
        np.sqrt(across * across + up * up, out=lengths)
        self._take(columns, boxes)

    def _take(self, columns: Floats, boxes: NDArray[np.float32]) -> None:
        self._columns, self._boxes = columns, boxes
        self.x, self.y, self.across, self.up, self.lengths = columns

    def __len__(self) -> int:
        return len(self.x)

    def only(self, which: Numbers) -> "Lines":
        """Some of the lines."""
        some = Lines.__new__(Lines)
        some._take(self._columns.take(which, axis=1), self._boxes.take(which, axis=1))
        return some

    def near(self, outline: OutlineEdges) -> Numbers:
        """The lines that meet the box round an outline: no other can lead through it."""
        (left, low), (right, high) = outline.least, outline.most
        begins, ends, nearest, farthest = self._boxes
        which = np.flatnonzero((begins <= right) & (ends >= left) & (nearest <= high) & (farthest >= low))
        x, y, across, up = self._columns[:4].take(which, axis=1)
        half_x, half_y = (right - left) / 2, (high - low) / 2
        off = np.abs(across * (y - low - half_y) - up * (x - left - half_x))
        meeting: Numbers = which[off <= half_y * np.abs(across) + half_x * np.abs(up)]
        return meeting


@dataclass(frozen=True, slots=True)
class CrossedEdges:
    """Which edges of an outline some lines cross (as if they lay a hair to one side): line, share of it, way over."""

    line: Numbers
    share: Floats
    way: Floats


def met(outline: OutlineEdges, lines: Lines, aside: bool = False) -> tuple[CrossedEdges, Bools]:
    """Where lines cross an outline's edges, and which of them run exactly through a corner.

    For those, what is met differs between a hair to the one side and a hair to the other (`aside`).
    """
    to_x, to_y, sides = _seen_from(outline, lines)
    left = sides >= 0 if aside else sides > 0
    edge, line = np.nonzero(left != left[outline.after])
    ahead = outline.after[edge]
    edge_x, edge_y = outline.edges[edge].T
    share = (to_x[edge, line] * edge_y - to_y[edge, line] * edge_x) / (sides[ahead, line] - sides[edge, line])
    way = np.where(left[edge, line], 1.0, -1.0)
    through_corner = np.zeros(len(lines), dtype=bool) if sides.all() else (sides == 0).any(axis=0)
    return CrossedEdges(line, share, way), through_corner


def _seen_from(outline: OutlineEdges, lines: Lines) -> tuple[Floats, Floats, Floats]:
    """The way from where each line (a column) begins to each corner (a row), and how far left of the line that is."""
    to_x, to_y = outline.corners[:, :1] - lines.x, outline.corners[:, 1:] - lines.y
    return to_x, to_y, lines.across * to_y - lines.up * to_x


def depths(outline: OutlineEdges, lines: Lines) -> Floats:
    """The share of each line that is inside an outline, 0 to 1."""
    found, through_corner = met(outline, lines)
    inside = _depth(found, len(lines))
    exact = np.flatnonzero(through_corner)
    if len(exact):
        some = lines.only(exact)
        other, _ = met(outline, some, aside=True)
        # An edge along the line lies inside seen from one side of it, and outside seen from the other.
        inside[exact] = (inside[exact] + _depth(other, len(some)) - _along_edges(outline, some)) / 2
    return inside


def _depth(found: CrossedEdges, count: int) -> Floats:
    """Ways in and out alternate, so their places with opposite signs add up to what lies between them."""
    return np.abs(np.bincount(found.line, found.way * np.clip(found.share, 0, 1), count))


def _along_edges(outline: OutlineEdges, lines: Lines) -> Floats:
    """The share of each line that runs along an edge."""
    to_x, to_y, sides = _seen_from(outline, lines)
    places = np.clip((lines.across * to_x + lines.up * to_y) / lines.lengths**2, 0, 1)
    on_line = sides == 0
    along = np.abs(places[outline.after] - places) * (on_line & on_line[outline.after])
    total: Floats = along.sum(axis=0)
    return total


@dataclass(frozen=True, slots=True)
class Stretches:
    """Stretches of many lines: the number of the line, and from where to where, as shares of it."""

    line: Numbers
    start: Floats
    end: Floats


def stretches(outline: OutlineEdges, lines: Lines) -> Stretches:
    """The stretches of lines that are inside an outline, line by line in their order; none of those that only touch."""
    found, through_corner = met(outline, lines)
    exact = np.flatnonzero(through_corner)
    rest = _in_pairs(found)
    if not len(exact):
        return _long_enough(rest, lines)
    other, _ = met(outline, lines.only(exact), aside=True)
    ours = ~through_corner[rest.line]
    corrected = [
        (number, one.start, one.end)
        for row, number in enumerate(exact.tolist())
        for one in _common(_of_line(rest, number), _of_line(_in_pairs(other), row), HAIR_MM / lines.lengths[number])
    ]
    line = np.concatenate([rest.line[ours], np.array([one[0] for one in corrected], dtype=np.intp)])
    start = np.concatenate([rest.start[ours], [one[1] for one in corrected]])
    end = np.concatenate([rest.end[ours], [one[2] for one in corrected]])
    order = np.lexsort((start, line))
    return _long_enough(Stretches(line[order], start[order], end[order]), lines)


def joined(found: Sequence[Stretches], lines: Lines) -> Stretches:
    """Stretches of the same lines in several outlines, as one list: what overlaps or touches is one stretch."""
    line, start, end = (np.concatenate([getattr(some, name) for some in found]) for name in ("line", "start", "end"))
    if not len(line):
        return Stretches(line, start, end)
    order = np.lexsort((start, line))
    line, start, end = line[order], start[order], end[order]
    # Lines are moved apart by more than a line is long, so that one running maximum serves them all.
    reached = np.maximum.accumulate(end + 2 * line) - 2 * line
    new = np.ones(len(line), dtype=bool)
    new[1:] = (line[1:] != line[:-1]) | (start[1:] - reached[:-1] > HAIR_MM / lines.lengths[line[1:]])
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(line)) - 1
    return Stretches(line[first], start[first], reached[last])


def stretches_of(outline: OutlineEdges, start: Sequence[float], end: Sequence[float]) -> tuple[LineStretch, ...]:
    """The stretches of one line that are inside an outline, worked out from the same end whichever way it leads."""
    return of_one_line(lambda lines: stretches(outline, lines), start, end)


def of_one_line(
    within: Callable[[Lines], Stretches], start: Sequence[float], end: Sequence[float]
) -> tuple[LineStretch, ...]:
    """The stretches of one line, worked out from the same end whichever way it leads."""
    if tuple(start) == tuple(end):
        return ()
    one, other = (np.array([point], dtype=float) for point in (start, end))
    if tuple(start) <= tuple(end):
        return tuple(_of_line(within(Lines(one, other)), 0))
    found = _of_line(within(Lines(other, one)), 0)
    return tuple(LineStretch(1 - part.end, 1 - part.start) for part in reversed(found))


def _in_pairs(found: CrossedEdges) -> Stretches:
    """From each way in to the next way out, as far as it is on the line."""
    order = np.lexsort((found.share, found.line))
    places = np.clip(found.share[order], 0, 1)
    return Stretches(found.line[order][::2], places[::2], places[1::2])


def _long_enough(found: Stretches, lines: Lines) -> Stretches:
    long = (found.end - found.start) * lines.lengths[found.line] > HAIR_MM
    return Stretches(found.line[long], found.start[long], found.end[long])


def _of_line(found: Stretches, number: int) -> list[LineStretch]:
    which = found.line == number
    return [LineStretch(*pair) for pair in zip(found.start[which].tolist(), found.end[which].tolist(), strict=True)]


def _common(some: Sequence[LineStretch], others: Sequence[LineStretch], hair: float) -> list[LineStretch]:
    """What is inside seen from both sides of the line; stretches that only a corner parts are one."""
    both = (LineStretch(max(a.start, b.start), min(a.end, b.end)) for a in some for b in others)
    joined: list[LineStretch] = []
    for part in sorted((one for one in both if one.start < one.end), key=lambda one: one.start):
        if joined and part.start - joined[-1].end <= hair:
            part = LineStretch(joined.pop().start, part.end)
        joined.append(part)
    return joined
