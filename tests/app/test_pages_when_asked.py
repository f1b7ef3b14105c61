"""A page that is read when it is asked for is there for the first who asks, and for whoever lists the routes."""

from pathlib import Path

import pytest
from fastapi.routing import iter_route_contexts

from app.main import create_app
from app.settings import Settings
from tests.client import TestClient


@pytest.mark.parametrize("path", ["/forces", "/scenarios/new", "/print", "/tables", "/guns"])
def test_the_first_request_finds_it(tmp_path: Path, path: str) -> None:
    with TestClient(create_app(Settings(database_url=f"sqlite:///{tmp_path / 'one.db'}"))) as client:
        assert client.get(path).status_code == 200


def test_what_is_nowhere_is_nowhere_twice(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database_url=f"sqlite:///{tmp_path / 'one.db'}"))) as client:
        assert [client.get("/moon").status_code for _ in range(2)] == [404, 404]


def test_they_are_listed_with_the_others() -> None:
    listed = {one.path for one in iter_route_contexts(create_app(Settings()).routes)}
    assert {"/api/v1/games", "/games/{game_id}", "/forces/{force_id}"} <= listed
