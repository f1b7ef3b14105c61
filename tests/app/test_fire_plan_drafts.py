"""Drafts of fire plans: secret for whoever writes them, never overwritten unseen, checked as they are typed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import inspect

from app.documents.document_repository import Overtaken
from app.documents.ownership import held_by_device
from app.seats.seat_repository import hashed
from app.settings import Settings
from app.storage.database import Database, migrate, migrate_down
from app.systems.flanders_fields.documents import plan_shelf
from app.systems.flanders_fields.fire_plans import SMALL_PLAN
from app.systems.flanders_fields.pages import fire_plan_editor as plan_forecast
from rules.flanders_fields.fire_plan_document import MOST_BYTES, read_plan
from rules.flanders_fields.vocabulary import Side
from tests.app.described import device, joined, opened
from tests.client import TestClient, app_with

PLANS = "/api/v1/fire-plans"
NEW = {"name": "Ours", "side": "attacker"}
SMALL = read_plan(json.dumps(SMALL_PLAN).encode())
OF_ANOTHER = {**SMALL_PLAN, "name": "Another"}
DEVICE = held_by_device(hashed("key"))


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = app_with(Settings(database_url=url, demo=False, log_level="error"))
    with TestClient(made):
        yield made


@pytest.fixture
def maker(app: FastAPI) -> TestClient:
    return device(app)


def written(who: TestClient, document: Any = SMALL_PLAN, at: str = PLANS) -> dict[str, Any]:
    answer = who.post(f"{at}/import", json=document)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def saved(who: TestClient, plan: str, revision: int, document: Any) -> Any:
    return who.post(f"{PLANS}/{plan}/save", json={"revision": revision, "document": document})


def ways_to(plan: str) -> list[tuple[str, str, Any]]:
    """Every request about one draft."""
    return [
        ("GET", f"{PLANS}/{plan}", None),
        ("GET", f"{PLANS}/{plan}/file", None),
        ("GET", f"{PLANS}/{plan}/differences?other={plan}", None),
        ("POST", f"{PLANS}/{plan}/save", {"revision": 1, "document": OF_ANOTHER}),
        ("POST", f"{PLANS}/{plan}/copy", {"name": "Theirs"}),
        ("POST", f"{PLANS}/{plan}/delete", {}),
    ]


def test_a_plan_is_written_without_a_game_saved_and_taken_along(app: FastAPI, maker: TestClient) -> None:
    plan = maker.post(PLANS, json=NEW).json()
    assert (plan["side"], plan["revision"], plan["game_id"]) == ("attacker", 1, None)
    assert saved(maker, plan["id"], 1, SMALL_PLAN).json()["revision"] == 2
    file = maker.get(f"{PLANS}/{plan['id']}/file")
    assert 'filename="attacker-fire-plan.json"' in file.headers["content-disposition"]
    assert read_plan(file.content) == SMALL
    assert written(device(app), file.json())["name"] == "Before dawn"


def test_a_draft_is_there_for_nobody_but_the_device_that_holds_its_key(app: FastAPI, maker: TestClient) -> None:
    plan, other = written(maker)["id"], device(app)
    # A device with drafts of its own, and one that guesses a key.
    written(other, OF_ANOTHER)
    guesser = device(app)
    guesser.cookies.set("bzt", "A" * 43)
    nowhere = other.get(f"{PLANS}/{'a' * 16}")
    for who in (other, guesser, device(app)):
        assert plan not in who.get(PLANS).text
        for method, path, body in ways_to(plan):
            answer = who.request(method, path, json=body)
            assert answer.status_code == 404, (path, answer.text)
            assert answer.text.replace(plan, "a" * 16) == nowhere.text, path
    assert read_plan(maker.get(f"{PLANS}/{plan}/file").content) == SMALL


def test_who_holds_the_newest_is_answered_in_no_bytes_until_another_tablet_saves(maker: TestClient) -> None:
    plan = written(maker)["id"]
    file = f"{PLANS}/{plan}/file"
    assert maker.get(file).headers["ETag"] == '"1"'
    for named in ('"1"', 'W/"1"', '"7", "1"'):
        same = maker.get(file, headers={"If-None-Match": named})
        assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", '"1"'), named
    saved(maker, plan, 1, OF_ANOTHER)
    for named in ('"1"', "1", "2", ""):
        newer = maker.get(file, headers={"If-None-Match": named})
        assert (newer.status_code, newer.json()["name"], newer.headers["ETag"]) == (200, "Another", '"2"'), named


def test_who_may_not_read_a_draft_cannot_ask_whether_it_was_saved(app: FastAPI) -> None:
    """S1: the other side of a game gets the same answer for every revision, and for a draft that is not there."""
    host = device(app)
    game = opened(host)
    attacker, defender = (joined(app, host, game, role) for role in ("attacker", "defender"))
    plan = written(attacker, at=f"/api/v1/games/{game}/fire-plans")["id"]
    nowhere = "a" * 16
    answers = []
    for which, named in ((plan, '"1"'), (plan, '"2"'), (nowhere, '"1"')):
        refused = defender.get(f"{PLANS}/{which}/file", headers={"If-None-Match": named})
        assert "ETag" not in refused.headers
        answers.append((refused.status_code, refused.text.replace(plan, nowhere)))
    assert answers == [(404, answers[0][1])] * 3
    assert host.get(f"{PLANS}/{plan}/file", headers={"If-None-Match": '"1"'}).status_code == 304


def test_no_seats_view_of_the_game_moves_when_a_draft_is_saved(app: FastAPI) -> None:
    """S2: what a game tells any seat is the same to the byte before and after a save."""
    host = device(app)
    game = opened(host)
    attacker, defender = (joined(app, host, game, role) for role in ("attacker", "defender"))
    plan = written(attacker, at=f"/api/v1/games/{game}/fire-plans")["id"]
    before = [who.get(f"/api/v1/games/{game}").content for who in (host, attacker, defender)]
    assert saved(attacker, plan, 1, OF_ANOTHER).status_code == 200
    assert [who.get(f"/api/v1/games/{game}").content for who in (host, attacker, defender)] == before


def test_two_tablets_never_overwrite_each_other_and_see_what_stands(maker: TestClient) -> None:
    plan = written(maker)["id"]
    first = saved(maker, plan, 1, {**SMALL_PLAN, "name": "first"})
    second = saved(maker, plan, 1, {**SMALL_PLAN, "name": "second"})
    again = saved(maker, plan, 1, {**SMALL_PLAN, "name": "first"})
    assert (first.status_code, second.status_code, again.json()["revision"]) == (200, 409, 2)
    stands = second.json()["stands"]
    assert (stands["revision"], stands["document"]["name"]) == (2, "first")
    assert maker.get(f"{PLANS}/{plan}").json()["document"]["name"] == "first"


def test_drafts_are_several_copied_compared_and_thrown_away(maker: TestClient) -> None:
    plan = written(maker)["id"]
    copy = maker.post(f"{PLANS}/{plan}/copy", json={"name": "Later gas"}).json()["id"]
    (gas,) = SMALL_PLAN["gas"]
    later = {**SMALL_PLAN, "name": "Later gas", "weapons": [], "gas": [{**gas, "turn": 3, "at": [300, 1500]}]}
    assert saved(maker, copy, 1, later).status_code == 200
    told = maker.get(f"{PLANS}/{plan}/differences", params={"other": copy}).json()
    assert [(one["line"], one["says"]) for one in told] == [
        ("", "name: Before dawn before, Later gas now"),
        ("k3f", "Weapon 18-pounders: struck out"),
        ("w8d", "Gas attack, turn 3: in which of its side's turns it comes: 2 before, 3 now"),
        (
            "w8d",
            "Gas attack, turn 3: its middle; for projectors the front of the forward trench below it:"
            " 30 cm along, 140 cm up before, 30 cm along, 150 cm up now",
        ),
    ]
    assert maker.post(f"{PLANS}/{plan}/delete", json={}).status_code == 204
    assert [one["id"] for one in maker.get(PLANS).json()] == [copy]


def test_a_draft_is_compared_with_none_that_others_hold(app: FastAPI, maker: TestClient) -> None:
    ours, theirs = written(maker)["id"], written(device(app))["id"]
    assert maker.get(f"{PLANS}/{ours}/differences", params={"other": theirs}).status_code == 404


def test_what_the_rules_say_comes_with_every_save_and_is_let_pass_by_its_key(maker: TestClient) -> None:
    """FF-FPL-50, AMB-31: there is no offensive gas of the field army's own before September 1915."""
    plan = written(maker)["id"]
    early = {**SMALL_PLAN, "written_for": {"month": "1914-08"}}
    told = saved(maker, plan, 1, early).json()
    assert told["checked_for"] == "1914-08"
    gas = [one for one in told["findings"] if one["line"] == "w8d" and one["severity"] == "refused"]
    assert gas
    assert all(one["clause"] and one["says"] and one["instead"] and one["allowed"] is None for one in gas)
    passed = [{"finding": one["key"], "because": "we agreed to try it"} for one in gas]
    allowed = saved(maker, plan, 2, {**early, "allowed": passed}).json()
    assert {one["key"]: one["allowed"] for one in allowed["findings"]} | {
        one["key"]: "we agreed to try it" for one in gas
    } == {one["key"]: one["allowed"] for one in allowed["findings"]}
    assert saved(maker, plan, 3, {**SMALL_PLAN, "written_for": {}}).json()["checked_for"] == ""


