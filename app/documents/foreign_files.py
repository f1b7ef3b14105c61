"""Files of other programs, recognised by their content."""

import csv
import io
import re
import zipfile
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from rules.kernel.frozen_dataclasses import dataclass

HEAD_BYTES: Final = 4_096
"""How many bytes of a text are read for its first element, or its first lines."""
LINES_OF_A_TABLE: Final = 20
ELEMENT: Final = re.compile(r"<([A-Za-z_][\w.\-]*:)?([A-Za-z_][\w.\-]*)((?:\s[^<>]*)?)/?>")
"""The first element of an XML text: its prefix, its name and its attributes."""
BEFORE_ELEMENT: Final = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page, and the words of its link."""

    page: str
    says: str  # a verb and an object: "Draw a table"


FORCES: Final = PageLink("/forces", "Build a force")
TABLES: Final = PageLink("/tables", "Draw a table")
HOME: Final = PageLink("/", "Set up a game")


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A sort of file of another program."""

    what: str  # "a Tiled map, made of tiles"
    instead: str  # what the player can do here
    page: PageLink | None = None  # where the player can do it


BUILD_IT: Final = "build the force under Forces from its table of organisation"
DRAW_IT: Final = "draw the table under Tables"
ROSTER: Final = ForeignFile("a BattleScribe roster, of points and units of another game", BUILD_IT, FORCES)
NEW_RECRUIT: Final = ForeignFile("a New Recruit list, of points and units of another game", BUILD_IT, FORCES)
CATALOGUE: Final = ForeignFile("a BattleScribe catalogue, the data of another game", BUILD_IT, FORCES)
GAME_SYSTEM: Final = ForeignFile("a BattleScribe game system, the data of another game", BUILD_IT, FORCES)
INDEX: Final = ForeignFile("a BattleScribe index, a list of the data of other games", BUILD_IT, FORCES)
ARMY_LIST: Final = ForeignFile("an army list as text, of points and units of another game", BUILD_IT, FORCES)
TILED_MAP: Final = ForeignFile("a Tiled map, made of tiles", DRAW_IT, TABLES)
TILED_TILES: Final = ForeignFile("a Tiled tile set, made of pictures", DRAW_IT, TABLES)
TILED_WORLD: Final = ForeignFile("a Tiled world, a list of maps", DRAW_IT, TABLES)
TILED_TEMPLATE: Final = ForeignFile("a Tiled template of an object", DRAW_IT, TABLES)
TILED_PROJECT: Final = ForeignFile("a Tiled project or session, settings of that program", DRAW_IT, TABLES)
GEO_JSON: Final = ForeignFile(
    "GeoJSON, a map by longitude and latitude", f"{DRAW_IT}, or write it as docs/table-format.md says", TABLES
)
OTHER_MAP: Final = ForeignFile("a map of another program", DRAW_IT, TABLES)
VASSAL_MODULE: Final = ForeignFile("a VASSAL module, a game of its own", "open it in VASSAL")
VASSAL_SAVE: Final = ForeignFile(
    "a VASSAL saved game, which only its module can read", "set the game up here anew", HOME
)
VASSAL_EXTENSION: Final = ForeignFile("a VASSAL extension, a part of a game of its own", "open it in VASSAL")
OF_ROWS: Final = f"{BUILD_IT}; draw a table under Tables"
TEXT_DOCUMENT: Final = ForeignFile("a document of a word processor", "choose a .json file that was saved here")
SPREADSHEET: Final = ForeignFile("a spreadsheet", OF_ROWS, FORCES)
CSV_TABLE: Final = ForeignFile("a list of values, as a spreadsheet saves it (CSV)", OF_ROWS, FORCES)
PDF: Final = ForeignFile("a PDF, for printing", "choose the .json file that was saved beside it")
PICTURE: Final = ForeignFile("a picture", "choose a .json file that was saved here")
WEB_PAGE: Final = ForeignFile("a web page", "save the file itself, not the page that shows it")
DATABASE: Final = ForeignFile(
    "a database, perhaps a backup of all games", "put a backup back with `beatenzone restore`"
)
ARCHIVE: Final = ForeignFile("an archive of compressed files", "unpack it, and choose the .json file in it")
UNKNOWN_XML: Final = ForeignFile("XML", "choose a .json file that was saved here")
REPORT: Final = ForeignFile(
    "the report of a game, which is only read", "save the file of the game itself, and choose that"
)

