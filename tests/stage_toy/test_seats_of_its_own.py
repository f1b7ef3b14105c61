"""Seats of a system that names its own sides: only they can be taken, and its words stand in the log and its file."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.main import create_app
from app.settings import Settings
from tests.client import TestClient
from tests.stage_toy.served import ServedToy

AT = "http://table.test"
GAME = {"system": "stage-toy", "title": "Two by two", "command": {"kind": "begin"}}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'toy.db'}"), {"stage-toy": ServedToy()})
    with TestClient(app, base_url=AT, headers={"Origin": AT}) as client:
        yield client


def test_a_seat_is_one_of_its_own_sides(host: TestClient) -> None:
    opened = host.post("/api/v1/games", json={**GAME, "role": "north"})
    assert (opened.status_code, opened.json()["role"]) == (201, "north")
    at = f"/api/v1/games/{opened.json()['game_id']}"
    assert host.post(f"{at}/invitations", json={"role": "south"}).status_code == 201
    # Another system of this program has a side of that name; this game has none.
    refused = host.post(f"{at}/invitations", json={"role": "attacker"})
    assert refused.status_code == 422
    assert "there is no seat 'attacker' at this game" in refused.json()["because"]
    assert refused.json()["instead"] == "one of north, south, referee, spectator"


def test_no_game_is_opened_at_a_seat_that_it_lacks(host: TestClient) -> None:
    refused = host.post("/api/v1/games", json={**GAME, "role": "defender"})
    assert (refused.status_code, refused.json()["instead"]) == (422, "one of north, south, referee, spectator")
    assert host.get("/api/v1/games").json() == []


def test_its_words_are_described_and_offered_and_travel_with_its_file(host: TestClient) -> None:
    described = host.get("/api/v1/openapi.json").json()["components"]["schemas"]
    assert described["Role"]["enum"] == ["north", "south", "referee", "spectator"]
    assert described["EventFacts"]["properties"]["audience"] == {"enum": ["all", "north", "referee", "south"]}
    game = host.post("/api/v1/games", json={**GAME, "role": "north"}).json()["game_id"]
    page = host.get(f"/games/{game}/seats").text
    for word, name in ServedToy.seating.names.items():
        assert f'<option value="{word}">{name}</option>' in page
    choice = {"command_id": "c1", "expected_seq": 1, "command": {"kind": "choose", "stance": "lie"}}
    assert host.post(f"/api/v1/games/{game}/commands", json=choice).status_code == 200
    host.post(f"/api/v1/games/{game}/close", json={})
    file = host.get(f"/api/v1/games/{game}/export")
    assert [(one["role"], one["audience"]) for one in file.json()["events"]] == [("north", "all"), ("north", "north")]


def empty_seats(host: TestClient, game: str) -> list[str]:
    """The sides whose codes the host's page shows, by their words."""
    return re.findall(r'data-seat="(\w+)"', host.get(f"/games/{game}/seats").text)


def test_the_seats_page_has_a_code_for_each_side_at_which_nobody_sits(host: TestClient) -> None:
    refereed = host.post("/api/v1/games", json={**GAME, "role": "referee"}).json()["game_id"]
    played = host.post("/api/v1/games", json={**GAME, "role": "north"}).json()["game_id"]
    assert (empty_seats(host, refereed), empty_seats(host, played)) == (["north", "south"], ["south"])
    code = host.post(f"/api/v1/games/{played}/invitations", json={"role": "south"}).json()["code"]
    own = dict(host.cookies)
    host.cookies.clear()
    assert host.post("/api/v1/join", json={"code": code, "name": "Bea"}).status_code == 201
    host.cookies.clear()
    host.cookies.update(own)
    assert (empty_seats(host, refereed), empty_seats(host, played)) == (["north", "south"], [])


def test_of_a_closed_game_no_seat_is_to_be_taken(host: TestClient) -> None:
    game = host.post("/api/v1/games", json={**GAME, "role": "referee"}).json()["game_id"]
    host.post(f"/api/v1/games/{game}/close", json={})
    assert empty_seats(host, game) == []