NO_PLANS: tuple[Any, ...] = (
    {},
    {**SMALL_PLAN, "version": 2},
    {**SMALL_PLAN, "weapons": [{}]},
    {**SMALL_PLAN, "moon": 1},
    [],
    3,
)


def test_what_is_refused_leaves_everything_as_it_was(maker: TestClient) -> None:
    plan = written(maker)["id"]
    for document in NO_PLANS:
        refused = (saved(maker, plan, 1, document), maker.post(f"{PLANS}/import", json=document))
        for answer in refused:
            assert (answer.status_code, bool(answer.json()["wrong"][0]["because"])) == (422, True)
    assert [one["revision"] for one in maker.get(PLANS).json()] == [1]
    assert read_plan(maker.get(f"{PLANS}/{plan}/file").content) == SMALL


def test_fifty_megabytes_are_refused_before_they_are_read(maker: TestClient) -> None:
    answer = maker.post(f"{PLANS}/import", content=b"[" + b" " * 50_000_000)
    assert (answer.status_code, f"at most {MOST_BYTES} bytes" in answer.json()["detail"]) == (413, True)


def test_a_games_drafts_belong_to_their_side_and_the_referee_reads_them(app: FastAPI) -> None:
    host = device(app)
    game = opened(host)
    at = f"/api/v1/games/{game}/fire-plans"
    attacker, second, defender, spectator = (
        joined(app, host, game, role) for role in ("attacker", "attacker", "defender", "spectator")
    )
    plan = attacker.post(at, json={"name": "Ours"}).json()
    assert (plan["side"], plan["game_id"]) == ("attacker", game)
    assert [one["id"] for one in second.get(at).json()] == [plan["id"]]
    document = second.get(f"{PLANS}/{plan['id']}").json()["document"]
    assert saved(second, plan["id"], 1, {**document, "notes": "smoke"}).json()["revision"] == 2
    assert saved(attacker, plan["id"], 1, document).status_code == 409
    assert host.get(f"{PLANS}/{plan['id']}").json()["document"]["notes"] == "smoke"
    assert [one["id"] for one in host.get(at).json()] == [plan["id"]]
    assert saved(host, plan["id"], 2, document).status_code == 403
    assert (defender.get(at).json(), spectator.get(at).status_code) == ([], 403)
    for who in (defender, spectator, device(app)):
        for method, path, body in ways_to(plan["id"]):
            assert who.request(method, path, json=body).status_code == 404, path
    assert attacker.get(PLANS).json() == []
    refused = attacker.post(f"{at}/import", json={**SMALL_PLAN, "side": "defender"})
    assert (refused.status_code, refused.json()["field"]) == (422, "side")
    assert saved(attacker, plan["id"], 2, {**document, "side": "defender"}).status_code == 422


