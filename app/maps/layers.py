"""Layers of the map: ground, stands and overlays of tools."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, Final

from app.maps.sheet import (
    MOST_MARKS,
    MapSheet,
    Point,
    Walk,
    away_from,
    banks,
    battlements,
    crosses,
    middle_of,
    number,
    path,
    upright,
)
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, common
from rules.tabletop.stands import Circle, Spot, StandingBase, extent
from rules.tabletop.terrain import (
    BELT_MM,
    Area,
    Bridge,
    Hill,
    Lane,
    Line,
    Piece,
    River,
    Road,
    Stream,
    Strength,
    Table,
    Trench,
    Wire,
)

# Terrain

NATIONS: Final = ("british", "french", "german")
"""Armies that have a colour and a line of their own; any other is drawn in ink."""
SHALLOWEST: Final = 0.5
"""How far the traverses of the narrowest trench stand out, so that they can be seen (cm)."""
BESIDE: Final = 13.0
"""How far from its line the name of a way stands (pixels of the device)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Path data and what styles it; `width` of a stroke that is true to scale, in cm."""

    mark: str
    d: str
    width: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """Words at a place of the sheet, turned so that they can be read; `rise`: above it, in pixels of the device."""

    words: str
    x: str
    y: str
    mark: str
    turn: str = "0"
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece on the map."""

    id: str
    mark: str
    name: str
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...] = ()


@lru_cache(maxsize=4096)
def drawn(piece: Piece, sheet: MapSheet, marks: int = MOST_MARKS) -> DrawnPiece:
    """A piece as it is drawn; once, for the ground of a game changes seldom. `marks`: of a trench or a belt at most."""
    match piece:
        case Trench():
            return _trench(piece, sheet, marks)
        case Wire():
            return _wire(piece, sheet, marks)
        case _:
            make: Callable[[Any, MapSheet], DrawnPiece] = _WAYS[type(piece)]
            return make(piece, sheet)


def _area(area: Area, sheet: MapSheet) -> DrawnPiece:
    corners = sheet.along(area.outline)
    outline = path(corners, closed=True)
    shapes = [Shape("fill", outline), Shape("texture", outline), Shape("edge", outline)]
    if area.facing_deg is not None:
        shapes.append(Shape("front", _front(middle_of(corners), sheet.turn(area.facing_deg))))
    mark = area.kind.value
    return DrawnPiece(area.id, mark, area.name, tuple(shapes), (_at(area.name, middle_of(corners), mark),))


def _front(middle: Point, turn: float) -> str:
    """An arrowhead that looks the way a block house faces: drawn looking up, and turned."""
    side, up = cos(radians(turn)), sin(radians(turn))
    ahead = [(-1.2, -1.6), (0.0, -3.4), (1.2, -1.6)]
    return path([(middle[0] + x * side - y * up, middle[1] + x * up + y * side) for x, y in ahead])


def _hill(hill: Hill, sheet: MapSheet) -> DrawnPiece:
    corners = sheet.along(hill.outline)
    low = max(corners, key=lambda one: one[1])
    labels = (_at(hill.name, _high(corners), "hill"), _at(str(hill.height), low, "height"))
    shapes = (Shape("fill", path(corners, closed=True)), Shape("edge", path(corners, closed=True)))
    return DrawnPiece(hill.id, "hill", hill.name, shapes, labels)


def _high(corners: Sequence[Point]) -> Point:
    """A place in the upper part of an outline: contours lie in one another, and so would names in their middles."""
    top, low = min(one[1] for one in corners), max(one[1] for one in corners)
    return middle_of(corners)[0], top + (low - top) * 0.2


