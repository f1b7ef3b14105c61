"""A table as a log keeps it: every piece in one form that says its sort, so that the log tells the whole table."""

from dataclasses import field, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from rules.kernel.plain import LEFT_OUT
from rules.kernel.values import dataclass
from rules.tabletop.terrain import PIECES, AreaKind, GroundWord, Lane, Line, Piece, Strength, Table, points


class Sort(StrEnum):
    """What a piece is, in the words of the documents (`PIECES`)."""

    AREA = "area"
    HILL = "hill"
    TRENCH = "trench"
    ROAD = "road"
    STREAM = "stream"
    RIVER = "river"
    BRIDGE = "bridge"
    WIRE = "wire"


@dataclass(frozen=True)
class LaidPiece:
    """A piece of terrain; `line` is its outline or its path. Of the rest only what its sort has is told.

    Its words came later than the rest: where it carries none it is kept as it ever was, without them.
    """

    sort: Sort
    id: str
    name: str
    line: Line
    kind: AreaKind | None = None
    facing_deg: float | None = None
    height: int | None = None
    nation: str | None = None
    strength: Strength | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    gaps: tuple[Lane, ...] = ()
    words: tuple[GroundWord, ...] = field(default=(), metadata=LEFT_OUT)

    def __post_init__(self) -> None:
        if not self.words:
            vars(self).pop("words", None)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table with its name, size and pieces, as it is laid in a game."""

    name: str
    width_mm: int
    depth_mm: int
    pieces: tuple[LaidPiece, ...] = ()

    def __hash__(self) -> int:
        # Quick, since tables are kept by it; two that differ in their pieces alone are told apart by comparing.
        return hash((self.name, self.width_mm, self.depth_mm, len(self.pieces)))


SORTS: Final = {kind: Sort(word) for word, kind in PIECES.items()}
LINES: Final = ("outline", "path")


class NotOfItsSort(ValueError):
    """A piece that lacks what its sort has, or has what its sort lacks; `piece` names it."""

    def __init__(self, piece: str, wrong: str, right: str) -> None:
        super().__init__(f"{piece}: {wrong}; {right}")
        self.piece, self.wrong, self.right = piece, wrong, right


def laid(name: str, table: Table) -> LaidTable:
    """A table as a log keeps it."""
    return LaidTable(name, table.width_mm, table.depth_mm, tuple(map(_laid, table.pieces)))


def _laid(piece: Piece) -> LaidPiece:
    own = {one.name: getattr(piece, one.name) for one in fields(piece) if one.name not in LINES}
    return LaidPiece(SORTS[type(piece)], line=points(piece), **own)


@lru_cache(maxsize=64)
def table_of(kept: LaidTable) -> Table:
    """The table of a log as geometry knows it. Raises NotOfItsSort."""
    return Table(kept.width_mm, kept.depth_mm, tuple(map(_piece, kept.pieces)))


def _piece(kept: LaidPiece) -> Piece:
    made = PIECES[kept.sort]
    names = {one.name for one in fields(made)}
    told: dict[str, Any] = {one.name: value for one in fields(kept) if (value := getattr(kept, one.name)) is not None}
    line = told.pop("line")
    told |= {name: line for name in LINES if name in names}
    del told["sort"]
    for name in ("gaps", "words"):
        if not told[name]:
            told.pop(name)
    strange = told.keys() - names
    if strange:
        raise NotOfItsSort(
            kept.name or kept.id, f"a piece of the sort {kept.sort} has no {min(strange)}", "leave it out"
        )
    missing = {one.name for one in fields(made) if one.name not in told} - OPTIONAL
    if missing:
        raise NotOfItsSort(kept.name or kept.id, f"a piece of the sort {kept.sort} has its {min(missing)}", "give it")
    return made(**told)


OPTIONAL: Final = frozenset({"facing_deg", "strength", "gaps", "depth_mm", "words"})
