"""Clouds that move over many bases at once: the most that each covers of each on its way."""

from collections.abc import Sequence
from math import ceil, hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.kernel.shapes import Point
from rules.tabletop.bulk import CODES, StandColumns, coverages
from rules.tabletop.outlines import OutlineCoverage
from rules.tabletop.stands import StandingBase

PACE_MM: Final = 20.0
"""A way is looked at so often: along the table's edges nothing is missed, askew no more than a corner of that size."""
_PARTLY: Final = CODES.index(OutlineCoverage.PARTLY)


def covered_on_its_way(
    cloud: StandingBase, offs: Sequence[Point], step: Point, bases: StandColumns, fully_at_its_end: bool = False
) -> NDArray[np.uint8]:
    """How a cloud covers each base (a column) on a straight way of one step, begun at each of some offsets (a row).

    As places in `bulk.CODES`; with `fully_at_its_end` a base counts as fully covered only where the cloud ends.
    """
    many = ceil(hypot(*step) / PACE_MM) + 1
    shares = np.linspace(0.0, 1.0, many)
    one = StandColumns.of([cloud]).columns
    columns = np.repeat(one, len(offs) * many, axis=1)
    columns[0] += np.add.outer([x for x, _ in offs], shares * step[0]).ravel()
    columns[1] += np.add.outer([y for _, y in offs], shares * step[1]).ravel()
    found = coverages(StandColumns.of_columns(columns), bases).reshape(len(offs), many, -1)
    if fully_at_its_end:
        found[:, :-1] = np.minimum(found[:, :-1], _PARTLY)
    most: NDArray[np.uint8] = found.max(axis=1)
    return most