def _trench(trench: Trench, sheet: MapSheet, marks: int) -> DrawnPiece:
    points = sheet.along(trench.path)
    wide = trench.width_mm / MM_A_CM
    front = battlements(points, max(SHALLOWEST, wide / 2), marks)
    shapes = [Shape("bed", path(points), number(wide)), Shape("line", front)]
    if trench.nation != "british":
        # A German trench is a double line and a French one is broken: not by colour alone.
        shapes.append(Shape("inner", front))
    if trench.strength is Strength.STRONG:
        shapes.append(Shape("strong", banks(points, wide + 1.4)))
    is_known = trench.nation in NATIONS
    mark = f"trench {trench.nation if is_known else 'other'}"
    whose = trench.nation[:1].upper() if is_known else trench.nation.capitalize()
    return DrawnPiece(trench.id, mark, trench.name, tuple(shapes), (_along(f"{whose} {trench.name}", points, mark),))


def _way(way: Road | Stream | River, sheet: MapSheet) -> DrawnPiece:
    points, wide = sheet.along(way.path), way.width_mm / MM_A_CM
    mark = type(way).__name__.lower()
    shapes = (Shape("bed", path(points), number(wide)), Shape("bank", banks(points, wide)))
    return DrawnPiece(way.id, mark, way.name, shapes, (_along(way.name, points, mark),))


def _bridge(bridge: Bridge, sheet: MapSheet) -> DrawnPiece:
    points, wide = sheet.along(bridge.path), bridge.width_mm / MM_A_CM
    shapes = (Shape("bed", path(points), number(wide)), Shape("bank", banks(points, wide) + _wings(points, wide)))
    return DrawnPiece(bridge.id, "bridge", bridge.name, shapes, (_beside(bridge.name, points, wide, "bridge"),))


def _wings(points: Sequence[Point], wide: float) -> str:
    """The splayed ends of the parapets."""
    walk, splay = Walk(points), wide / 2 + 0.9
    ends = ((0.0, -0.9), (walk.length, 0.9))
    return "".join(
        path([walk.beside(way, side * wide / 2), walk.beside(way + on, side * splay)])
        for way, on in ends
        for side in (1, -1)
    )


