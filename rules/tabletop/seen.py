"""Who sees whom from base to base, past the terrain and past what comes and goes on the table: smoke, gas.

One free line is enough, from any place of the one base to any of the other; corners and middles stand for all of them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely

from rules.kernel.shapes import Outline as Corners
from rules.kernel.values import dataclass
from rules.tabletop.bodies import components, seams, share_of_base
from rules.tabletop.crossings import HAIR_MM, Bools, Lines, OutlineEdges, depths
from rules.tabletop.ground import TableGround
from rules.tabletop.outlines import OutlineCoverage, coverage
from rules.tabletop.sight import Looking
from rules.tabletop.sights import all_sights
from rules.tabletop.stands import Spot, StandingBase, corners

PLACES: Final = 5
"""Of each base: its corners and its middle."""


@dataclass(frozen=True, slots=True)
class Veil:
    """Something that hides for as long as it lies there. Who is partly in it looks out freely, if `partly_frees`.

    Who is wholly in it sees nobody and is seen by nobody.
    """

    outline: Corners
    partly_frees: bool = True


def bases_in_sight(
    on: TableGround,
    viewers: Sequence[StandingBase],
    targets: Sequence[StandingBase],
    looking: Looking,
    veils: Sequence[Veil] = (),
) -> Bools:
    """Whether each of the viewers (row) sees each of the targets (column)."""
    shape = (len(viewers), len(targets))
    if not viewers or not targets:
        return np.zeros(shape, dtype=bool)
    free = _past_terrain(on, viewers, targets, looking)
    for veil in _touching(veils):
        free &= _past(veil, viewers, targets)
    seen: Bools = np.logical_or.reduce(free, axis=2)
    return seen


def places_of(base: StandingBase) -> list[Spot]:
    """The places of a base that lines are drawn from and to."""
    return [base.spot, *(Spot(round(x), round(y)) for x, y in corners(base))]


def _past_terrain(
    on: TableGround, viewers: Sequence[StandingBase], targets: Sequence[StandingBase], looking: Looking
) -> Bools:
    """Whether each line is free of terrain, by viewer, target and the two places."""
    spots = [spot for base in (*viewers, *targets) for spot in places_of(base)]
    seen = all_sights(on, spots, looking)[: len(viewers) * PLACES, len(viewers) * PLACES :]
    return _by_pair(seen, len(viewers), len(targets))


def _by_pair(lines: Bools, viewers: int, targets: int) -> Bools:
    found: Bools = lines.reshape(viewers, PLACES, targets, PLACES).transpose(0, 2, 1, 3)
    return np.ascontiguousarray(found).reshape(viewers, targets, PLACES * PLACES)


@dataclass(frozen=True, slots=True)
class _Veils:
    """Veils of one sort that touch: the outline of each, and those that cover them and their seams."""

    each: tuple[Corners, ...]
    outlines: tuple[OutlineEdges, ...]
    partly_frees: bool

    def covering(self, base: StandingBase) -> OutlineCoverage:
        """How much of a base lies in them together."""
        found = [coverage(outline, base) for outline in self.each]
        if OutlineCoverage.FULLY in found or found.count(OutlineCoverage.NOT) == len(found):
            return OutlineCoverage.FULLY if OutlineCoverage.FULLY in found else OutlineCoverage.NOT
        if found.count(OutlineCoverage.PARTLY) > 1 and share_of_base(self.each, base) >= 1 - HAIR_MM:
            return OutlineCoverage.FULLY
        return OutlineCoverage.PARTLY


def _touching(veils: Sequence[Veil]) -> list[_Veils]:
    """Veils as they hide: those of one sort that touch are one."""
    outlines = [OutlineEdges([np.array(veil.outline, dtype=float)]) for veil in veils]
    if len(veils) < 2:
        return [_Veils((veil.outline,), (one,), veil.partly_frees) for veil, one in zip(veils, outlines, strict=True)]
    shapes = np.array([shapely.Polygon(veil.outline) for veil in veils], dtype=object)
    found = seams(shapes, shapely.STRtree(shapes), [veil.partly_frees for veil in veils])
    return [
        _Veils(
            tuple(veils[number].outline for number in numbers),
            (
                *(outlines[number] for number in numbers),
                *(outline for seam in found if seam.one in numbers for outline in seam.outlines),
            ),
            veils[numbers[0]].partly_frees,
        )
        for numbers in components(len(veils), ((seam.one, seam.other) for seam in found))
    ]


def _past(veil: _Veils, viewers: Sequence[StandingBase], targets: Sequence[StandingBase]) -> Bools:
    """Whether each line is free of a veil."""
    one, other = (
        np.array([spot for base in bases for spot in places_of(base)], dtype=float) for bases in (viewers, targets)
    )
    starts, ends = np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))
    free = np.ones(len(starts), dtype=bool)
    long = np.flatnonzero((starts != ends).any(axis=1))
    lines = Lines(starts[long], ends[long])
    for outline in veil.outlines:
        free[long] &= depths(outline, lines) * lines.lengths <= HAIR_MM
    found = _by_pair(free.reshape(len(one), len(other)), len(viewers), len(targets))
    for row, viewer in enumerate(viewers):
        lies = veil.covering(viewer)
        if lies is OutlineCoverage.PARTLY and veil.partly_frees:
            found[row] = True
        elif lies is OutlineCoverage.FULLY:
            found[row] = False
    for column, target in enumerate(targets):
        if veil.covering(target) is OutlineCoverage.FULLY:
            found[:, column] = False
    return found
