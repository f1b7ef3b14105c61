"""A table of the library is laid by its name: one that is longer than a command may be, too, and as it was then."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

import pytest
from fastapi import FastAPI

from app.documents.tables import NamedTable, with_named_table, write_document
from app.games.routes import COMMAND_SIZE
from app.settings import Settings
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, Table
from rules.tabletop.terrain_faults import MOST_CORNERS, MOST_POINTS_IN_ALL, faults
from tests.app.test_seats import device
from tests.client import TestClient, app_with

GAMES, TABLES = "/api/v1/games", "/api/v1/tables"
JSON = {"Content-Type": "application/json"}


def star(name: str, x: int, y: int) -> Area:
    """A wood with as many corners as a piece may have, on two rings in turn, so that no three lie on a line."""
    turns = (2 * pi * n / MOST_CORNERS for n in range(MOST_CORNERS))
    reaches = (700 if n % 2 else 600 for n in range(MOST_CORNERS))
    corners = [Spot(round(x + r * sin(t)), round(y + r * cos(t))) for t, r in zip(turns, reaches, strict=True)]
    return Area(name, name.capitalize(), AreaKind.WOOD, tuple(corners))


LARGEST = Table(5000, 2000, tuple(star(f"wood{n}", 800 + 1600 * n, 1000) for n in range(3)))
DOCUMENT = write_document(NamedTable("The great forest", LARGEST))


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = app_with(Settings(database_url=url, demo=False, log_level="warning"))
    with TestClient(made):
        yield made


@pytest.fixture
def host(app: FastAPI) -> TestClient:
    return device(app)


def opened(host: TestClient, **more: Any) -> str:
    command = {"kind": "create_game", "scenario": "mons-1914", **more}
    wanted = {"system": "flanders-fields", "title": "Mons", "role": "referee", "name": "Ada", "command": command}
    answer = host.post(GAMES, json=wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def kept(host: TestClient) -> str:
    """The largest table there may be, in the library."""
    brought = host.post(f"{TABLES}/import", content=DOCUMENT, headers=JSON)
    assert brought.status_code == 201, brought.text
    return str(brought.json()["id"])


def laid(host: TestClient, game: str, table: Any, command_id: str = "lay", seen: int = 1) -> Any:
    command = {"kind": "set_table", "table": table}
    envelope = {"command_id": command_id, "expected_seq": seen, "command": command}
    return host.post(f"{GAMES}/{game}/commands", json=envelope)


def table_of(host: TestClient, game: str) -> Any:
    return host.get(f"{GAMES}/{game}").json()["view"]["map"]["table"]


def test_the_largest_table_that_may_be_is_longer_than_a_command() -> None:
    assert faults(LARGEST) == ()
    assert sum(len(piece.outline) for piece in LARGEST.pieces if isinstance(piece, Area)) == MOST_POINTS_IN_ALL
    assert len(DOCUMENT) > COMMAND_SIZE


def test_it_is_laid_by_its_name_and_stays_as_it_was_then(host: TestClient) -> None:
    game, table = opened(host), kept(host)
    answer = laid(host, game, {"id": table})
    assert answer.status_code == 200, answer.text
    shown = table_of(host, game)
    assert (shown["name"], len(shown["pieces"]), len(shown["pieces"][0]["line"])) == (
        "The great forest",
        3,
        MOST_CORNERS,
    )
    host.post(f"{TABLES}/{table}/delete", json={})
    again = laid(host, game, {"id": table})
    assert (again.status_code, again.content) == (200, answer.content)
    assert table_of(host, game) == shown
    whole = host.get(f"{GAMES}/{game}/export")
    assert host.post(f"{GAMES}/import", content=whole.content, headers=JSON).status_code == 409
    assert b"The great forest" in whole.content


def test_a_game_is_begun_on_it(host: TestClient) -> None:
    game = opened(host, table={"id": kept(host)})
    assert table_of(host, game)["name"] == "The great forest"


def test_a_ready_table_has_a_name_too(host: TestClient) -> None:
    game = opened(host)
    assert laid(host, game, {"id": "mons-1914"}).status_code == 200
    assert table_of(host, game)["pieces"]


@pytest.mark.parametrize("name", ["nowhere", 7, None, {"id": "mons-1914"}])
def test_a_table_that_is_not_there_is_refused_by_its_field(host: TestClient, name: Any) -> None:
    answer = laid(host, opened(host), {"id": name})
    assert (answer.status_code, answer.json()["field"]) == (422, "table")
    assert "in the library" in answer.text


def test_whole_tables_keep_to_the_length_of_a_command(host: TestClient) -> None:
    game = opened(host)
    answer = laid(host, game, {"name": "x" * COMMAND_SIZE, "width_mm": 1200, "depth_mm": 1800})
    assert answer.status_code == 413


def test_the_command_that_is_overruled_gets_its_table_too(app: FastAPI) -> None:
    supplied = with_named_table(app.state.keeper.tabletops)
    inner: dict[str, Any] = {"kind": "set_table", "table": {"id": "mons-1914"}}
    overruling = supplied({"kind": "override", "clause": "", "command": inner, "reason": "agreed"})
    assert overruling["command"] == supplied(inner)
    table: Any = supplied(inner)["table"]
    assert table["width_mm"] > 0
    note: dict[str, Any] = {"kind": "note", "text": "a word"}
    overruled: dict[str, Any] = {"kind": "override", "command": {"kind": "end_turn"}}
    for untouched in (note, overruled):
        assert supplied(untouched) is untouched