def _wire(wire: Wire, sheet: MapSheet, marks: int) -> DrawnPiece:
    points = sheet.along(wire.path)
    lanes = [(sheet.along(gap.path), gap) for gap in wire.gaps]
    open_at = _open_at([(line, gap.width_mm / MM_A_CM / 2) for line, gap in lanes])
    shapes = [
        Shape("bed", path(points), number(wire.depth_mm / MM_A_CM)),
        Shape("crosses", crosses(points, max(1, wire.depth_mm // BELT_MM), open_at, marks)),
        *(Shape("lane", _lane(line, gap)) for line, gap in lanes),
    ]
    return DrawnPiece(wire.id, "wire", wire.name, tuple(shapes), (_along(wire.name, points, "wire"),))


def _open_at(lanes: Sequence[tuple[Sequence[Point], float]]) -> Callable[[Point], bool]:
    return lambda at: any(away_from(at, line) <= half + 0.4 for line, half in lanes)


def _lane(line: Sequence[Point], gap: Lane) -> str:
    return banks(line, gap.width_mm / MM_A_CM)


def _at(words: str, at: Point, mark: str) -> Label:
    return Label(words, number(at[0]), number(at[1]), mark)


def _along(words: str, points: Sequence[Point], mark: str) -> Label:
    """Along a line, a third of its way: where lines of one table run side by side, names stand less often in a row."""
    walk = Walk(points)
    way = walk.length * 0.4
    x, y = walk.beside(way, 0.0)
    return Label(words, number(x), number(y), mark, number(upright(walk.direction(way))), BESIDE)


def _beside(words: str, points: Sequence[Point], wide: float, mark: str) -> Label:
    x, y = max(Walk(points).beside(Walk(points).length / 2, side * (wide / 2 + 1.5)) for side in (1, -1))
    return Label(words, number(x), number(y), mark)


_WAYS: Final[Mapping[type[Piece], Callable[..., DrawnPiece]]] = {
    Area: _area,
    Hill: _hill,
    Road: _way,
    Stream: _way,
    River: _way,
    Bridge: _bridge,
}


# Stands on the map


@dataclass(frozen=True, slots=True)
class PlacedStand:
    """A stand that the reader may see: its place, and its words. `label` stands on the map, `words` in the list."""

    id: str
    stand: StandingBase
    nation: str
    label: str
    words: str
    state: str = ""
    moves: bool = False
    """Whether the reader may drag and turn it."""
    letter: str = ""
    """Whose it is, where that is not the initial of its nation."""


@dataclass(frozen=True, slots=True)
class StandDrawn:
    """A stand as it is drawn: about its own middle, looking up, then turned. Lengths in cm, the place also in mm."""

    id: str
    mark: str
    letter: str
    label: str
    words: str
    moves: bool
    x: str
    y: str
    turn: str
    width: str
    depth: str
    round: bool
    x_mm: int
    y_mm: int
    facing_deg: float
    own_x: str
    own_y: str
    rise: str
    """How far above its middle its label stands clear of it, cm."""


FRONT: Final = 0.8
"""How far the mark of its front stands out."""


def stands_on(placed: Iterable[PlacedStand], sheet: MapSheet) -> Iterator[StandDrawn]:
    """Stands as they are drawn on a sheet."""
    return (_drawn(one, sheet) for one in placed)


@lru_cache(maxsize=4096)
def _drawn(one: PlacedStand, sheet: MapSheet) -> StandDrawn:
    """Most stands are where they were: each is worked out once for its place."""
    stand = one.stand
    width, depth = extent(stand.footprint)
    x, y = sheet.at(stand.spot)
    own_x, own_y = sheet.own(stand.spot)
    nation = one.nation if one.nation in NATIONS else "other"
    return StandDrawn(
        one.id,
        " ".join(filter(None, (nation, one.state))),
        one.letter or one.nation[:1].upper(),
        one.label,
        one.words,
        one.moves,
        number(x),
        number(y),
        number(sheet.turn(stand.facing_deg)),
        number(width / MM_A_CM),
        number(depth / MM_A_CM),
        isinstance(stand.footprint, Circle),
        stand.spot.x_mm,
        stand.spot.y_mm,
        stand.facing_deg,
        number(own_x),
        number(own_y),
        number(_rise(width / MM_A_CM, depth / MM_A_CM, radians(sheet.turn(stand.facing_deg)))),
    )


def _rise(width: float, depth: float, turn: float) -> float:
    """Half the height that a turned base takes on the sheet, with the mark of its front where that looks up."""
    return (width * abs(sin(turn)) + depth * abs(cos(turn))) / 2 + FRONT * max(0.0, cos(turn))


# Overlays


@dataclass(frozen=True, slots=True)
class Overlay:
    """What a tool shows, or what lies there.

    `kind` styles it: sight, blocked, measure, arc, zone, square, point, gas, band, danger, reach.
    """

    kind: str
    words: str
    areas: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[tuple[Spot, str], ...] = ()
    is_preview: bool = True


def cut_to(table: Table, *outlines: Outline) -> tuple[Line, ...]:
    """The parts of shapes that lie on a table; nothing where none does."""
    wide, deep = table.width_mm, table.depth_mm
    edges = ((0, 0), (0, deep), (wide, deep), (wide, 0))
    cut = (common(edges, outline) for outline in outlines if outline)
    return tuple(tuple(Spot(round(x), round(y)) for x, y in inside) for inside in cut if inside)


@dataclass(frozen=True, slots=True)
class OverlayDrawn:
    """An overlay as it is drawn."""

    mark: str
    words: str
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...]


def overlaid(overlay: Overlay, sheet: MapSheet) -> OverlayDrawn:
    """An overlay on a sheet."""
    areas = [Shape("area", path(sheet.along(one), closed=True)) for one in overlay.areas]
    lines = [Shape("line", path(sheet.along(one))) for one in overlay.lines]
    labels = [_label(*one, sheet) for one in overlay.labels]
    mark = f"{overlay.kind} preview" if overlay.is_preview else overlay.kind
    return OverlayDrawn(mark, overlay.words, (*areas, *lines), tuple(labels))


def _label(spot: Spot, words: str, sheet: MapSheet) -> Label:
    x, y = sheet.at(spot)
    return Label(words, number(x), number(y), "tool")
