"""P7: 60 templates over 300 stands, who is fully, partly and not covered: 18,000 answers.

The compiled limit is the quicker of two that were given everything prepared: shapely's tree and prepared shapes, asked
in bulk, and numpy arrays over every pair that can meet. The naive way makes the shapes of each pair as it comes to it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.tabletop.salvo_odds import StandColumns, coverages
from rules.tabletop.stands import Circle, Pose, Rectangle, Spot, StandingBase, corners
from tests.bench.rounds import medians, took

Codes = NDArray[np.uint8]

ROUNDS: Final = 9
TIMES: Final = 200
TABLE: Final = (1200, 1800)
STANDS, TEMPLATES = 300, 60
BASES: Final[tuple[Rectangle | Circle, ...]] = (
    *[Rectangle(30, 15)] * 14,
    Rectangle(20, 20),
    Circle(20),
    Circle(25),
    Rectangle(60, 40),
    Rectangle(30, 60),
)
SIZES: Final = ((100, 100), (100, 50), (30, 30), (40, 40), (50, 50), (20, 100), (200, 100), (20, 150))


def measure() -> Sequence[float]:
    """Ours to the compiled limit, both from what they keep; naive to ours, both from stands; agreement in per cent.

    Then ours with twice the stands to ours.
    """
    chance = Random(1917)
    bases = [StandingBase(chance.choice(BASES), _pose(chance)) for _ in range(STANDS)]
    templates = [StandingBase(Rectangle(*chance.choice(SIZES)), _pose(chance)) for _ in range(TEMPLATES)]
    kept, laid = StandColumns.of(bases), StandColumns.of(templates)
    twice = StandColumns.of([*bases, *(StandingBase(chance.choice(BASES), _pose(chance)) for _ in range(STANDS))])
    in_bulk, in_arrays = Bulk(templates, bases), Arrays(templates, bases)
    answers = [in_bulk.codes(), in_arrays.codes(), naive(templates, bases)]
    agree = min(float((coverages(laid, kept) == other).mean()) for other in answers)
    found = medians(
        {
            "ours, kept": lambda: took(lambda: [coverages(laid, kept) for _ in range(TIMES)]) / TIMES,
            "twice": lambda: took(lambda: [coverages(laid, twice) for _ in range(TIMES)]) / TIMES,
            "shapely in bulk": lambda: took(lambda: [in_bulk.codes() for _ in range(TIMES)]) / TIMES,
            "arrays": lambda: took(lambda: [in_arrays.codes() for _ in range(TIMES)]) / TIMES,
            "ours, from stands": lambda: took(lambda: [anew(templates, bases) for _ in range(TIMES)]) / TIMES,
            "naive": lambda: took(lambda: naive(templates, bases)),
        },
        ROUNDS,
    )
    limit = min(found["shapely in bulk"], found["arrays"])
    ours = found["ours, kept"]
    return ours / limit, found["naive"] / found["ours, from stands"], 100 * agree, found["twice"] / ours


def anew(templates: Sequence[StandingBase], bases: Sequence[StandingBase]) -> Codes:
    """Ours, with nothing kept."""
    return coverages(StandColumns.of(templates), StandColumns.of(bases))


def _pose(chance: Random) -> Pose:
    """Anywhere on the table; two in three are square on to it, as most stands are."""
    facing = chance.choice((0.0, 180.0, chance.uniform(0, 360)))
    return Pose(Spot(*(chance.randint(0, side) for side in TABLE)), facing)


def naive(templates: Sequence[StandingBase], bases: Sequence[StandingBase]) -> Codes:
    """Two shapes for each pair, asked one after the other."""
    return np.array([[_asked(template, base) for base in bases] for template in templates], dtype=np.uint8)


def _asked(template: StandingBase, base: StandingBase) -> int:
    area = shapely.Polygon(corners(template))
    if isinstance(base.footprint, Circle):
        middle, radius = shapely.Point(base.spot), base.footprint.diameter_mm / 2
        if area.contains(middle) and area.exterior.distance(middle) >= radius:
            return 2
        return int(area.distance(middle) < radius)
    shape = shapely.Polygon(corners(base))
    return 2 if area.covers(shape) else int(area.intersects(shape) and not area.touches(shape))


class Bulk:
    """shapely, asked in bulk: a tree of the bases with corners, one of the middles of the others, all prepared."""

    def __init__(self, templates: Sequence[StandingBase], bases: Sequence[StandingBase]) -> None:
        self.shape = len(templates), len(bases)
        self.areas = np.array([shapely.Polygon(corners(one)) for one in templates])
        self.borders = shapely.boundary(self.areas)
        self.with_corners = np.array([not isinstance(one.footprint, Circle) for one in bases]).nonzero()[0]
        self.round = np.array([isinstance(one.footprint, Circle) for one in bases]).nonzero()[0]
        self.tree = shapely.STRtree([shapely.Polygon(corners(bases[int(index)])) for index in self.with_corners])
        self.middles = np.array([shapely.Point(bases[int(index)].spot) for index in self.round])
        across = (one.footprint.diameter_mm for one in bases if isinstance(one.footprint, Circle))
        self.radii = np.fromiter(across, dtype=np.float64) / 2
        self.round_tree = shapely.STRtree(self.middles)
        shapely.prepare(self.areas)
        shapely.prepare(self.tree.geometries)

    def codes(self) -> Codes:
        """Everything from the trees: partly is to meet without only touching, fully is to be covered."""
        found = np.zeros(self.shape, dtype=np.uint8)
        asked: tuple[tuple[Literal["intersects", "touches", "covers"], int], ...]
        asked = (("intersects", 1), ("touches", 0), ("covers", 2))
        for predicate, code in asked:
            rows, columns = self.tree.query(self.areas, predicate)
            found[rows, self.with_corners[columns]] = code
        rows, columns = self.round_tree.query(self.areas, "dwithin", self.radii.max())
        radii, middles = self.radii[columns], self.middles[columns]
        off = shapely.distance(self.areas[rows], middles)
        deep = (off == 0) & (shapely.distance(self.borders[rows], middles) >= radii)
        found[rows, self.round[columns]] = (off < radii).astype(np.uint8) + deep
        return found


class Arrays:
    """numpy over the pairs whose middles are near, with the lines along the edges of both; prepared but for those."""

    def __init__(self, templates: Sequence[StandingBase], bases: Sequence[StandingBase]) -> None:
        self.template, self.base = StandColumns.of(templates).columns, StandColumns.of(bases).columns
        (x, y), (base_x, base_y) = self.template[:2], self.base[:2]
        reach, base_reach = (np.hypot(one[4], one[5]) + one[6] for one in (self.template, self.base))
        far, base_far = x**2 + y**2 - reach**2, base_x**2 + base_y**2 - base_reach**2
        self.factors = np.array((-2 * x, -2 * y, -2 * reach, far, np.ones(len(x)))).T.copy()
        self.base_factors = np.array((base_x, base_y, base_reach, np.ones(len(base_x)), base_far))
        self.middles, self.base_middles = x + 1j * y, base_x + 1j * base_y
        self.turns, self.base_turns = self.template[2] + 1j * self.template[3], self.base[2] + 1j * self.base[3]

    def codes(self) -> Codes:
        """The same comparisons in complex numbers, which turn both coordinates at once."""
        nearness = self.factors @ self.base_factors
        flat = np.flatnonzero(nearness < 1)
        rows, columns = np.divmod(flat, len(self.base_middles))
        found = np.zeros(nearness.size, dtype=np.uint8)
        found[flat] = self._of(self.base_middles[columns] - self.middles[rows], rows, columns)
        return found.reshape(nearness.shape)

    def _of(self, apart: NDArray[np.complex128], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Codes:
        half_width, half_depth = self.template[4:6, rows]
        base_half_width, base_half_depth, rim = self.base[4:7, columns]
        seen, base_seen = apart * self.turns[rows], apart * self.base_turns[columns]
        between = self.turns[rows] * self.base_turns[columns].conj()
        aligned, across = np.abs(between.real), np.abs(between.imag)
        right, ahead = np.abs(seen.real), np.abs(seen.imag)
        wide = base_half_width * aligned + base_half_depth * across + rim
        deep = base_half_width * across + base_half_depth * aligned + rim
        fully = (right + wide <= half_width + 1e-6) & (ahead + deep <= half_depth + 1e-6)
        meets = (right < half_width + wide - 1e-6) & (ahead < half_depth + deep - 1e-6)
        reach = half_width * aligned + half_depth * across - 1e-6
        meets &= np.abs(base_seen.real) < base_half_width + rim + reach
        reach = half_width * across + half_depth * aligned - 1e-6
        meets &= np.abs(base_seen.imag) < base_half_depth + rim + reach
        corner = np.hypot(np.maximum(right - half_width, 0), np.maximum(ahead - half_depth, 0))
        meets &= (rim == 0) | (corner < rim - 1e-6)
        return meets.astype(np.uint8) + fully
