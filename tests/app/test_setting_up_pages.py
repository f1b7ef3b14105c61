"""The screens on which a game is set up: each side is told what is next and whose turn it is, and its own reserves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_new_game_page import client_of
from tests.app.test_own_scenarios import raid
from tests.client import TestClient

RESERVE = {"battalion": "1.2.4", "first_turn": 1, "needed": [5, 3], "where": "by the road"}


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[dict[str, TestClient]]:
    """The raid with a German battalion in reserve, a referee and both sides at their devices."""
    with client_of(tmp_path) as host:
        own = raid(defender={"force": {"id": "german_1916:regiment"}, "reserves": [RESERVE]})
        command = {"kind": "create_game", "own": own}
        wanted = {"system": "flanders-fields", "title": "Raid", "role": "referee", "command": command}
        game = host.post("/api/v1/games", json=wanted).json()["game_id"]
        found = {"referee": host}
        for role in ("attacker", "defender"):
            code = host.post(f"/api/v1/games/{game}/invitations", json={"role": role}).json()["code"]
            found[role] = TestClient(host.app, base_url=host.base_url, headers=host.headers)
            assert found[role].post("/api/v1/join", json={"code": code}).status_code == 201
        yield found


def game_of(client: TestClient) -> str:
    return str(client.get("/api/v1/games").json()[0]["game_id"])


def send(client: TestClient, kind: str, **fields: Any) -> Any:
    at = f"/api/v1/games/{game_of(client)}"
    seen = client.get(at).json()["number"]
    sent = {"command_id": f"{kind}-{seen}-{len(fields)}", "expected_seq": seen, "command": {"kind": kind, **fields}}
    return client.post(f"{at}/commands", json=sent)


def page(client: TestClient, rest: str = "") -> str:
    return client.get(f"/games/{game_of(client)}{rest}", headers={"Accept": "text/html"}).text


def scene(client: TestClient) -> Any:
    """What its screen shows."""
    return client.get(f"/api/v1/games/{game_of(client)}/screen").json()


def now(client: TestClient) -> tuple[str, str]:
    """The step in hand, and whose turn it is in it."""
    shown = scene(client)
    return shown["step"]["full"], shown["whose_name"]


def kinds(client: TestClient) -> set[str]:
    """What may be done at once."""
    stage = scene(client)["stage"]
    return {one["kind"] for one in (*stage["required"], *stage["available"]) if one["barred"] is None}


def test_each_side_is_told_what_is_next_and_whose_turn_it_is(seats: dict[str, TestClient]) -> None:
    """FF-SET-10: terrain, works, plans of both, then the defender deploys first."""
    assert now(seats["attacker"]) == ("Lay the terrain", "")
    assert "finish_stage" in kinds(seats["attacker"])
    for _ in range(2):
        assert send(seats["attacker"], "finish_stage").status_code == 200
    assert send(seats["defender"], "finish_stage").status_code == 200
    assert "finish_stage" not in kinds(seats["defender"])
    assert "German" in scene(seats["attacker"])["lines"][0]["says"]
    assert send(seats["attacker"], "finish_stage").status_code == 200
    assert now(seats["defender"])[1] == now(seats["attacker"])[1] == "German"
    for role, deploys in (("attacker", False), ("defender", True), ("referee", True)):
        assert ("deploy_formation" in kinds(seats[role])) is deploys
    answer = send(seats["attacker"], "deploy_formation", formation="a1.1")
    assert (answer.status_code, answer.json()["clause"]) == (409, "FF-SET-10")


def test_of_reserves_the_other_side_sees_nothing_on_any_screen(seats: dict[str, TestClient]) -> None:
    for _ in range(3):
        send(seats["referee"], "finish_stage")
    name = "III / 1st Regiment"
    for rest in ("", "/map", "/log"):
        assert name not in page(seats["attacker"], rest), rest
    assert "by the road" not in page(seats["attacker"])
    assert f"In reserve, unknown to the other side: {name}" in page(seats["defender"])


def test_what_is_refused_of_a_battalion_in_reserve_is_refused_as_of_one_that_is_nowhere(
    seats: dict[str, TestClient],
) -> None:
    """d1.3 waits, d1.8 there is none: to the other side both are the same, in every step and with every command."""
    for step in range(4):
        for kind, fields in (
            ("deploy_formation", {"formation": "{}"}),
            ("place_formation", {"of": "{}", "layout": "column", "x_mm": 600, "y_mm": 1000}),
            ("roll_reinforcement", {"battalion": "{}", "die": {"pips": 6}}),
        ):
            told = set()
            for of in ("d1.3", "d1.8"):
                named = {key: of if value == "{}" else value for key, value in fields.items()}
                answer = send(seats["attacker"], kind, **named)
                told.add((answer.status_code, answer.text.replace(of, "it")))
            assert len(told) == 1, (kind, told)
        if step < 3:
            assert send(seats["referee"], "finish_stage").status_code == 200


def test_the_map_shows_the_zones_while_the_sides_deploy(seats: dict[str, TestClient]) -> None:
    assert "Deployment zone, British" in page(seats["attacker"], "/map")


def test_a_ready_game_offers_the_steps_and_takes_none_by_itself(tmp_path: Path) -> None:
    with client_of(tmp_path) as host:
        wanted = {"system": "flanders-fields", "title": "M", "role": "attacker"}
        host.post("/api/v1/games", json={**wanted, "command": {"kind": "create_game", "scenario": "mons-1914"}})
        assert "begin_set_up" in kinds(host)
        assert scene(host)["step"] is None
        assert send(host, "begin_set_up").status_code == 200
        assert now(host)[0] == "Lay the terrain"
