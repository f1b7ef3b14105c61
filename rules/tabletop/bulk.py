"""Many bases at once, worked out in arrays: the answers of `outlines.coverage` and of `measure.gap_mm`.

Whoever asks once for one base needs none of this and should not load numpy for it.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.kernel.shapes import HAIR_MM, turned
from rules.kernel.values import dataclass
from rules.tabletop.outlines import OutlineCoverage
from rules.tabletop.stands import StandingBase, core

Numbers = NDArray[np.float64]
CODES: Final = (OutlineCoverage.NOT, OutlineCoverage.PARTLY, OutlineCoverage.FULLY)
"""What the numbers in an answer stand for."""


@dataclass(frozen=True, slots=True)
class StandColumns:
    """Stands as columns of numbers, worth keeping as long as nothing moves.

    `columns`: x and y of the middle, cosine and sine of the facing, half width, half depth and rim, in mm.
    `as_template` and `as_base` are the factors of `_near`.
    """

    columns: Numbers
    as_template: Numbers
    as_base: Numbers

    @classmethod
    def of(cls, stands: Sequence[StandingBase]) -> "StandColumns":
        """Stands, or rectangles laid as stands, in their order."""
        rows = [(*one.spot, *turned((1.0, 0.0), -one.facing_deg), *core(one)) for one in stands]
        return cls.of_columns(np.array(rows, dtype=np.float64).reshape(len(rows), 7).T.copy())

    @classmethod
    def of_columns(cls, columns: Numbers) -> "StandColumns":
        """The same by their columns."""
        x, y, _, _, half_width, half_depth, rim = columns
        reach, one = np.hypot(half_width, half_depth) + rim + HAIR_MM, np.ones(columns.shape[1])
        rest = x * x + y * y - reach * reach
        return cls(columns, np.array((-2 * x, -2 * y, one, -2 * reach, rest)).T, np.array((x, y, rest, reach, one)))


def coverages(templates: StandColumns, bases: StandColumns) -> NDArray[np.uint8]:
    """How each template (a row) covers each base (a column), as places in `CODES`. Templates must have corners."""
    down, across = templates.columns.shape[1], bases.columns.shape[1]
    found = np.zeros(down * across, dtype=np.uint8)
    pairs = _near(templates, bases)
    rows, columns = np.divmod(pairs, max(across, 1))
    found[pairs] = _codes(templates.columns.take(rows, axis=1), bases.columns.take(columns, axis=1))
    return found.reshape(down, across)


def _near(templates: StandColumns, bases: StandColumns) -> NDArray[np.intp]:
    """The pairs whose circles around them meet, row by row: no other pair can share any surface.

    The square of a distance less the square of two radii is a sum of products, so one multiplication of tables gives it
    for every pair. On a table it is rounded by far less than the square millimetre that is allowed for it.
    """
    return np.flatnonzero(templates.as_template @ bases.as_base < 1.0)


def _codes(template: Numbers, base: Numbers) -> NDArray[np.uint8]:
    """The codes of pairs, by the lines along the edges of either shape; a disc's nearest corner besides."""
    x, y, cos, sin, half_width, half_depth, _ = template
    base_x, base_y, base_cos, base_sin, base_half_width, base_half_depth, rim = base
    over, up = base_x - x, base_y - y
    aligned, across = np.abs(cos * base_cos + sin * base_sin), np.abs(sin * base_cos - cos * base_sin)
    right, ahead = np.abs(over * cos - up * sin), np.abs(over * sin + up * cos)
    wide = base_half_width * aligned + base_half_depth * across + rim
    deep = base_half_width * across + base_half_depth * aligned + rim
    fully = (right + wide <= half_width + HAIR_MM) & (ahead + deep <= half_depth + HAIR_MM)
    seen_right, seen_ahead = np.abs(over * base_cos - up * base_sin), np.abs(over * base_sin + up * base_cos)
    meets = (
        (right < half_width + wide - HAIR_MM)
        & (ahead < half_depth + deep - HAIR_MM)
        & (seen_right < base_half_width + rim + half_width * aligned + half_depth * across - HAIR_MM)
        & (seen_ahead < base_half_depth + rim + half_width * across + half_depth * aligned - HAIR_MM)
    )
    beside, beyond = np.maximum(right - half_width, 0.0), np.maximum(ahead - half_depth, 0.0)
    meets &= (rim == 0) | (beside * beside + beyond * beyond < (rim - HAIR_MM) ** 2)
    codes: NDArray[np.uint8] = meets.astype(np.uint8) + fully
    return codes
