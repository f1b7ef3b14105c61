"""Everything on the map in words, for whoever does not look at it: what a piece is, and where, as the reader counts."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.maps.sheet import MapSheet, number
from rules.kernel.values import dataclass
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
