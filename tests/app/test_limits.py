"""Limits are token buckets on a clock that nobody sets; one visitor spends his own and nobody else's."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from httpx import Response

from app.http.rate_limits import MIB, NO_RATES, Kind, RequestRates, kind_of
from app.settings import Settings
from tests.app.described import device, joined, opened, served


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/v1/games/abc/commands", Kind.COMMANDS),
        ("POST", "/api/v1/games/abc/prompts", Kind.PROMPTS),
        ("GET", "/games/abc/map", Kind.PROMPTS),
        ("POST", "/api/v1/games/import", Kind.IMPORTS),
        ("POST", "/api/v1/games/abc/fire-plans/import", Kind.IMPORTS),
        ("POST", "/api/v1/tables/abc/copy", Kind.IMPORTS),
        ("POST", "/api/v1/scenarios/check", Kind.CHECKS),
        ("POST", "/api/v1/earth-1418/questions/fire", Kind.LOOKUPS),
        ("GET", "/lookups/shooting", Kind.LOOKUPS),
        ("GET", "/games/abc/log", Kind.REPORTS),
        ("GET", "/api/v1/fire-plans/abc/forecast", Kind.REPORTS),
        ("GET", "/print/basket", Kind.REPORTS),
        ("GET", "/print/waiting/abc", Kind.READS),
        ("POST", "/api/v1/join", Kind.CHANGES),
        ("GET", "/", Kind.READS),
        ("GET", "/health", None),
        ("GET", "/games/abc/stream", None),
        ("GET", "/static/app-1234.js", None),
    ],
)
def test_kind_of_a_request(method: str, path: str, kind: Kind | None) -> None:
    assert kind_of(method, path) is kind


def test_every_route_is_limited_but_for_health_and_streams(tmp_path: Path) -> None:
    with served(tmp_path) as (app, _):
        free = {
            one.path
            for one in iter_route_contexts(app.routes)
            if isinstance(one.original_route, APIRoute)
            for method in one.methods or ()
            if kind_of(method, one.path or "") is None
        }
    assert free == {"/health", "/games/{game_id}/stream"}


def test_settings_set_every_rate(tmp_path: Path) -> None:
    nothing = {
        name: 0
        for name in Settings.model_fields
        if name.endswith(("_per_minute", "_per_hour")) and not name.startswith(("wrong", "new"))
    }
    assert rates(**nothing) == NO_RATES
    assert rates() == RequestRates()


def rates(**chosen: Any) -> RequestRates:
    from app.application import rates_of

    return rates_of(Settings(**chosen))


@contextmanager
def table(tmp_path: Path, **limits: int) -> Iterator[tuple[FastAPI, Any, str]]:
    """A service with these limits and a game of Mons at it: the app, its host and the game."""
    with served(tmp_path, **limits) as (app, host):
        yield app, host, opened(host)


def note(client: Any, game: str, number: int, text: str = "x") -> Response:
    seen = client.get(f"/api/v1/games/{game}").json()["number"]
    envelope = {"command_id": f"n{number}", "expected_seq": seen, "command": {"kind": "note", "text": text}}
    answer: Response = client.post(f"/api/v1/games/{game}/commands", json=envelope)
    return answer


def assert_slowed(answer: Response, because: str) -> None:
    told = answer.json()
    assert (answer.status_code, told["type"]) == (429, "/problems/too-many-requests"), answer.text
    assert because in told["because"]
    assert told["instead"].startswith("wait ")
    assert int(answer.headers["retry-after"]) >= 1


def test_command_beyond_the_limit_of_a_device_is_told_when_and_others_play_on(tmp_path: Path) -> None:
    with table(tmp_path, commands_per_minute=3) as (app, host, game):
        guest = joined(app, host, game, "attacker")
        assert [note(host, game, number).status_code for number in range(3)] == [200] * 3
        assert_slowed(note(host, game, 3), "too many commands from this device: at most 3 in a minute")
        assert note(guest, game, 4).status_code == 200
        app.state.keeper.limits.requests._of[Kind.COMMANDS]._missing.clear()
        assert note(host, game, 3).status_code == 200


def test_game_that_writes_too_much_waits_and_other_games_do_not(tmp_path: Path) -> None:
    with table(tmp_path, log_mib_per_hour=1) as (app, host, game):
        app.state.keeper.limits.requests.log_grew(game, MIB)
        assert_slowed(note(host, game, 1), "this game writes too much: at most 1 MB in an hour")
        assert note(host, opened(host), 1).status_code == 200


def test_log_of_a_game_is_counted_by_what_is_written(tmp_path: Path) -> None:
    with table(tmp_path, log_mib_per_hour=1) as (app, host, game):
        counted = app.state.keeper.limits.requests._log
        before = counted._missing[game][0]
        assert note(host, game, 1, "y" * 200).status_code == 200
        assert 600 < counted._missing[game][0] - before < 6000


def test_stranger_is_slowed_by_address_whatever_cookie_it_sends(tmp_path: Path) -> None:
    with table(tmp_path, lookups_per_minute=2, prompts_per_minute=1) as (app, host, game):
        stranger = device(app)
        where = "/api/v1/flanders-fields/questions/d3"
        assert [stranger.post(where, json={}).status_code for _ in range(2)] != [429, 429]
        assert_slowed(stranger.post(where, json={}), "too many look-ups from your network")
        for number in range(2):
            stranger.cookies.set(f"bz-{game}", f"invented {number}")
            answer = stranger.post(f"/api/v1/games/{game}/prompts", json={"kind": "note"})
            assert answer.status_code == (401, 429)[number]
        assert host.post(f"/api/v1/games/{game}/prompts", json={"kind": "note"}).status_code != 429


def test_person_who_asks_too_often_reads_a_page_with_what_to_do(tmp_path: Path) -> None:
    with served(tmp_path, pages_per_minute=1) as (app, _):
        person = device(app, Accept="text/html")
        assert person.get("/tables").status_code == 200
        answer = person.get("/tables")
        assert (answer.status_code, answer.headers["content-type"]) == (429, "text/html; charset=utf-8")
        assert "Too many pages from your network: at most 1 in a minute." in answer.text
        assert re.search(r"Wait \d+ seconds?\.", answer.text)


def test_import_larger_than_allowed_is_refused_unread(tmp_path: Path) -> None:
    with served(tmp_path, import_mib=1) as (_, host):
        answer = host.post("/api/v1/games/import", content=b"[" * (MIB + 1))
        assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")
        assert "at most 1048576 bytes are taken" in answer.json()["because"]
