"""A table, and what a seat may see on it, as a drawing: shapes with the class that styles them, labels, stands, ticks.

Pure: the same table draws the same map. `templates/components/map.html` writes it down as SVG, one unit a centimetre.
Whatever is not given here is not in the map: who asks decides what the reader may know.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from app.maps.ground import DrawnPiece, Label, drawn
from app.maps.handles import Grip, Handle, grip_handle, handles
from app.maps.overlays import Overlay, OverlayDrawn, overlaid
from app.maps.pen import MOST_MARKS, path
from app.maps.sheet import MapSheet, number
from app.maps.stands import PlacedStand, StandDrawn, stands_on
from rules.kernel.values import dataclass
from rules.tabletop.terrain import Area, AreaKind, Bridge, Hill, Piece, River, Road, Stream, Table, Trench, Wire

if TYPE_CHECKING:
    from rules.tabletop.squares import Squares

MARGIN: Final = 13.0
"""Beside the table, for the figures at its edges (cm)."""
HEAD: Final = 15.5
"""Above and below it, where the edges' names stand too (cm)."""
EVERY: Final = 10
"""Between two lines of the grid (cm)."""
HEAVY: Final = 50
"""Every so many centimetres a line is heavier."""
SCREEN: Final = 640
"""How many pixels wide a sheet is taken to be until the device has measured it."""
MARKS_IN_ALL: Final = 60_000
FEWEST_MARKS: Final = 100
"""Traverses and crosses on a whole map, and the fewest of a piece: a map can be sent however much is drawn on it."""
GROUND: Final = (AreaKind.SHATTERED, AreaKind.SHELL_TORN, AreaKind.MARSH, AreaKind.WOOD)


@dataclass(frozen=True, slots=True)
class EdgeFigure:
    """A figure at an edge of the sheet; `is_second`: left out where there is little room."""

    words: str
    x: float
    y: float
    edge: str
    is_second: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of the grid as path data, and the figures at the four edges: the reader's own and the other side's."""

    fine: str
    heavy: str
    ticks: tuple[EdgeFigure, ...]
    by_squares: bool = False
    """Whether letters and numbers stand at the edges, by which squares are called."""


@dataclass(frozen=True, slots=True)
class GroundDrawing:
    """What lies still: grid, terrain from below to above, names. A page keeps it drawn while stands move on it."""

    width: float
    depth: float
    grid: Grid
    layers: tuple[tuple[DrawnPiece, ...], ...]
    labels: tuple[Label, ...]

    @property
    def screen(self) -> str:
        """Centimetres to a pixel, until the device has measured."""
        return number(max(0.05, (self.width + 2 * MARGIN) / SCREEN))


Edges = tuple[str, str]
"""What the near edge of a table is called and what the far one is: by its rule system, where its sides have edges."""
NAMED_EDGES: Final[Edges] = ("Near edge", "Far edge")


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """Everything that is drawn, from the paper up. Lengths in cm."""

    ground: GroundDrawing
    across: bool
    stands: tuple[StandDrawn, ...]
    overlays: tuple[OverlayDrawn, ...]
    handles: tuple[Handle, ...]
    edges: Edges = NAMED_EDGES

    @property
    def width(self) -> float:
        """The sheet's width."""
        return self.ground.width

    @property
    def depth(self) -> float:
        """The sheet's depth."""
        return self.ground.depth

    @property
    def view_box(self) -> str:
        """The sheet with its margin."""
        return f"{-MARGIN:g} {-HEAD:g} {number(self.width + 2 * MARGIN)} {number(self.depth + 2 * HEAD)}"


def draw(
    table: Table,
    *,
    across: bool = False,
    stands: Sequence[PlacedStand] = (),
    overlays: Sequence[Overlay] = (),
    in_hand: Piece | None = None,
    grips: Sequence[Grip] = (),
    squares: "Squares | None" = None,
    edges: Edges = NAMED_EDGES,
) -> MapDrawing:
    """The map of a table from its near edge or, `across`, from the far one; `edges` are what these are called.

    `in_hand` is a piece with its handles, `grips` are those of a tool. With `squares` its grid is theirs, and letters
    and numbers stand at its edges.
    """
    sheet = MapSheet(table.width_mm, table.depth_mm, across)
    return MapDrawing(
        _ground(table, sheet, squares),
        across,
        tuple(stands_on(stands, sheet)),
        tuple(overlaid(one, sheet) for one in overlays),
        (*(handles(in_hand, sheet) if in_hand else ()), *(grip_handle(one, sheet) for one in grips)),
        edges,
    )


