"""Limits are token buckets on a clock that nobody sets; one visitor spends his own and nobody else's."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.routing import APIRoute, iter_route_contexts
from httpx import Response

from app.games.problems import Problem
from app.limits import HOUR_S, MIB, MOST_KEYS, NO_RATES, Buckets, Kind, RequestLimits, RequestRates, kind_of
from app.seats.guesses import Limits
from app.settings import Settings
from tests.app.described import device, joined, opened, served


@dataclass
class Clock:
    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_bucket_allows_a_burst_and_fills_evenly() -> None:
    clock = Clock()
    bucket = Buckets(2, 60, clock)
    assert [bucket.take("ann"), bucket.take("ann"), bucket.take("ann"), bucket.take("bea")] == [0, 0, 30, 0]
    clock.seconds += 29
    assert bucket.take("ann") == pytest.approx(1)
    clock.seconds += 1
    assert [bucket.take("ann"), bucket.take("ann")] == [0, pytest.approx(30)]
    clock.seconds += 3600
    assert [bucket.take("ann"), bucket.take("ann"), bucket.take("ann")] == [0, 0, 30]


def test_bucket_of_nothing_is_no_limit() -> None:
    bucket = Buckets(0, 60, Clock())
    assert not any(bucket.take("ann", 1e9) for _ in range(1000))
    assert len(bucket) == 0


def test_bucket_in_debt_fills_for_longer_and_a_cost_beyond_it_waits_for_all_of_it() -> None:
    bucket = Buckets(10, 60, Clock())
    bucket.spend("game", 25)
    assert bucket.wait_s("game") == pytest.approx(96)
    assert bucket.wait_s("other", 1000) == 0
    bucket.spend("other", 4)
    assert bucket.wait_s("other", 1000) == pytest.approx(24)


def test_buckets_that_are_full_again_are_not_kept() -> None:
    clock = Clock()
    bucket = Buckets(2, 60, clock)
    for one in range(100):
        bucket.take(f"address {one}")
    clock.seconds += 60
    for _ in range(60):
        bucket.spend("ann")
    assert len(bucket) <= 2


def test_buckets_take_a_bounded_amount_of_memory() -> None:
    bucket = Buckets(2, 60, Clock())
    for one in range(MOST_KEYS + 500):
        bucket.take(f"address {one}")
    assert len(bucket) == MOST_KEYS


@pytest.mark.parametrize("jump_s", [-86_400.0, -3_600.0, 86_400.0])
def test_a_clock_that_is_set_keeps_no_limit_and_lifts_none(monkeypatch: pytest.MonkeyPatch, jump_s: float) -> None:
    clock, wall = Clock(), time.time()
    monkeypatch.setattr(time, "time", lambda: wall)
    limits = Limits(new_games=2, clock=clock)
    asking = Request({"type": "http", "client": ("192.0.2.1", 0)})

    def opens() -> None:
        limits.opens_a_game(asking)

    opens()
    opens()
    wall += jump_s
    with pytest.raises(Problem, match="too many tries: at most 2 a minute") as refused:
        opens()
    assert refused.value.retry_after == 30
    clock.seconds += 60
    wall += 60
    opens()


def test_limits_of_a_seat_are_its_own_and_an_address_may_have_many_seats() -> None:
    limits = RequestLimits(RequestRates(commands=10), Clock())

    def sends(seat: str, address: str = "203.0.113.9") -> bool:
        return not limits.take(Kind.COMMANDS, seat, address)[1]

    assert [sends("a") for _ in range(12)] == [True] * 10 + [False] * 2
    assert sends("b")
    assert sum(sends(f"seat {number}") for number in range(500)) == 189
    assert sends("home", "198.51.100.4")


def test_limit_of_what_an_address_sends_counts_bytes() -> None:
    clock = Clock()
    limits = RequestLimits(RequestRates(sent_mib=2), clock)
    assert limits.take(Kind.IMPORTS, "", "a", 2 * MIB) == ("", 0.0)
    because, waits = limits.take(Kind.CHANGES, "", "a", MIB)
    assert because == "your network sent too much: at most 2 MB in an hour"
    assert waits == pytest.approx(HOUR_S / 2)
    assert limits.take(Kind.CHANGES, "", "b", MIB) == ("", 0.0)
    assert limits.take(Kind.READS, "", "a", MIB) == ("", 0.0)


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/v1/games/abc/commands", Kind.COMMANDS),
        ("POST", "/api/v1/games/abc/asks", Kind.PROMPTS),
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
    from app.main import rates_of

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
            answer = stranger.post(f"/api/v1/games/{game}/asks", json={"kind": "note"})
            assert answer.status_code == (401, 429)[number]
        assert host.post(f"/api/v1/games/{game}/asks", json={"kind": "note"}).status_code != 429


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
