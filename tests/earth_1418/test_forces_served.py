"""Saved forces of 1418: built, shared, copied, never overwritten unseen; and a game of two of them."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI

from app.systems.earth_1418.forces import FORCES
from tests.app.described import OWN, device, served
from tests.client import TestClient

AT: Final = "/api/v1/earth-1418/forces"
PAGES: Final = "/forces/earth-1418"
SAMPLE: Final = dict(FORCES.sample)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[FastAPI, TestClient]]:
    with served(tmp_path) as made:
        yield made


def brought(client: TestClient, **more: Any) -> dict[str, Any]:
    answer = client.post(f"{AT}/import", json={**SAMPLE, **more}, headers=OWN)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_force_is_begun_saved_whole_and_told_what_it_comes_to(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    begun = maker.post(AT, json={"name": "3rd Marchers"}).json()
    assert [one["clause"] for one in begun["findings"]] == ["BE-STR-01"]
    assert "An elite battalion of four companies" in maker.get(f"{PAGES}/{begun['id']}").text
    saved = maker.post(f"{AT}/{begun['id']}/save", json={"revision": 1, "document": SAMPLE}).json()
    assert (saved["revision"], saved["battalions"], saved["stands"], saved["findings"]) == (2, 2, 25, [])
    sums = {one["says"]: one["number"] for one in saved["sums"]}
    # BE-ARM-02: 3 + 3 + 2 + 3 + 1 and 2 + 2 + 3 + 4 + 1 dice (BE-CHR-01 to -15).
    assert sums["Dice in shooting, all of them fresh"] == "24"
    assert sums["Dice in melee, all of them in contact"] == "20"
    assert maker.get(f"{AT}/{begun['id']}/file").json() == saved["document"] == SAMPLE
    assert [one["id"] for one in maker.get("/api/v1/forces", params={"system": "earth-1418"}).json()] == [begun["id"]]
    assert maker.get("/api/v1/forces").json() == []


def test_only_its_maker_changes_it_and_everybody_copies_it(service: tuple[FastAPI, TestClient]) -> None:
    app, maker = service
    force = brought(maker)
    other = device(app)
    for way, body in (("save", {"revision": 1, "document": SAMPLE}), ("delete", {})):
        assert other.post(f"{AT}/{force['id']}/{way}", json=body, headers=OWN).status_code == 403
    copy = other.post(f"{AT}/{force['id']}/copy", json={"name": "Theirs"}, headers=OWN).json()
    assert (copy["name"], copy["is_yours"], copy["document"]["formations"]) == ("Theirs", True, SAMPLE["formations"])
    assert other.get(f"{AT}/{force['id']}").json()["is_yours"] is False
    assert other.post(f"{AT}/{copy['id']}/delete", json={}, headers=OWN).status_code == 204
    assert other.get(f"{AT}/{copy['id']}").status_code == 404


def test_what_was_saved_from_elsewhere_meanwhile_is_not_overwritten(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    force = brought(maker)
    first = {"revision": 1, "document": {**SAMPLE, "name": "First"}}
    assert maker.post(f"{AT}/{force['id']}/save", json=first).json()["revision"] == 2
    assert maker.post(f"{AT}/{force['id']}/save", json=first).json()["revision"] == 2
    late = maker.post(f"{AT}/{force['id']}/save", json={"revision": 1, "document": SAMPLE})
    assert late.status_code == 409
    assert (late.json()["stands"]["revision"], late.json()["stands"]["document"]["name"]) == (2, "First")


def test_a_file_that_is_no_force_is_told_of_its_place_and_nothing_is_kept(
    service: tuple[FastAPI, TestClient],
) -> None:
    _, maker = service
    broken = {**SAMPLE, "formations": [{"name": "Guides", "grade": "brave"}]}
    answer = maker.post(f"{AT}/import", json=broken)
    assert answer.status_code == 422
    assert answer.json()["field"] == "Guides"
    assert "reserve, line, elite" in answer.json()["instead"]
    assert maker.get("/api/v1/forces", params={"system": "earth-1418"}).json() == []


def test_a_file_of_another_system_is_told_whose_it_is(service: tuple[FastAPI, TestClient]) -> None:
    """It is offered to its own import; one that names no system is told what its own would name."""
    _, maker = service
    answer = maker.post("/api/v1/forces/import", json=SAMPLE)
    assert answer.status_code == 422
    because = "this is a force of Battle for 2mm Earth 1418, and a force of Flanders Fields belongs here"
    assert answer.json()["because"] == because
    assert answer.json()["belongs"]["bring"] == f"{AT}/import"
    nameless = maker.post(f"{AT}/import", json={name: one for name, one in SAMPLE.items() if name != "system"})
    assert nameless.status_code == 422
    assert "earth-1418" in nameless.json()["instead"]


def test_its_page_has_fields_for_its_maker_alone(service: tuple[FastAPI, TestClient]) -> None:
    app, maker = service
    force = brought(maker)
    at = f"{PAGES}/{force['id']}?of=0.3"
    own, theirs = maker.get(at).text, device(app).get(at).text
    assert 'data-set="formations.0.sub_units.3.bases"' in own
    assert "data-set=" not in theirs
    for page in (own, theirs):
        assert "Machine guns: Arming 3 in shooting" in page
        assert "BE-CHR-05" in page
    assert force["name"] in maker.get(PAGES).text
    assert PAGES in maker.get("/forces").text
    assert "/new/earth-1418" in maker.get("/new").text


def test_what_is_typed_by_the_players_says_so(service: tuple[FastAPI, TestClient]) -> None:
    """G-24: an armoured car has no row in the chart."""
    _, maker = service
    cars = [{"name": "Cars", "grade": "line", "sub_units": [{"name": "1st Car", "unit": "armoured_car", "bases": 1}]}]
    force = brought(maker, formations=cars)
    assert [(one["clause"], one["of"], one["grave"]) for one in force["findings"]] == [("BE-VEH-05", "0.0", True)]
    page = maker.get(f"{PAGES}/{force['id']}?of=0.0").text
    for field in ("speed", "melee", "shooting", "bonus", "resilience", "range_cm"):
        assert f'data-set="formations.0.sub_units.0.typed.{field}"' in page
    assert "Resilience, typed by you" in page


def opening(client: TestClient, attacker: str, defender: str) -> str:
    page = client.get("/new/earth-1418", params={"attacker": attacker, "defender": defender})
    assert page.status_code == 200
    return page.text


def test_a_game_of_two_saved_forces_is_begun(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    one, other = brought(maker), brought(maker, name="Others")
    text = opening(maker, one["id"], other["id"])
    found = re.search(r"data-body='([^']*)'", text)
    assert found
    begun = maker.post("/api/v1/games", json=json.loads(unescape(found[1])), headers=OWN)
    assert begun.status_code == 201, begun.text
    view = maker.get(f"/api/v1/games/{begun.json()['game_id']}").json()["view"]
    told = [(each["side"], each["name"]) for each in view["formations"]]
    # Both forces call their formations alike: each has its side behind its name (BE-STR-02).
    assert told == [
        (side, f"{name} ({side})") for side in ("attacker", "defender") for name in ("3rd Marchers", "1st Guides")
    ]
    assert view["title"] == f"{one['name']} against Others"


def test_no_game_is_offered_of_what_cannot_be_played(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    empty = maker.post(AT, json={"name": "Nobody"}).json()
    text = opening(maker, empty["id"], brought(maker)["id"])
    assert "data-body" not in text
    assert "It has no formation yet" in text
    assert "data-body" not in opening(maker, empty["id"], "")
    # G-24: what has to be typed is, before a game begins.
    cars = [{"name": "Cars", "grade": "line", "sub_units": [{"name": "1st Car", "unit": "armoured_car", "bases": 1}]}]
    untyped = brought(maker, formations=cars)["id"]
    text = opening(maker, untyped, untyped)
    assert "data-body" not in text
    assert text.count("<b>3rd Marchers and 1st Guides</b>") == 1


def test_a_force_is_printed_as_cards_and_order_sheets(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    force = brought(maker)
    at = f"{PAGES}/{force['id']}/print"
    read = maker.get(at, params={"form": ["roster", "orders"]}).text
    for words in ("Machine guns: 4 cm, m/r 1/3(+1), R 4, range 80 cm", "Marchers&#39; command", "Bombardments"):
        assert words in read, words
    assert maker.get(f"{at}/file", params={"form": "roster"}).content.startswith(b"%PDF")
    assert maker.get(f"{at}/file", params={"form": "moon"}).status_code == 404
