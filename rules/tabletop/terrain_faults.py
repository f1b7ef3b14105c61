"""Faults of a table as it was drawn or read, each with what would be right. Fast on any input."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Final

from rules.kernel.distances import cm
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.stands import LONGEST_MM, Spot
from rules.tabletop.terrain import (
    BELT_MM,
    Area,
    AreaKind,
    Bridge,
    Hill,
    Lane,
    Line,
    Piece,
    River,
    Road,
    Stream,
    Table,
    Trench,
    Wire,
    points,
    width,
)

SHORTEST_TABLE_MM: Final = 300
MOST_PIECES: Final = 400
MOST_CORNERS: Final = 2_000
MOST_BENDS: Final = 200
MOST_POINTS_IN_ALL: Final = 6_000
MOST_GAPS: Final = 100
MOST_GAPS_IN_ALL: Final = 1_000
MOST_BENDS_OF_A_GAP: Final = 20
LONGEST_NAME: Final = 60
DEEPEST_WIRE_MM: Final = 400
HIGHEST: Final = 9
SMALLEST_AREA_MM2: Final = 100
GAP_WIDTHS_MM: Final = (10, 400)
WIDTHS_MM: Final[Mapping[type[Piece], tuple[int, int]]] = {
    Trench: (5, 100),
    Road: (5, 150),
    Stream: (2, 100),
    River: (10, 500),
    Bridge: (5, 200),
}
"""The least and the most across, by the sort of piece."""
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_NATION: Final = re.compile(r"[a-z][a-z_]{0,39}")
_WORD: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
MOST_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class TableFault:
    """One thing that is wrong: with which piece (both empty for the table itself), what, and what would be right."""

    piece_id: str
    piece_name: str
    wrong: str
    right: str


Found = Iterator[tuple[str, str]]


def faults(table: Table) -> tuple[TableFault, ...]:
    """Everything that is wrong with a table, piece by piece; nothing where it can be played on."""
    about_table = [TableFault("", "", *found) for found in _about_the_table(table)]
    if about_table:
        return tuple(about_table)
    uses = Counter(piece.id for piece in table.pieces)
    return tuple(
        TableFault(piece.id[:LONGEST_NAME], piece.name[:LONGEST_NAME], *found)
        for piece in table.pieces
        for found in _about(piece, uses[piece.id], table)
    )


def _about_the_table(table: Table) -> Found:
    for word, length_mm in (("wide", table.width_mm), ("deep", table.depth_mm)):
        if not SHORTEST_TABLE_MM <= length_mm <= LONGEST_MM:
            yield f"the table is {_long(length_mm)} {word}", f"give {cm(SHORTEST_TABLE_MM)} to {cm(LONGEST_MM)}"
    if len(table.pieces) > MOST_PIECES:
        yield f"there are {len(table.pieces)} pieces of terrain", f"draw {MOST_PIECES} at most"
        return
    gaps = sum(len(piece.gaps) for piece in table.pieces if isinstance(piece, Wire))
    if gaps > MOST_GAPS_IN_ALL:
        yield f"the wire has {gaps} gaps in all", f"draw {MOST_GAPS_IN_ALL} at most"
    # One piece that has too many is told so by name instead.
    numbers = [len(points(piece)) for piece in table.pieces if len(points(piece)) <= _most_points(piece)]
    if sum(numbers) > MOST_POINTS_IN_ALL:
        yield f"the terrain has {sum(numbers)} corners and bends in all", f"draw it with {MOST_POINTS_IN_ALL} at most"


def _about(piece: Piece, uses: int, table: Table) -> Found:
    """Its names and measures, then its shape; the finer questions only where the coarser ones found nothing."""
    yield from _names(piece, uses)
    yield from _words(piece)
    word = "corner" if isinstance(piece, Area | Hill) else "bend"
    coarse = [*_measures(piece), *_spots(points(piece), word, table, _most_points(piece))]
    yield from coarse
    if coarse:
        return
    if isinstance(piece, Area | Hill):
        yield from _outline(piece.outline)
        return
    yield from _path(piece.path)
    if isinstance(piece, Wire):
        yield from _gaps(piece, table)


def _most_points(piece: Piece) -> int:
    return MOST_CORNERS if isinstance(piece, Area | Hill) else MOST_BENDS


def _names(piece: Piece, uses: int) -> Found:
    if not _ID.fullmatch(piece.id):
        yield "its id is no short word", "give an id of 1 to 40 letters, digits, hyphens and underscores"
    elif uses > 1:
        yield f"{uses} pieces have the id {piece.id}", "give each an id of its own"
    if not piece.name.strip():
        yield "it has no name", "name it, so that answers can tell it apart"
    elif len(piece.name) > LONGEST_NAME or not piece.name.isprintable():
        yield "its name does not fit on one line", f"give a name of at most {LONGEST_NAME} characters"


def _words(piece: Piece) -> Found:
    """The words it carries: whether they say anything in a rule system, that system knows."""
    of = [word.of for word in piece.words]
    if len(of) > MOST_WORDS:
        yield f"it carries {len(of)} words", f"give {MOST_WORDS} at most"
    elif len(set(of)) < len(of):
        yield f"it says of its {max(of, key=of.count)[:LONGEST_NAME]} two things", "give each word once"
    elif not all(_WORD.fullmatch(said) for word in piece.words for said in (word.of, word.says)):
        yield "a word that it carries is no short word", "give words of 1 to 30 small letters, digits and underscores"


def _measures(piece: Piece) -> Found:
    if isinstance(piece, Area):
        yield from _facing(piece)
    elif isinstance(piece, Hill):
        if not 1 <= piece.height <= HIGHEST:
            yield f"its height is {_number(piece.height)}", f"give 1 to {HIGHEST} contours above the plain"
    elif isinstance(piece, Wire):
        if piece.depth_mm % BELT_MM or not BELT_MM <= piece.depth_mm <= DEEPEST_WIRE_MM:
            yield (
                f"the wire is {_long(piece.depth_mm)} deep",
                f"give {cm(BELT_MM)} to {cm(DEEPEST_WIRE_MM)}, in belts of 2",
            )
    else:
        yield from _width(width(piece) or 0, *WIDTHS_MM[type(piece)])
        if isinstance(piece, Trench) and not _NATION.fullmatch(piece.nation):
            yield "it is not said whose trench it is", "name the nation in one word, such as british"


def _facing(piece: Area) -> Found:
    if piece.kind is not AreaKind.BLOCK_HOUSE:
        if piece.facing_deg is not None:
            yield "it has a front", "only block houses face a way; leave its direction out"
    elif piece.facing_deg is None or not (isfinite(piece.facing_deg) and 0 <= piece.facing_deg < 360):
        yield "it is not clear where the block house faces", "give its direction as 0 to under 360 degrees"


def _width(width_mm: int, least_mm: int, most_mm: int) -> Found:
    if not least_mm <= width_mm <= most_mm:
        yield f"it is {_long(width_mm)} wide", f"give {cm(least_mm)} to {cm(most_mm)}"


def _spots(spots: Line, word: str, table: Table, most: int) -> Found:
    """Whether there are enough spots, and not too many, each on the table and none twice in a row."""
    fewest = 3 if word == "corner" else 2
    if len(spots) < fewest:
        yield f"it has {len(spots)} {word}{'' if len(spots) == 1 else 's'}", f"draw {fewest} or more"
    elif len(spots) > most:
        yield f"it has {len(spots)} {word}s", f"draw it with {most} at most"
    elif (off := next((spot for spot in spots if not _lies_on(spot, table)), None)) is not None:
        size = f"{cm(table.width_mm)} by {cm(table.depth_mm)}"
        yield f"its {word} at {_at(off)} lies off the table", f"keep it on the table of {size}"
    else:
        yield from _twice(spots, word)


def _twice(spots: Line, word: str) -> Found:
    closed = (*spots, spots[0]) if word == "corner" else spots
    again = next((other for one, other in pairwise(closed) if one == other), None)
    if len(set(spots)) == 1:
        yield "it has no length: all of it lies in one spot", "draw it from one spot to another"
    elif again is not None:
        yield f"its {word} at {_at(again)} is listed twice in a row", "list it once"


def _outline(outline: Line) -> Found:
    # The service loads this module at its start, for the limits above; shapely, here and below, would take 0.3 s of it.
    from shapely import Polygon, is_valid_reason

    shape = Polygon(outline)
    if not shape.is_valid:
        yield (
            f"its outline crosses or touches itself{_where(is_valid_reason(shape))}",
            "draw it so that it goes once round",
        )
    elif shape.area < SMALLEST_AREA_MM2:
        yield "it covers less than a square centimetre", "draw it larger"


def _path(path: Line) -> Found:
    from shapely import LineString

    if not LineString(path).is_simple:
        yield "its path crosses itself", "draw it as two pieces"


def _where(reason: str) -> str:
    """The place in shapely's words, `Self-intersection[120.5 300]`, in ours; nothing where it names none."""
    found = re.search(r"\[(-?[\d.]+) (-?[\d.]+)\]", reason)
    return f" at {_at(Spot(*(round(float(number)) for number in found.groups())))}" if found else ""


