"""What tools lay over the map: lines, areas and labels, given in millimetres of the table, previews until confirmed."""

from app.maps.ground import Label, Shape
from app.maps.pen import path
from app.maps.sheet import MapSheet, number
from rules.kernel.shapes import Outline, common
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Line, Table


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
