"""The content of a form as plain values, with drawings and charts of the table."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from math import dist
from typing import Final

from playsheets.shapes import Disc, PaperEdge, Ring, Stroke, Words
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass

# A drawing on a form

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, or an outline. `fill`: none, paper, grey, dark, hatch, dots or rings; no colours."""

    points: tuple[Point, ...]
    closed: bool = False
    weight: float = 0.2
    dash: str = "solid"
    fill: str = "none"


Mark = Path | PaperEdge | Stroke | Ring | Disc | Words


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with its measure on paper, at the scale that it `says`."""

    title: str
    says: str
    width: float
    depth: float
    shapes: tuple[Mark, ...]
    alt: str


# What stands on a form, as plain values


class Counts(StrEnum):
    """What boxes are ticked for: levels of suppression, of which the last is a kill; stands lost; uses of a rule."""

    LEVELS = "levels"
    LOSSES = "losses"
    USES = "uses"


@dataclass(frozen=True, slots=True)
class Cut:
    """A line drawn through a row of boxes after so many of them, with what happens there."""

    after: int
    says: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Boxes to tick in a line behind a name; `gone`: what it stands for is no longer on the table."""

    name: str
    boxes: int
    ticked: int = 0
    counts: Counts = Counts.LEVELS
    cuts: tuple[Cut, ...] = ()
    gone: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Lines of boxes that belong together, such as the platoons of a company."""

    name: str
    says: str
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class MusterBlock:
    """A formation: its name and grade, what is ticked for the whole of it, and its units. `level` 1 is the highest.

    One that `opens` a page can be handed to whoever commands it.
    """

    name: str
    says: str
    level: int
    tallies: tuple[Tally, ...]
    groups: tuple[BoxGroup, ...]
    opens: bool = False

    @property
    def stands(self) -> int:
        """How many lines of suppression boxes it has."""
        lines = (*self.tallies, *(one for group in self.groups for one in group.tallies))
        return sum(one.counts is Counts.LEVELS for one in lines)


@dataclass(frozen=True, slots=True)
class NamedField:
    """Something with its name; where `value` is empty it is written by hand, on so many `lines`."""

    name: str
    value: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields side by side, so many in a row."""

    fields: tuple[NamedField, ...]
    across: int = 2


@dataclass(frozen=True, slots=True)
class LedgerColumn:
    """A column of a ledger; its `share` of the width is weighed against those of the others."""

    name: str
    share: int = 1


