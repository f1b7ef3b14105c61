"""The open document of a table: what is written comes back, and what is no table is refused in words, whole."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.documents.table_routes import SMALL_TABLE
from app.documents.tables import MOST_BYTES, NamedTable, TableFile, read_document, write_document
from rules.kernel.serialization import NotFitting
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
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
)
from rules.tabletop.terrain_faults import LONGEST_NAME, faults

DOCS = Path(__file__).resolve().parents[2] / "docs"
WIDTH, DEPTH = 1200, 1800

names = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=LONGEST_NAME).filter(
    lambda one: bool(one.strip()) and one.isprintable()
)
spots = st.builds(Spot, st.integers(0, WIDTH), st.integers(0, DEPTH))
# From left to right, so that none crosses itself.
paths = st.lists(spots, min_size=2, max_size=8, unique_by=lambda one: one.x_mm).map(lambda one: tuple(sorted(one)))


@st.composite
def outlines(draw: st.DrawFn) -> tuple[Spot, ...]:
    """A box, or the box with a corner cut off: never crossing itself."""
    left, low = draw(st.integers(0, WIDTH - 50)), draw(st.integers(0, DEPTH - 50))
    right, high = draw(st.integers(left + 40, WIDTH)), draw(st.integers(low + 40, DEPTH))
    corners = [Spot(left, low), Spot(right, low), Spot(right, high), Spot(left, high)]
    if draw(st.booleans()):
        corners[2:3] = [Spot(right, high - 20), Spot(right - 20, high)]
    return tuple(corners)


@st.composite
def wires(draw: st.DrawFn, id: str) -> Wire:
    """A belt with gaps that begin on its path."""
    path = draw(paths)
    lanes = []
    for at in draw(st.lists(st.sampled_from(path), max_size=2, unique=True)):
        end = Spot(at.x_mm, at.y_mm + (20 if at.y_mm <= DEPTH - 20 else -20))
        lanes.append(Lane((at, end), draw(st.integers(10, 400)), draw(st.sampled_from(LaneMaker))))
    return Wire(id, draw(names), path, 20 * draw(st.integers(1, 20)), tuple(lanes))


carried = st.dictionaries(st.sampled_from(["cover", "going", "height_of"]), st.sampled_from(["rough", "open2"])).map(
    lambda said: tuple(GroundWord(*one) for one in said.items())
)


@st.composite
def pieces(draw: st.DrawFn, id: str) -> Piece:
    """Any piece, with words of a rule system or without."""
    return replace(draw(bare_pieces(id)), words=draw(carried))


@st.composite
def bare_pieces(draw: st.DrawFn, id: str) -> Piece:
    name = draw(names)
    sort = draw(st.sampled_from([Area, Hill, Trench, Road, Stream, River, Bridge, Wire]))
    if sort is Area:
        kind = draw(st.sampled_from(AreaKind))
        facing = draw(st.floats(0, 359.99)) if kind is AreaKind.BLOCK_HOUSE else None
        return Area(id, name, kind, draw(outlines()), facing)
    if sort is Hill:
        return Hill(id, name, draw(outlines()), draw(st.integers(1, 9)))
    if sort is Trench:
        nation = draw(st.sampled_from(["british", "french", "german", "belgian"]))
        return Trench(id, name, draw(paths), draw(st.integers(5, 100)), nation, draw(st.sampled_from(Strength)))
    if sort is Wire:
        return draw(wires(id))
    return sort(id, name, draw(paths), draw(st.integers(10, 100)))


@st.composite
def tables(draw: st.DrawFn) -> NamedTable:
    number = draw(st.integers(0, 6))
    return NamedTable(draw(names), Table(WIDTH, DEPTH, tuple(draw(pieces(f"piece-{one}")) for one in range(number))))


@settings(max_examples=150, deadline=None)
@given(tables())
def test_what_is_written_is_read_again_and_written_alike(named: NamedTable) -> None:
    assert faults(named.table) == ()
    written = write_document(named)
    again = read_document(written)
    assert again == named
    assert write_document(again) == written


def test_a_document_is_geojson_that_other_programs_can_open() -> None:
    told = json.loads(write_document(read_document(json.dumps(SMALL_TABLE).encode())))
    assert told["type"] == "FeatureCollection"
    assert [one["geometry"]["type"] for one in told["features"]] == ["Polygon", "LineString"]
    ring = told["features"][0]["geometry"]["coordinates"][0]
    assert ring[0] == ring[-1]


def changed(path: str, value: object) -> bytes:
    """The small table with one thing otherwise; a path of names and places: features.0.properties.name."""
    made: Any = json.loads(json.dumps(SMALL_TABLE))
    inside, *rest = [made, *path.split(".")]
    for step in rest[:-1]:
        inside = inside[int(step) if isinstance(inside, list) else step]
    last = rest[-1]
    inside[int(last) if isinstance(inside, list) else last] = value
    return json.dumps(made).encode()


SQUARE = [[0, 0], [100, 0], [100, 100], [0, 100], [0, 0]]
WOOD = "features.0.geometry.coordinates.0"
TEN_THOUSAND = [[x % 1000, 2 * (x // 1000)] for x in range(10_000)] + [[0, 0]]


@pytest.mark.parametrize(
    ("data", "piece", "says"),
    [
        (b"", "", "no whole JSON"),
        (b"hello", "", "no whole JSON"),
        (b"\xff\xfe", "", "no whole JSON"),
        (b"[]", "", "an object with named fields"),
        (b"{}", "", "names its format"),
        (b"[" * 200_000, "", "an object with named fields"),
        (b'{"a":' * 100_000, "", "not known here"),
        (b" " * (MOST_BYTES + 1), "", "at most 1000 kB"),
        (changed("version", 2), "", "beaten-zone-table 2"),
        (changed("format", "beaten-zone-game"), "", "beaten-zone-game 1"),
        (changed("moon", 1), "", "moon is not known here"),
        (changed("name", ""), "", "name"),
        (changed("width_mm", 100_000_000), "", "at most"),
        (changed("width_mm", 20), "", "30 cm"),
        (changed("features.0.id", "<b>"), "<b>", "signs"),
        (changed("features.1.id", "wood-1"), "wood-1", "the id wood-1"),
        (changed("features.0.properties.kind", "forest"), "wood-1", "not one of the words"),
        (changed("features.0.properties.name", ""), "wood-1", "name"),
        (changed("features.0.properties.name", "a\u0000b"), "wood-1", "signs"),
        (changed("features.0.properties.height", 3), "wood-1", "height is not known here"),
        (changed("features.0.geometry.type", "LineString"), "wood-1", "a whole number"),
        (changed(f"{WOOD}.1", [300.5, 600]), "wood-1", "a whole number"),
        (changed(f"{WOOD}.1", ["3", 600]), "wood-1", "a whole number"),
        (changed(f"{WOOD}.1", [1, 2, 3]), "wood-1", "2"),
        (changed(f"{WOOD}.1", [5000, 600]), "wood-1", "off the table"),
        (changed(f"{WOOD}.1", [-10, 600]), "wood-1", "off the table"),
        (changed(WOOD, SQUARE[:-1]), "wood-1", "come back to where it began"),
        (changed(WOOD, []), "wood-1", "come back to where it began"),
        (changed(WOOD, [[0, 0], [0, 0]]), "wood-1", "3 or more"),
        (changed(WOOD, [[0, 0], [100, 100], [100, 0], [0, 100], [0, 0]]), "wood-1", "crosses or touches itself"),
        (changed(WOOD, TEN_THOUSAND), "wood-1", "10000 corners"),
        (changed("features.1.geometry.coordinates", [[5, 5]]), "road-1", "2 or more"),
        (changed("features.1.geometry.coordinates", [[5, 5], [5, 5]]), "road-1", "no length"),
        (changed("features.1.properties", {"sort": "wire", "name": "w", "depth_mm": 30}), "road-1", "belts of 2"),
        (changed("features.1.geometry", {"type": "Polygon", "coordinates": [SQUARE]}), "road-1", "LineString"),
    ],
)
def test_what_is_no_table_is_refused_beside_the_piece(data: bytes, piece: str, says: str) -> None:
    with pytest.raises(NotFitting) as refused:
        read_document(data)
    first = refused.value.wrong[0]
    assert first.of == piece
    assert says in f"{first.because} {first.instead}"
    assert first.because
    assert first.instead


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e400", b"010", b"1_000"])
def test_no_number_that_is_none_is_taken(number: bytes) -> None:
    with pytest.raises(NotFitting):
        read_document(json.dumps(SMALL_TABLE).encode().replace(b"[200, 600]", b"[200, " + number + b"]"))


@pytest.mark.parametrize("name", ["width_mm", "name", "sort"])
def test_a_name_that_stands_twice_is_refused(name: str) -> None:
    text = json.dumps(SMALL_TABLE)
    place = text.index(f'"{name}"')
    value = json.dumps(SMALL_TABLE.get(name, "area"))
    with pytest.raises(NotFitting, match=f"{name} stands twice"):
        read_document(f'{text[:place]}"{name}": {value}, {text[place:]}'.encode())


def test_everything_that_is_wrong_is_told_piece_by_piece() -> None:
    made = json.loads(changed(f"{WOOD}.1", [5000, 600]))
    made["features"][1]["properties"]["width_mm"] = 9000
    with pytest.raises(NotFitting) as refused:
        read_document(json.dumps(made).encode())
    assert {one.of for one in refused.value.wrong} == {"wood-1", "road-1"}


def test_the_schema_in_the_documentation_is_that_of_the_document() -> None:
    written = json.loads((DOCS / "table-format.schema.json").read_text(encoding="utf-8"))
    assert written == msgspec.json.schema(TableFile)
