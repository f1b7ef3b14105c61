"""Another program that locks the SQLite file: pages are answered, and everything else names the cause."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy.exc
from fastapi import FastAPI
from httpx import Response

from app.settings import Settings
from app.storage import database
from tests.client import TestClient, app_with, toy_app
from tests.torture.served import MONS_GAME

ORIGIN = {"Origin": "http://testserver"}
TOY_GAME = {"system": "toy", "title": "Rigny", "command": {"kind": "begin"}}
BRISEFER_GAME = {
    "system": "earth-1418",
    "title": "Brisefer Ridge",
    "command": {"kind": "begin_battle", "scenario": "brisefer-ridge"},
}
CAUSE = "another program has locked the database file, so nothing can be saved"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def app(file: Path, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(database, "BUSY_MS", 10)
    return toy_app(f"sqlite:///{file}")


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as made:
        yield made


@contextmanager
def locked(file: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Hold the write lock of a database as another program does."""
    other = sqlite3.connect(file, isolation_level=None, timeout=5)
    other.execute(f"BEGIN {how}")
    yield
    other.execute("ROLLBACK")
    other.close()


def opened(client: TestClient) -> str:
    answer = client.post("/api/v1/games", json=TOY_GAME, headers=ORIGIN)
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["game_id"]
    return game


def roll(client: TestClient, game: str, command_id: str, number: int = 1) -> Response:
    command = {"kind": "roll", "dice": [{"pips": 3, "source": "entered"}]}
    envelope = {"command_id": command_id, "expected_seq": number, "command": command}
    return client.post(f"/api/v1/games/{game}/commands", json=envelope, headers=ORIGIN)


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_locked_database_answers_pages_and_names_the_cause(client: TestClient, file: Path, how: str) -> None:
    game = opened(client)
    with locked(file, how):
        view = client.get(f"/api/v1/games/{game}")
        assert view.status_code == 200
        for path in (f"/api/v1/games/{game}/log", "/api/v1/games", "/", "/tables", f"/games/{game}/seats"):
            assert client.get(path).status_code == 200, path
        refused = roll(client, game, "one")
        assert (refused.status_code, refused.json()["detail"]) == (503, CAUSE)
        assert "database browser" in refused.json()["instead"]
        assert client.get(f"/api/v1/games/{game}").json() == view.json(), "nothing happened"
    assert roll(client, game, "one").status_code == 200
    assert roll(client, game, "one").json() == roll(client, game, "one").json()


def test_locked_database_repeats_the_answer_of_an_earlier_command(client: TestClient, file: Path) -> None:
    game = opened(client)
    first = roll(client, game, "one")
    with locked(file):
        assert roll(client, game, "one").content == first.content


@pytest.mark.parametrize("begin", [MONS_GAME, BRISEFER_GAME], ids=["flanders-fields", "earth-1418"])
def test_play_screen_does_not_wait_for_the_connection(
    file: Path, monkeypatch: pytest.MonkeyPatch, begin: Mapping[str, Any]
) -> None:
    """A save that waits for the lock holds the only connection to the file. Views are answered from memory."""
    app = app_with(Settings(database_url=f"sqlite:///{file}", log_level="warning"))
    with TestClient(app, headers=ORIGIN) as client:
        game = client.post("/api/v1/games", json=begin).json()["game_id"]
        at = f"/api/v1/games/{game}"
        told = {"kind": "note", "text": "The river is 40 cm away"}
        sent = {"command_id": "n1", "expected_seq": client.get(at).json()["number"], "command": told}
        assert client.post(f"{at}/commands", json=sent).status_code == 200
        assert client.get(f"{at}/screen").status_code == 200
        paths = (
            at,
            f"{at}/log",
            f"{at}/available-commands",
            f"{at}/screen",
            f"{at}/seat",
            f"/games/{game}",
            f"/games/{game}/plain",
        )
        monkeypatch.setattr(database, "PATIENCE_S", 0.05)
        with app.state.keeper.database.engine.connect():
            assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)
            with pytest.raises(sqlalchemy.exc.TimeoutError), app.state.keeper.database.engine.connect():
                pass


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/games", TOY_GAME),
        ("/api/v1/games/{game}/invitations", {"role": "spectator"}),
        ("/api/v1/games/{game}/close", {}),
    ],
)
def test_locked_database_refuses_every_write_with_the_cause(
    client: TestClient, file: Path, path: str, body: dict[str, Any]
) -> None:
    path = path.format(game=opened(client))
    with locked(file):
        refused = client.post(path, json=body, headers=ORIGIN)
        assert (refused.status_code, refused.json()["detail"]) == (503, CAUSE)
    assert client.post(path, json=body, headers=ORIGIN).status_code < 300


def test_health_names_the_lock_and_recovers(client: TestClient, file: Path) -> None:
    game = opened(client)
    with locked(file):
        roll(client, game, "one")
        unhealthy = client.get("/health")
        assert unhealthy.status_code == 503
        assert unhealthy.json()["checks"] == {"database": "ok", "writer": CAUSE}
    assert client.get("/health").json()["checks"] == {"database": "ok", "writer": "ok"}
