"""The sequence of a turn on a strip of paper, to lay a marker on as the turn goes on (FF-TRN-03)."""

from collections.abc import Iterable, Iterator
from typing import Final

from playsheets.content import Block, SheetStep
from playsheets.shapes import PaperEdge, PaperTemplate, Ring, Shape, Stroke, Words, fitting, shortened

WIDTH: Final = 92.0
HEAD: Final = 9.0
PHASE: Final = 9.0
STEP: Final = 7.0
COPIES: Final = 2
LONGEST: Final = 70


def turn_strips(blocks: Iterable[Block], title: str) -> tuple[PaperTemplate, ...]:
    """A strip for each player, with the steps of a sheet."""
    steps = [block for block in blocks if isinstance(block, SheetStep)]
    deep = HEAD + sum(PHASE + STEP * len(step.steps) for step in steps)
    shapes = (PaperEdge(0, 0, WIDTH, deep), *_head(title), *_rows(steps))
    return (PaperTemplate("turn_strip", "Turn sequence", "FF-TRN-03", WIDTH, deep, shapes),) * COPIES


def _head(title: str) -> Iterator[Shape]:
    yield Words(3, 3.2, "Turn sequence", 8, bold=True, anchor="start")
    named = shortened(title, LONGEST)
    yield Words(3, 6.6, named, fitting(named, WIDTH - 6, 6.5), anchor="start")


def _rows(steps: Iterable[SheetStep]) -> Iterator[Shape]:
    y = HEAD
    for step in steps:
        yield Stroke(0, y, WIDTH, y, 0.4)
        yield Words(3, y + PHASE / 2, step.label, 12, bold=True, anchor="start")
        yield from _row(step.title, 9, y, PHASE, 8.5, bold=True)
        y += PHASE
        for under in step.steps:
            yield Words(9, y + STEP / 2, under.label, 7, bold=True, anchor="start")
            yield from _row(under.title, 14, y, STEP, 7.5)
            y += STEP


def _row(title: str, x: float, y: float, deep: float, size: float, bold: bool = False) -> Iterator[Shape]:
    """The name of a step, and the ring in which the marker lies while it is on."""
    room = WIDTH - x - 9
    yield Words(x, y + deep / 2, title, fitting(title, room, size), bold=bold, anchor="start")
    yield Ring(WIDTH - 5, y + deep / 2, 2.4, 0.25)
