"""Tables: the open document, the library, and the terrain that a rule system reads."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict
from sqlalchemy import Engine

from app.documents.document_files import TABLE, OpenFile
from app.documents.document_repository import DocumentKind, DocumentShelf, KeptDocument, ListedDocument, Overtaken
from app.games.json_codec import Unreadable
from app.http.problem_details import plain_words
from app.randomness import JsonValue
from app.storage.schema import TabletopRow, table_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import Misfit, plain, refuse
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
    BELT_MM,
    Area,
    AreaKind,
    Bridge,
    GroundWord,
    Hill,
    Lane,
    LaneMaker,
    Piece,
    River,
    Road,
    Stream,
    Strength,
    Table,
    Trench,
    Wire,
    laid,
    points,
)
from rules.tabletop.terrain_faults import LONGEST_NAME, MOST_WORDS, faults

# Words of pieces


@dataclass(frozen=True, slots=True)
class PieceWord:
    """What a word is `of` in the file of a table, what that is called, and what it may say; untold, it is as usual."""

    of: str
    label: str
    may_say: Sequence[str]


# Terrain that a rule system reads

FACTS: Final[Mapping[str, tuple[str, Callable[[Piece], bool]]]] = {
    "strength": ("how strongly a trench is built", lambda piece: _is_strong(piece)),
    "nation": ("whose a trench is", lambda piece: isinstance(piece, Trench)),
    "facing": ("where a block house faces", lambda piece: isinstance(piece, Area) and piece.facing_deg is not None),
    "belts": ("how many belts of wire lie behind each other", lambda piece: isinstance(piece, Wire)),
    "gaps": ("the gaps in wire", lambda piece: isinstance(piece, Wire) and bool(piece.gaps)),
    "height": ("the height of a hill", lambda piece: isinstance(piece, Hill)),
}
"""The facts of pieces that a system may have no rule for: in words, and which pieces have them."""


def _is_strong(piece: Piece) -> bool:
    return isinstance(piece, Trench) and piece.strength is Strength.STRONG


@dataclass(frozen=True, slots=True)
class TerrainUse:
    """What a system reads of a table.

    `kinds`: the kinds of pieces it has rules for, as documents write them (None: all of them).
    `facts`: the facts it reads, of FACTS (None: all of them). `words`: the words of pieces that it reads.
    """

    kinds: frozenset[str] | None = None
    facts: frozenset[str] | None = None
    words: frozenset[str] = frozenset()

    def unknown(self, table: Table) -> list[str]:
        """Return the names of the pieces that it has no rules for: with one of them a table cannot be its own."""
        return [piece.name for piece in table.pieces if self.kinds is not None and _kind(piece) not in self.kinds]

    def lost(self, table: Table) -> Iterator[str]:
        """Yield in words what of a table it does not read, so that it does not carry over to a copy for it."""
        for key, (says, has) in FACTS.items():
            names = [piece.name for piece in table.pieces if has(piece)]
            if names and self.facts is not None and key not in self.facts:
                yield f"{says}: {_list(names)}"
        for of in sorted({word.of for piece in table.pieces for word in piece.words} - self.words):
            names = [piece.name for piece in table.pieces if any(word.of == of for word in piece.words)]
            yield f"the word for {of}: {_list(names)}"


_NAMED: Final = 4
"""So many pieces are named; of more their number is told."""


def _list(names: list[str]) -> str:
    if len(names) > _NAMED:
        return f"{len(names)} pieces"
    return ", ".join(names)


def _kind(piece: Piece) -> str:
    return piece.kind.value if isinstance(piece, Area) else type(piece).__name__.lower()


# A table as one open JSON file

FORMAT: Final = TABLE.format
VERSION: Final = 1
MOST_BYTES: Final = 1_000_000
"""The longest document that is read; one with the most pieces and corners takes half of it."""
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
FARTHEST_MM: Final = 100_000
"""Beyond this no number is a place; whether it lies on the table is asked later."""

Mm = Annotated[int, Meta(ge=-FARTHEST_MM, le=FARTHEST_MM, description="mm, whole")]
Point = tuple[Mm, Mm]
Points = list[Point]
Name = Annotated[
    str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE, description="what the map calls it")
]
PieceId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$", description="no two pieces have the same")]
Width = Annotated[int, Meta(ge=1, le=FARTHEST_MM, description="mm, whole")]
Side = Annotated[str, Meta(min_length=1, max_length=20, pattern="^[a-z_]+$", description="british, french, german")]


Word = Annotated[str, Meta(max_length=30, pattern="^[a-z][a-z0-9_]*$")]
Words = Annotated[dict[Word, Word], Meta(max_length=MOST_WORDS, description="what it is of: what a rule system reads")]


class Polygon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="Polygon"):
    """An outline: one ring, whose last point is its first again."""

    coordinates: tuple[Points]


class LineString(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="LineString"):
    """A path from end to end."""

    coordinates: Points


class Described(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="sort", kw_only=True
):
    """What a piece is, by its sort; `words` are those of a rule system that it carries, such as its cover and going."""

    words: Words = {}


class AreaFacts(Described, frozen=True, tag="area"):
    """What covers an area. `facing_deg`: which way a block house looks, clockwise from straight up the table."""

    name: Name
    kind: AreaKind
    facing_deg: Annotated[float | None, Meta(description="degrees clockwise; of block houses")] = None


class HillFacts(Described, frozen=True, tag="hill"):
    """A contour; `height` in steps above the plain."""

    name: Name
    height: Annotated[int, Meta(ge=1, le=20)]


class TrenchFacts(Described, frozen=True, tag="trench"):
    """A trench and whose it is."""

    name: Name
    nation: Side
    width_mm: Width
    strength: Strength = Strength.ORDINARY


class WayFacts(Described, frozen=True):
    """Something with a path and a width."""

    name: Name
    width_mm: Width


class RoadFacts(WayFacts, frozen=True, tag="road"):
    """A road."""


class StreamFacts(WayFacts, frozen=True, tag="stream"):
    """A stream."""


class RiverFacts(WayFacts, frozen=True, tag="river"):
    """A river."""


class BridgeFacts(WayFacts, frozen=True, tag="bridge"):
    """A bridge from bank to bank."""


class LaneFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way through wire: its path, how wide it is, and how it came about."""

    path: Points
    width_mm: Width
    made_by: LaneMaker