def test_a_seat_that_was_taken_away_reads_no_draft(app: FastAPI) -> None:
    host = device(app)
    game = opened(host)
    gone = joined(app, host, game, "attacker")
    plan = written(gone, at=f"/api/v1/games/{game}/fire-plans")["id"]
    seat = gone.get(f"/api/v1/games/{game}/seat").json()["id"]
    host.post(f"/api/v1/games/{game}/seats/{seat}/revoke", json={})
    assert gone.get(f"{PLANS}/{plan}").status_code == 404


def test_a_plan_begun_in_a_game_names_the_sides_guns_and_what_it_is_written_for(app: FastAPI) -> None:
    """Mons 1914 gives the Germans six batteries, one of howitzers; ids of lines do not count them (decision 0013)."""
    host = device(app)
    game = opened(host)
    attacker = joined(app, host, game, "attacker")
    plan = attacker.post(f"/api/v1/games/{game}/fire-plans", json={"name": "Ours"}).json()["id"]
    document = attacker.get(f"{PLANS}/{plan}").json()["document"]
    assert document["written_for"]["month"] == "1914-09"
    kinds = [one["kind"] for one in document["weapons"]]
    assert (kinds.count("field_gun"), kinds.count("field_howitzer"), len(kinds)) == (5, 1, 6)
    assert not any(one["id"].isdigit() for one in document["weapons"])


