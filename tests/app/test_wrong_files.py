"""Files as they come: with a byte order mark, in another encoding, of another program, of ours but elsewhere."""

import codecs
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from app.documents.document_files import GAME, TABLE, FileKind, WrongFile, file_bytes, file_kinds
from app.documents.foreign_files import ForeignFile, recognise_foreign
from app.systems.earth_1418.forces import FORCES as EARTH
from app.systems.flanders_fields.forces import SMALL_FORCE
from tests.app.test_new_game_page import client_of
from tests.app.test_own_scenarios import raid
from tests.client import TestClient
from tests.systems import cli
from tests.torture.served import MONS_GAME

SAMPLES: Final = Path(__file__).parent / "samples"
SMALL_TABLE: Final = {
    "type": "FeatureCollection",
    "format": "beaten-zone-table",
    "version": 1,
    "name": "Empty",
    "width_mm": 1200,
    "depth_mm": 1800,
    "features": [],
}
PLAN: Final = {"format": "beaten-zone-fire-plan", "version": 1, "name": "Before dawn", "side": "attacker"}
OWN: Final[Mapping[str, tuple[str, Any]]] = {
    "table": ("/api/v1/tables/import", SMALL_TABLE),
    "force": ("/api/v1/forces/import", SMALL_FORCE),
    "force of 1418": ("/api/v1/earth-1418/forces/import", dict(EARTH.sample)),
    "scenario": ("/api/v1/scenarios/import", raid()),
    "fire plan": ("/api/v1/fire-plans/import", PLAN),
}
"""A small file of each kind but a game, with the address that takes it in."""
IMPORTS: Final = ("/api/v1/games/import", *(address for address, _ in OWN.values()))


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client_of(tmp_path_factory.mktemp("files"), new_games_per_minute=1_000) as made:
        yield made


@pytest.fixture(scope="module")
def game(maker: TestClient) -> bytes:
    """The exported file of a closed game."""
    name = maker.post("/api/v1/games", json=MONS_GAME).json()["game_id"]
    assert maker.post(f"/api/v1/games/{name}/close", json={}).status_code == 204
    return maker.get(f"/api/v1/games/{name}/export").content


def bring(maker: TestClient, address: str, data: bytes) -> Any:
    return maker.post(address, content=data, headers={"Content-Type": "application/json"})


