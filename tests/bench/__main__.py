"""`make bench`, or `python -m tests.bench P6 P11` for some of it. Exit code 1 where a floor is missed."""

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Final

import structlog

from tests.bench import (
    command,
    coverage,
    crowd,
    documents,
    drag,
    first_target,
    length,
    load,
    movement,
    odds,
    opening,
    paper,
    planned,
    sightlines,
    stages,
    start,
    storm,
    told_apart,
    wall,
    woods,
)
from tests.bench.goals import Goal, goals, table

MEASUREMENTS: Final[Mapping[str, Callable[[], Sequence[float]]]] = {
    "P1": command.measure,
    "P2": load.measure,
    "crowd": crowd.measure,
    "quiet": crowd.measure_quiet,
    "P5": length.measure,
    "P6": opening.measure,
    "P7": coverage.measure,
    "P8": sightlines.measure,
    "P9": woods.measure,
    "P10": movement.measure,
    "P11": odds.measure,
    "P12": planned.measure,
    "documents": documents.measure,
    "drag": drag.measure,
    "first": first_target.measure,
    "stage": stages.measure,
    "P14": storm.measure,
    "P15": paper.measure,
    "P16": wall.measure,
    "P17": start.measure,
    "S2": told_apart.measure,
}


def main(wanted: Sequence[str]) -> int:
    """Measure what is wanted, all of it unless some is named."""
    if unknown := [name for name in wanted if name not in MEASUREMENTS]:
        print(f"There is no {', '.join(unknown)}: choose from {', '.join(MEASUREMENTS)}.")
        return 2
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    reached: list[tuple[Goal, float]] = []
    for name in wanted or MEASUREMENTS:
        began = perf_counter()
        reached += zip(goals(name), MEASUREMENTS[name](), strict=True)
        print(f"{name} took {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    print(table(reached))
    return int(any(goal.verdict(number) == "missed" for goal, number in reached))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
