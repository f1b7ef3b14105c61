"""A game opened by a request that arrives twice: one game, one seat, the same cookie."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import httpx
import pytest
from fastapi import FastAPI

from app.games.app_services import Keeper
from tests.app.assembly import assembled
from tests.client import TestClient, toy_app

BASE: Final = "http://table.test"
REQUEST: Final = "5f0c2a9e-7d11-4c3b-9a52-0b6c1de8f713"
WANTED: Final[dict[str, Any]] = {
    "system": "toy",
    "title": "Rigny",
    "command": {"kind": "begin"},
    "name": "Ann",
    "request_id": REQUEST,
}


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


def asked(app: FastAPI, **changed: Any) -> httpx.Response:
    """The request from a device that holds no cookie yet."""
    device = TestClient(app, base_url=BASE, headers={"Origin": BASE})
    return device.post("/api/v1/games", json={**WANTED, **changed})


def games(app: FastAPI) -> int:
    keeper: Keeper = app.state.keeper
    return len(keeper.games.log.games())


def test_asked_again_it_is_the_same_game_seat_and_cookie(app: FastAPI) -> None:
    first, again = asked(app), asked(app)
    assert (first.status_code, again.status_code, games(app)) == (201, 201, 1)
    assert again.json() == first.json()
    assert dict(again.cookies) == dict(first.cookies)


def test_asked_eight_times_at_once_it_is_one_game(app: FastAPI) -> None:
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda share: asked(app, share=f"{share:02x}"), range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({(answer.text, str(dict(answer.cookies))) for answer in answers}) == games(app) == 1


def test_a_repeat_after_a_restart_is_the_same_game(url: str) -> None:
    told = []
    for _ in range(2):
        made = assembled(url)
        with TestClient(made):
            answer = asked(made)
            told.append((answer.json(), dict(answer.cookies), games(made)))
    assert told[0] == told[1]


@pytest.mark.parametrize("changed", [{"title": "Mons"}, {"role": "attacker"}, {"command": {"kind": "hide"}}])
def test_another_game_under_the_same_request_is_refused(app: FastAPI, changed: dict[str, Any]) -> None:
    asked(app)
    answer = asked(app, **changed)
    assert (answer.status_code, answer.json()["field"]) == (422, "request_id")
    assert not answer.cookies
    assert games(app) == 1


def test_a_refused_request_may_be_mended_under_its_id(app: FastAPI) -> None:
    assert asked(app, role="spectator").status_code == 409
    assert (asked(app).status_code, games(app)) == (201, 1)


def test_requests_of_their_own_open_games_of_their_own(app: FastAPI) -> None:
    opened = [asked(app, request_id=request_id) for request_id in ("", "", REQUEST, REQUEST[::-1])]
    assert len({answer.json()["game_id"] for answer in opened}) == games(app) == 4


def test_a_request_id_that_could_be_guessed_is_refused(app: FastAPI) -> None:
    assert asked(app, request_id="1").status_code == 422
