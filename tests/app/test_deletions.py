"""Deleting games: closed ones at once, open ones by agreement; the host restores them for seven days."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from typer.testing import CliRunner

from app.seats.seat_repository import now
from app.storage.schema import METADATA
from tests.app.test_seats import device, invite, joined, keeper, open_game
from tests.client import TestClient, toy_app
from tests.systems import cli


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


@pytest.fixture
def host(app: FastAPI) -> TestClient:
    return device(app)


def post(client: TestClient, game: str, path: str) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api/v1/games/{game}/{path}", json={})
    return answer.status_code, answer.json() if answer.content else {}


def look(client: TestClient, game: str) -> int:
    return client.get(f"/api/v1/games/{game}").status_code


def rows_of_games(app: FastAPI) -> dict[str, int]:
    """The number of rows in every table that belongs to games."""
    with keeper(app).database.engine.connect() as connection:
        tables = [one for one in METADATA.sorted_tables if one.foreign_keys or one.name == "games"]
        counts = {one.name: connection.execute(select(func.count()).select_from(one)).scalar_one() for one in tables}
    return {name: count for name, count in counts.items() if count}


def test_closed_game_is_deleted_at_once_and_restored_as_it_was(app: FastAPI, host: TestClient) -> None:
    game = open_game(host)
    attacker = joined(app, host, game, "attacker")
    post(host, game, "close")
    before = host.get(f"/api/v1/games/{game}").json()
    code = invite(host, game, "defender")["code"]
    status, answer = post(host, game, "deletion")
    assert (status, answer["is_deleted"], answer["waiting_for"]) == (200, True, [])
    assert (look(host, game), look(attacker, game)) == (401, 401)
    assert "the host deleted this game" in attacker.get(f"/api/v1/games/{game}").json()["detail"]
    assert device(app).post("/api/v1/join", json={"code": code}).status_code == 404
    assert host.get("/api/v1/games").json() == []
    assert post(host, game, "restore") == (204, {})
    assert host.get(f"/api/v1/games/{game}").json() == before
    assert look(attacker, game) == 200


def test_open_game_is_deleted_when_each_seated_side_agrees(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    defender, referee = joined(app, host, game, "defender"), joined(app, host, game, "referee")
    spectator, second = joined(app, host, game, "spectator"), joined(app, host, game, "defender")
    assert post(host, game, "deletion")[1]["waiting_for"] == ["defender", "referee"]
    assert post(spectator, game, "deletion/agree")[0] == 403
    assert post(second, game, "deletion/agree")[1]["waiting_for"] == ["referee"]
    assert look(defender, game) == 200
    assert post(referee, game, "deletion/agree")[1]["is_deleted"]
    assert {look(one, game) for one in (host, defender, referee, spectator, second)} == {401}


def test_open_game_without_other_sides_is_deleted_at_once(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    joined(app, host, game, "spectator")
    gone = joined(app, host, game, "defender")
    seat = gone.get(f"/api/v1/games/{game}/seat").json()["id"]
    post(host, game, f"seats/{seat}/revoke")
    assert post(host, game, "deletion")[1]["is_deleted"]


def shown(client: TestClient, game: str) -> dict[str, Any] | None:
    """The request to delete the game, as the play screen of a seat shows it."""
    found: dict[str, object] | None = client.get(f"/api/v1/games/{game}/screen").json()["deletion"]
    return found


def test_play_screen_of_each_seated_side_shows_a_request_to_delete(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    defender, referee = joined(app, host, game, "defender"), joined(app, host, game, "referee")
    spectator = joined(app, host, game, "spectator")
    assert shown(defender, game) is None
    post(host, game, "deletion")
    asked = {"by": "Ann", "waiting_for": ["Defender", "Referee"], "is_asked": True, "is_host": False}
    assert (shown(defender, game), shown(referee, game)) == (asked, asked)
    assert shown(host, game) == asked | {"is_asked": False, "is_host": True}
    assert shown(spectator, game) is None
    post(defender, game, "deletion/agree")
    assert shown(defender, game) == asked | {"waiting_for": ["Referee"], "is_asked": False}
    assert '"is_asked":true' in referee.get(f"/games/{game}").text
    post(referee, game, "deletion/decline")
    assert [shown(client, game) for client in (host, defender, referee)] == [None] * 3


@pytest.mark.parametrize("who", ["defender", "host"])
def test_declined_or_withdrawn_request_keeps_the_game(app: FastAPI, host: TestClient, who: str) -> None:
    game = open_game(host, role="attacker")
    defender = joined(app, host, game, "defender")
    post(host, game, "deletion")
    assert post(defender if who == "defender" else host, game, "deletion/decline")[0] == 204
    status, answer = post(defender, game, "deletion/agree")
    assert (status, answer["type"]) == (409, "/problems/no-deletion")
    assert look(host, game) == 200


def test_new_request_asks_every_side_again(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    defender, _ = joined(app, host, game, "defender"), joined(app, host, game, "referee")
    post(host, game, "deletion")
    post(defender, game, "deletion/agree")
    assert post(host, game, "deletion")[1]["waiting_for"] == ["defender", "referee"]


def test_only_the_host_of_the_game_restores_it(app: FastAPI, host: TestClient) -> None:
    game = open_game(host)
    attacker = joined(app, host, game, "attacker")
    post(host, game, "close")
    post(host, game, "deletion")
    assert [post(one, game, "restore")[0] for one in (attacker, device(app))] == [403, 401]
    assert "Restore game" not in attacker.get("/").text
    assert "Restore game" in host.get("/").text
    assert look(host, game) == 401


def test_deleted_game_can_be_restored_for_seven_days_and_is_then_removed(app: FastAPI, host: TestClient) -> None:
    kept = open_game(host)
    before = rows_of_games(app)
    game = open_game(host)
    joined(app, host, game, "attacker")
    post(host, game, "close")
    post(host, game, "deletion")
    seats = keeper(app).seats
    seats.clock = lambda: now() + timedelta(days=7, seconds=-60)
    assert keeper(app).deletions.purge() == 0
    seats.clock = lambda: now() + timedelta(days=7, seconds=60)
    assert post(host, game, "restore")[0] == 409
    assert keeper(app).deletions.purge() == 1
    assert rows_of_games(app) == before
    seats.clock = now
    assert (look(host, kept), look(host, game)) == (200, 401)


def test_restoring_a_game_that_is_not_deleted_says_so(host: TestClient) -> None:
    status, answer = post(host, open_game(host), "restore")
    assert (status, answer["type"]) == (409, "/problems/not-restorable")


def test_deletion_page_shows_each_seat_what_it_can_do(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    defender = joined(app, host, game, "defender")

    def buttons(client: TestClient) -> set[str]:
        text = client.get(f"/games/{game}/deletion").text
        return {one for one in ("Ask to delete", "Agree to delete", "Withdraw request", "Keep the game") if one in text}

    assert (buttons(host), buttons(defender)) == ({"Ask to delete"}, set())
    post(host, game, "deletion")
    assert (buttons(host), buttons(defender)) == ({"Withdraw request"}, {"Agree to delete", "Keep the game"})


def test_operator_sees_the_size_of_every_game(
    app: FastAPI, host: TestClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = open_game(host), open_game(host)
    for number in range(1, 20):
        command = {"kind": "roll", "dice": [{"pips": 3, "source": "entered"}] * 20}
        body = {"command_id": f"roll-{number}", "expected_seq": number, "command": command}
        assert host.post(f"/api/v1/games/{large}/commands", json=body).status_code == 200
    post(host, small, "deletion")
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", url)
    lines = CliRunner().invoke(cli, ["games"]).output.splitlines()
    assert [line.split()[0] for line in lines] == [large, small, "2"]
    assert "20 events  open" in lines[0]
    assert "1 events  deleted" in lines[1]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "There are no games at"),
        (b"hello world" * 100, "The games cannot be read (file is not a database)"),
        (b"", "The games cannot be read (no such table: games)"),
    ],
)
def test_operator_is_told_in_a_sentence_why_games_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, says: str
) -> None:
    path = tmp_path / "games.db"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", f"sqlite:///{path}")
    told = CliRunner().invoke(cli, ["games"])
    assert (told.exit_code, len(told.stderr.splitlines())) == (2, 1), told.stderr
    assert told.stderr.startswith(says)
