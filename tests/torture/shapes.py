"""S9: distances and coverage on random and degenerate shapes, against shapely; every pair moved and turned round too.

Half of the stands lie on a lattice, square on or turned so that lattice points come onto each other: they touch,
share edges, corners and middles, are a millimetre thin, or have no size at all.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.tabletop.salvo_odds import CODES, StandColumns, coverages
from rules.tabletop.stands import Circle, Footprint, Placed, Pose, Rectangle, Spot, StandingBase, corners
from rules.tabletop.tape_measure import exact_gap_mm, gap_mm
from rules.tabletop.templates import coverage
from tests.tabletop.scenes import TURN_3_4_5
from tests.torture.report import Report

Numbers = NDArray[np.float64]

ACROSS: Final = 100
SPOTS_IN_TEN: Final = 1
ALLOWED_MM: Final = 1e-8
HAIR_MM: Final = 1e-6
REACH_MM: Final = 120
AWAY: Final = (733, -418)
SIDES: Final = ((1, 1), (1, 90), (30, 15), (20, 20), (60, 40), (100, 100), (200, 1))
WITH_CORNERS: Final[Sequence[Footprint]] = [Rectangle(wide, deep) for wide, deep in SIDES]
SHAPES: Final[Sequence[Footprint]] = [*WITH_CORNERS, *(Circle(across) for across in (1, 20, 25, 100))]
TURNS: Final = (0.0, 0.0, 90.0, 180.0, 270.0, 45.0, TURN_3_4_5, 90 - TURN_3_4_5, 1e-9, 89.999999)


def shapes(pairs: int, across: int = ACROSS) -> Report:
    """So many pairs, a hundred by a hundred or as many as told, on the lattice and off it by turns."""
    report, chance = Report(), Random(1918)
    spots_across = across * SPOTS_IN_TEN // 10
    for number in range(-(-pairs // across**2)):
        lattice = number % 2 == 0
        ones = [_stand(chance, lattice, WITH_CORNERS) for _ in range(across)]
        others = [_stand(chance, lattice, SHAPES) for _ in range(across - spots_across)]
        spots = [_spot(chance, lattice) for _ in range(spots_across)]
        measured(report, ones, [*others, *spots])
        laid(report, ones, others)
    return report


def measured(report: Report, ones: Sequence[StandingBase], others: Sequence[Placed]) -> None:
    """Each distance against shapely's, from the other end, and with both moved by the same vector."""
    ours = np.array([[exact_gap_mm(one, other) for other in others] for one in ones])
    theirs = shapely.distance(*_crossed(ones, others)) - _rims(ones)[:, None] - _rims(others)
    for row, column in np.argwhere(np.abs(ours - np.maximum(theirs, 0)) > ALLOWED_MM):
        report.lost.append(f"the distance of {ones[row]} and {others[column]}: {ours[row, column]}")
    for row, one in enumerate(ones):
        for column, other in enumerate(others):
            back = exact_gap_mm(other, one)
            report.expect(abs(back - ours[row, column]) <= ALLOWED_MM, f"{one} and {other}: {back} from the other end")
            moved = gap_mm(_moved(one), _moved(other))
            report.expect(moved == gap_mm(one, other), f"{one} and {other}: {moved} mm when both are moved")
    report.count("pairs", ours.size)
    report.count("pairs that touch or overlap", int((ours == 0).sum()))


