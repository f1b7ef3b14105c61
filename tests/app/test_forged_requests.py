"""S5: what does not come from a page of this server changes nothing, whatever the address and the method."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from tests.client import TestClient, toy_app

BASE: Final = "http://table.test:8014"
JSON: Final = {"Content-Type": "application/json"}
FORGED: Final = {
    "no origin": (JSON, 403),
    "foreign origin": ({**JSON, "Origin": "http://elsewhere.test"}, 403),
    "another port": ({**JSON, "Origin": "http://table.test:8015"}, 403),
    "our name in front of theirs": ({**JSON, "Origin": f"{BASE}.elsewhere.test"}, 403),
    "our name as a user": ({**JSON, "Origin": "http://table.test:8014@elsewhere.test"}, 403),
    "an origin of nobody": ({**JSON, "Origin": "null"}, 403),
    "an origin that is none": ({**JSON, "Origin": "table.test:8014"}, 403),
    "from another site": ({**JSON, "Origin": BASE, "Sec-Fetch-Site": "cross-site"}, 403),
    "from a neighbour": ({**JSON, "Origin": BASE, "Sec-Fetch-Site": "same-site"}, 403),
    "a form": ({"Origin": BASE, "Content-Type": "application/x-www-form-urlencoded"}, 415),
    "a form with files": ({"Origin": BASE, "Content-Type": "multipart/form-data; boundary=x"}, 415),
    "plain text": ({"Origin": BASE, "Content-Type": "text/plain"}, 415),
    "JSON in disguise": ({"Origin": BASE, "Content-Type": "text/plain; application/json"}, 415),
    "no type": ({"Origin": BASE}, 415),
}


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return toy_app(f"sqlite:///{tmp_path / 'games.db'}")


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as made:
        yield made


def changing(app: FastAPI) -> set[tuple[str, str]]:
    """Every route that takes a method which may change something, and some that no route takes."""
    ours = {
        (method, re.sub(r"[{}]", "", one.path or ""))
        for one in iter_route_contexts(app.routes)
        if isinstance(one.original_route, APIRoute)
        for method in one.methods or ()
        if method not in ("GET", "HEAD")
    }
    assert len(ours) >= 6
    return ours | {(method, "/api/v1/games") for method in ("PUT", "PATCH", "DELETE", "QUERY")}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_request_is_refused_on_every_route(app: FastAPI, client: TestClient, how: str) -> None:
    headers, status = FORGED[how]
    for method, path in changing(app):
        answer = client.request(method, path, headers=headers, content='{"system": "toy"}')
        assert answer.status_code == status, (method, path)
        assert answer.json()["instead"]
    assert app.state.keeper.games.log.games() == []


def test_a_page_of_ours_gets_through(client: TestClient) -> None:
    wanted = {"system": "toy", "title": "Rigny", "command": {"kind": "begin"}}
    for headers in ({"Origin": BASE}, {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}):
        assert client.post("/api/v1/games", json=wanted, headers=headers).status_code == 201, headers
    assert len(client.get("/api/v1/games").json()) == 2


def test_looking_needs_no_origin(client: TestClient) -> None:
    assert client.get("/health", headers={"Origin": "http://elsewhere.test"}).status_code == 200