def test_a_plan_to_practise_with_begins_with_what_the_side_has_in_a_scenario(maker: TestClient) -> None:
    """Mons 1914: the Germans' six batteries, as in its game; a plan for no scenario has nothing in it."""
    asked = {**NEW, "scenario": "mons-1914"}
    plan = maker.post(PLANS, json=asked).json()
    assert (plan["name"], plan["side"], plan["game_id"]) == ("Ours", "attacker", None)
    document = maker.get(f"{PLANS}/{plan['id']}").json()["document"]
    kinds = [one["kind"] for one in document["weapons"]]
    assert (kinds.count("field_gun"), kinds.count("field_howitzer"), len(kinds)) == (5, 1, 6)
    told = document["written_for"]
    assert (told["scenario"], told["month"], told["nation"]) == ("mons-1914", "1914-09", "german")
    again = maker.post(PLANS, json=asked).json()["id"]
    ids = [
        {one["id"] for one in maker.get(f"{PLANS}/{of}").json()["document"]["weapons"]} for of in (plan["id"], again)
    ]
    assert not ids[0] & ids[1]
    refused = maker.post(PLANS, json={**NEW, "scenario": "rigny"})
    assert (refused.status_code, refused.json()["field"]) == (422, "scenario")
    assert len(maker.get(PLANS).json()) == 2


def test_migrated_down_and_up_again_the_shelf_works(database: Database) -> None:
    shelf = plan_shelf(database.engine)
    shelf.add(SMALL, DEVICE.key_hash, DEVICE.also)
    migrate_down(database.engine, "base")
    assert "fire_plans" not in inspect(database.engine).get_table_names()
    migrate(database.engine)
    again = shelf.add(SMALL, DEVICE.key_hash, DEVICE.also)
    assert shelf.get(again.listed.id) == again
    assert [one.id for one in shelf.of_device("key")] == [again.listed.id]
    assert (shelf.of_device("other"), shelf.of_device("")) == ([], ())


def test_the_shelf_says_what_is_gone_and_what_is_newer(database: Database) -> None:
    shelf = plan_shelf(database.engine)
    plan = shelf.add(SMALL, DEVICE.key_hash, DEVICE.also).listed.id
    newer = read_plan(json.dumps(OF_ANOTHER).encode())
    assert shelf.save(plan, 1, newer) is not None
    with pytest.raises(Overtaken) as overtaken:
        shelf.save(plan, 1, SMALL)
    assert (overtaken.value.stands.document, overtaken.value.stands.listed.revision) == (newer, 2)
    shelf.delete(plan)
    assert (shelf.get(plan), shelf.save(plan, 2, SMALL)) == (None, None)
    assert shelf.of_game("nowhere", tuple(Side)) == []


