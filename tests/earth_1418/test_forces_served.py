"""Saved forces of 1418: built, shared, copied, never overwritten unseen; and a game of two of them."""

import re
from collections.abc import Iterator
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


def checked(client: TestClient, attacker: str, defender: str, **more: Any) -> dict[str, Any]:
    """What the service says of a game of two forces before it is opened."""
    wanted = {"forces": {"attacker": attacker, "defender": defender}, **more}
    answer = client.post("/api/v1/earth-1418/game-of-forces", json=wanted, headers=OWN)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def begun(client: TestClient, told: dict[str, Any]) -> dict[str, Any]:
    """The view of a game that is opened with the command that was given."""
    body = {"system": "earth-1418", "title": told["title"], "role": "referee", "command": told["command"]}
    answer = client.post("/api/v1/games", json=body, headers=OWN)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = client.get(f"/api/v1/games/{answer.json()['game_id']}").json()["view"]
    return view


def test_the_form_of_a_new_game_asks_for_all_that_a_game_has(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    force = brought(maker)
    page = maker.get("/new/earth-1418", params={"attacker": force["id"]}).text
    names = ("attacker_force", "defender_force", "date", "title", "table", "length", "wind_towards_deg", "wind_value")
    for name in (*names, "role", "player", "G-02"):
        assert f'name="{name}"' in page, name
    assert f'<option value="{force["id"]}" data-month="1915-05" selected' in page
    assert 'type="month" min="1820-01" max="1922-10"' in page
    assert 'value="1915-05"' in page
    assert "Brisefer Ridge" in page
    assert "Somme 1916" not in page


def test_a_copy_with_the_name_of_its_ready_table_is_told_apart_in_the_form(
    service: tuple[FastAPI, TestClient],
) -> None:
    _, maker = service
    force = brought(maker)
    copied = maker.post("/api/v1/tables/brisefer-ridge/copy", json={"name": "Brisefer Ridge"}, headers=OWN)
    assert copied.status_code == 201, copied.text
    page = maker.get("/new/earth-1418", params={"attacker": force["id"]}).text
    offered = re.findall(r"<option[^>]*>(Brisefer Ridge[^<]*)</option>", page)
    assert sorted(offered) == ["Brisefer Ridge", "Brisefer Ridge, ready"]


def test_a_game_of_two_saved_forces_is_begun(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    one, other = brought(maker), brought(maker, name="Others")
    view = begun(maker, checked(maker, one["id"], other["id"]))
    told = [(each["side"], each["name"]) for each in view["formations"]]
    # Both forces call their formations alike: each has its side behind its name (BE-STR-02).
    assert told == [
        (side, f"{name} ({side})") for side in ("attacker", "defender") for name in ("3rd Marchers", "1st Guides")
    ]
    assert view["title"] == f"{one['name']} against Others"
    assert "map" not in view


def test_a_game_of_two_forces_has_what_was_chosen_for_it(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    one = brought(maker)["id"]
    wanted = {"system": "earth-1418", "name": "Our field", "width_cm": 90, "depth_cm": 60}
    table = maker.post("/api/v1/tables", json=wanted, headers=OWN).json()
    assert table["system"] == "earth-1418"
    chosen = {
        "title": "The farm",
        "date": "1917-04",
        "length": 6,
        "table": table["id"],
        "options": {"wind_towards_deg": "90", "wind_value": "4"},
        "house_rules": [{"ruling": "G-02", "option": "wide"}],
    }
    told = checked(maker, one, one, **chosen)
    assert (told["sound"], told["wrong"], told["date"]) == (True, [], "1917-04")
    view = begun(maker, told)
    assert (view["title"], view["date"], view["bounds"]) == ("The farm", "1917-04", 6)
    assert (view["wind_towards_deg"], view["wind_value"]) == (90, 4)
    assert [(rule["ruling"], rule["option"]) for rule in view["house_rules"]] == [("G-02", "wide")]
    assert (view["map"]["table"]["name"], view["map"]["table"]["width_mm"]) == ("Our field", 900)


def test_a_game_takes_its_month_from_its_forces_or_asks(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    early, late = brought(maker)["id"], brought(maker, name="Late", date="1918-03")["id"]
    assert checked(maker, early, early)["date"] == "1915-05"
    asked = checked(maker, early, late)
    assert (asked["sound"], asked["date"]) == (False, "")
    assert asked["wrong"][-1] == {
        "where": "date",
        "because": "the forces are of May 1915 and March 1918",
        "instead": "choose the month of the game",
    }
    assert checked(maker, early, late, date="1916-07")["command"]["date"] == "1916-07"


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"date": "1923-01"}, "date"),
        ({"date": "1916-13"}, "date"),
        ({"length": 100}, "length"),
        ({"table": "nowhere"}, "table"),
        ({"options": {"wind_towards_deg": "12"}}, "wind_towards_deg"),
        ({"house_rules": [{"ruling": "G-02", "option": "moon"}]}, ""),
    ],
)
def test_a_game_of_two_forces_says_what_cannot_be(
    service: tuple[FastAPI, TestClient], more: dict[str, Any], where: str
) -> None:
    _, maker = service
    one = brought(maker)["id"]
    told = checked(maker, one, one, **more)
    assert (told["sound"], told["command"]) == (False, None)
    assert told["wrong"][-1]["where"] == where
    assert told["wrong"][-1]["instead"]


def test_the_house_rules_of_forces_hold_until_others_are_chosen(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    ruled = brought(maker, house_rules=[{"ruling": "G-02", "option": "wide"}])["id"]
    plain = brought(maker)["id"]
    assert checked(maker, plain, ruled)["house_rules"] == [{"ruling": "G-02", "option": "wide"}]
    assert checked(maker, plain, ruled, house_rules=[])["house_rules"] == []


def test_no_game_is_offered_of_what_cannot_be_played(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    empty = maker.post(AT, json={"name": "Nobody"}).json()
    told = checked(maker, empty["id"], brought(maker)["id"])
    assert told["command"] is None
    assert "It has no formation yet" in str(told["wrong"])
    assert checked(maker, empty["id"], "")["wrong"][-1]["because"] == "no force is chosen"
    # G-24: what has to be typed is, before a game begins.
    cars = [{"name": "Cars", "grade": "line", "sub_units": [{"name": "1st Car", "unit": "armoured_car", "bases": 1}]}]
    untyped = brought(maker, formations=cars)["id"]
    told = checked(maker, untyped, untyped)
    assert told["command"] is None
    # Of a force that fights itself everything is said once.
    assert [one["where"] for one in told["wrong"]].count("3rd Marchers and 1st Guides") == 1


def test_a_force_is_printed_as_cards_and_order_sheets(service: tuple[FastAPI, TestClient]) -> None:
    _, maker = service
    force = brought(maker)
    at = f"{PAGES}/{force['id']}/print"
    read = maker.get(at, params={"form": ["roster", "orders"]}).text
    for words in ("Machine guns: 4 cm, m/r 1/3(+1), R 4, range 80 cm", "Marchers&#39; command", "Bombardments"):
        assert words in read, words
    assert maker.get(f"{at}/file", params={"form": "roster"}).content.startswith(b"%PDF")
    assert maker.get(f"{at}/file", params={"form": "moon"}).status_code == 404
