"""A game is closed: by the host only, for good, told on every page; until then nobody is told the seed of its dice."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError

from app.games.app_services import Keeper
from app.settings import Settings
from rules.flanders_fields.vocabulary import SEATING
from rules.kernel.seats import Role
from tests.client import TestClient, app_with

BASE = "http://192.0.2.20:8014"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}
SEATS = ("attacker", "defender", "referee", "spectator")


def made(folder: Path) -> FastAPI:
    return app_with(Settings(database_url=f"sqlite:///{folder / 'g.db'}", demo=False, log_level="warning"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    app = made(tmp_path)
    with TestClient(app):
        yield app


def device(app: FastAPI, cookies: dict[str, str] | None = None) -> TestClient:
    return TestClient(app, base_url=BASE, headers=OWN, cookies=cookies, raise_server_exceptions=False)


def keeper(app: FastAPI) -> Keeper:
    kept: Keeper = app.state.keeper
    return kept


class Evening:
    """A Mons game with its host and a device at every seat."""

    def __init__(self, app: FastAPI, name: str = "Ann") -> None:
        self.app = app
        self.host = device(app)
        command = {"kind": "create_game", "scenario": "mons-1914"}
        wanted = {"system": "flanders-fields", "title": "Mons", "name": name, "command": command}
        self.id = str(self.host.post("/api/v1/games", json=wanted).json()["game_id"])
        self.seats = {role: self.joined(role) for role in SEATS}

    def joined(self, role: str, **more: str) -> TestClient:
        code = self.host.post(f"/api/v1/games/{self.id}/invitations", json={"role": role}).json()["code"]
        guest = device(self.app)
        assert guest.post("/api/v1/join", json={"code": code, **more}).status_code == 201
        return guest

    def close(self, client: TestClient | None = None) -> Any:
        return (client or self.host).post(f"/api/v1/games/{self.id}/close", json={})

    def send(self, client: TestClient, command_id: str = "c") -> Any:
        number = client.get(f"/api/v1/games/{self.id}").json()["number"]
        envelope = {"command_id": command_id, "expected_seq": number, "command": {"kind": "note", "text": "Rain"}}
        return client.post(f"/api/v1/games/{self.id}/commands", json=envelope)

    @property
    def seed(self) -> str:
        record = keeper(self.app).games.log.read_game(self.id)
        assert record
        assert record.cups[0].seed
        return record.cups[0].seed.hex()

    def addresses(self, client: TestClient) -> list[str]:
        """Everything of the game that a seat can look at."""
        pages = [f"/games/{self.id}", f"/games/{self.id}/log", f"/games/{self.id}/seats", "/"]
        answers = ["", "/log", "/head", "/dice", "/export", "/seat", "/seats"]
        return [*pages, *(f"/api/v1/games/{self.id}{rest}" for rest in answers), "/api/v1/games"]


@pytest.fixture
def evening(app: FastAPI) -> Evening:
    return Evening(app)


def main_of(page: str) -> str:
    return page[page.index("<main") : page.index("</main>")]


def test_no_seat_can_read_the_seed_before_and_every_seat_afterwards(evening: Evening) -> None:
    seed = evening.seed
    for client in (evening.host, *evening.seats.values()):
        for address in evening.addresses(client):
            assert seed not in client.get(address).text, address
    assert evening.close().status_code == 204
    for client in (evening.host, *evening.seats.values()):
        for address in (f"/games/{evening.id}", f"/games/{evening.id}/log", f"/api/v1/games/{evening.id}/export"):
            assert seed in client.get(address).text, address
    assert seed in evening.host.get(f"/games/{evening.id}/seats").text


@pytest.mark.parametrize("role", SEATS)
def test_only_the_host_closes_and_who_else_tries_changes_nothing(evening: Evening, role: str) -> None:
    assert evening.close(evening.seats[role]).status_code == 403
    assert evening.send(evening.host).status_code == 200


@pytest.mark.parametrize("role", SEATS)
def test_a_closed_game_says_who_when_and_how_to_check_and_has_nothing_to_fill_in(evening: Evening, role: str) -> None:
    evening.close()
    closed_at = evening.host.get("/api/v1/games").json()[0]["closed_at"]
    page = main_of(evening.seats[role].get(f"/games/{evening.id}").text)
    commitment = evening.host.get(f"/api/v1/games/{evening.id}/dice").json()["commitments"][0]
    for told in ("The game is closed", "Closed by <b>Ann</b>", f'datetime="{closed_at}"', commitment, evening.seed):
        assert told in page
    assert not re.search(r"<(form|button|input|select)\b", page)
    assert evening.seats[role].get(f"/games/{evening.id}?unit=a1.b1&do=fire&correct=a1.1").status_code == 200
    links = (f"/api/v1/games/{evening.id}/export", f"/games/{evening.id}/log")
    assert [link in evening.seats[role].get(f"/games/{evening.id}").text for link in links] == [True, True]
    assert evening.seats[role].get(links[0]).status_code == 200


def test_the_promise_of_the_dice_can_be_noted_by_every_seat_from_the_first_minute(evening: Evening) -> None:
    promise = evening.host.get(f"/api/v1/games/{evening.id}/dice").json()["commitments"][0]
    for client in evening.seats.values():
        assert main_of(client.get(f"/games/{evening.id}/log").text).count(promise) == 1


def test_the_log_and_the_seats_say_it_too_and_offer_no_second_closing(evening: Evening) -> None:
    assert "Close the game for good" in evening.host.get(f"/games/{evening.id}/seats").text
    assert "The game is closed" not in evening.host.get(f"/games/{evening.id}/log").text
    evening.close()
    seats = evening.host.get(f"/games/{evening.id}/seats").text
    assert "Close the game for good" not in seats
    assert "Closed by <b>Ann</b>" in seats
    assert "Closed by <b>Ann</b>" in evening.seats["spectator"].get(f"/games/{evening.id}/log").text


def test_a_command_to_a_closed_game_is_refused_in_plain_words(evening: Evening) -> None:
    evening.close()
    for client in (evening.host, evening.seats["attacker"], evening.seats["defender"]):
        answer = evening.send(client)
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/closed")
        assert answer.json()["because"].startswith("this game is closed and its dice are revealed")
        assert answer.json()["instead"] == "open a new game"


def test_closing_again_keeps_the_first_time_and_name(app: FastAPI, evening: Evening) -> None:
    evening.close()
    first = evening.host.get("/api/v1/games").json()
    assert evening.close().status_code == 204
    keeper(app).games.close(evening.id, "Somebody else")
    assert evening.host.get("/api/v1/games").json() == first
    assert first[0]["closed_by"] == "Ann"


def test_a_restart_in_between_keeps_it_closed(tmp_path: Path) -> None:
    first, second = made(tmp_path), made(tmp_path)
    with TestClient(first):
        evening = Evening(first)
        evening.close()
        before = evening.host.get(f"/games/{evening.id}").text
        cookies = dict(evening.host.cookies)
    with TestClient(second):
        host = device(second, cookies)
        assert host.get(f"/games/{evening.id}").text == before
        assert evening.send(host).json()["type"] == "/problems/closed"


def test_who_gave_no_name_is_the_host_and_a_name_is_never_markup(app: FastAPI) -> None:
    nobody, forger = Evening(app, ""), Evening(app, "<b>Eve</b>")
    for one in (nobody, forger):
        one.close()
    assert "Closed by <b>the host</b>" in nobody.host.get(f"/games/{nobody.id}").text
    assert "Closed by <b>&lt;b&gt;Eve&lt;/b&gt;</b>" in forger.host.get(f"/games/{forger.id}").text


def test_what_cannot_be_written_down_is_not_closed(
    app: FastAPI, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("UPDATE games", None, RuntimeError("disk full"))

    with monkeypatch.context() as failing:
        failing.setattr(keeper(app).games.log, "close_game", full)
        answer = evening.close()
    assert (answer.status_code, answer.json()["type"]) == (507, "/problems/not-written")
    assert evening.send(evening.host).status_code == 200
    assert evening.seed not in evening.host.get(f"/games/{evening.id}/log").text


def test_every_role_with_a_page_is_told_and_no_role_of_another_game(app: FastAPI, evening: Evening) -> None:
    other, heard = Evening(app), []
    games = keeper(app).games

    class Listening:
        def roles(self, game_id: str) -> list[Role]:
            return list(SEATING.roles)

        def changed(self, game_id: str, role: Role, change: object) -> None:
            heard.append((game_id, role, getattr(change, "closed", None)))

    games._listener = Listening()
    evening.close()
    assert heard == [(evening.id, role, True) for role in SEATING.roles]
    evening.close()
    assert len(heard) == len(SEATING.roles)
    assert other.send(other.host).status_code == 200


def test_a_seat_taken_afterwards_adds_nothing_to_the_dice(evening: Evening) -> None:
    evening.close()
    before = evening.host.get(f"/api/v1/games/{evening.id}/dice").json()
    late = evening.joined("spectator", share="5afe")
    assert late.get(f"/api/v1/games/{evening.id}/dice").json() == before


def test_home_shows_closed_games_apart(evening: Evening, app: FastAPI) -> None:
    running = evening.host.get("/").text
    assert "Closed games" not in running
    evening.close()
    page = evening.host.get("/").text
    assert "Games at which this device sits" not in page
    assert page.index("Closed games") < page.index(f'href="/games/{evening.id}"')
    assert "Now: turn" not in page


def test_a_closed_game_brought_to_another_server_says_there_who_closed_it(evening: Evening, tmp_path: Path) -> None:
    evening.close()
    file = evening.host.get(f"/api/v1/games/{evening.id}/export").json()
    assert file["game"]["closed_by"] == "Ann"
    elsewhere = made(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    with TestClient(elsewhere):
        guest = device(elsewhere)
        guest.post("/api/v1/games/import", content=json.dumps(file), headers={"Content-Type": "application/json"})
        page = guest.get(f"/games/{evening.id}").text
    assert "Closed by <b>Ann</b>" in page
    assert file["dice"][0]["seed"] in page