@dataclass(frozen=True, slots=True)
class LedgerCell:
    """What stands in a ledger: words, or boxes to tick; neither: room to write. `roomy`: as high as handwriting."""

    text: str = ""
    boxes: int = 0
    ticked: int = 0
    roomy: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """Rows under columns. Blank rows are as high as handwriting; `says` stands below the title."""

    title: str
    columns: tuple[LedgerColumn, ...]
    rows: tuple[tuple[LedgerCell, ...], ...]
    says: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """Paragraphs under a heading, and below them so many ruled lines to write on."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class CutOutCard:
    """A card to cut out: what it is for, and its own blocks."""

    title: str
    says: str
    blocks: tuple[Fields | Ledger | Passage, ...]


@dataclass(frozen=True, slots=True)
class CutOutCards:
    """Cards side by side, with lines to cut along."""

    cards: tuple[CutOutCard, ...]


Block = MusterBlock | Fields | Ledger | Passage | Chart | CutOutCards


@dataclass(frozen=True, slots=True)
class Form:
    """One form: what it is, whose or of what, and who may read it (empty: everybody)."""

    key: str
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    kept: str = ""

    def __post_init__(self) -> None:
        if not self.blocks:
            raise ValueError("a form has something on it")


def ledger(title: str, columns: tuple[LedgerColumn, ...], rows: tuple[tuple[str, ...], ...], says: str = "") -> Ledger:
    """A ledger of nothing but words."""
    return Ledger(title, columns, tuple(tuple(LedgerCell(text) for text in row) for row in rows), says)


def blank_rows(count: int, columns: tuple[LedgerColumn, ...]) -> tuple[tuple[LedgerCell, ...], ...]:
    """Rows to be written by hand."""
    return (tuple(LedgerCell() for _ in columns),) * count


# A table drawn to a scale that fits a page

SCALES: Final = (1.25, 1.0, 0.8, 0.5, 0.4, 0.25, 0.2, 0.125, 0.1, 0.05, 0.04, 0.02, 0.01)
"""Millimetres of paper for a centimetre of the table, the largest first."""
MOST_WIDE: Final = 140.0
MOST_DEEP: Final = 205.0
BESIDE: Final = 9.0
ABOVE: Final = 6.0
BELOW: Final = 11.0
EVERY_CM: Final = 10
FIGURES_APART: Final = 8.0
TICK: Final = 1.2
# How long a traverse of a trench is on paper, and how far it stands out, in mm.
TOOTH: Final = 2.2
OUT: Final = 0.6


class GroundPattern(StrEnum):
    """What a piece of ground is drawn as."""

    TRENCH = "trench"
    WIRE = "wire"
    WATER = "water"
    ROAD = "road"
    HILL = "hill"
    WOOD = "wood"
    BUILDINGS = "buildings"
    BROKEN = "broken"
    WORK = "work"


LOOKS: Final = {
    GroundPattern.TRENCH: Path((), weight=0.3),
    GroundPattern.WIRE: Path((), weight=0.8, dash="dotted"),
    GroundPattern.WATER: Path((), weight=0.35),
    GroundPattern.ROAD: Path((), weight=0.25, dash="dashed"),
    GroundPattern.HILL: Path((), closed=True, weight=0.15, dash="dashed"),
    GroundPattern.WOOD: Path((), closed=True, weight=0.2, fill="rings"),
    GroundPattern.BUILDINGS: Path((), closed=True, weight=0.2, fill="dark"),
    GroundPattern.BROKEN: Path((), closed=True, weight=0.15, dash="dotted"),
    GroundPattern.WORK: Path((), closed=True, weight=0.5, fill="grey"),
}


GROUND_SAYS: Final = (
    "Ground: a toothed line is a trench, thick dots are wire, rings a wood, dark blocks buildings, grey with a heavy "
    "edge a strong point or block house, long dashes a road, a plain line water, thin broken outlines hills and "
    "broken ground."
)


@dataclass(frozen=True, slots=True)
class ChartPiece:
    """A piece of ground by its outline or path on the table, in millimetres, with its name."""

    ground: GroundPattern
    points: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where on paper a table of that size lies, so many millimetres of paper to a centimetre of it."""

    width_mm: int
    depth_mm: int
    scale: float

    @property
    def width(self) -> float:
        """Of the table on paper, in mm."""
        return self.width_mm / MM_A_CM * self.scale

    @property
    def depth(self) -> float:
        """Of the table on paper, in mm."""
        return self.depth_mm / MM_A_CM * self.scale

    @property
    def total_depth(self) -> float:
        """Of the chart on paper with its figures, in mm."""
        return ABOVE + self.depth + BELOW

    def at(self, along_mm: float, up_mm: float) -> Point:
        """A place of the table on paper, from the chart's top left."""
        x = BESIDE + along_mm / MM_A_CM * self.scale
        return x, ABOVE + (self.depth_mm - up_mm) / MM_A_CM * self.scale

    def says(self) -> str:
        """The scale in words."""
        return f"1 : {MM_A_CM / self.scale:g}, 1 cm of the table is {self.scale:g} mm here"


def framed(width_mm: int, depth_mm: int, widest: float = MOST_WIDE, deepest: float = MOST_DEEP) -> Frame:
    """The table at the largest scale at which it fits so many millimetres of paper."""
    fitting = (one for one in SCALES if width_mm * one <= widest * MM_A_CM and depth_mm * one <= deepest * MM_A_CM)
    return Frame(width_mm, depth_mm, next(fitting, SCALES[-1]))