SIGNATURES: Final[Mapping[bytes, ForeignFile]] = {
    b"%PDF-": PDF,
    b"SQLite format 3\x00": DATABASE,
    b"\x89PNG\r\n": PICTURE,
    b"\xff\xd8\xff": PICTURE,
    b"GIF8": PICTURE,
    b"II*\x00": PICTURE,
    b"MM\x00*": PICTURE,
    b"!VCSK": VASSAL_SAVE,
    b"\x1f\x8b": ARCHIVE,
    b"7z\xbc\xaf\x27\x1c": ARCHIVE,
    b"Rar!\x1a\x07": ARCHIVE,
}
"""Files by the bytes with which they begin."""
BATTLESCRIBE: Final[Mapping[str, ForeignFile]] = {
    "roster": ROSTER,
    "catalogue": CATALOGUE,
    "gameSystem": GAME_SYSTEM,
    "dataIndex": INDEX,
}
"""Files of BattleScribe and New Recruit by their first element."""
OTHER_XML: Final[Mapping[str, ForeignFile]] = {
    "html": WEB_PAGE,
    "svg": PICTURE,
    "kml": OTHER_MAP,
    "gpx": OTHER_MAP,
    "osm": OTHER_MAP,
}
"""Other files by the name of their first element, in small letters."""
SEPARATORS: Final = (",", ";", "\t", "|")
NAMED_SEPARATOR: Final = re.compile(r"\s*sep=(.)\s*")
"""The first line by which a spreadsheet names its separator."""
LIST_HEADING: Final = re.compile(r"\++\s+\S.*\s\++")
"""A heading in an army list that BattleScribe or New Recruit writes as text: "++ Army Roster ++"."""


class _Signs(msgspec.Struct, frozen=True):
    """The fields of a JSON object by which files of other programs are recognised."""

    type: Any = None
    features: Any = None
    geometry: Any = None
    properties: Any = None
    geometries: Any = None
    coordinates: Any = None
    maps: Any = None
    object: Any = None
    arcs: Any = None
    objects: Any = None
    extensionsPath: Any = None
    expandedProjectPaths: Any = None
    tiledversion: Any = None
    tilewidth: Any = None
    layers: Any = None
    tiles: Any = None
    roster: Any = None
    catalogue: Any = None
    gameSystem: Any = None
    closed_by: Any = None
    after_the_die: Any = None


def recognise_foreign(data: bytes) -> ForeignFile | None:
    """Return the sort of file of another program; None for a file that is not recognised."""
    if data.startswith(b"PK\x03\x04"):
        return _in_archive(data)
    for signature, found in SIGNATURES.items():
        if data.startswith(signature):
            return found
    if data[8:12] == b"WEBP" or (data.startswith(b"BM") and data[6:10] == b"\x00" * 4):
        return PICTURE
    text = data[:HEAD_BYTES].decode("utf-8", "replace").lstrip("\x1e \t\r\n")
    if text.startswith("<"):
        return _of_xml(text)
    if text.startswith(("{", "[")):
        return _of_json(data) or _of_json_lines(text)
    return TILED_MAP if "onTileMapLoaded" in text else _of_lines(text)


