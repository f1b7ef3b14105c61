"""Terrain and bases as shapely shapes; pieces that touch are one body, with seams between.

Two shapes touch if they overlap, share a stretch of border, or leave a gap of less than a millimetre between them.
Corners are whole millimetres, so a narrower gap comes from rounding and was not drawn. Shapes that meet in one point
stay apart: a point has no width, and a line through it only touches either shape.

A seam covers the border that two shapes share, and any hairline gap, half a millimetre to either side. It ends a hair
inside the common outline, so that a line along the outer edge stays free. The other edges keep their exact corners.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import GEOSException, LineString, Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point
from rules.tabletop.line_crossings import (
    HAIR_MM,
    Bools,
    Lines,
    Numbers,
    OutlineEdges,
    Stretches,
    depths,
    joined,
    stretches,
)
from rules.tabletop.stands import Circle, Placed, Spot, StandingBase, core, corners, middle
from rules.tabletop.terrain import Area, Hill, Piece, points, width

# What is drawn and what stands on the table as shapely sees it. All in millimetres

Shapes = NDArray[Any]

ROUND: Final = 8
"""Corners to a quarter turn where a path bends or a base is round: true to a four-hundredth of the width."""


def strip(path: Sequence[Spot], width_mm: float) -> BaseGeometry:
    """The ground along a path, half the width to either side: round at its bends, cut off square at its ends."""
    return LineString(path).buffer(width_mm / 2, quad_segs=ROUND, cap_style="flat", join_style="round")


def shape(piece: Piece) -> BaseGeometry:
    """The ground that a piece of terrain covers; of wire the whole belt, gaps included."""
    if isinstance(piece, Area | Hill):
        return Polygon(points(piece))
    return strip(piece.path, width(piece) or 0)


def bases(placed: Sequence[Placed]) -> Shapes:
    """The footprints of many, those with corners made at once."""
    found = np.empty(len(placed), dtype=object)
    cores = np.array([core(one) for one in placed], dtype=float).reshape(-1, 3)
    angular = np.flatnonzero(cores[:, 0] > 0)
    for number in np.flatnonzero(cores[:, 0] == 0).tolist():
        found[number] = base(placed[number])
    if len(angular):
        turns = np.radians(
            [one.facing_deg for one in (placed[n] for n in angular.tolist()) if isinstance(one, StandingBase)]
        )
        right, ahead = cores[angular, :2].T[:, :, None] * np.array([[-1, -1, 1, 1], [-1, 1, 1, -1]])[:, None, :]
        along, across = np.cos(turns)[:, None], np.sin(turns)[:, None]
        spots = np.array([middle(placed[n]) for n in angular.tolist()], dtype=float)
        x, y = spots[:, :1] + right * along + ahead * across, spots[:, 1:] + ahead * along - right * across
        found[angular] = shapely.polygons(np.stack([x, y], axis=2))
    return found


def base(placed: Placed) -> BaseGeometry:
    """A stand's footprint where it stands; a spot is a point."""
    if not isinstance(placed, StandingBase):
        return shapely.Point(placed)
    if isinstance(placed.footprint, Circle):
        return shapely.Point(placed.spot).buffer(placed.footprint.diameter_mm / 2, quad_segs=ROUND)
    return Polygon(corners(placed))


# Pieces that touch are one body

GAP_MM: Final = 1.0
"""A gap narrower than this is a hairline."""
SEAM_MM: Final = 10.0
"""Shapes that neither overlap nor share a border touch if they run so long within a hairline of each other."""
_HALF_MM: Final = GAP_MM / 2 - 1e-4
_INNER_MM: Final = GAP_MM / 4
_RECESS_MM: Final = 1e-5
_SHORTEST_MM: Final = 2.0
"""A gap of this length or less lies in the corner between two shapes, and no line runs along it."""
_SURFACE_MM2: Final = 1e-6
_GRID_MM: Final = 1e-7