def test_a_plan_for_a_ready_table_is_told_where_it_meets_its_own_side(maker: TestClient) -> None:
    """March 1918: from 55 cm up the band is beyond the British Forward Trench (60 cm) in turn 2; no infantry is."""
    told_for = {"scenario": "michael-1918", "month": "1918-03", "nation": "german"}
    barrage = {"id": "b", "start_mm": 550, "turns": 6}
    document = {**SMALL_PLAN, "written_for": told_for, "weapons": [], "gas": [], "barrages": [barrage]}
    plan = written(maker, document)["id"]
    found = maker.get(f"{PLANS}/{plan}").json()["findings"]
    (late,) = [one for one in found if "Forward Trench" in one["says"]]
    assert (late["line"], late["severity"], late["clause"], late["turn"]) == ("b", "warning", "FF-FPL-17", 2)
    # On the page its place is marked, and one leads to the other; FF-FPL-04 happens nowhere.
    shown = maker.get(f"/plans/{plan}?turn=2", headers={"Accept": "text/html"}).text
    mark = late["key"].replace("/", "-")
    for words in (f'data-clash="clash-{mark}"', f'data-clash-of="{mark}"', f'id="hold-clash-{mark}-"', "overlay clash"):
        assert words in shown, words
    assert {one["turn"] for one in found if one["clause"] == "FF-FPL-04"} == {None}
    # Its own foremost trench reaches 23 cm up: a barrage that begins behind it is refused.
    behind = saved(maker, plan, 1, {**document, "barrages": [{**barrage, "start_mm": 100}]}).json()["findings"]
    assert "refused" in [one["severity"] for one in behind if one["clause"] == "FF-FPL-14"]
    elsewhere = saved(maker, plan, 2, {**document, "written_for": {**told_for, "scenario": "ours"}}).json()["findings"]
    assert [one for one in elsewhere if "Trench" in one["says"]] == []


def test_a_draft_is_forecast_on_its_ready_table_and_from_its_own_corner(maker: TestClient) -> None:
    """March 1918: fire on the Forward Trench, 60 cm along and 61 cm up from the German edge."""
    told_for = {"scenario": "michael-1918", "month": "1918-03", "nation": "german"}
    weapon = {"id": "w", "name": "150 mm", "kind": "heavy_artillery"}
    fire = {"id": "f", "weapon": "w", "turn": 2, "at": [600, 610]}
    document = {**SMALL_PLAN, "written_for": told_for, "weapons": [weapon], "bombardments": [fire]}
    plan = written(maker, document)["id"]
    told = maker.get(f"{PLANS}/{plan}/forecast").json()
    assert told["on_table"]
    assert {one["turn"] for one in told["turns"]} == {2}
    assert max(told["turns"], key=lambda one: one["killed"])["name"] == "Forward Trench"
    assert max(told["end"], key=lambda one: one["gone"])["name"] == "Forward Trench"
    assert {one["line"]: one["because"] for one in told["left_out"]} == {
        "w": "nobody can order its fire yet: it has no point",
    }
    assert told["ordered"] == []
    hottest = max(told["cells"], key=lambda one: one["killed"])
    assert (abs(hottest["along_cm"] - 60) < 5, abs(hottest["up_cm"] - 61) < 5) == (True, True)
    assert maker.get(f"{PLANS}/{written(maker)['id']}/forecast").json()["turns"] == []