def _in_archive(data: bytes) -> ForeignFile:
    """Return the sort of a zip file by its entries. Only the head of a single entry is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            known = _by_entries(names)
            if known is not None or len(names) != 1:
                return known or ARCHIVE
            with archive.open(names[0]) as only:
                inside = only.read(HEAD_BYTES)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError, EOFError):
        return ARCHIVE
    return _of_battlescribe(_first_element(inside.decode("utf-8-sig", "replace"))) or ARCHIVE


def _by_entries(names: Collection[str]) -> ForeignFile | None:
    if "savedGame" in names:
        return VASSAL_SAVE
    if "extensiondata" in names:
        return VASSAL_EXTENSION
    if "moduledata" in names or "buildFile" in names or "buildFile.xml" in names:
        return VASSAL_MODULE
    if any(name.startswith("word/") for name in names):
        return TEXT_DOCUMENT
    if any(name.lower().endswith((".shp", ".kml")) for name in names):
        return OTHER_MAP
    is_sheet = any(name.startswith("xl/") for name in names) or "content.xml" in names
    return SPREADSHEET if is_sheet else None


class _Element(NamedTuple):
    """The first element of an XML text: its name without a prefix, and its attributes as they are written."""

    name: str
    attributes: str


def _first_element(text: str) -> _Element | None:
    before = BEFORE_ELEMENT.match(text)
    found = ELEMENT.match(text, before.end() if before else 0)
    return _Element(found[2], found[3]) if found else None


def _of_battlescribe(element: _Element | None) -> ForeignFile | None:
    if element is None or "battlescribe.net/schema" not in element.attributes:
        return None
    return NEW_RECRUIT if "newrecruit.eu" in element.attributes else BATTLESCRIBE.get(element.name)


def _of_xml(text: str) -> ForeignFile:
    element = _first_element(text)
    if element is None:
        return UNKNOWN_XML
    if found := OTHER_XML.get(element.name.lower()):
        return found
    if element.name == "map" and "orientation=" in element.attributes:
        return TILED_MAP
    if element.name == "tileset" and "tilewidth=" in element.attributes:
        return TILED_TILES
    if element.name == "template" and "<object" in text:
        return TILED_TEMPLATE
    return _of_battlescribe(element) or UNKNOWN_XML


def _of_json(data: bytes) -> ForeignFile | None:
    try:
        signs = msgspec.json.decode(data, type=_Signs)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    if signs.roster is not None:
        return _of_roster(signs.roster)
    if signs.catalogue is not None or signs.gameSystem is not None:
        return CATALOGUE if signs.catalogue is not None else GAME_SYSTEM
    if signs.tilewidth is not None or signs.tiledversion is not None:
        return TILED_MAP if signs.layers is not None or signs.type == "map" else TILED_TILES
    if signs.type == "world" and isinstance(signs.maps, list):
        return TILED_WORLD
    if signs.type == "template" and isinstance(signs.object, Mapping):
        return TILED_TEMPLATE
    if signs.extensionsPath is not None or signs.expandedProjectPaths is not None:
        return TILED_PROJECT
    if signs.type == "Topology" and signs.arcs is not None and signs.objects is not None:
        return OTHER_MAP
    if signs.closed_by is not None and signs.after_the_die is not None:
        return REPORT
    return GEO_JSON if _is_geo_json(signs) else None


def _of_json_lines(text: str) -> ForeignFile | None:
    """Return the sort of a file with one JSON object a line, by the first of them (newline-delimited GeoJSON)."""
    first, is_more, _ = text.partition("\n")
    return _of_json(first.encode()) if is_more else None


def _of_roster(roster: Any) -> ForeignFile | None:
    if not isinstance(roster, Mapping):
        return None
    if "newrecruit.eu" in str(roster.get("generatedBy", "")):
        return NEW_RECRUIT
    is_one = "battlescribe.net/schema" in str(roster.get("xmlns", "")) or "battleScribeVersion" in roster
    return ROSTER if is_one else None


def _is_geo_json(signs: _Signs) -> bool:
    """Return whether a JSON object is GeoJSON (RFC 7946)."""
    if signs.type == "FeatureCollection":
        return isinstance(signs.features, list)
    if signs.type == "Feature":
        return isinstance(signs.geometry, Mapping) or isinstance(signs.properties, Mapping)
    if signs.type == "GeometryCollection":
        return isinstance(signs.geometries, list)
    kinds = ("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon")
    return signs.type in kinds and isinstance(signs.coordinates, list)


def _of_lines(text: str) -> ForeignFile | None:
    """Return the sort of a text by its lines: values of a spreadsheet, or headings of an army list."""
    if "\x00" in text:
        return None
    lines = [line for line in text.splitlines()[:LINES_OF_A_TABLE] if line.strip()]
    if lines and NAMED_SEPARATOR.fullmatch(lines[0]):
        return CSV_TABLE
    if any(LIST_HEADING.fullmatch(line.strip()) for line in lines):
        return ARMY_LIST
    return CSV_TABLE if _is_table(lines, is_cut=len(text) >= HEAD_BYTES // 2) else None


def _is_table(lines: Sequence[str], *, is_cut: bool) -> bool:
    """Return whether lines have values of a spreadsheet.

    Two lines need the same number of values. Of three or more, each as many as the first or one more or less: a
    program leaves out empty values at the end.
    """
    # The last line of the head may be cut off.
    whole = lines[:-1] if is_cut and len(lines) > 2 else lines
    if len(whole) < 2:
        return False
    for separator in SEPARATORS:
        try:
            widths = [len(row) for row in csv.reader(whole, delimiter=separator)]
        except csv.Error:
            continue
        spread = 1 if len(widths) > 2 else 0
        if min(widths) > 1 and max(abs(width - widths[0]) for width in widths) <= spread:
            return True
    return False