class WireFacts(Described, frozen=True, tag="wire"):
    """A belt of wire; `depth_mm` is measured across its path, in steps of 20."""

    name: Name
    depth_mm: Width = BELT_MM
    gaps: list[LaneFacts] = []


Facts = AreaFacts | HillFacts | TrenchFacts | RoadFacts | StreamFacts | RiverFacts | BridgeFacts | WireFacts


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece: what it is called in the document, where it lies, what it is."""

    type: Literal["Feature"]
    id: PieceId
    geometry: Polygon | LineString
    properties: Facts


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. Places are [x, y]: x to the right along the near edge, y away from it."""

    type: Literal["FeatureCollection"]
    format: str
    version: int
    name: Annotated[str, Meta(min_length=1, max_length=120, pattern=ONE_LINE)]
    width_mm: Width
    depth_mm: Width
    features: list[Feature]
    system: Annotated[
        str, Meta(max_length=40, pattern=ONE_LINE, description="the rule system it is for; left out: Flanders Fields")
    ] = ""


PIECE_OF: Final[Mapping[type[Facts], type[Piece]]] = {
    AreaFacts: Area,
    HillFacts: Hill,
    TrenchFacts: Trench,
    RoadFacts: Road,
    StreamFacts: Stream,
    RiverFacts: River,
    BridgeFacts: Bridge,
    WireFacts: Wire,
}
FACTS_OF: Final = {piece: facts for facts, piece in PIECE_OF.items()}


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table, what it is called, and the rule system it is for; empty where its document names none."""

    name: str
    table: Table
    system: str = ""


def _unreadable(wrong: Exception, data: bytes) -> Misfit:
    """What the reader found, said of the piece it found it in."""
    field, because, instead = plain_words(wrong)
    found = re.match(r"features\[(\d+)\]\.?", field)
    rest = field[found.end() :] if found else field
    return Misfit(_id_of(data, int(found[1])) if found else "", f"{rest}: {because}" if rest else because, instead)


def _id_of(data: bytes, place: int) -> str:
    class Named(msgspec.Struct):
        id: str

    class Raw(msgspec.Struct):
        features: list[msgspec.Raw]

    try:
        return msgspec.json.decode(msgspec.json.decode(data, type=Raw).features[place], type=Named).id[:40]
    except (msgspec.MsgspecError, RecursionError, IndexError):
        return f"piece {place + 1}"


FILE: Final = OpenFile("a table", TableFile, FORMAT, VERSION, MOST_BYTES, _unreadable)


def read_document(data: bytes) -> NamedTable:
    """The table in a file. Raises NotFitting, and then nothing of it has been taken in."""
    return named_table(FILE.read(data))


def named_table(file: TableFile) -> NamedTable:
    """What lies on the table of a document. Raises NotFitting with what is wrong with each piece."""
    refuse(_open_outlines(file.features))
    table = Table(file.width_mm, file.depth_mm, tuple(_piece(one) for one in file.features))
    refuse(Misfit(one.piece_id, one.wrong, one.right) for one in faults(table))
    return NamedTable(file.name, table, file.system)


def _open_outlines(features: Iterable[Feature]) -> Iterable[Misfit]:
    for one in features:
        has_outline = isinstance(one.properties, AreaFacts | HillFacts)
        if has_outline is not isinstance(one.geometry, Polygon):
            shape = "Polygon" if has_outline else "LineString"
            yield Misfit(one.id, f"its geometry is a {type(one.geometry).__name__}", f"a {shape}")
        elif isinstance(one.geometry, Polygon) and not _closed(one.geometry.coordinates[0]):
            yield Misfit(
                one.id, "its outline does not come back to where it began", "its first point once more at the end"
            )


def _closed(ring: Sequence[Point]) -> bool:
    return len(ring) > 1 and ring[0] == ring[-1]


def _piece(one: Feature) -> Piece:
    facts = asdict(one.properties)
    facts["words"] = tuple(GroundWord(of, says) for of, says in one.properties.words.items())
    if isinstance(one.properties, WireFacts):
        facts["gaps"] = tuple(Lane(_line(gap.path), gap.width_mm, gap.made_by) for gap in one.properties.gaps)
    if isinstance(one.geometry, Polygon):
        facts["outline"] = _line(one.geometry.coordinates[0][:-1])
    else:
        facts["path"] = _line(one.geometry.coordinates)
    make: Callable[..., Piece] = PIECE_OF[type(one.properties)]
    return make(id=one.id, **facts)


def _line(of: Iterable[Point]) -> tuple[Spot, ...]:
    return tuple(Spot(x, y) for x, y in of)


def document_of(named: NamedTable) -> TableFile:
    """The document of a table."""
    table = named.table
    features = [_feature(piece) for piece in table.pieces]
    return TableFile(
        "FeatureCollection", FORMAT, VERSION, named.name, table.width_mm, table.depth_mm, features, named.system
    )


def write_document(named: NamedTable) -> bytes:
    """The file of a table, one line a piece, as `read_document` takes it."""
    file = {name: one for name, one in asdict(document_of(named)).items() if name != "system" or one}
    lines = [msgspec.json.encode(one).decode() for one in file.pop("features")]
    inside = ",\n  ".join(["", *lines]).removeprefix(",")
    return f'{msgspec.json.encode(file).decode()[:-1]},"features":[{inside}]}}\n'.encode()


def _feature(piece: Piece) -> Feature:
    made = FACTS_OF[type(piece)]
    facts = {name: getattr(piece, name) for name in made.__struct_fields__}
    facts["words"] = {word.of: word.says for word in piece.words}
    if isinstance(piece, Wire):
        facts["gaps"] = [LaneFacts([(x, y) for x, y in gap.path], gap.width_mm, gap.made_by) for gap in piece.gaps]
    line = [(spot.x_mm, spot.y_mm) for spot in points(piece)]
    geometry = Polygon(([*line, *line[:1]],)) if isinstance(piece, Area | Hill) else LineString(line)
    return Feature("Feature", piece.id, geometry, made(**facts))


# The library of tables


@dataclass(frozen=True, slots=True)
class ListedTable(ListedDocument):
    """A table in the list, of any system."""

    name: str
    width_mm: int
    depth_mm: int
    pieces: int
    system: str


KeptTable = KeptDocument[ListedTable, NamedTable]
ReadyTables = Callable[[], Mapping[str, NamedTable]]


class TableShelf(DocumentShelf[ListedTable, NamedTable]):
    """Drawn tables in the database, the ready ones beside them, of all systems."""

    def __init__(self, engine: Engine, ready: ReadyTables = dict, default_system: str = "") -> None:
        """Take what makes the ready tables, and the system of a table that names none."""

        def columns(named: NamedTable) -> Mapping[str, Any]:
            table = named.table
            size = {"width_mm": table.width_mm, "depth_mm": table.depth_mm, "pieces": len(table.pieces)}
            return {"name": named.name, "system": named.system or default_system, **size}

        super().__init__(
            engine,
            DocumentKind(
                table_of(TabletopRow),
                ListedTable,
                read_document,
                write_document,
                columns,
                ready=lambda: {key: columns(table) for key, table in ready().items()},
                ready_one=lambda key: ready()[key],
            ),
        )

    def of_system(self, system: str) -> Sequence[ListedTable]:
        """Those of one rule system: the drawn ones, the newest change first, then the ready ones."""
        return [one for one in self.all() if one.system == system]

    def rename(self, table_id: str, name: str) -> KeptTable | None:
        """Call a table otherwise, whatever is saved meanwhile; None where there is none."""
        while kept := self.get(table_id):
            with suppress(Overtaken):
                return self.save(table_id, kept.listed.revision, replace(kept.document, name=name))
        return None


def told_apart(tables: Sequence[ListedTable]) -> dict[str, str]:
    """Return the words for a choice among tables, by their ids: a copy often has the name of its ready table."""
    drawn = {one.name for one in tables if not one.is_ready}
    return {one.id: f"{one.name}, ready" if one.is_ready and one.name in drawn else one.name for one in tables}


# Commands that name a table of the library

Command = Mapping[str, JsonValue]


def with_named_table(shelf: TableShelf) -> Callable[[Command], Command]:
    """How a command, or the one that it overrules, gets the table it names. Raises Unreadable where there is none."""

    def supplied(command: Command) -> Command:
        inner, named = command.get("command"), command.get("table")
        if isinstance(inner, dict):
            found = supplied(inner)
            return command if found is inner else {**command, "command": dict(found)}
        if not isinstance(named, dict) or named.keys() != {"id"}:
            return command
        return {**command, "table": _table(shelf, named["id"])}

    return supplied


def _table(shelf: TableShelf, of: JsonValue) -> Any:
    kept = shelf.get(of) if isinstance(of, str) else None
    if kept is None:
        raise Unreadable("table", f"there is no table {of!r} in the library", "the id of one that is, or a whole table")
    return plain(laid(kept.document.name, kept.document.table))
