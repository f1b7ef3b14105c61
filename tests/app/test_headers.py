"""S6: the guards stand on every answer, whatever the route and whatever went wrong."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import Route

from app.pages.rendering import DIST
from app.settings import Settings
from tests.app.assembly import assembled
from tests.app.toy import TOY
from tests.client import TestClient, app_with

BASE: Final = "http://table.test"
OWN: Final = {"Origin": BASE, "Content-Type": "application/json"}
POLICY: Final = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
}


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return assembled(f"sqlite:///{tmp_path / 'games.db'}")


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    def fails() -> None:
        raise RuntimeError("canary")

    app.add_api_route("/fails", fails)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as made:
        yield made


def assert_guarded(headers: dict[str, str], kept: str = "no-store") -> None:
    assert set(headers["content-security-policy"].split("; ")) == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"] == kept
    assert "server" not in headers


def test_every_route_answers_with_the_guards(app: FastAPI, client: TestClient) -> None:
    tried = set()
    for one in iter_route_contexts(app.routes):
        if not isinstance(one.original_route, APIRoute | Route):
            continue
        path = re.sub(r"[{}]", "", one.path or "")
        for method in one.methods or ():
            answer = client.request(method, path, headers=OWN, content="{}")
            tried.add(answer.status_code)
            assert_guarded(dict(answer.headers))
    assert {200, 401, 422} <= tried


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status"),
    [
        ("GET", "/nothing/here", {}, "", 404),
        ("GET", "/nothing/here", {"Accept": "text/html"}, "", 404),
        ("GET", "/static/nothing.js", {}, "", 404),
        ("DELETE", "/health", OWN, "", 405),
        ("POST", "/api/v1/join", {}, "", 415),
        ("POST", "/api/v1/join", {"Content-Type": "application/json"}, "{}", 403),
        ("POST", "/api/v1/join", OWN, "{", 422),
        ("POST", "/api/v1/join", OWN, " " * 100_000, 413),
        ("GET", "/fails", {}, "", 500),
        ("GET", "/fails", {"Accept": "text/html"}, "", 500),
    ],
)
def test_every_error_answers_with_the_guards(
    client: TestClient, method: str, path: str, headers: dict[str, str], body: str, status: int
) -> None:
    answer = client.request(method, path, headers=headers, content=body)
    assert answer.status_code == status
    assert_guarded(dict(answer.headers))
    assert "canary" not in answer.text
    wanted = "text/html; charset=utf-8" if headers.get("Accept") else "application/problem+json"
    assert answer.headers["content-type"] == wanted
    if wanted == "application/problem+json":
        told = answer.json()
        assert told["status"] == status
        assert {"type", "title", "detail"} <= told.keys()


def test_a_body_of_unknown_length_is_stopped_too(client: TestClient) -> None:
    answer = client.post("/api/v1/join", headers=OWN, content=(b" " * 10_000 for _ in range(20)))
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"
    assert_guarded(dict(answer.headers))


def test_built_files_are_kept_and_guarded_all_the_same(client: TestClient) -> None:
    name = next(DIST.glob("app-*.css")).name
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert_guarded(dict(answer.headers), "public, max-age=31536000, immutable")
    again = client.get(f"/static/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert "no-store" not in again.headers.get("cache-control", "")


def test_what_a_stranger_asks_for_comes_back_as_text(client: TestClient) -> None:
    answer = client.get("/<script>alert(1)</script>", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text


def public_client(tmp_path: Path, address: str, public_url: str | None) -> TestClient:
    settings = Settings(
        database_url=f"sqlite:///{tmp_path / 'games.db'}", public_url=public_url, demo=False, log_level="warning"
    )
    return TestClient(app_with(settings, {"toy": TOY}), base_url=address, raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("table.example", 200),
        ("table.example:443", 200),
        ("TABLE.example", 200),
        ("table.example.", 200),
        ("localhost:8014", 200),
        ("127.0.0.1:8014", 200),
        ("[::1]:8014", 200),
        ("evil.example", 421),
        ("table.example.evil.example", 421),
        ("192.168.1.7", 421),
        ("table.example@evil.example", 421),
        ("[::1", 421),
        ("", 421),
    ],
)
def test_public_address_refuses_unknown_host_names(tmp_path: Path, host: str, status: int) -> None:
    with public_client(tmp_path, "https://table.example", "https://table.example") as client:
        answer = client.get("/health", headers={"Host": host})
        assert answer.status_code == status
        assert_guarded(dict(answer.headers))


def test_unknown_host_name_is_refused_before_anything_changes(tmp_path: Path) -> None:
    with public_client(tmp_path, "https://table.example", "https://table.example") as client:
        evil = {"Host": "evil.example", "Origin": "https://evil.example"}
        answer = client.post("/api/v1/games", json={}, headers=evil)
        assert (answer.status_code, answer.json()["type"]) == (421, "/problems/misdirected")


def test_without_a_public_address_every_host_name_is_answered(tmp_path: Path) -> None:
    with public_client(tmp_path, BASE, None) as client:
        assert client.get("/health", headers={"Host": "club-laptop.local"}).status_code == 200


@pytest.mark.parametrize(
    ("public_url", "address", "is_sent"),
    [
        ("https://table.example", "https://table.example", True),
        ("https://table.example", "http://table.example", False),
        ("http://table.example", "http://table.example", False),
        (None, "https://table.test", False),
    ],
)
def test_hsts_is_sent_over_https_of_the_public_address(
    tmp_path: Path, public_url: str | None, address: str, is_sent: bool
) -> None:
    with public_client(tmp_path, address, public_url) as client:
        for path in ("/health", "/nowhere"):
            sent = client.get(path).headers.get("strict-transport-security")
            assert sent == ("max-age=31536000" if is_sent else None)
