"""Who sees whom from base to base, past the terrain and past what comes and goes on the table: smoke, gas.

One free line is enough, from any place of the one base to any of the other; corners and middles stand for all of them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from rules.kernel.shapes import Outline as Corners
from rules.kernel.values import dataclass
from rules.tabletop.crossings import HAIR_MM, Bools, Lines, Outline, depths
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
    for veil in veils:
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


def _past(veil: Veil, viewers: Sequence[StandingBase], targets: Sequence[StandingBase]) -> Bools:
    """Whether each line is free of a veil."""
    one, other = (
        np.array([spot for base in bases for spot in places_of(base)], dtype=float) for bases in (viewers, targets)
    )
    starts, ends = np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))
    free = np.ones(len(starts), dtype=bool)
    long = np.flatnonzero((starts != ends).any(axis=1))
    lines = Lines(starts[long], ends[long])
    free[long] = depths(Outline([np.array(veil.outline, dtype=float)]), lines) * lines.lengths <= HAIR_MM
    found = _by_pair(free.reshape(len(one), len(other)), len(viewers), len(targets))
    for row, base in enumerate(viewers):
        lies = coverage(veil.outline, base)
        if lies is OutlineCoverage.PARTLY and veil.partly_frees:
            found[row] = True
        elif lies is OutlineCoverage.FULLY:
            found[row] = False
    for column, base in enumerate(targets):
        if coverage(veil.outline, base) is OutlineCoverage.FULLY:
            found[:, column] = False
    return found