def _gaps(wire: Wire, table: Table) -> Found:
    if len(wire.gaps) > MOST_GAPS:
        yield f"it has {len(wire.gaps)} gaps", f"draw {MOST_GAPS} at most"
        return
    sound: list[tuple[int, Lane]] = []
    for number, gap in enumerate(wire.gaps, 1):
        found = [*_spots(gap.path, "bend", table, MOST_BENDS_OF_A_GAP), *_width(gap.width_mm, *GAP_WIDTHS_MM)]
        yield from ((f"gap {number}: {wrong}", right) for wrong, right in found)
        if not found:
            sound.append((number, gap))
    yield from _gaps_beside(wire, sound)


def _gaps_beside(wire: Wire, gaps: Sequence[tuple[int, Lane]]) -> Found:
    from shapely import LineString

    middle = LineString(wire.path)
    for number, gap in gaps:
        if LineString(gap.path).distance(middle) >= wire.depth_mm / 2:
            yield f"gap {number} does not lie in the wire", "draw it across the belt"


def _lies_on(spot: Spot, table: Table) -> bool:
    return 0 <= spot.x_mm <= table.width_mm and 0 <= spot.y_mm <= table.depth_mm


def _at(spot: Spot) -> str:
    return f"{_long(spot.x_mm)}, {_long(spot.y_mm)}"


def _long(length_mm: int) -> str:
    """A length in words, however long its number."""
    return cm(length_mm) if abs(length_mm) < 10**9 else "far more than any table"


def _number(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "a number far too large"