@dataclass(frozen=True, slots=True)
class Seam:
    """The border between two shapes (by their numbers) that touch."""

    one: int
    other: int
    outlines: tuple[OutlineEdges, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """Shapes that are one for whatever leads through them: their numbers, and the outlines that cover them."""

    numbers: tuple[int, ...]
    outlines: tuple[OutlineEdges, ...]

    def near(self, lines: Lines) -> Numbers:
        """The lines that may lead through it."""
        if len(self.outlines) == 1:
            return lines.near(self.outlines[0])
        return np.unique(np.concatenate([lines.near(outline) for outline in self.outlines]))

    def entered(self, lines: Lines) -> Bools:
        """Which lines lead through it."""
        inside = np.zeros(len(lines), dtype=bool)
        for outline in self.outlines:
            near = lines.near(outline) if len(self.outlines) > 1 else np.arange(len(lines))
            some = lines.only(near)
            inside[near] |= depths(outline, some) * some.lengths > HAIR_MM
        return inside

    def stretches(self, lines: Lines) -> Stretches:
        """The stretches of lines that are inside it, line by line in their order."""
        return stretches_in(self.outlines, lines)


def stretches_in(outlines: Sequence[OutlineEdges], lines: Lines) -> Stretches:
    """The stretches of lines inside any of some outlines, line by line; what several of them cover is one stretch."""
    if len(outlines) == 1:
        return stretches(outlines[0], lines)
    found = []
    for outline in outlines:
        near = lines.near(outline)
        part = stretches(outline, lines.only(near))
        found.append(Stretches(near[part.line], part.start, part.end))
    return joined(found, lines)


def seams(shapes: Shapes, tree: STRtree, kinds: Sequence[object]) -> list[Seam]:
    """The seams between shapes of the same kind (None: never joined) that touch, overlapping ones without a border too.

    `tree` holds the shapes by their number.
    """
    ones, others = _pairs(shapes, tree, kinds)
    if not len(ones):
        return []
    common = _combined(shapely.intersection, shapes[ones], shapes[others])
    overlap = shapely.area(common) > _SURFACE_MM2
    border = shapely.length(shapely.boundary(common)) + shapely.length(common) > HAIR_MM
    parts = _ribbons(shapes[ones], shapes[others])
    found = []
    for number, ribbon in enumerate(parts):
        lengths = [_long(part) for part in ribbon]
        if overlap[number] or border[number] or sum(lengths) >= SEAM_MM:
            kept = [
                part
                for part, long in zip(ribbon, lengths, strict=True)
                if long > _SHORTEST_MM or (border[number] and part.intersects(common[number]))
            ]
            found.append(Seam(int(ones[number]), int(others[number]), tuple(map(OutlineEdges.of, kept))))
    return found


def _pairs(shapes: Shapes, tree: STRtree, kinds: Sequence[object]) -> tuple[Numbers, Numbers]:
    """The pairs of shapes of one kind that are nearer to each other than a hairline, each pair once."""
    numbers = np.array([n for n, kind in enumerate(kinds) if kind is not None and kinds.count(kind) > 1], dtype=np.intp)
    if not len(numbers):
        return numbers, numbers
    rows, others = tree.query(shapes[numbers], predicate="dwithin", distance=2 * _HALF_MM)
    ones = numbers[rows]
    alike = [n for n in range(len(ones)) if ones[n] < others[n] and kinds[ones[n]] == kinds[others[n]]]
    return ones[alike], others[alike]


def _combined(operation: Callable[..., Shapes], ones: Shapes, others: Shapes) -> Shapes:
    """Apply a set operation to pairs of shapes. Growing a shape can leave corners whose edges cross each other."""
    try:
        return operation(ones, others)
    except GEOSException:
        return np.array([_combined_pair(operation, *pair) for pair in zip(ones, others, strict=True)], dtype=object)


def _combined_pair(operation: Callable[..., Any], one: Any, other: Any) -> Any:
    try:
        return operation(one, other)
    except GEOSException:
        return operation(_untwisted(one), _untwisted(other), grid_size=_GRID_MM)


def _untwisted(shape: Any) -> Any:
    """Return the surface of a shape whose outline may cross itself."""
    parts = shapely.get_parts(shapely.get_parts(shapely.make_valid(shape)))
    return shapely.multipolygons([part for part in parts if part.geom_type == "Polygon"])


def _ribbons(ones: Shapes, others: Shapes) -> list[list[Any]]:
    """Of each pair the ground within half a hairline of both that neither holds well inside it, and no rim holds."""
    both = _combined(shapely.union, ones, others)
    closed = _grown(_grown(both, _HALF_MM), -_HALF_MM)
    inner = _grown(_combined(shapely.union, both, closed), -_RECESS_MM)
    beside = _combined(shapely.intersection, _grown(ones, _HALF_MM), _grown(others, _HALF_MM))
    within = _combined(shapely.union, _grown(ones, -_INNER_MM), _grown(others, -_INNER_MM))
    ribbons = _combined(shapely.difference, _combined(shapely.intersection, beside, inner), within)
    return [
        [part for part in shapely.get_parts(ribbon) if part.geom_type == "Polygon" and part.area > _SURFACE_MM2]
        for ribbon in ribbons
    ]


def _grown(shapes: Shapes, by_mm: float) -> Shapes:
    """Shapes made larger or smaller with their corners kept."""
    # The library divides by zero at corners that nearly coincide, and drops them.
    with np.errstate(divide="ignore", invalid="ignore"):
        grown: Shapes = shapely.buffer(shapes, by_mm, join_style="mitre", cap_style="flat")
    return grown


def _long(part: Any) -> float:
    """How long a narrow shape is."""
    return float(part.length) / 2


def components(count: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Numbers from 0 in groups: whatever a chain of pairs connects is one group, in the order of its first number."""
    group = list(range(count))

    def first(number: int) -> int:
        while group[number] != number:
            group[number] = number = group[group[number]]
        return number

    for one, other in pairs:
        low, high = sorted((first(one), first(other)))
        group[high] = low
    found: dict[int, list[int]] = {}
    for number in range(count):
        found.setdefault(first(number), []).append(number)
    return [tuple(numbers) for numbers in found.values()]


def shares_together(footprints: Shapes, shapes: Shapes) -> NDArray[np.float64]:
    """How much of each footprint lies in the shapes together, 0 to 1. Footprints must have a surface."""
    covered = shapely.area(shapely.intersection(footprints, shapely.union_all(shapes)))
    shares: NDArray[np.float64] = covered / shapely.area(footprints)
    return shares


def is_once_inside(outlines: Sequence[Outline], step: Point, placed: StandingBase) -> bool:
    """Whether a whole base lies in outlines together at some moment while these take a step (in mm).

    A gap between them that is narrower than a hairline counts as closed.
    """
    joined: Any = shapely.union_all([shapely.polygons(shapely.linearrings(one)) for one in outlines])
    closed: Any = _grown(_grown(_grown(joined, _HALF_MM), -_HALF_MM), HAIR_MM)
    (base,) = bases([placed])
    return any(closed.covers(_shifted(base, step, share)) for share in _moments(closed, base, step))


def _moments(area: Any, base: Any, step: Point) -> list[float]:
    """Return the shares of a step to test: a base can enter or leave an area only at these, or between two of them.

    That happens only when a corner of one meets an edge of the other.
    """
    length = float(np.hypot(*step))
    if not length:
        return [0.0]
    found = {0.0, 1.0}
    for outline, edges, sense in ((base, area, -1.0), (area, base, 1.0)):
        spots = shapely.get_coordinates(outline)
        ways = shapely.linestrings(np.stack([spots, spots + sense * np.array(step)], axis=1))
        met = shapely.intersection(ways, shapely.boundary(edges))
        for spot, crossing in zip(spots, met, strict=True):
            for point in shapely.get_coordinates(crossing):
                found.add(min(1.0, float(np.hypot(*(point - spot))) / length))
    times = sorted(found)
    between = [(first + last) / 2 for first, last in pairwise(times)]
    return sorted([*times, *between])


def _shifted(base: Any, step: Point, share: float) -> Any:
    """Return a base moved against a share of the area's step."""
    return shapely.transform(base, lambda corners: corners - share * np.array(step))


def share_of_base(outlines: Sequence[Outline], placed: Placed) -> float:
    """How much of a base lies in outlines together, 0 to 1; outlines are closed over a hair of space between them."""
    shapes = shapely.buffer(shapely.polygons([shapely.linearrings(one) for one in outlines]), HAIR_MM)
    return float(shares_together(bases([placed]), shapes)[0])