def test_the_page_of_a_forecast_shows_a_bar_while_it_is_worked_out_and_then_the_numbers(
    maker: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_for = {"scenario": "michael-1918", "month": "1918-03", "nation": "german"}
    weapon = {"id": "w", "name": "150 mm", "kind": "heavy_artillery"}
    fire = {"id": "f", "weapon": "w", "turn": 2, "at": [600, 610]}
    document = {**SMALL_PLAN, "written_for": told_for, "weapons": [weapon], "bombardments": [fire]}
    page = f"/plans/{written(maker, document)['id']}/forecast"
    monkeypatch.setattr(plan_forecast, "FORECAST_PATIENCE_S", 0.0)
    waits = maker.get(page)
    assert ("<progress" in waits.text, waits.headers["Refresh"]) == (True, "0")
    monkeypatch.setattr(plan_forecast, "FORECAST_PATIENCE_S", 30.0)
    worked = maker.get(page)
    assert "Refresh" not in worked.headers
    for words in ("Forward Trench", "20 platoons", "Turn 2", "± ", 'class="overlay heat grade-'):
        assert words in worked.text, words
    # In the editor the same is a switch: who writes waits for nothing.
    editor = f"{page.removesuffix('/forecast')}?turn=2"
    html = {"Accept": "text/html"}
    assert 'data-heat="1"' in maker.get(editor, headers=html).text
    shown = maker.get(f"{editor}&heat=1", headers=html).text
    for words in ('data-forecast="worked"', "Forward Trench", 'class="overlay heat grade-', "Not in the sum"):
        assert words in shown, words
    assert (
        "There is no table"
        in maker.get(f"/plans/{written(maker, {**SMALL_PLAN, 'written_for': {}})['id']}/forecast").text
    )


def test_a_plan_is_practised_on_a_table_of_the_library(maker: TestClient) -> None:
    """FF-FPL-14: its own trench lies from 19 to 21 cm up, so that a barrage from 10 cm begins behind it."""
    trench = {
        "type": "Feature",
        "id": "own",
        "geometry": {"type": "LineString", "coordinates": [[0, 200], [1500, 200]]},
        "properties": {"sort": "trench", "name": "Own Trench", "nation": "british", "width_mm": 20},
    }
    size = {"width_mm": 1500, "depth_mm": 1800}
    table = {"type": "FeatureCollection", "format": "beaten-zone-table", "version": 1, "name": "Ours", **size}
    table["features"] = [trench]
    kept = maker.post("/api/v1/tables/import", json=table)
    assert kept.status_code == 201, kept.text
    drawn = kept.json()["id"]
    barrage = {"id": "b", "start_mm": 100, "turns": 6}
    told_for = {"table": drawn, "month": "1917-11", "nation": "british", "regiments": 2, **size}
    document = {**SMALL_PLAN, "written_for": told_for, "weapons": [], "gas": [], "barrages": [barrage]}
    plan = written(maker, document)["id"]
    found = maker.get(f"{PLANS}/{plan}").json()["findings"]
    assert "refused" in [one["severity"] for one in found if one["clause"] == "FF-FPL-14"]
    assert maker.get(f"{PLANS}/{plan}/forecast").json()["on_table"]
    html = {"Accept": "text/html"}
    shown = maker.get(f"/plans/{plan}", headers=html).text
    assert (f'<option value="{drawn}"' in shown, "Own Trench" in shown) == (True, True)
    # Why nothing is measured is said.
    changes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"width_mm": 1200}, "its table is 150 cm by 180 cm, and the plan says otherwise"),
        ({"nation": None}, "nobody knows which trenches are its own"),
        ({"table": "gone"}, "is no longer in the library"),
    )
    for revision, (change, why) in enumerate(changes, 1):
        otherwise = {name: value for name, value in {**told_for, **change}.items() if value is not None}
        assert saved(maker, plan, revision, {**document, "written_for": otherwise}).status_code == 200
        assert why in maker.get(f"/plans/{plan}", headers=html).text, why


def test_a_plan_for_a_scenario_has_the_gas_that_the_scenario_gives(maker: TestClient) -> None:
    """FF-FPL-50, GAP-66: one attack a side unless the scenario says otherwise; March 1918 gives the Germans two."""
    made = maker.post(PLANS, json={"name": "Ours", "side": "attacker", "scenario": "michael-1918"}).json()["id"]
    found = maker.get(f"{PLANS}/{made}").json()["findings"]
    assert [one for one in found if one["clause"] == "FF-FPL-50"] == []