def edges(frame: Frame, own: str, other: str) -> Iterator[Mark]:
    """The table's outline, a grid, the figures of the reader's side, and whose edges these are."""
    left, top = frame.at(0, frame.depth_mm)
    yield from _grid(frame)
    yield PaperEdge(left, top, frame.width, frame.depth, 0.5)
    yield Words(left + frame.width / 2, top + frame.depth + 8, own, 8, bold=True)
    yield Words(left + frame.width / 2, top - 3, other, 8)


def _grid(frame: Frame) -> Iterator[Mark]:
    wide, deep = frame.width_mm // MM_A_CM, frame.depth_mm // MM_A_CM
    every = EVERY_CM
    while every * frame.scale < FIGURES_APART:
        every *= 2
    for along in range(0, wide + 1, every):
        x, y = frame.at(along * MM_A_CM, 0)
        yield Path(((x, y), (x, y - frame.depth)), weight=0.1, dash="dotted")
        yield Stroke(x, y, x, y + TICK, 0.3)
        yield Words(x, y + 3.4, str(along), 6.5)
    for up in range(0, deep + 1, every):
        x, y = frame.at(0, up * MM_A_CM)
        yield Path(((x, y), (x + frame.width, y)), weight=0.1, dash="dotted")
        yield Stroke(x - TICK, y, x, y, 0.3)
        yield Words(x - 2, y, str(up), 6.5, anchor="end")


def ground(pieces: tuple[ChartPiece, ...], frame: Frame) -> Iterator[Mark]:
    """What lies on the table, from below to above, each told by its line or filling alone."""
    order = (
        GroundPattern.HILL,
        GroundPattern.BROKEN,
        GroundPattern.WOOD,
        GroundPattern.WATER,
        GroundPattern.ROAD,
        GroundPattern.WORK,
        GroundPattern.BUILDINGS,
    )
    for kind in (*order, GroundPattern.WIRE, GroundPattern.TRENCH):
        look = LOOKS[kind]
        for piece in pieces:
            if piece.ground is kind and piece.points:
                points = tuple(frame.at(*one) for one in piece.points)
                points = tuple(toothed(points)) if kind is GroundPattern.TRENCH else points
                yield Path(points, look.closed, look.weight, look.dash, look.fill)


def toothed(points: tuple[Point, ...]) -> Iterator[Point]:
    """A line with the traverses of a trench, so that no lift line is taken for one."""
    side = 1
    for (ax, ay), (bx, by) in pairwise(points):
        long = dist((ax, ay), (bx, by))
        teeth = max(1, round(long / TOOTH))
        east, south = ((bx - ax) / long, (by - ay) / long) if long else (0.0, 0.0)
        for number in range(teeth):
            for along in (number, number + 1):
                x, y = ax + (bx - ax) * along / teeth, ay + (by - ay) * along / teeth
                yield (x - south * side * OUT, y + east * side * OUT)
            side = -side


def names(pieces: tuple[ChartPiece, ...], frame: Frame) -> Iterator[Mark]:
    """What the ground is called: a way's name stands on it, an outline's in its middle."""
    for piece in pieces:
        if not piece.name or not piece.points:
            continue
        closed = LOOKS[piece.ground].closed
        along, up = _middle(piece.points) if closed else piece.points[len(piece.points) // 2]
        x, y = frame.at(along, up)
        wide = len(piece.name) * 1.25 + 1
        x = min(max(x, BESIDE + wide / 2), BESIDE + frame.width - wide / 2)
        box = ((x - wide / 2, y - 1.5), (x + wide / 2, y - 1.5), (x + wide / 2, y + 1.5), (x - wide / 2, y + 1.5))
        yield Path(box, closed=True, weight=0, fill="paper")
        yield Words(x, y, piece.name, 6.5)


def _middle(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