def laid(report: Report, areas: Sequence[StandingBase], bases: Sequence[StandingBase]) -> None:
    """Each coverage, in arrays and one by one, against shapely's distances of corners, middles and edges."""
    codes = coverages(StandColumns.of(areas), StandColumns.of(bases))
    out, shared = _farthest_out(areas, bases), _shared(areas, bases)
    wrong = {
        "fully, but reaches out": (codes == 2) & (out > HAIR_MM + ALLOWED_MM),
        "partly, but reaches nowhere out": (codes == 1) & (out < HAIR_MM - ALLOWED_MM),
        "partly, but shares nothing": (codes == 1) & (shared == 0),
        "not, but shares more than a hair": (codes == 0) & (shared > 400 * HAIR_MM),
    }
    for why, where in wrong.items():
        for row, column in np.argwhere(where):
            report.lost.append(f"{bases[column]} in {areas[row]}: {why}")
    for row, area in enumerate(areas):
        outline, away = corners(area), corners(_stand_moved(area))
        for column, base in enumerate(bases):
            expected = CODES[codes[row, column]]
            report.expect(coverage(outline, base) is expected, f"{base} in {area}: one by one not {expected}")
            report.expect(coverage(away, _stand_moved(base)) is expected, f"{base} in {area}: moved not {expected}")
    report.count("coverages", codes.size)
    for code, what in enumerate(CODES):
        report.count(f"{what} covered", int((codes == code).sum()))


def _farthest_out(areas: Sequence[StandingBase], bases: Sequence[StandingBase]) -> Numbers:
    """How far the farthest point of each base reaches out of each area; 0 and less for none."""
    shapes_of_areas = np.array([_shape(area) for area in areas])[:, None]
    middles = np.array([shapely.Point(base.spot) for base in bases])
    inwards = shapely.distance(shapely.boundary(shapes_of_areas), middles)
    signed = np.where(shapely.covers(shapes_of_areas, middles), -inwards, inwards)
    out = signed + _rims(bases)
    for column, base in enumerate(bases):
        if isinstance(base.footprint, Rectangle):
            ends = np.array([shapely.Point(corner) for corner in corners(base)])
            out[:, column] = shapely.distance(shapes_of_areas, ends).max(axis=1)
    return out


def _shared(areas: Sequence[StandingBase], bases: Sequence[StandingBase]) -> Numbers:
    """How much surface each base shares with each area, in square mm; for discs how deep they reach in, times 400."""
    first, second = _crossed(areas, bases)
    deep = 400 * np.maximum(0, _rims(bases) - shapely.distance(first, second))
    return np.where(_rims(bases) > 0, deep, shapely.area(shapely.intersection(first, second)))


def _crossed(ones: Sequence[Placed], others: Sequence[Placed]) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
    return np.array([_shape(one) for one in ones])[:, None], np.array([_shape(other) for other in others])[None, :]


def _shape(placed: Placed) -> shapely.Geometry:
    """A base with corners as it is; of a round one and a spot the middle."""
    if isinstance(placed, StandingBase) and isinstance(placed.footprint, Rectangle):
        return shapely.Polygon(corners(placed))
    return shapely.Point(placed.spot if isinstance(placed, StandingBase) else placed)


def _rims(several: Sequence[Placed]) -> Numbers:
    """The radii of round bases, and 0 for all else."""
    footprints = [one.footprint if isinstance(one, StandingBase) else None for one in several]
    return np.array([one.diameter_mm / 2 if isinstance(one, Circle) else 0.0 for one in footprints])


def _stand(chance: Random, lattice: bool, footprints: Sequence[Footprint]) -> StandingBase:
    facing = chance.choice(TURNS) if lattice else chance.uniform(0, 360)
    return StandingBase(chance.choice(footprints), Pose(_spot(chance, lattice), facing))


def _spot(chance: Random, lattice: bool) -> Spot:
    step = 5 if lattice else 1
    return Spot(*(step * chance.randint(-REACH_MM // step, REACH_MM // step) for _ in range(2)))


def _moved(placed: Placed) -> Placed:
    """The same, moved by a vector that is the same for all."""
    return _stand_moved(placed) if isinstance(placed, StandingBase) else _away(placed)


def _stand_moved(stand: StandingBase) -> StandingBase:
    return StandingBase(stand.footprint, Pose(_away(stand.spot), stand.facing_deg))


def _away(spot: Spot) -> Spot:
    return Spot(spot.x_mm + AWAY[0], spot.y_mm + AWAY[1])
