"""P9: how deep each of the 44,850 lines between 300 stands runs through 60 woods, by this project and by shapely.

The naive way cuts each line with each wood, one after the other; it is given a tenth of the lines, and ten times its
time is taken. Both must come to the same millimetres.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
import shapely

from rules.tabletop.ground import TableGround, ground
from rules.tabletop.lines_of_sight import all_depths
from rules.tabletop.stands import Spot
from tests.bench import scene
from tests.bench.rounds import medians, took

ROUNDS: Final = 7
NAIVE_PART: Final = 10
ALLOWED_MM: Final = 1e-6


def measure() -> Sequence[float]:
    """The naive way's time to ours, which is the same to the millionth of a millimetre."""
    chance = Random(1915)
    on, spots = ground(scene.woods(chance)), [one.spot for one in scene.stands(chance)]
    ids = [piece.id for piece in on.pieces]
    ones, others = (ends[::NAIVE_PART] for ends in np.triu_indices(len(spots), 1))
    apart = np.abs(all_depths(on, spots, ids)[ones, others] - naive(on, spots))
    assert apart.max() < ALLOWED_MM, f"depths differ by {apart.max()} mm"
    found = medians(
        {
            "ours": lambda: took(lambda: all_depths(on, spots, ids)),
            "naive": lambda: NAIVE_PART * took(lambda: naive(on, spots)),
        },
        ROUNDS,
    )
    return (found["naive"] / found["ours"],)


def naive(on: TableGround, spots: Sequence[Spot]) -> Sequence[float]:
    """A tenth of the lines, cut with every wood that they meet."""
    woods = list(on.shapes)
    shapely.prepare(woods)
    ones, others = (ends[::NAIVE_PART].tolist() for ends in np.triu_indices(len(spots), 1))
    found = []
    for one, other in zip(ones, others, strict=True):
        line = shapely.LineString([spots[one], spots[other]])
        found.append(sum(line.intersection(wood).length for wood in woods if wood.intersects(line)))
    return found
