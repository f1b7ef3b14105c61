"""Pieces onto pages: side by side where they fit, turned where that helps, cut into tiles where nothing else does.

Tiles overlap, and carry a dashed line where the next one is laid on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from math import ceil
from typing import Final, Literal

from playsheets.shapes import SIDE, Counter, PaperTemplate, Shape, Stroke, Words, turned
from rules.kernel.frozen_dataclasses import dataclass

MARGIN: Final = 10.0
HEAD: Final = 8.0
FOOT: Final = 8.0
GAP: Final = 5.0
OVERLAP: Final = 10.0
# Between counters, and how far a cut mark reaches into it.
GUTTER: Final = 4.0
MARK: Final = 1.8


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on a page, or the part of one that fits there: where it lies and what part of it is shown, in mm."""

    x: float
    y: float
    width: float
    depth: float
    left: float
    top: float
    shapes: tuple[Shape, ...]


Page = tuple[PlacedPiece, ...]
# The edge of an upright page over which a printer turns it to print on its back.
Edge = Literal["long", "short"]


@dataclass(frozen=True, slots=True)
class PrintableRoom:
    """What of a page may be printed on, in millimetres before the printer's correction."""

    width: float
    depth: float

    def holds(self, template: PaperTemplate) -> bool:
        """Whether the piece fits as it lies."""
        return template.width <= self.width and template.depth <= self.depth


def room_on(width_mm: float, height_mm: float, factors: tuple[float, float] = (1, 1)) -> PrintableRoom:
    """The room of a page once everything on it is drawn larger by the factors."""
    across, along = factors
    return PrintableRoom((width_mm - 2 * MARGIN) / across, (height_mm - 2 * MARGIN - HEAD - FOOT) / along)


def imposed(templates: Sequence[PaperTemplate], room: PrintableRoom) -> tuple[Page, ...]:
    """Every piece on some page: the deepest first, each in the first row with room for it."""
    parts = [part for template in templates for part in _parts(template, room)]
    shelves: list[_Shelf] = []
    for part in sorted(parts, key=lambda one: (-one.depth, -one.width)):
        shelf = next((one for one in shelves if one.x + part.width <= room.width), None)
        if shelf is None:
            shelf = _new_shelf(shelves, part.depth, room)
            shelves.append(shelf)
        shelf.pieces.append(replace(part, x=shelf.x, y=shelf.y))
        shelf.x += part.width + GAP
    pages = range(1 + max((shelf.page for shelf in shelves), default=-1))
    return tuple(tuple(one for shelf in shelves if shelf.page == page for one in shelf.pieces) for page in pages)


@dataclass(slots=True)
class _Shelf:
    """A row of pieces on a page: its first piece is the deepest."""

    page: int
    y: float
    depth: float
    x: float = 0.0
    pieces: list[PlacedPiece] = field(default_factory=list)


def _new_shelf(shelves: Sequence[_Shelf], depth: float, room: PrintableRoom) -> _Shelf:
    """Below the rows of the first page that still has so much room, otherwise on a page of its own."""
    lowest = {shelf.page: shelf.y + shelf.depth + GAP for shelf in shelves}
    page = next((page for page, y in lowest.items() if y + depth <= room.depth), len(lowest))
    return _Shelf(page, lowest.get(page, 0.0), depth)


def _parts(template: PaperTemplate, room: PrintableRoom) -> Iterator[PlacedPiece]:
    """The piece as it lies or turned; where neither fits, its tiles, of the way round that needs fewer."""
    ways = (template, turned(template))
    lying = next((one for one in ways if room.holds(one)), None)
    if lying:
        yield PlacedPiece(0, 0, lying.width, lying.depth, 0, 0, lying.shapes)
        return
    lying = min(ways, key=lambda one: _count(one, room))
    columns, rows = _cuts(lying.width, room.width), _cuts(lying.depth, room.depth)
    for down, (top, depth) in enumerate(rows):
        for across, (left, width) in enumerate(columns):
            joins = _joins(left, top, width, depth, (across, down), (len(columns), len(rows)), lying.title)
            yield PlacedPiece(0, 0, width, depth, left, top, (*lying.shapes, *joins))


