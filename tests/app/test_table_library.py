"""The library of tables: kept whole or not at all, changed by the device that drew them, never overwritten unseen."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import inspect

from app.documents.document_repository import Overtaken
from app.documents.table_routes import SMALL_TABLE
from app.documents.tables import MOST_BYTES, KeptTable, NamedTable, TableShelf, TerrainUse, read_document
from app.seats.seat_repository import hashed
from app.storage.database import Database, migrate, migrate_down
from rules.tabletop.terrain import Area, AreaKind, Bridge, GroundWord, River, Road, Table
from tests.app.test_seats import BASE, device
from tests.client import TestClient, toy_app
from tests.systems import ready_tables
from tests.torture.payloads import BREAKOUTS, MARKUP

TABLES = "/api/v1/tables"
NEW = {"name": "Ours", "width_cm": 120, "depth_cm": 180}
KEY = hashed("key")
SMALL = read_document(json.dumps(SMALL_TABLE).encode())


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


@pytest.fixture
def maker(app: FastAPI) -> TestClient:
    return device(app)


def drawn(maker: TestClient) -> dict[str, Any]:
    answer = maker.post(TABLES, json=NEW)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_table_is_drawn_saved_and_taken_along(app: FastAPI, maker: TestClient) -> None:
    table = drawn(maker)
    assert (table["width_mm"], table["depth_mm"], table["pieces"], table["is_yours"]) == (1200, 1800, 0, True)
    saved = maker.post(f"{TABLES}/{table['id']}/save", json={"revision": 1, "document": SMALL_TABLE})
    assert (saved.status_code, saved.json()["revision"], saved.json()["pieces"]) == (200, 2, 2)
    file = device(app).get(f"{TABLES}/{table['id']}")
    assert '-table.json"' in file.headers["content-disposition"]
    assert read_document(file.content) == SMALL
    other = device(app).post(f"{TABLES}/import", content=file.content, headers={"Content-Type": "application/json"})
    assert (other.status_code, other.json()["name"]) == (201, "A wood and a road")


def test_two_pages_never_overwrite_each_other(maker: TestClient) -> None:
    table = drawn(maker)
    first, second = (
        maker.post(f"{TABLES}/{table['id']}/save", json={"revision": 1, "document": {**SMALL_TABLE, "name": name}})
        for name in ("first", "second")
    )
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["type"] == "/problems/overtaken"
    assert maker.get(f"{TABLES}/{table['id']}").json()["name"] == "first"


def test_a_save_whose_answer_was_lost_is_sent_again_and_happens_once(maker: TestClient) -> None:
    table = drawn(maker)
    first, again = (
        maker.post(f"{TABLES}/{table['id']}/save", json={"revision": 1, "document": SMALL_TABLE}) for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert again.json()["revision"] == 2
    older = {"revision": 1, "document": {**SMALL_TABLE, "name": "Another"}}
    assert maker.post(f"{TABLES}/{table['id']}/save", json=older).status_code == 409


def test_only_the_device_that_drew_it_may_change_it(app: FastAPI, maker: TestClient) -> None:
    table, other = drawn(maker), device(app)
    assert not next(one for one in other.get(TABLES).json() if one["id"] == table["id"])["is_yours"]
    for deed, body in (("rename", {"name": "x"}), ("delete", {}), ("save", {"revision": 1, "document": SMALL_TABLE})):
        told = other.post(f"{TABLES}/{table['id']}/{deed}", json=body)
        assert (told.status_code, "copy it" in told.json()["detail"]) == (403, True)
    copy = other.post(f"{TABLES}/{table['id']}/copy", json={"name": "Theirs"}).json()
    assert other.post(f"{TABLES}/{copy['id']}/rename", json={"name": "Theirs still"}).status_code == 200
    assert maker.post(f"{TABLES}/{copy['id']}/delete", json={}).status_code == 403


def test_a_device_has_one_key_for_all_its_tables(maker: TestClient) -> None:
    first, second = drawn(maker), drawn(maker)
    assert [name for name in maker.cookies if name.startswith("bzt")] == ["bzt"]
    for table in (first, second):
        assert maker.post(f"{TABLES}/{table['id']}/rename", json={"name": "Renamed"}).json()["is_yours"]
    listed = {one["id"]: one["is_yours"] for one in maker.get(TABLES).json()}
    assert (listed[first["id"]], listed[second["id"]], listed["mons-1914"]) == (True, True, False)


def test_a_guessed_key_opens_nothing(app: FastAPI, maker: TestClient) -> None:
    table, other = drawn(maker), device(app)
    other.cookies.set("bzt", "A" * 43)
    assert other.post(f"{TABLES}/{table['id']}/delete", json={}).status_code == 403


def test_a_ready_table_is_copied_and_never_changed(maker: TestClient) -> None:
    ready = "mons-1914"
    refused = maker.post(f"{TABLES}/{ready}/delete", json={})
    assert (refused.status_code, "copy it" in refused.json()["detail"]) == (403, True)
    copy = maker.post(f"{TABLES}/{ready}/copy", json={"name": "Our way"}).json()
    assert copy["pieces"] == len(ready_tables()[ready].table.pieces) > 10
    ours = read_document(maker.get(f"{TABLES}/{copy['id']}").content)
    assert (ours.name, ours.table) == ("Our way", ready_tables()[ready].table)


def test_a_table_is_copied_for_another_rule_system(maker: TestClient) -> None:
    copy = maker.post(f"{TABLES}/somme-1916/copy", json={"name": "Ours", "system": "earth-1418"}).json()
    assert (copy["system"], copy["pieces"]) == ("earth-1418", 20)
    ours = read_document(maker.get(f"{TABLES}/{copy['id']}").content)
    assert (ours.system, ours.table) == ("earth-1418", ready_tables()["somme-1916"].table)
    back = maker.post(f"{TABLES}/{copy['id']}/copy", json={"name": "Back"}).json()
    assert back["system"] == "earth-1418"
    wrong = maker.post(f"{TABLES}/somme-1916/copy", json={"name": "Ours", "system": "moon"})
    assert (wrong.status_code, "earth-1418" in wrong.json()["instead"]) == (422, True)


def test_the_page_of_a_table_says_what_does_not_carry_over(maker: TestClient) -> None:
    page = maker.get("/tables/somme-1916").text
    assert "Battle for 2mm Earth 1418 does not read" in page
    assert "How strongly a trench is built: Dachs Trench." in page
    assert "The gaps in wire: Dachs wire, Wire before Russell Row." in page
    assert "does not carry over" not in maker.get("/tables/brisefer-ridge").text


def test_pieces_that_a_system_has_no_rules_for_prevent_a_copy() -> None:
    table = ready_tables()["mons-1914"].table
    kinds = frozenset({"road", "river", "bridge", "wood", "buildings"})
    assert "Canal" not in " ".join(TerrainUse().unknown(table))
    assert set(TerrainUse(kinds=kinds).unknown(table)) == {
        piece.name
        for piece in table.pieces
        if not isinstance(piece, Road | River | Bridge)
        and not (isinstance(piece, Area) and piece.kind in (AreaKind.WOOD, AreaKind.BUILDINGS))
    }


def test_words_of_another_system_do_not_carry_over() -> None:
    wood = Area("w", "Bois", AreaKind.WOOD, ((0, 0), (0, 9), (9, 9)), words=(GroundWord("cover", "rough"),))  # type: ignore[arg-type]
    table = Table(300, 300, (wood,))
    assert list(TerrainUse().lost(table)) == ["the word for cover: Bois"]
    assert list(TerrainUse(words=frozenset({"cover"})).lost(table)) == []


def test_a_new_table_is_for_the_rule_system_that_is_chosen(maker: TestClient) -> None:
    assert 'name="system"' in maker.get("/tables").text
    ours = maker.post(TABLES, json={**NEW, "system": "earth-1418"}).json()
    assert "Battle for 2mm Earth 1418" in maker.get(f"/tables/{ours['id']}").text
    names = [one["id"] for one in maker.get(TABLES, params={"system": "earth-1418"}).json()]
    assert names[0] == ours["id"]
    assert {"brisefer-ridge", "ormeval-crossroads"} <= set(names)
    assert "mons-1914" not in names


@pytest.mark.parametrize(("system", "has_words"), [("earth-1418", True), ("", False)])
def test_the_editor_has_the_words_of_the_system_of_the_table(maker: TestClient, system: str, has_words: bool) -> None:
    table = maker.post(TABLES, json={**NEW, "system": system}).json()
    wood = {"type": "Polygon", "coordinates": [[[10, 10], [200, 10], [200, 200], [10, 10]]]}
    properties = {"sort": "area", "kind": "wood", "name": "Bois"}
    document = maker.get(f"{TABLES}/{table['id']}").json()
    document["features"] = [{"type": "Feature", "id": "w", "geometry": wood, "properties": properties}]
    saved = maker.post(f"{TABLES}/{table['id']}/save", json={"revision": 1, "document": document})
    assert saved.status_code == 200, saved.text
    page = maker.get(f"/tables/{table['id']}/edit", params={"piece": "w"}).text
    assert ('name="words.cover"' in page) is has_words


def everything(maker: TestClient) -> tuple[Any, Any]:
    listed = maker.get(TABLES).json()
    return listed, [maker.get(f"{TABLES}/{one['id']}").json() for one in listed]


NO_TABLES: tuple[Any, ...] = (
    {},
    {**SMALL_TABLE, "version": 2},
    {**SMALL_TABLE, "width_mm": 10},
    {**SMALL_TABLE, "features": [{}]},
    [],
    3,
)


def test_what_is_refused_leaves_everything_as_it_was(maker: TestClient) -> None:
    table = drawn(maker)
    before = everything(maker)
    for document in NO_TABLES:
        saved = maker.post(f"{TABLES}/{table['id']}/save", json={"revision": 1, "document": document})
        brought = maker.post(f"{TABLES}/import", json=document)
        assert (saved.status_code, brought.status_code) == (422, 422)
        assert brought.json()["wrong"][0]["because"]
    assert everything(maker) == before


def test_fifty_megabytes_are_refused_before_they_are_read(maker: TestClient) -> None:
    before = everything(maker)
    sent = {"content": b"[" + b" " * 50_000_000, "headers": {"Content-Type": "application/json"}}
    answer = maker.post(f"{TABLES}/import", **sent)
    assert (answer.status_code, f"at most {MOST_BYTES} bytes" in answer.json()["detail"]) == (413, True)
    assert everything(maker) == before


def test_any_name_is_kept_as_it_was_typed(maker: TestClient) -> None:
    typed = [*MARKUP[:12], *BREAKOUTS[:6], "'; DROP TABLE tabletops; --", "\u202egnp.exe", "  Mons  "]
    for name in (one[:120] for one in typed):
        table = maker.post(TABLES, json={**NEW, "name": name}).json()["id"]
        assert maker.get(f"{TABLES}/{table}").json()["name"] == name.strip()
        page = maker.get(f"/tables/{table}", headers={"Accept": "text/html"})
        assert page.status_code == 200
        assert "<" not in name or name not in page.text


def test_no_name_and_no_size_is_refused(maker: TestClient) -> None:
    before = everything(maker)
    for name in ("", "   ", "a" * 121, "a\0b", "two\nlines", "\x1b[31m", None, 3):
        assert maker.post(TABLES, json={**NEW, "name": name}).status_code == 422, name
    for size in (0, 29, 1001, -5, 10**9, 120.5, "120", None, True):
        assert maker.post(TABLES, json={**NEW, "width_cm": size}).status_code == 422, size
    assert everything(maker) == before


def test_migrated_down_and_up_again_a_library_is_empty_and_works(database: Database) -> None:
    shelf = TableShelf(database.engine, ready_tables)
    assert shelf.opens(shelf.add(SMALL, KEY).listed.id, "key")
    migrate_down(database.engine, "base")
    assert "tabletops" not in inspect(database.engine).get_table_names()
    migrate(database.engine)
    assert [one.id for one in shelf.all()] == list(ready_tables())
    again = shelf.add(SMALL, KEY)
    kept = shelf.get(again.listed.id)
    assert kept == again


def test_migrated_up_twice_it_keeps_what_was_drawn(database: Database) -> None:
    shelf = TableShelf(database.engine)
    listed = shelf.add(SMALL, KEY).listed
    migrate(database.engine)
    kept = shelf.get(listed.id)
    assert kept is not None
    assert kept.document == SMALL


def test_a_table_is_renamed_whatever_is_saved_meanwhile(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = TableShelf(database.engine)
    listed = shelf.add(NamedTable("Empty", Table(1200, 1800)), KEY).listed
    look = shelf.get
    looked: list[Any] = []

    def get(table_id: str) -> KeptTable | None:
        kept = look(table_id)
        if not looked:
            looked.append(shelf.save(table_id, 1, SMALL))
        return kept

    monkeypatch.setattr(shelf, "get", get)
    renamed = shelf.rename(listed.id, "Renamed")
    assert renamed is not None
    assert (renamed.listed.name, renamed.listed.pieces, renamed.listed.revision) == ("Renamed", 2, 3)
    shelf.delete(listed.id)
    assert shelf.rename(listed.id, "Gone") is None


def test_the_shelf_says_what_is_gone_and_what_is_newer(database: Database) -> None:
    shelf = TableShelf(database.engine)
    listed = shelf.add(NamedTable("Empty", Table(1200, 1800)), KEY).listed
    assert shelf.save(listed.id, 1, SMALL) is not None
    with pytest.raises(Overtaken):
        shelf.save(listed.id, 1, NamedTable("Empty", Table(1200, 1800)))
    shelf.delete(listed.id)
    assert shelf.get(listed.id) is None
    assert shelf.save(listed.id, 2, SMALL) is None
    assert shelf.opens(listed.id, "any") is None


def test_who_came_by_https_gets_a_closed_cookie(app: FastAPI) -> None:
    secure = device(app, BASE.replace("http:", "https:"))
    answer = secure.post(TABLES, json=NEW)
    first, *rest = answer.headers["set-cookie"].split("; ")
    assert first.startswith("__Host-bzt=")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(rest)
    assert secure.post(f"{TABLES}/{answer.json()['id']}/delete", json={}).status_code == 204


def test_the_list_says_of_each_table_which_game_it_is_for(app: FastAPI, maker: TestClient) -> None:
    drawn(maker)
    maker.post(TABLES, json=NEW | {"name": "Theirs", "system": "earth-1418"})
    told = maker.get("/tables").text
    rows = {name: told[told.index(f"<b>{name}</b>") :].split("</small>")[0] for name in ("Ours", "Theirs")}
    assert "for Flanders Fields." in rows["Ours"]
    assert "for Battle for 2mm Earth 1418." in rows["Theirs"]
