"""Kept documents are one kind with four uses: each is listed, saved, overtaken and thrown away in the same way."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from app.documents.table_routes import SMALL_TABLE
from app.systems.flanders_fields.fire_plans import SMALL_PLAN
from app.systems.flanders_fields.forces import SMALL_FORCE
from app.systems.flanders_fields.scenarios import RAID
from tests.app.test_seats import device
from tests.client import TestClient, toy_app

USES: dict[str, tuple[dict[str, Any], str]] = {
    "tables": (dict(SMALL_TABLE), "name"),
    "forces": (dict(SMALL_FORCE), "name"),
    "scenarios": (dict(RAID), "title"),
    "fire-plans": (dict(SMALL_PLAN), "name"),
}
OTHERS = "earth-1418"


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


def made_here(maker: TestClient, use: str, system: str | None = None) -> set[str]:
    asked = {} if system is None else {"system": system}
    return {one["id"] for one in maker.get(f"/api/v1/{use}", params=asked).json() if one["revision"]}


def brought(maker: TestClient, use: str, document: dict[str, Any]) -> str:
    answer = maker.post(f"/api/v1/{use}/import", json=document)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.parametrize("use", USES)
def test_a_document_that_names_no_system_is_in_the_list_of_flanders_fields_alone(app: FastAPI, use: str) -> None:
    maker = device(app)
    one = brought(maker, use, USES[use][0])
    assert made_here(maker, use) == made_here(maker, use, "flanders-fields") == {one}
    assert made_here(maker, use, OTHERS) == set()
    assert maker.get(f"/api/v1/{use}", params={"system": "chess"}).json()["field"] == "system"


@pytest.mark.parametrize("use", USES)
def test_what_was_saved_meanwhile_comes_with_the_refusal_and_is_not_overwritten(app: FastAPI, use: str) -> None:
    maker, (document, title) = device(app), USES[use]
    one = brought(maker, use, document)
    first, second = (
        maker.post(f"/api/v1/{use}/{one}/save", json={"revision": 1, "document": {**document, title: name}})
        for name in ("First", "Second")
    )
    assert (first.status_code, second.status_code) == (200, 409), first.text
    stands = second.json()["stands"]
    assert (stands["revision"], stands["document"][title]) == (2, "First")


@pytest.mark.parametrize("use", USES)
def test_nobody_else_saves_it_or_throws_it_away_and_once_gone_it_is_gone(app: FastAPI, use: str) -> None:
    maker, document = device(app), USES[use][0]
    one = brought(maker, use, document)
    for deed, body in (("save", {"revision": 1, "document": document}), ("delete", {})):
        assert device(app).post(f"/api/v1/{use}/{one}/{deed}", json=body).status_code in (403, 404)
    assert maker.post(f"/api/v1/{use}/{one}/delete", json={}).status_code == 204
    assert made_here(maker, use) == set()
    saved = maker.post(f"/api/v1/{use}/{one}/save", json={"revision": 1, "document": document})
    assert (saved.status_code, saved.json()["status"]) == (404, 404)


def test_a_table_of_another_system_is_in_its_list_and_says_so_in_its_file(app: FastAPI) -> None:
    maker = device(app)
    one = brought(maker, "tables", {**SMALL_TABLE, "system": OTHERS})
    assert (made_here(maker, "tables"), made_here(maker, "tables", OTHERS)) == (set(), {one})
    copy = maker.post(f"/api/v1/tables/{one}/copy", json={"name": "Ours"}).json()["id"]
    assert maker.get(f"/api/v1/tables/{copy}").json()["system"] == OTHERS
    new = maker.post("/api/v1/tables", json={"name": "Empty", "system": OTHERS}).json()["id"]
    assert made_here(maker, "tables", OTHERS) == {one, copy, new}
    assert "system" not in maker.get(f"/api/v1/tables/{brought(maker, 'tables', dict(SMALL_TABLE))}").json()


@pytest.mark.parametrize("use", ["forces", "scenarios", "fire-plans"])
def test_a_document_of_another_system_is_not_taken_for_one_of_flanders_fields(app: FastAPI, use: str) -> None:
    refused = device(app).post(f"/api/v1/{use}/import", json={**USES[use][0], "system": OTHERS})
    told = refused.json()
    assert refused.status_code == 422
    # 1418 has forces of its own; it has neither scenarios nor fire plans, and nothing is said to be one of it.
    if use == "forces":
        assert told["because"].startswith("this is a force of Battle for 2mm Earth 1418, and ")
        assert told["belongs"]["page"] == f"/forces/{OTHERS}"
    else:
        assert told["because"] == f"this file is for the rule system {OTHERS!r}, which has none of its kind here"
        assert told["instead"].startswith("choose a ")


def test_a_table_of_a_system_that_is_not_here_is_refused(app: FastAPI) -> None:
    for address, body in (("tables", {"name": "Empty"}), ("tables/import", SMALL_TABLE)):
        refused = device(app).post(f"/api/v1/{address}", json={**body, "system": "chess"})
        assert (refused.status_code, refused.json()["field"]) == (422, "system")
