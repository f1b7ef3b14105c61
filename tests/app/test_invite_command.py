"""`beatenzone invite`: invitations that the operator makes on the server while the service runs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from typer.testing import CliRunner

from app.settings import Settings
from app.storage.database import migrate, open_database
from app.storage.maintenance import ServiceAddress, note_service
from tests.app.test_new_game_page import open_mons
from tests.app.test_seats import OWN, device, keeper
from tests.client import TestClient, app_with
from tests.systems import cli


@pytest.fixture
def app(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[FastAPI]:
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", url)
    made = app_with(Settings(database_url=url, demo=False, log_level="warning"))
    monkeypatch.setenv("BEATENZONE_PUBLIC_URL", "http://192.168.1.20:8014")
    with TestClient(made, headers=OWN):
        yield made


def told(*arguments: str) -> str:
    answer = CliRunner().invoke(cli, ["invite", *arguments])
    assert answer.exit_code == 0, answer.output
    return answer.output


def codes(output: str) -> tuple[str, str]:
    """The letters and the link that the terminal shows."""
    letters, link = re.search(r"Type +(\w{4} \w{4})", output), re.search(r"(https?://\S+/join#\w+)", output)
    assert letters
    assert link
    return letters[1], link[1]


@pytest.mark.parametrize("by", [0, 1], ids=["letters", "link"])
def test_invite_command_brings_the_host_back(app: FastAPI, by: int) -> None:
    lost, back = device(app), device(app)
    game = open_mons(lost)
    output = told(game, "--seat", "host")
    assert "Mons, seat: Referee, host." in output
    assert "The present host loses its seat when this code is used." in output
    seat = back.post("/api/v1/join", json={"code": codes(output)[by], "name": "Ann"}).json()
    assert (seat["role"], seat["is_host"]) == ("referee", True)
    assert lost.get(f"/api/v1/games/{game}").status_code == 401
    assert device(app).post("/api/v1/join", json={"code": codes(output)[1 - by]}).status_code == 404


def test_invite_command_invites_to_a_side(app: FastAPI) -> None:
    host = device(app)
    game = open_mons(host)
    letters, _ = codes(told(game, "--seat", "attacker"))
    seat = device(app).post("/api/v1/join", json={"code": letters}).json()
    assert (seat["role"], seat["is_host"]) == ("attacker", False)
    assert host.get(f"/api/v1/games/{game}").status_code == 200


@pytest.mark.parametrize(
    ("service", "base"),
    [
        (ServiceAddress("0.0.0.0", 9123, "https://table.example"), "https://table.example/"),
        (ServiceAddress("192.168.7.4", 9124, None), "http://192.168.7.4:9124/"),
    ],
)
def test_invite_command_prints_the_address_of_the_running_service(
    app: FastAPI, service: ServiceAddress, base: str
) -> None:
    """Whatever the settings of the command itself say."""
    game = open_mons(device(app))
    engine = keeper(app).database.engine
    note_service(engine, ServiceAddress("192.168.7.4", 1, None))
    note_service(engine, service)
    output = told(game, "--seat", "attacker")
    assert codes(output)[1].startswith(f"{base}join#")
    assert "Only this machine can reach the service" not in output


@pytest.mark.parametrize(
    "service", [ServiceAddress("127.0.0.1", 9125, None), ServiceAddress("0.0.0.0", 9126, "https://localhost")]
)
def test_invite_command_prints_letters_alone_where_no_other_device_can_come(
    app: FastAPI, service: ServiceAddress
) -> None:
    game = open_mons(device(app))
    note_service(keeper(app).database.engine, service)
    output = told(game, "--seat", "host")
    letters = re.search(r"Type +(\w{4} \w{4})", output)
    assert letters
    assert "Only this machine can reach the service: type it here." in output
    assert not [word for word in ("localhost", "127.0.0.1", "join#") if word in output]
    assert device(app).post("/api/v1/join", json={"code": letters[1]}).json()["is_host"]


def test_invite_command_lists_the_games_and_seats_that_there_are(app: FastAPI) -> None:
    game = open_mons(device(app))
    unknown = CliRunner().invoke(cli, ["invite", "nowhere"])
    assert unknown.exit_code == 2
    assert f"There is no game 'nowhere'. Give the id of one of these games:\n  {game}  " in unknown.output
    wrong = CliRunner().invoke(cli, ["invite", game, "--seat", "german"])
    assert wrong.exit_code == 2
    assert "Give one of: host, attacker, defender, referee, spectator." in wrong.output


def test_invite_command_refuses_a_deleted_game(app: FastAPI) -> None:
    """No code of a deleted game is taken."""
    host = device(app)
    game = open_mons(host)
    assert host.post(f"/api/v1/games/{game}/deletion", json={}).json()["is_deleted"]
    refused = CliRunner().invoke(cli, ["invite", game])
    assert refused.exit_code == 2
    assert f"The game '{game}' is deleted. Its host can restore it" in refused.output
    assert "Mons, deleted" in CliRunner().invoke(cli, ["invite", "nowhere"]).output


@pytest.mark.parametrize("command", [["games"], ["invite", "game"]])
def test_terminal_refuses_the_database_of_a_newer_program(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", url)
    database = open_database(url)
    migrate(database.engine)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    refused = CliRunner().invoke(cli, command)
    assert refused.exit_code == 2
    assert "this database was written by a newer Beaten Zone" in refused.output


def test_invite_command_without_a_database_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", f"sqlite:///{tmp_path / 'none.db'}")
    answer = CliRunner().invoke(cli, ["invite", "game"])
    assert answer.exit_code == 2
    assert "There are no games at" in answer.output
    assert not (tmp_path / "none.db").exists()