def _ground(table: Table, sheet: MapSheet, squares: "Squares | None") -> GroundDrawing:
    marks = min(MOST_MARKS, max(FEWEST_MARKS, MARKS_IN_ALL // max(1, len(table.pieces))))
    pieces = [(piece, drawn(piece, sheet, marks)) for piece in table.pieces]
    layers = (tuple(made for piece, made in pieces if _layer(piece) == layer) for layer in range(LAYERS))
    labels = sorted((label for _, made in pieces for label in made.labels), key=_rank)
    grid = _grid(sheet) if squares is None else _grid_of(squares, sheet)
    return GroundDrawing(sheet.width, sheet.depth, grid, tuple(layer for layer in layers if layer), tuple(labels))


LAYERS: Final = 11
RANKS: Final = (
    "buildings",
    "trench",
    "block_house",
    "strong_point",
    "river",
    "wood",
    "bridge",
    "hill",
    "marsh",
    "stream",
)
"""Which names are kept where they would lie on one another, the foremost first; the rest comes after these."""


def _rank(label: Label) -> int:
    mark = label.mark.partition(" ")[0]
    return RANKS.index(mark) if mark in RANKS else len(RANKS)


def _layer(piece: Piece) -> int:
    """What lies on what: shelled ground lowest, works highest."""
    match piece:
        case Area(kind=kind) if kind in GROUND:
            return GROUND.index(kind)
        case Hill():
            return 4
        case Stream() | River():
            return 5
        case Road():
            return 6
        case Bridge():
            return 7
        case Area(kind=AreaKind.BUILDINGS):
            return 8
        case Trench() | Wire():
            return 9
        case Area():
            return 10


def _grid(sheet: MapSheet) -> Grid:
    lines = [*_lines(sheet.width, sheet, upright=True), *_lines(sheet.depth, sheet, upright=False)]
    fine = "".join(drawn_line for at, drawn_line in lines if at % HEAVY)
    return Grid(fine, "".join(drawn_line for at, drawn_line in lines if at % HEAVY == 0), tuple(_ticks(sheet)))


def _grid_of(squares: "Squares", sheet: MapSheet) -> Grid:
    """The lines between squares, and the letters and numbers of their references, wherever the sheet has them."""
    wide, deep = sheet.width / squares.across, sheet.depth / squares.up
    upright = (path([(n * wide, 0.0), (n * wide, sheet.depth)]) for n in range(1, squares.across))
    level = (path([(0.0, n * deep), (sheet.width, n * deep)]) for n in range(1, squares.up))
    return Grid("", "".join((*upright, *level)), tuple(_references(squares, sheet, wide, deep)), True)


def _references(squares: "Squares", sheet: MapSheet, wide: float, deep: float) -> Iterator[EdgeFigure]:
    for column in range(squares.across):
        at = wide * ((squares.across - 1 - column if sheet.across else column) + 0.5)
        for edge, y in (("below", sheet.depth), ("above", 0.0)):
            yield EdgeFigure(squares.column(column), at, y, edge, False)
    for row in range(squares.up):
        at = deep * ((squares.up - 1 - row if sheet.across else row) + 0.5)
        for edge, x in (("left", 0.0), ("right", sheet.width)):
            yield EdgeFigure(str(row + 1), x, at, edge, False)


def _lines(length: float, sheet: MapSheet, upright: bool) -> Iterator[tuple[int, str]]:
    for at in _marks(length):
        if 0 < at < length:
            line = (
                [(at, 0.0), (at, sheet.depth)]
                if upright
                else [(0.0, sheet.depth - at), (sheet.width, sheet.depth - at)]
            )
            yield at, path(line)


def _marks(length: float) -> Iterable[int]:
    return range(0, int(length) + 1, EVERY)


def _ticks(sheet: MapSheet) -> Iterator[EdgeFigure]:
    """Each side counts from its own rear-left corner: the other's figures run from the far right corner back."""
    for at in _marks(sheet.width):
        yield EdgeFigure(str(at), at, sheet.depth, "below", bool(at // EVERY % 2))
        yield EdgeFigure(str(at), sheet.width - at, 0.0, "above", bool(at // EVERY % 2))
    for at in _marks(sheet.depth):
        yield EdgeFigure(str(at), 0.0, sheet.depth - at, "left", bool(at // EVERY % 2))
        yield EdgeFigure(str(at), sheet.width, at, "right", bool(at // EVERY % 2))