def zipped(**entries: bytes) -> bytes:
    """Return a zip file of entries; "__" in a name stands for a dot."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name.replace("__", "."), content)
    return made.getvalue()


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def of_vassal(kind: str) -> bytes:
    """Return a file in the layout that VASSAL 3.7 writes."""
    about = (
        b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n  <version>1.0</version>\n'
        b"  <VassalVersion>3.7.15</VassalVersion>\n  <dateSaved>1745847514547</dateSaved>\n"
        b"  <description>A small battle</description>\n  <name>Small Wars</name>\n</data>\n"
    )
    build = b'<VASSAL.build.GameModule name="Small Wars" version="1.0" VassalVersion="3.7.15" nextPieceSlotId="1"/>'
    if kind == "vsav":
        # The key, then each byte of "begin_save" crossed with it, as hexadecimal digits.
        saved = b"!VCSKa3" + b"".join(b"%02x" % (byte ^ 0xA3) for byte in b"begin_save\x1bend_save")
        return zipped(savedGame=saved, savedata=about, moduledata=about)
    if kind == "vmdx":
        return zipped(buildFile__xml=build, extensiondata=about)
    return zipped(buildFile__xml=build, moduledata=about)


FOREIGN: Final[Mapping[str, tuple[bytes, str]]] = {
    "BattleScribe roster": (sample("roster.ros"), "a BattleScribe roster"),
    "BattleScribe roster, zipped": (zipped(Guard__ros=sample("roster.ros")), "a BattleScribe roster"),
    "BattleScribe catalogue": (sample("catalogue.cat"), "a BattleScribe catalogue"),
    "BattleScribe game system": (sample("system.gst"), "a BattleScribe game system"),
    "New Recruit list as JSON": (sample("list.json"), "a New Recruit list"),
    "New Recruit list as XML": (sample("list.ros"), "a New Recruit list"),
    "New Recruit list, zipped": (zipped(FEC1__ros=sample("list.ros")), "a New Recruit list"),
    "Tiled map as JSON": (sample("map.tmj"), "a Tiled map"),
    "Tiled map as XML": (sample("map.tmx"), "a Tiled map"),
    "Tiled tile set": (sample("tiles.tsx"), "a Tiled tile set"),
    "Tiled world": (b'{"maps": [], "onlyShowAdjacentMaps": false, "type": "world"}', "a Tiled world"),
    "Tiled template as JSON": (b'{"object": {"id": 1}, "type": "template"}', "a Tiled template"),
    "Tiled template as XML": (
        b'<?xml version="1.0"?>\n<template>\n <object name="bush"/>\n</template>',
        "a Tiled template",
    ),
    "VASSAL saved game": (of_vassal("vsav"), "a VASSAL saved game"),
    "VASSAL module": (of_vassal("vmod"), "a VASSAL module"),
    "VASSAL extension": (of_vassal("vmdx"), "a VASSAL extension"),
    "GeoJSON": (sample("field.geojson"), "GeoJSON"),
    "GeoJSON without a place": (b'{"type": "Feature", "geometry": null, "properties": {"name": "Ypres"}}', "GeoJSON"),
    "Tiled project": (
        b'{\n    "automappingRulesFile": "",\n    "commands": [\n    ],\n    "extensionsPath": "extensions",\n'
        b'    "folders": [\n        "."\n    ]\n}\n',
        "a Tiled project",
    ),
    "Tiled session": (
        b'{\n    "activeFile": "map.tmx",\n    "expandedProjectPaths": [\n    ],\n    "openFiles": []\n}\n',
        "a Tiled project",
    ),
    "Tiled map as JavaScript": (
        b"(function(name,data){\n if(typeof onTileMapLoaded === 'undefined') {\n  TileMaps[name] = data;\n } else {\n"
        b'  onTileMapLoaded(name,data);\n }\n})("field",\n{ "height":9, "width":12 });\n',
        "a Tiled map",
    ),
    "BattleScribe roster, zipped with a mark": (
        zipped(Guard__ros=codecs.BOM_UTF8 + sample("roster.ros")),
        "a BattleScribe roster",
    ),
    "BattleScribe index": (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<dataIndex battleScribeVersion="2.03" name="Great War"\n'
        b'  xmlns="http://www.battlescribe.net/schema/dataIndexSchema"><dataIndexEntries/></dataIndex>',
        "a BattleScribe index",
    ),
    "New Recruit list as text": (
        b"++ Army Roster (Great War - British) [500 pts] ++\n\n+ HQ +\n\nLieutenant [50 pts]: Pistol\n",
        "an army list as text",
    ),
    "VASSAL saved game, unpacked": (b"!VCSKa3" + b"c1c6c4cacdfcd0c2d5c6", "a VASSAL saved game"),
    "GeoJSON, one object a line": (
        b'{"type": "Feature", "geometry": {"type": "Point", "coordinates": [2.9, 50.8]}, "properties": {}}\n'
        b'{"type": "Feature", "geometry": {"type": "Point", "coordinates": [2.8, 50.9]}, "properties": {}}\n',
        "GeoJSON",
    ),
    "GeoJSON sequence": (
        b'\x1e{"type": "Feature", "geometry": null, "properties": {"name": "Ypres"}}\n'
        b'\x1e{"type": "Feature", "geometry": null, "properties": {"name": "Menin"}}\n',
        "GeoJSON",
    ),
    "TopoJSON": (b'{"type": "Topology", "arcs": [], "objects": {}}', "a map of another program"),
    "KML": (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>',
        "a map of another program",
    ),
    "GPX": (b'<gpx version="1.1" creator="x"><wpt lat="50.8" lon="2.9"/></gpx>', "a map of another program"),
    "shape file": (zipped(front__shp=b"", front__dbf=b""), "a map of another program"),
    "GeoJSON of several shapes": (b'{"type": "GeometryCollection", "geometries": []}', "GeoJSON"),
    "CSV": (sample("units.csv"), "a list of values"),
    "CSV with semicolons": (sample("units-semicolon.csv"), "a list of values"),
    "CSV that names its separator": (b"sep=;\r\nUnit;Platoons\r\nA Company;4\r\n", "a list of values"),
    "CSV with a value left out": (b"Battalion,Company,Platoons\n1st,A,4\n1st,B,4,\n2nd,A\n", "a list of values"),
    "CSV with bars": (b"Unit|Platoons\nA Company|4\n", "a list of values"),
    "text document": (zipped(word=b"", **{"word/document__xml": b"<w/>"}), "a document of a word processor"),
    "picture of a browser": (b"RIFF\x24\x00\x00\x00WEBPVP8 ", "a picture"),
    "drawing": (b'<svg xmlns="http://www.w3.org/2000/svg" width="8"/>', "a picture"),
    "bitmap": (b"BM\x36\x04\x00\x00\x00\x00\x00\x00\x36\x04", "a picture"),
    "spreadsheet": (zipped(xl=b"", **{"xl/workbook__xml": b"<workbook/>"}), "a spreadsheet"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture"),
    "web page": (b"<!DOCTYPE html>\n<html lang='en'><head></head></html>", "a web page"),
    "database": (b"SQLite format 3\x00\x10\x00\x01\x01", "a database"),
    "archive": (zipped(a__json=b"{}", b__json=b"{}"), "an archive"),
}
"""A file of each kind with what it is called."""


@pytest.mark.parametrize("name", FOREIGN)
def test_file_of_another_program_is_recognised_by_its_content(name: str) -> None:
    data, what = FOREIGN[name]
    found = recognise_foreign(data)
    assert isinstance(found, ForeignFile)
    assert found.what.startswith(what)
    # Whatever says what it is also says what can be done.
    assert found.instead


@pytest.mark.parametrize("name", FOREIGN)
def test_file_of_another_program_is_named_where_any_of_ours_belongs(name: str) -> None:
    data, what = FOREIGN[name]
    for kind in file_kinds():
        with pytest.raises(WrongFile) as wrong:
            file_bytes(data, kind)
        assert wrong.value.because.startswith(f"this is {what}")
        assert wrong.value.because.endswith(f", and {kind.what} belongs here")


@pytest.mark.parametrize(
    ("address", "name"), list(zip(IMPORTS, list(FOREIGN)[::3], strict=False)), ids=lambda word: word.strip("/")
)
def test_import_says_what_a_file_is_and_what_can_be_done(maker: TestClient, address: str, name: str) -> None:
    data, what = FOREIGN[name]
    answer = bring(maker, address, data)
    assert answer.status_code == 422, answer.text
    told = answer.json()
    assert told["because"].startswith(f"this is {what}")
    assert told["instead"]
    # The page that it leads to is there.
    assert maker.get(told.get("see", {"page": "/"})["page"], headers={"Accept": "text/html"}).status_code == 200


@pytest.mark.parametrize("name", [name for name, (data, _) in FOREIGN.items() if data.startswith((b"<", b"{", b"B"))])
def test_byte_order_mark_changes_nothing_of_what_a_file_is(name: str) -> None:
    data, what = FOREIGN[name]
    with pytest.raises(WrongFile, match=f"this is {re.escape(what)}"):
        file_bytes(codecs.BOM_UTF8 + data, TABLE)


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("marks", [1, 2])
def test_own_file_with_a_byte_order_mark_is_taken_in(maker: TestClient, name: str, marks: int) -> None:
    """An editor may add a second mark to a file that has one."""
    address, document = OWN[name]
    answer = bring(maker, address, codecs.BOM_UTF8 * marks + json.dumps(document).encode())
    assert answer.status_code == 201, answer.text


def test_game_with_a_byte_order_mark_is_taken_in(tmp_path: Path, game: bytes) -> None:
    with client_of(tmp_path) as other:
        answer = bring(other, "/api/v1/games/import", codecs.BOM_UTF8 + game)
        assert answer.status_code == 201, answer.text


def test_scenario_with_a_byte_order_mark_is_checked(maker: TestClient) -> None:
    data = codecs.BOM_UTF8 + json.dumps(raid()).encode()
    assert bring(maker, "/api/v1/scenarios/check", data).json()["sound"] is True
    wrong = bring(maker, "/api/v1/scenarios/check", sample("map.tmx")).json()["wrong"]
    assert wrong[0]["because"].startswith("this is a Tiled map")


@pytest.mark.parametrize("before", ["", "\r\n  ", "<?xml version='1.0'?>"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_text_is_named(encoding: str, before: str) -> None:
    """As Notepad saves it under "Unicode", with and without its mark."""
    for kind in file_kinds():
        with pytest.raises(WrongFile, match=f"this file is text in {encoding.upper()[:6]}; save it as UTF-8"):
            file_bytes((before + json.dumps(SMALL_TABLE)).encode(encoding), kind)


def test_film_that_begins_with_zeros_is_not_called_a_text() -> None:
    film = b"\x00\x00\x00\x18ftypmp42" + bytes(range(256))
    with pytest.raises(WrongFile, match="this file is no text in UTF-8"):
        file_bytes(film, TABLE)


@pytest.mark.parametrize("address", IMPORTS)
def test_wide_text_is_named_by_every_import(maker: TestClient, address: str) -> None:
    answer = bring(maker, address, json.dumps(SMALL_TABLE).encode("utf-16"))
    assert (answer.status_code, answer.json()["because"]) == (422, "this file is text in UTF-16")


def test_text_of_a_code_page_is_named_in_the_refusal(maker: TestClient) -> None:
    data = json.dumps({**SMALL_TABLE, "name": "Hügel"}, ensure_ascii=False).encode("cp1252")
    answer = bring(maker, "/api/v1/tables/import", data)
    assert (answer.status_code, answer.json()["because"]) == (422, "this file is no text in UTF-8")


@pytest.mark.parametrize("data", [b"", codecs.BOM_UTF8, b" \r\n"])
def test_empty_file_is_called_so(data: bytes) -> None:
    with pytest.raises(WrongFile, match="this file is empty"):
        file_bytes(data, TABLE)


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("address", IMPORTS)
def test_file_that_breaks_off_is_called_so_by_every_import(maker: TestClient, name: str, address: str) -> None:
    whole = json.dumps(OWN[name][1]).encode()
    for data in (whole[:60], whole[:-1]):
        answer = bring(maker, address, data)
        assert (answer.status_code, answer.json()["because"]) == (422, "this file is not whole: it ends in the middle")


@pytest.mark.parametrize("name", OWN)
def test_own_file_in_the_wrong_place_is_known_there(name: str) -> None:
    own, document = OWN[name]
    for kind in file_kinds():
        if kind.bring == own:
            continue
        with pytest.raises(WrongFile, match=" belongs here") as wrong:
            file_bytes(json.dumps(document).encode(), kind)
        assert wrong.value.kind is not None
        assert wrong.value.kind.bring == own
        # What it is called is what its own place takes.
        (its_own,) = (one for one in file_kinds() if one.bring == own)
        assert wrong.value.because == f"this is {its_own.what}, and {kind.what} belongs here"


@pytest.mark.parametrize(("name", "elsewhere"), list(zip(OWN, IMPORTS, strict=False)))
def test_own_file_in_the_wrong_place_is_offered_to_its_own(maker: TestClient, name: str, elsewhere: str) -> None:
    own, document = OWN[name]
    told = maker.post(elsewhere, json=document).json()
    assert told["because"].endswith(" belongs here")
    assert told["belongs"]["bring"] == own
    # What it is offered to takes it, and the page that is opened then is there.
    taken = maker.post(told["belongs"]["bring"], json=document)
    assert taken.status_code == 201
    opened = told["belongs"]["opens"].replace("{id}", taken.json()["id"])
    for page in (told["belongs"]["page"], opened):
        assert maker.get(page, headers={"Accept": "text/html"}).status_code == 200, page


def test_game_in_the_wrong_place_is_offered_to_the_home_page(maker: TestClient, game: bytes) -> None:
    told = bring(maker, "/api/v1/tables/import", game).json()
    assert told["because"] == "this is a game, and a table belongs here"
    assert (told["belongs"]["bring"], told["belongs"]["page"]) == ("/api/v1/games/import", "/")


def test_report_is_no_game_and_called_what_it_is(maker: TestClient, game: bytes, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(game)
    report = CliRunner().invoke(cli, ["report", str(tmp_path / "game.json")])
    told = bring(maker, "/api/v1/games/import", report.stdout.encode()).json()
    assert told["because"] == "this is the report of a game, which is only read, and a game belongs here"


@pytest.mark.parametrize("kind", file_kinds(), ids=lambda kind: kind.what)
def test_text_that_nobody_recognises_is_left_to_the_reader(kind: FileKind) -> None:
    for text in (b"{}", b'{"format": "another", "version": 1}', b"hello", b"[1, 2]", b"one, two\nand three\n"):
        assert file_bytes(text, kind) == text


@pytest.mark.parametrize("command", [["verify"], ["rejudge"], ["stage"], ["report"]])
def test_terminal_reads_a_game_with_a_mark_and_names_what_is_none(
    command: list[str], game: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(codecs.BOM_UTF8 + game)
    assert CliRunner().invoke(cli, [*command, str(file)]).exit_code == 0
    for data, says in ((game.decode().encode("utf-16"), "text in UTF-16"), (of_vassal("vsav"), "a VASSAL saved game")):
        file.write_bytes(data)
        said = CliRunner().invoke(cli, [*command, str(file)])
        assert said.exit_code == 2
        assert says in said.stderr


@pytest.mark.parametrize(
    ("command", "document"),
    [
        (["print-form", "--force"], SMALL_FORCE),
        (["print-form", "--plan"], PLAN),
        (["print-earth-1418", "--force"], dict(EARTH.sample)),
    ],
)
def test_terminal_prints_of_a_file_with_a_mark_and_names_what_is_none(
    command: list[str], document: Any, tmp_path: Path
) -> None:
    file = tmp_path / "own.json"
    file.write_bytes(codecs.BOM_UTF8 + json.dumps(document).encode())
    told = CliRunner().invoke(cli, [*command, str(file)])
    assert told.exit_code == 0, told.stderr
    file.write_bytes(json.dumps(SMALL_TABLE).encode())
    assert "this is a table, and " in CliRunner().invoke(cli, [*command, str(file)]).stderr


def test_own_kind_of_a_game_is_that_of_its_export(game: bytes) -> None:
    assert file_bytes(game, GAME) == game
