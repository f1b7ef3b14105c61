"""Many templates over many bases: the very answers of one at a time."""

from random import Random

import numpy as np
import pytest

from rules.tabletop.salvo_odds import CODES, StandColumns, coverages
from rules.tabletop.stands import Circle, Rectangle, StandingBase, corners
from rules.tabletop.templates import OutlineCoverage, coverage
from tests.tabletop.scenes import COMMAND, INFANTRY, MOTIONS, Motion, by_chance, stand

SIZES = ((100, 100), (100, 50), (30, 30), (20, 100), (200, 100))
BATTERY = stand(Rectangle(100, 100), 500, 500)


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        (stand(INFANTRY, 535, 500), OutlineCoverage.FULLY),
        (stand(INFANTRY, 536, 500), OutlineCoverage.PARTLY),
        (stand(INFANTRY, 564, 500), OutlineCoverage.PARTLY),
        (stand(INFANTRY, 565, 500), OutlineCoverage.NOT),
        (stand(COMMAND, 540, 500), OutlineCoverage.FULLY),
        (stand(COMMAND, 541, 500), OutlineCoverage.PARTLY),
        (stand(COMMAND, 560, 500), OutlineCoverage.NOT),
        (stand(COMMAND, 556, 558), OutlineCoverage.NOT),  # 6 and 8 off the corner
        (stand(COMMAND, 556, 557), OutlineCoverage.PARTLY),
        (stand(Circle(200), 500, 500), OutlineCoverage.PARTLY),
        (stand(Rectangle(4, 300), 500, 500, 30), OutlineCoverage.PARTLY),
    ],
)
def test_on_the_line(base: StandingBase, expected: OutlineCoverage) -> None:
    assert CODES[coverages(StandColumns.of([BATTERY]), StandColumns.of([base]))[0, 0]] is expected


def test_the_same_answers_as_one_at_a_time() -> None:
    chance = Random(1918)
    found = np.zeros(3, dtype=int)
    for _ in range(12):
        templates = [StandingBase(Rectangle(*chance.choice(SIZES)), by_chance(chance, 200).pose) for _ in range(20)]
        bases = [by_chance(chance, 200) for _ in range(60)]
        codes = coverages(StandColumns.of(templates), StandColumns.of(bases))
        for row, template in zip(codes, templates, strict=True):
            outline = corners(template)
            assert [CODES[code] for code in row] == [coverage(outline, base) for base in bases]
        found += np.bincount(codes.ravel(), minlength=3)
    assert found.min() > 100


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_motion_of_the_whole_table_changes_nothing(motion: Motion) -> None:
    chance = Random(1914)
    on_lattice = [
        one for one in (by_chance(chance, 300) for _ in range(4000)) if not any(place % 5 for place in one.spot)
    ]
    templates = [StandingBase(Rectangle(100, 100), one.pose) for one in on_lattice[:20]]
    bases = on_lattice[20:]
    assert len(bases) > 50
    there = coverages(
        StandColumns.of([motion(one) for one in templates]), StandColumns.of([motion(one) for one in bases])
    )
    assert (there == coverages(StandColumns.of(templates), StandColumns.of(bases))).all()


def test_nothing_over_nothing() -> None:
    none, some = StandColumns.of([]), StandColumns.of([BATTERY])
    assert coverages(none, none).shape == (0, 0)
    assert coverages(some, none).shape == (1, 0)
    assert coverages(none, some).shape == (0, 1)
