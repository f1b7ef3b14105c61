"""/health says which part fails, in a sentence, and asks the parts themselves."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.http import health
from app.http.health import Checks
from app.storage import database as writing
from tests.client import TestClient, toy_app


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return toy_app(f"sqlite:///{tmp_path / 'games.db'}")


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as made:
        yield made


def test_all_is_well(client: TestClient) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "checks": {"database": "ok", "writer": "ok"}}


def test_a_database_that_has_lost_its_tables_is_found_by_the_writer(app: FastAPI, client: TestClient) -> None:
    with app.state.keeper.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE games RENAME TO gone")
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": "ok", "writer": "the writer cannot read the database"}


def test_a_writer_that_is_stuck_is_found(app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE_S", 0.1)
    stuck, free = threading.Event(), threading.Event()

    def wait(_game: object) -> None:
        stuck.set()
        free.wait(10)

    monkeypatch.setattr(app.state.keeper.games, "_game", wait)
    app.state.keeper.games.ask_soon("any", wait)
    assert stuck.wait(5)
    answer = client.get("/health")
    free.set()
    assert answer.status_code == 503
    assert answer.json()["checks"]["writer"] == "the writer has not answered for 0.1 seconds"


def test_a_database_that_does_not_answer_is_named(app: FastAPI, client: TestClient) -> None:
    app.state.checks = Checks({"database": lambda: "the database does not answer"})
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["type"], answer.json()["detail"]) == ("/problems/unhealthy", "the database does not answer")


def test_health_waits_less_than_two_seconds_for_all_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has two seconds to answer, and some of them go by on the way."""
    waits, free = list[float](), threading.Event()
    monkeypatch.setattr(health, "wait", lambda _parts, seconds: waits.append(seconds))

    def stuck() -> None:
        free.wait(10)

    found = Checks({"database": stuck, "writer": stuck}).run()
    free.set()
    assert sum(waits) <= 1.5
    assert found == {part: f"the {part} has not answered for 1.5 seconds" for part in ("database", "writer")}


class Full:
    """What the system says of a disk."""

    f_frsize, f_bavail, f_flag = 4096, 1000, 0


class ReadOnly:
    f_frsize, f_bavail, f_flag = 4096, 10**9, os.ST_RDONLY


@pytest.mark.parametrize(
    ("disk", "says"),
    [
        (Full, "the disk of the database is full: it has 3 MiB left, and 16 are needed"),
        (ReadOnly, "the disk of the database can only be read: nothing more is kept on it"),
    ],
)
def test_a_disk_that_takes_nothing_more_is_found(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, disk: type, says: str
) -> None:
    with monkeypatch.context() as system:
        system.setattr(os, "statvfs", lambda path: disk)
        answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": says, "writer": "ok"}
    assert client.get("/health").status_code == 200


def test_a_write_that_failed_is_told_until_another_succeeds(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = app.state.keeper.database.engine
    with database.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
    begin = {"system": "toy", "title": "Rigny", "command": {"kind": "begin"}}
    headers = {"Origin": "http://testserver"}
    assert client.post("/api/v1/games", json=begin, headers=headers).status_code == 507
    said = client.get("/health").json()["checks"]["writer"]
    assert said == "the writer could not write a command down: is the disk full?"
    with database.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events")
    assert client.get("/health").status_code == 503, "not forgotten at once"
    monkeypatch.setattr(writing, "REMEMBERED_S", 0.0)
    assert client.get("/health").status_code == 200
    with database.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
    assert client.post("/api/v1/games", json=begin, headers=headers).status_code == 507
    with database.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events")
    assert client.post("/api/v1/games", json=begin, headers=headers).status_code == 201
    assert client.get("/health").status_code == 200
