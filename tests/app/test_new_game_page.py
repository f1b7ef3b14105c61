"""The page of a new game, and the page an invitation opens."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import Settings
from rules.flanders_fields.ruleset import rulings
from tests.client import TestClient, app_with

BASE = "http://192.0.2.20:8014"


def client_of(tmp_path: Path, base: str = BASE, **more: Any) -> TestClient:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'g.db'}", demo=False, log_level="warning", **more)
    return TestClient(app_with(settings), base_url=base, headers={"Origin": base, "Sec-Fetch-Site": "same-origin"})


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as made:
        yield made


def open_mons(client: TestClient) -> str:
    command = {"kind": "create_game", "scenario": "mons-1914"}
    wanted = {"system": "flanders-fields", "title": "Mons", "command": command}
    return str(client.post("/api/v1/games", json=wanted).json()["game_id"])


def test_every_question_with_two_answers_is_asked_in_its_own_words(client: TestClient) -> None:
    page = client.get("/new?scenario=mons-1914").text
    asked = [ruling for ruling in rulings().values() if len(ruling.options) > 1]
    assert asked
    for ruling in asked:
        assert page.count(f'name="{ruling.id}"') == len(ruling.options)
    assert "Chosen with every game: without cards" in page  # AMB-11: why it cannot be chosen


def test_the_form_offers_the_scenario_s_own_date_and_its_choice_of_veterans(client: TestClient) -> None:
    """FF-SCN-29: two of the four British battalions; the war runs from August 1914 to November 1918 (FF-SCL-08)."""
    page = client.get("/new?scenario=mons-1914").text
    assert '<option value="1914-09" selected>September 1914</option>' in page
    assert '<option value="1918-11">November 1918</option>' in page
    assert page.count('name="veterans"') == 4
    assert "Choose 2 battalions" in page


def test_what_is_played_is_chosen_first_and_its_own_table_is_laid_without_being_asked_for(client: TestClient) -> None:
    """Three ways to a game; whoever changes nothing plays a scenario on its own table."""
    page = client.get("/new").text
    assert all(way in page for way in ("A ready scenario", "A scenario of your own", "Two forces and a date"))
    assert page.count('href="/new?scenario=') == 8
    for scenario in ("mons-1914", "cambrai-1917"):
        chosen = client.get(f"/new?scenario={scenario}").text
        assert f'<option value="{scenario}" selected>' in chosen


def test_a_scenario_written_here_is_played_from_the_same_page(client: TestClient) -> None:
    from tests.app.test_own_scenarios import raid

    kept = client.post("/api/v1/scenarios/import", json=raid()).json()["id"]
    assert f'href="/new?scenario={kept}"' in client.get("/new").text
    page = client.get(f"/new?scenario={kept}").text
    assert f'data-own="{kept}"' in page
    assert "Somme 1916, its own" in page
    assert 'value="British"' in page
    assert 'id="house-rules"' not in page


def test_an_unknown_scenario_is_said_so(client: TestClient) -> None:
    answer = client.get("/new?scenario=verdun")
    assert answer.status_code == 404
    assert "No such scenario" in answer.text


def test_joining_asks_for_the_code_where_no_invitation_was_scanned(client: TestClient) -> None:
    page = client.get("/join").text
    assert "Code from the host" in page
    assert "a recovery code of 16" in page


def test_an_invitation_names_the_public_address_where_one_is_set(tmp_path: Path) -> None:
    with client_of(tmp_path, "http://localhost:8014", public_url="https://table.example") as host:
        game = open_mons(host)
        made = host.post(f"/api/v1/games/{game}/invitations", json={"role": "attacker"}).json()
        assert made["address"] == f"https://table.example/join#{made['code']}"


def test_an_invitation_names_the_address_the_host_himself_uses(client: TestClient) -> None:
    game = open_mons(client)
    made = client.post(f"/api/v1/games/{game}/invitations", json={"role": "attacker"}).json()
    assert made["address"] == f"{BASE}/join#{made['code']}"


def test_a_scenario_whose_ground_is_drawn_leads_to_its_table(client: TestClient) -> None:
    for scenario in ("mons-1914", "artois-1915"):
        assert f'href="/tables/{scenario}"' in client.get(f"/new?scenario={scenario}").text
        assert client.get(f"/tables/{scenario}").status_code == 200