def _count(template: PaperTemplate, room: PrintableRoom) -> int:
    return len(_cuts(template.width, room.width)) * len(_cuts(template.depth, room.depth))


def _cuts(length: float, most: float) -> list[tuple[float, float]]:
    """Where each tile begins and how long it is; all are of one length, and each lies on the next by the overlap."""
    if length <= most:
        return [(0.0, length)]
    count = ceil((length - OVERLAP) / (most - OVERLAP))
    each = (length + (count - 1) * OVERLAP) / count
    return [(at * (each - OVERLAP), each) for at in range(count)]


def _joins(
    left: float, top: float, width: float, depth: float, at: tuple[int, int], of: tuple[int, int], title: str
) -> Iterator[Shape]:
    """The lines to which the neighbours are laid, and which tile this is."""
    (across, down), (columns, rows) = at, of
    if across < columns - 1:
        x = left + width - OVERLAP
        yield Stroke(x, top, x, top + depth, 0.15, "dashed")
    if down < rows - 1:
        y = top + depth - OVERLAP
        yield Stroke(left, y, left + width, y, 0.15, "dashed")
    tile = f"{title}, {down * columns + across + 1} of {columns * rows}; lay the next on the dashed line"
    y = top + depth - 2.2 - (OVERLAP if down < rows - 1 else 0)
    # Away from the join, where the middle of the piece is.
    at_the_end = across and across == columns - 1
    yield Words(left + (width - 3 if at_the_end else 3), y, tile, 6, anchor="end" if at_the_end else "start")


@dataclass(frozen=True, slots=True)
class Leaf:
    """Both sides of a leaf of counters: turned over its edge, every back lies behind its front."""

    front: Page
    back: Page


def on_leaves(counters: Sequence[Counter], room: PrintableRoom, turned_over: Edge = "long") -> tuple[Leaf, ...]:
    """Counters in rows and columns, with cut marks outside them.

    The room lies in the middle of the page both ways, so what is mirrored in it is mirrored on the page.
    """
    pitch = SIDE + GUTTER
    columns, rows = int((room.width + GUTTER) // pitch), int((room.depth + GUTTER) // pitch)
    left = (room.width - columns * pitch + GUTTER) / 2
    leaves = []
    for begins in range(0, len(counters), columns * rows):
        here = counters[begins : begins + columns * rows]
        places = [(left + at % columns * pitch, at // columns * pitch) for at in range(len(here))]
        front = tuple(_face(one.front, x, y) for one, (x, y) in zip(here, places, strict=True))
        behind = [_behind(place, room, turned_over) for place in places]
        back = tuple(_face(one.back, x, y) for one, (x, y) in zip(here, behind, strict=True))
        leaves.append(Leaf(front, back))
    return tuple(leaves)


def _behind(place: tuple[float, float], room: PrintableRoom, turned_over: Edge) -> tuple[float, float]:
    """Where the back of a counter lies on the other page."""
    x, y = place
    return (room.width - x - SIDE, y) if turned_over == "long" else (x, room.depth - y - SIDE)


def _face(shapes: tuple[Shape, ...], x: float, y: float) -> PlacedPiece:
    """One face with the marks of its four corners, which lie outside what is cut out."""
    marks = tuple(_corner_marks())
    return PlacedPiece(x - MARK, y - MARK, SIDE + 2 * MARK, SIDE + 2 * MARK, -MARK, -MARK, (*shapes, *marks))


def _corner_marks() -> Iterator[Stroke]:
    for edge in (0.0, SIDE):
        for begins, ends in ((-MARK, -0.5), (SIDE + 0.5, SIDE + MARK)):
            yield Stroke(edge, begins, edge, ends, 0.1)
            yield Stroke(begins, edge, ends, edge, 0.1)
