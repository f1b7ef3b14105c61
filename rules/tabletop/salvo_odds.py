"""Odds of salvos in arrays: many bases under many templates, expected results and samples.

A salvo lands in one of several places, with the weight of each. In each place it reaches each target in one of three
ways (`CODES`), and each way has its chances of a first and of a second result, by the faces of one die. What an outcome
means is the caller's affair. Coverages are those of `templates.coverage`, distances those of `tape_measure.gap_mm`.

A caller that asks once for one base needs none of this and should not load numpy for it.
"""

from collections.abc import Sequence
from math import ceil, hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import HAIR_MM, Point, turned
from rules.tabletop.stands import StandingBase, core
from rules.tabletop.templates import OutlineCoverage

# Many bases at once, worked out in arrays

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


# Clouds that move over many bases at once

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


# Expectations and samples over tables of outcomes, in arrays

FACES: Final = 6
NOTHING, FIRST, SECOND = 0, 1, 2
"""What a face may bring: nothing, the first result, the second."""
_CHUNK: Final = 20_000
Small = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Salvo:
    """One salvo: the weights of its landings, how each landing (a row) reaches each target, and what dice then bring.

    `faces` has for each of `CODES` and each target the outcome of every face, 1 first. Salvos that are the `same` land
    where the first of them has landed; an empty word is the same as none.
    """

    weights: Numbers
    reaches: Small
    faces: Small
    same: str = ""

    @property
    def targets(self) -> int:
        """How many targets there are."""
        return int(self.reaches.shape[1])


def salvo(
    weights: Sequence[float],
    landings: Sequence[StandingBase],
    targets: StandColumns,
    faces: Sequence[Sequence[Sequence[int]]],
    same: str = "",
) -> Salvo:
    """A salvo that covers one of the landings on the table. `faces`: by the code of its reach, then by target."""
    return Salvo(
        np.array(weights), coverages(StandColumns.of(landings), targets), np.array(faces, dtype=np.uint8), same
    )


def salvo_adrift(
    ways: Sequence[tuple[float, StandingBase, Point]],
    offs: Sequence[tuple[float, Point]],
    targets: StandColumns,
    faces: Sequence[Sequence[Sequence[int]]],
    same: str = "",
    fully_at_its_end: bool = False,
) -> Salvo:
    """A cloud that goes one of several ways (weight, where it begins, its step) from one of several offsets."""
    weights = [weight * likely for weight, _, _ in ways for likely, _ in offs]
    from_there = [off for _, off in offs]
    reaches = [covered_on_its_way(one, from_there, step, targets, fully_at_its_end) for _, one, step in ways]
    return Salvo(np.array(weights), np.vstack(reaches), np.array(faces, dtype=np.uint8), same)


def surely(reaches: Sequence[int], faces: Sequence[Sequence[Sequence[int]]]) -> Salvo:
    """A salvo whose landing is not left to chance."""
    return Salvo(np.ones(1), np.array([reaches], dtype=np.uint8), np.array(faces, dtype=np.uint8))


def expected(salvos: Sequence[Salvo]) -> Numbers:
    """How many first and second results (rows) each target may expect of all salvos together; exactly, but rounding."""
    found = np.zeros((2, salvos[0].targets if salvos else 0))
    for one in salvos:
        by_code = np.array([one.weights @ (one.reaches == code) for code in range(len(CODES))])
        for row, result in enumerate((FIRST, SECOND)):
            found[row] += (by_code * (one.faces == result).mean(axis=2)).sum(axis=0)
    return found


@dataclass(frozen=True, slots=True)
class Sampled:
    """Means of many samples for each target and for all of them together, and the standard error of each mean."""

    mean: Numbers
    error: Numbers
    whole: Numbers
    whole_error: Numbers


def sampled(salvos: Sequence[Salvo], many: int, seed: int) -> Sampled:
    """The same by throwing: every salvo lands, every target it reaches takes a die; the same for the same seed."""
    chance, targets = np.random.default_rng(seed), salvos[0].targets if salvos else 0
    total, squares = np.zeros((2, targets)), np.zeros((2, targets))
    wholes = np.zeros((2, 2))
    for begin in range(0, many, _CHUNK):
        counts = _thrown(salvos, min(_CHUNK, many - begin), chance)
        total += counts.sum(axis=1)
        squares += (counts.astype(np.uint16) ** 2).sum(axis=1)
        whole = counts.sum(axis=2, dtype=np.float64)
        wholes += whole.sum(axis=1), (whole * whole).sum(axis=1)
    return Sampled(*_mean(total, squares, many), *_mean(wholes[0], wholes[1], many))


def _mean(total: Numbers, squares: Numbers, many: int) -> tuple[Numbers, Numbers]:
    """A mean, and its standard error."""
    mean = total / many
    return mean, np.sqrt(np.maximum(squares / many - mean * mean, 0.0) / many)


def _thrown(salvos: Sequence[Salvo], many: int, chance: np.random.Generator) -> Small:
    """The first and second results of each target in each of so many samples."""
    counts = np.zeros((2, many, salvos[0].targets if salvos else 0), dtype=np.uint8)
    for one in salvos:
        hit = np.flatnonzero((one.reaches > 0).any(axis=0))
        results = _results(one, hit, _lands(one, many, chance), chance)
        for row, result in enumerate((FIRST, SECOND)):
            counts[row][:, hit] += results == result
    return counts


def _lands(one: Salvo, many: int, chance: np.random.Generator) -> NDArray[np.intp]:
    """In which of its places a salvo lands in each sample."""
    return np.searchsorted(np.cumsum(one.weights), chance.random(many), side="right").clip(max=len(one.weights) - 1)


def _results(one: Salvo, hit: NDArray[np.intp], lands: NDArray[np.intp], chance: np.random.Generator) -> Small:
    """What a salvo brings to each target that it can reach, in each sample."""
    reach = one.reaches[:, hit][lands]
    dice = chance.integers(0, FACES, size=reach.shape, dtype=np.uint8)
    flat = one.faces[:, hit].transpose(1, 0, 2).reshape(len(hit), len(CODES) * FACES)
    place = reach * np.uint8(FACES) + dice
    found: Small = flat[np.arange(len(hit)), place]
    return found


@dataclass(frozen=True, slots=True)
class Enduring:
    """What becomes of each target by the end: the chance that the second result, or `most` of the first, has met it."""

    gone: Numbers
    error: Numbers


def endured(turns: Sequence[Sequence[Salvo]], most: int, many: int, seed: int) -> Enduring:
    """Salvos one after the other on the same targets, in so many samples: who is gone takes no more dice."""
    chance = np.random.default_rng(seed)
    salvos = [one for turn in turns for one in turn]
    if not salvos:
        return Enduring(np.zeros(0), np.zeros(0))
    gone = np.zeros(salvos[0].targets)
    for begin in range(0, many, _CHUNK):
        levels = np.zeros((min(_CHUNK, many - begin), salvos[0].targets), dtype=np.uint8)
        landed: dict[str, NDArray[np.intp]] = {}
        for one in salvos:
            hit = np.flatnonzero((one.reaches > 0).any(axis=0))
            lands = landed[one.same] if one.same in landed else _lands(one, len(levels), chance)
            if one.same:
                landed[one.same] = lands
            results = _results(one, hit, lands, chance)
            after = levels[:, hit] + (results == FIRST) + np.uint8(most) * (results == SECOND)
            levels[:, hit] = np.minimum(after, most)
        gone += (levels >= most).sum(axis=0)
    share = gone / many
    return Enduring(share, np.sqrt(share * (1 - share) / many))
