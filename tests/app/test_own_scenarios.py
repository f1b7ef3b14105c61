"""Games of scenarios of one's own: as a document with both forces in it, by the ids of the library, and looked over."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.systems.flanders_fields.force_documents import document_of
from app.systems.flanders_fields.scenario_documents import (
    MOST_BYTES,
    Library,
    file_schema,
    read_document,
    ready_force,
    spans,
    write_scenario,
)
from app.systems.flanders_fields.scenarios import RAID
from rules.kernel.serialization import NotFitting
from tests.app.test_new_game_page import client_of
from tests.client import TestClient
from tests.systems import ready_tables

DOCS = Path(__file__).parents[2] / "docs"
LIBRARY = Library(ready_force, lambda name: ready_tables().get(name))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as made:
        yield made


def raid(**more: Any) -> dict[str, Any]:
    return {**copy.deepcopy(dict(RAID)), **more}


def with_whole_forces() -> dict[str, Any]:
    """The raid with the documents of its forces in it, as a file of them has them."""
    found: dict[str, Any] = msgspec.json.decode(_with_whole_forces())
    return found


@cache
def _with_whole_forces() -> bytes:
    one = raid()
    for side in ("attacker", "defender"):
        force = ready_force(one[side]["force"]["id"], one["date"])
        assert force
        one[side]["force"] = msgspec.to_builtins(document_of(force))
    return msgspec.json.encode(one)


def with_brigade_of(date: str) -> dict[str, Any]:
    """The raid in another month, with a brigade as it is organised then."""
    brigade = "british_1917:regiment" if date > "1917" else "british_1915:regiment"
    return raid(date=date, attacker={"force": {"id": brigade}})


def opened(client: TestClient, own: Any) -> Any:
    command = {"kind": "create_game", "own": own}
    return client.post("/api/v1/games", json={"system": "flanders-fields", "title": "A raid", "command": command})


@pytest.mark.parametrize("own", [raid(), with_whole_forces()], ids=["by their ids", "inline"])
def test_a_game_is_set_up_from_two_forces(client: TestClient, own: dict[str, Any]) -> None:
    """FF-TOE-49 to -56: a British brigade of 64 platoons; FF-TOE-131: a German regiment of 36. On the Somme table."""
    answer = opened(client, own)
    assert answer.status_code == 201, answer.text
    view = client.get(f"/api/v1/games/{answer.json()['game_id']}").json()["view"]
    assert [side["name"] for side in view["sides"]] == ["British", "German"]
    assert "64 rifle platoons against 36: 1.78 to 1. The rule of thumb is 2 to 1 or more." in view["briefing"]
    assert (view["map"]["table"]["depth_mm"], view["set_up_by_steps"]["stage"]) == (1450, "terrain")
    assert (view["set_up_by_steps"]["turns"], len(view["set_up_by_steps"]["zones"])) == (4, 2)


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"version": 2}, "own", "only beaten-zone-scenario 1 can be read"),
        ({"title": ""}, "own.title", "too short"),
        ({"date": "1916-13"}, "own.date", "1916-13"),
        ({"date": "1919-01"}, "own.date", "1918"),
        ({"date": "September"}, "own.date", "such as 1916-09"),
        ({"weather": "rain"}, "own", "weather is not known here"),
        ({"table": {"id": "no-such"}}, "own.table", "no table 'no-such'"),
        ({"table": {"format": "other"}}, "own.table", "only beaten-zone-table"),
        ({"attacker": {"force": {"id": "british_1914:regiment"}}}, "own.attacker.force", "no force"),
        ({"attacker": {"force": {"format": "other"}}}, "own.attacker.force", "beaten-zone-force"),
        ({"attacker": {"force": {"id": "british_1915:regiment"}, "zones": [{"left_mm": -1}]}}, "own.attacker", ""),
        ({"objectives": [{"name": "x", "points": 1000}]}, "own.objectives[0].points", "at most 99"),
    ],
)
def test_what_is_no_scenario_opens_no_game(client: TestClient, change: dict[str, Any], field: str, says: str) -> None:
    answer = opened(client, raid(**change))
    assert answer.status_code == 422, answer.text
    assert answer.json()["field"].startswith(field)
    assert says in answer.json()["because"] + answer.json()["instead"]
    assert client.get("/api/v1/games").json() == []


def test_what_cannot_be_played_is_refused_whole(client: TestClient) -> None:
    """A force of 1914 a year and a half too late (FF-FOR-19)."""
    force = ready_force("british_1914:regiment", "1914-09")
    assert force
    answer = opened(client, raid(attacker={"force": msgspec.to_builtins(document_of(force))}))
    assert (answer.status_code, "FF-FOR-19" in answer.json()["because"]) == (409, True)
    assert client.get("/api/v1/games").json() == []


def test_a_scenario_is_looked_over_without_being_kept(client: TestClient) -> None:
    told = client.post("/api/v1/scenarios/check", json=raid()).json()
    assert (told["sound"], told["wrong"]) == (True, [])
    assert told["strength"].startswith("64 rifle platoons against 36")
    assert [(side["platoons"], len(side["battalions"])) for side in told["sides"]] == [(64, 4), (36, 3)]
    bad = raid(defender={"force": {"id": "german_1916:regiment"}, "reserves": [{"battalion": "9"}]})
    told = client.post("/api/v1/scenarios/check", json=bad).json()
    assert (told["sound"], told["wrong"][0]["where"]) == (False, "defender, 9")
    for nonsense in (b"", b"[]", b"{", b"[" * 100_000, b'{"format": "beaten-zone-scenario", "version": 1}'):
        headers = {"Content-Type": "application/json"}
        told = client.post("/api/v1/scenarios/check", content=nonsense, headers=headers).json()
        assert (told["sound"], len(told["wrong"])) == (False, 1)


def test_what_is_written_is_read_again_with_everything_in_it() -> None:
    one = with_whole_forces()
    one["attacker"] |= {"reserves": [{"battalion": "1.2.4", "first_turn": 1, "needed": [5, 3], "where": "by the road"}]}
    one["defender"] |= {"behind_the_table": [], "in_action": False, "plan": {"gas": 1}}
    one["house_rules"] = [{"ruling": "AMB-99", "option": "defender_first"}]
    written = read_document(json.dumps(one).encode(), LIBRARY)
    assert read_document(write_scenario(written), LIBRARY) == written
    assert write_scenario(written) == write_scenario(read_document(write_scenario(written), LIBRARY))
    assert written.attacker.reserves[0].needed == (5, 3)
    assert written.table
    assert written.table.depth_mm == 1450


def test_a_document_is_no_longer_than_it_may_be_and_names_nothing_twice() -> None:
    with pytest.raises(NotFitting, match="2001 kB long"):
        read_document(b" " * (MOST_BYTES + 1000), LIBRARY)
    doubled = json.dumps(raid()).replace('"turns": 4', '"turns": 4, "turns": 5')
    with pytest.raises(NotFitting, match="turns stands twice"):
        read_document(doubled.encode(), LIBRARY)


@pytest.mark.parametrize("name", [one.id for one in spans()])
def test_every_ready_force_can_be_had_in_its_months_and_in_no_other(name: str) -> None:
    one = next(one for one in spans() if one.id == name)
    assert ready_force(name, one.first)
    assert ready_force(name, one.last)
    outside = "1918-11" if one.first == "1914-08" else "1914-08"
    assert ready_force(name, outside) is None or one.last == outside


def test_what_names_no_ready_force_is_none() -> None:
    for name, date in (("british_1915", "1916-09"), ("x:regiment", "1916-09"), ("british_1915:regiment", "1913-01")):
        assert ready_force(name, date) is None


def test_the_page_offers_the_forces_the_months_and_the_tables(client: TestClient) -> None:
    page = client.get("/new/forces").text
    assert 'value="german_1916:regiment" selected' in page
    assert 'value="1914-08"' in page
    assert "Somme 1916" in page
    assert "/new/forces" in client.get("/new").text


def without_date(**more: Any) -> bytes:
    one = with_whole_forces() | more
    del one["date"]
    return json.dumps(one).encode()


def test_a_scenario_takes_its_date_from_its_forces() -> None:
    one = with_whole_forces()
    assert read_document(without_date(), LIBRARY).date == one["date"]
    # A force that can be had in many months follows the one that has a month of its own.
    named = without_date(defender={"force": {"id": "german_1916:regiment"}})
    assert read_document(named, LIBRARY).date == one["date"]


@pytest.mark.parametrize("differ", [True, False])
def test_a_scenario_without_a_date_asks_for_one_where_its_forces_do_not_agree(differ: bool) -> None:
    one = with_whole_forces()
    later = {"force": {**one["defender"]["force"], "date": "1917-03"}}
    ids = {side: {"force": {"id": raid()[side]["force"]["id"]}} for side in ("attacker", "defender")}
    with pytest.raises(NotFitting) as refused:
        read_document(without_date(defender=later) if differ else without_date(**ids), LIBRARY)
    (wrong,) = refused.value.wrong
    because = f"its forces are of {one['date']} and 1917-03" if differ else "none of its forces has a month"
    assert (wrong.of, wrong.because, wrong.instead) == ("date", because, "give a month of the war, such as 1916-09")


def test_the_schema_in_the_documentation_is_that_of_the_document() -> None:
    written = json.loads((DOCS / "scenario-format.schema.json").read_text(encoding="utf-8"))
    assert written == file_schema()


def test_a_scenario_is_kept_changed_by_its_author_and_copied_by_anybody(client: TestClient) -> None:
    """Its page is the editor, with everything filled in; another device may look, and keep a copy."""
    kept = client.post("/api/v1/scenarios/import", json=raid()).json()
    address = f"/api/v1/scenarios/{kept['id']}"
    assert "A raid by night" in client.get("/scenarios").text
    page = client.get(f"/scenarios/{kept['id']}").text
    assert 'value="held" selected' in page
    assert 'value="A prisoner"' in page
    assert f'data-keep="{address}/save" data-revision="1"' in page
    other = TestClient(client.app, base_url=client.base_url, headers=client.headers)
    assert other.post(f"{address}/save", json={"revision": 1, "document": raid()}).status_code == 403
    assert 'data-keep="/api/v1/scenarios/import"' in other.get(f"/scenarios/{kept['id']}").text
    again = client.post(f"{address}/save", json={"revision": 1, "document": raid(title="By day")}).json()
    assert (again["title"], again["revision"]) == ("By day", 2)
    stale = client.post(f"{address}/save", json={"revision": 1, "document": raid(title="By noon")})
    assert (stale.status_code, client.get(address).json()["title"]) == (409, "By day")
    bad = client.post(f"{address}/save", json={"revision": 2, "document": raid(title="")})
    assert (bad.status_code, bad.json()["field"]) == (422, "title")
    assert opened(client, client.get(address).json()).status_code == 201


def test_more_of_everything_than_usual_stands_in_the_form_and_can_be_played(client: TestClient) -> None:
    """Four zones a side, an arrival for each battalion, every beginning: the editor has a row for each."""
    from tests.app.rich_scenario import rich_scenario

    told = client.post("/api/v1/scenarios/check", json=rich_scenario()).json()
    assert (told["sound"], told["wrong"]) == (True, [])
    assert {"id": "1.2.2.2", "name": "1 Company, I / 1st Regiment"} in told["sides"][1]["parts"]
    kept = client.post("/api/v1/scenarios/import", json=rich_scenario()).json()
    page = client.get(f"/scenarios/{kept['id']}").text
    rows = {"attacker_near": 4, "defender_near": 4, "defender_reserve": 2, "defender_start_of": 5, "objective": 6}
    # One more of each stands in the template of an empty row.
    assert {name: page.count(f'name="{name}"') - 1 for name in rows} == rows
    assert "as we have always done" in page
    assert opened(client, rich_scenario()).status_code == 201


def test_a_ready_scenario_is_opened_as_a_copy_and_taken_along_as_a_file(client: TestClient) -> None:
    """It stands in the list beside the written ones, nobody changes it, and its file is a scenario like any other."""
    kept = client.post("/api/v1/scenarios/import", json=raid()).json()
    listed = client.get("/api/v1/scenarios").json()
    assert [(one["id"], one["is_ready"]) for one in listed[:2]] == [(kept["id"], False), ("mons-1914", True)]
    assert len(listed) == 1 + 8
    assert "Ready, to be copied and changed" in client.get("/scenarios").text
    page = client.get("/scenarios/somme-1916").text
    assert "It lies ready, and stays as it is" in page
    assert 'data-keep="/api/v1/scenarios/import"' in page
    assert "Adler Trench, the first line" in page
    document = client.get("/api/v1/scenarios/somme-1916").json()
    assert (document["title"], document["table"]["name"]) == ("Somme 1916", "Somme 1916")
    assert [one["where"] for one in document["defender"]["reserves"]] == ["on the road at the German edge"]
    for way, body in (("save", {"revision": 0, "document": document}), ("delete", {})):
        refused = client.post(f"/api/v1/scenarios/somme-1916/{way}", json=body)
        assert (refused.status_code, "stays as it is" in refused.json()["detail"]) == (403, True), refused.text
    copy = client.post("/api/v1/scenarios/import", json=document).json()
    assert (copy["title"], copy["revision"], copy["is_yours"], copy["is_ready"]) == ("Somme 1916", 1, True, False)
    assert opened(client, client.get(f"/api/v1/scenarios/{copy['id']}").json()).status_code == 201
    assert client.get("/scenarios/verdun-1916").status_code == 404


@pytest.mark.parametrize(
    ("side", "date", "over", "says"),
    [
        (
            "attacker",
            "1917-09",
            ["1.5.1", "1.5.2"],
            "field batteries: 2, more than a side of that size has (FF-SUI-02)",
        ),
        ("attacker", "1916-09", ["1.5.1"], "Superimposed batteries belong to mid 1917 and after (FF-SUI-02)"),
        ("defender", "1917-09", ["1.5.1.1"], "Only attackers superimpose batteries (FF-SUI-03)"),
        ("attacker", "1917-09", ["1.2.2"], "no battery of that id is superimposed"),
    ],
)
def test_what_may_not_lie_over_the_barrage_is_said(
    client: TestClient, side: str, date: str, over: list[str], says: str
) -> None:
    """FF-SUI-02: from mid 1917 on, one field battery for one brigade; FF-SUI-03: the attacker's alone."""
    one = with_brigade_of(date)
    one[side] |= {"superimposed": over}
    told = client.post("/api/v1/scenarios/check", json=one).json()
    assert not told["sound"]
    assert says in "; ".join(wrong["because"] for wrong in told["wrong"])


def test_the_rules_of_the_specimen_game_and_what_lies_over_the_barrage_are_played(client: TestClient) -> None:
    """FF-SCN-32: by a scenario's own word; FF-SUI-02: a battery of the brigade; FF-DSU-01: the army's heavy guns."""
    own = with_brigade_of("1917-09") | {"specimen_rules": True}
    own["attacker"] |= {"superimposed": ["1.5.1"], "heavy_artillery": True}
    game = opened(client, own).json()["game_id"]
    record = client.get(f"/api/v1/games/{game}/export").json()
    created = json.loads(record["events"][0]["payload"])
    assert created["facts"]["specimen_game"] is True
    assert created["plan"]["heavy_artillery"] == ["attacker"]
    assert [unit["name"] for unit in created["units"] if unit.get("superimposed")] == ["18-pounder, 1st Battery"]
