"""P8: who sees whom of 300 stands among 60 woods and villages on level ground: 44,850 lines, both ways.

The compiled limit is a loop in C (`sight_limit.c`) that is given everything prepared, the shares of bases too, and
stops at the first piece that blocks; ours begins with the stands. Where there is no C compiler, shapely asked in bulk
with prepared shapes takes its place. The naive way asks shapely line by line and piece by piece; it is given a tenth of
the lines, and ten times its time is taken.
"""

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from math import cos, radians, sin
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.tabletop.ground import HALF, TableGround, ground, shares_of
from rules.tabletop.lines_of_sight import Looking, Screen, all_sights
from rules.tabletop.stands import StandingBase, core
from rules.tabletop.terrain import AreaKind
from tests.bench import scene
from tests.bench.rounds import medians, took

Matrix = NDArray[np.bool_]

ROUNDS: Final = 7
NAIVE_PART: Final = 10
LOOKING: Final = Looking((Screen(AreaKind.WOOD, 25), Screen(AreaKind.BUILDINGS, 25)))


def measure() -> Sequence[float]:
    """Ours to the compiled limit; the naive way's time to ours; lines that are the same from both ends and by both.

    Then ours with twice the stands, and with twice the terrain, to ours.
    """
    chance = Random(1914)
    on, stands = ground(scene.woods(chance)), scene.stands(chance)
    ours = all_sights(on, stands, LOOKING)
    agree = 100 * float((ours == ours.T).mean())
    with TemporaryDirectory(prefix="beaten-zone-bench-") as folder:
        limit = _compiled(Path(folder), on, stands)
        if limit is None:
            print("There is no C compiler (cc): the limit of P8 is shapely in bulk.", file=sys.stderr)
            limit = Bulk(on, stands).sees
        else:
            agree = min(agree, 100 * float((ours == limit()).mean()))
        found = medians(
            {
                "ours": lambda: took(lambda: all_sights(on, stands, LOOKING)),
                "limit": lambda: took(limit),
                "naive": lambda: NAIVE_PART * took(lambda: naive(on, stands)),
                **_doubled(on, stands, chance),
            },
            ROUNDS,
        )
    seconds = found["ours"]
    grown = found["twice the stands"] / seconds, found["twice the terrain"] / seconds
    return seconds / found["limit"], found["naive"] / seconds, agree, *grown


def _doubled(on: TableGround, stands: Sequence[StandingBase], chance: Random) -> dict[str, Callable[[], float]]:
    """The same with twice the stands (four times the lines), and with twice the terrain."""
    everybody, more = [*stands, *scene.stands(chance)], ground(scene.doubled(on.table, chance))
    return {
        "twice the stands": lambda: took(lambda: all_sights(on, everybody, LOOKING)),
        "twice the terrain": lambda: took(lambda: all_sights(more, stands, LOOKING)),
    }


def _compiled(folder: Path, on: TableGround, stands: Sequence[StandingBase]) -> Callable[[], Matrix] | None:
    """The loop in C with everything it needs; None where nothing compiles it."""
    if shutil.which("cc") is None:
        return None
    library = folder / "sight_limit.so"
    source = Path(__file__).with_name("sight_limit.c")
    subprocess.run(
        ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source), "-lm"], check=True
    )
    look = ctypes.CDLL(str(library)).look
    spots = np.array([one.spot for one in stands], dtype=float)
    bases = np.array([[*core(one), cos(radians(one.facing_deg)), sin(radians(one.facing_deg))] for one in stands])
    largest_first = np.argsort(-shapely.length(on.shapes))
    outlines = [on.outlines[number] for number in largest_first]
    held = np.ascontiguousarray((shares_of(on, stands) >= HALF)[:, largest_first])
    first = np.cumsum([0, *(len(one.corners) for one in outlines)]).astype(np.int32)
    corners = np.concatenate([one.corners for one in outlines])
    reaches = [(np.array(one.least), np.array(one.most)) for one in outlines]
    boxes = np.array([[*(least + most) / 2, *(most - least) / 2] for least, most in reaches])

    def at(values: NDArray[Any]) -> ctypes.c_void_p:
        return values.ctypes.data_as(ctypes.c_void_p)

    def sees() -> Matrix:
        hidden = np.zeros((len(stands), len(stands)), dtype=np.bool_)
        given = at(spots), at(bases), at(held), len(outlines), at(first), at(corners), at(boxes), at(hidden)
        look(len(stands), *given)
        return ~hidden

    return sees


class Bulk:
    """shapely, asked in bulk: all lines against the tree of the prepared pieces, but for those one stands in."""

    def __init__(self, on: TableGround, stands: Sequence[StandingBase]) -> None:
        self.ones, self.others = np.triu_indices(len(stands), 1)
        spots = np.array([one.spot for one in stands], dtype=float)
        self.lines = shapely.linestrings(np.stack([spots[self.ones], spots[self.others]], axis=1))
        self.on, self.held, self.many = on, shares_of(on, stands) >= HALF, len(stands)

    def sees(self) -> Matrix:
        """Whether each sees each."""
        line, piece = self.on.tree.query(self.lines, predicate="crosses")
        blocks = ~(self.held[self.ones[line], piece] | self.held[self.others[line], piece])
        hidden = np.zeros((self.many, self.many), dtype=np.bool_)
        line = line[blocks]
        hidden[self.ones[line], self.others[line]] = hidden[self.others[line], self.ones[line]] = True
        return ~hidden


def naive(on: TableGround, stands: Sequence[StandingBase]) -> int:
    """How many of a tenth of the lines are clear, one after the other."""
    shapes = [shapely.Polygon(shape.exterior) for shape in on.shapes]
    held = [{n for n, shape in enumerate(shapes) if shape.covers(shapely.Point(one.spot))} for one in stands]
    ones, others = np.triu_indices(len(stands), 1)
    clear = 0
    for one, other in zip(ones[::NAIVE_PART].tolist(), others[::NAIVE_PART].tolist(), strict=True):
        line = shapely.LineString([stands[one].spot, stands[other].spot])
        own = held[one] | held[other]
        clear += not any(line.crosses(shape) for number, shape in enumerate(shapes) if number not in own)
    return clear
