"""The map as a drawing with handles, and as a description in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from app.maps.layers import (
    DrawnPiece,
    Label,
    Overlay,
    OverlayDrawn,
    PlacedStand,
    StandDrawn,
    drawn,
    overlaid,
    stands_on,
)
from app.maps.sheet import MOST_MARKS, MapSheet, Point, middle_of, number, path
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.stands import Spot
from rules.tabletop.table_coordinates import Squares
from rules.tabletop.terrain import (
    Area,
    AreaKind,
    Bridge,
    Hill,
    Piece,
    River,
    Road,
    Stream,
    Strength,
    Table,
    Trench,
    Wire,
    points,
    width,
)

# Handles of a piece


@dataclass(frozen=True, slots=True)
class Handle:
    """Something to take hold of. `part` names it to the page: p3 a point, b3 the place after it, all the piece.

    `mark` is how it is drawn: point, between, whole, or grip, which is a tool's; counter, which has a `label`; clash, a
    sign with the label of what it is about. By what does not move a thing is only chosen.
    """

    id: str
    part: str
    mark: str
    words: str
    x: str
    y: str
    x_mm: int
    y_mm: int
    turn: str = ""
    facing_deg: str = ""
    label: str = ""
    moves: bool = True


CLASH: Final = "clash"
TOOL: Final = "tool"
"""The id of the tool in hand among the things that can be held."""


@dataclass(frozen=True, slots=True)
class Grip:
    """What a tool is held by: `part` names it to the page, with a facing on the table where it may be turned.

    A page with many things to hold says `of` which each is, and what stands on its counter (`label`); `mark` draws it
    otherwise than such a thing is drawn.
    """

    part: str
    words: str
    spot: Spot
    facing_deg: float | None = None
    of: str = TOOL
    label: str = ""
    moves: bool = True
    mark: str = ""


def grip_handle(grip: Grip, sheet: MapSheet) -> Handle:
    """A grip of the tool in hand as it is drawn."""
    x, y = (number(one) for one in sheet.at(grip.spot))
    turn, facing = (
        ("", "") if grip.facing_deg is None else (number(sheet.turn(grip.facing_deg)), number(grip.facing_deg))
    )
    mark = grip.mark or ("counter" if grip.label else "grip")
    place = (x, y, grip.spot.x_mm, grip.spot.y_mm)
    return Handle(grip.of, grip.part, mark, grip.words, *place, turn, facing, grip.label, grip.moves)


def handles(piece: Piece, sheet: MapSheet) -> list[Handle]:
    """The handles of a piece, those on top last."""
    return [*_between(piece, sheet), _whole(piece, sheet), *_points(piece, sheet)]


def _points(piece: Piece, sheet: MapSheet) -> Iterator[Handle]:
    word = "Corner" if isinstance(piece, Area | Hill) else "Bend"
    for place, spot in enumerate(points(piece)):
        yield _handle(piece, f"p{place}", "point", f"{word} {place + 1}", spot, sheet)


def _between(piece: Piece, sheet: MapSheet) -> Iterator[Handle]:
    spots = points(piece)
    closed = (*spots, spots[0]) if isinstance(piece, Area | Hill) else spots
    for place, (one, other) in enumerate(pairwise(closed)):
        middle = Spot((one.x_mm + other.x_mm) // 2, (one.y_mm + other.y_mm) // 2)
        yield _handle(piece, f"b{place}", "between", f"A new point after {place + 1}", middle, sheet)


def _whole(piece: Piece, sheet: MapSheet) -> Handle:
    spot = Spot(*(round(one) for one in _grip(piece)))
    facing = piece.facing_deg if isinstance(piece, Area) else None
    if facing is None:
        return _handle(piece, "all", "whole", f"The whole of {piece.name}", spot, sheet)
    turn = (number(sheet.turn(facing)), number(facing))
    return _handle(piece, "all", "whole", f"The whole of {piece.name}", spot, sheet, *turn)


def _grip(piece: Piece) -> Point:
    """Where the whole is held: the middle of an outline, beside the middle bend of a path."""
    spots: Sequence[Spot] = points(piece)
    if isinstance(piece, Area | Hill):
        return middle_of([(float(one.x_mm), float(one.y_mm)) for one in spots])
    place = (len(spots) - 1) // 2
    one, other = spots[place], spots[place + 1]
    return one.x_mm + (other.x_mm - one.x_mm) * 0.25, one.y_mm + (other.y_mm - one.y_mm) * 0.25


def _handle(
    piece: Piece, part: str, mark: str, words: str, spot: Spot, sheet: MapSheet, turn: str = "", facing: str = ""
) -> Handle:
    x, y = sheet.at(spot)
    return Handle(piece.id, part, mark, words, number(x), number(y), spot.x_mm, spot.y_mm, turn, facing)


# Drawing a table

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
    squares: Squares | None = None,
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


def _ground(table: Table, sheet: MapSheet, squares: Squares | None) -> GroundDrawing:
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


def _grid_of(squares: Squares, sheet: MapSheet) -> Grid:
    """The lines between squares, and the letters and numbers of their references, wherever the sheet has them."""
    wide, deep = sheet.width / squares.across, sheet.depth / squares.up
    upright = (path([(n * wide, 0.0), (n * wide, sheet.depth)]) for n in range(1, squares.across))
    level = (path([(0.0, n * deep), (sheet.width, n * deep)]) for n in range(1, squares.up))
    return Grid("", "".join((*upright, *level)), tuple(_references(squares, sheet, wide, deep)), True)


def _references(squares: Squares, sheet: MapSheet, wide: float, deep: float) -> Iterator[EdgeFigure]:
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


# The map in words

KINDS: Final[Mapping[AreaKind, str]] = {
    AreaKind.WOOD: "Wood",
    AreaKind.BUILDINGS: "Village",
    AreaKind.MARSH: "Marsh",
    AreaKind.SHELL_TORN: "Shell-torn ground",
    AreaKind.SHATTERED: "Shattered ground",
    AreaKind.STRONG_POINT: "Strong point",
    AreaKind.BLOCK_HOUSE: "Block house",
}
SORTS: Final[Mapping[type[Piece], str]] = {
    Hill: "Hill",
    Trench: "Trench",
    Road: "Road",
    Stream: "Stream",
    River: "River",
    Bridge: "Bridge",
    Wire: "Wire",
}


@dataclass(frozen=True, slots=True)
class PieceTold:
    """A piece in words: its name, what it is, where it lies (cm along and up, as the reader counts), what else."""

    id: str
    name: str
    what: str
    where: str
    more: tuple[str, ...]


def told(table: Table, across: bool = False) -> list[PieceTold]:
    """Every piece of a table in words, in the order in which it was drawn."""
    sheet = MapSheet(table.width_mm, table.depth_mm, across)
    return [_told(piece, sheet) for piece in table.pieces]


def sort_words(piece: Piece) -> str:
    """What a piece is, in a word or two."""
    return KINDS[piece.kind] if isinstance(piece, Area) else SORTS[type(piece)]


def _told(piece: Piece, sheet: MapSheet) -> PieceTold:
    places = [sheet.own(spot) for spot in points(piece)]
    return PieceTold(piece.id, piece.name, _what(piece), _where(piece, places), tuple(_more(piece, sheet)))


def _what(piece: Piece) -> str:
    word = sort_words(piece)
    return f"{piece.nation.capitalize()} {word.lower()}" if isinstance(piece, Trench) else word


def _where(piece: Piece, places: Sequence[tuple[float, float]]) -> str:
    if not isinstance(piece, Area | Hill):
        return f"from {_place(places[0])} to {_place(places[-1])}"
    (left, right), (low, high) = ((min(one), max(one)) for one in zip(*places, strict=True))
    return f"{number(left)} to {number(right)} cm along, {number(low)} to {number(high)} cm up"


def _place(place: tuple[float, float]) -> str:
    return f"{number(place[0])}, {number(place[1])}"


def _more(piece: Piece, sheet: MapSheet) -> list[str]:
    said = [f"{number((width(piece) or 0) / 10)} cm {'deep' if isinstance(piece, Wire) else 'wide'}"] * (
        width(piece) is not None
    )
    match piece:
        case Hill(height=height):
            said.append(f"height {height}")
        case Trench(strength=Strength.STRONG):
            said.append("strong")
        case Area(facing_deg=float() | int() as facing):
            said.append(f"faces {number(sheet.turn(facing))}°")
        case Wire(gaps=gaps) if gaps:
            said.append("1 gap" if len(gaps) == 1 else f"{len(gaps)} gaps")
        case _:
            pass
    return said
