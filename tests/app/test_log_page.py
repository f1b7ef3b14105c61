"""The log as a page: words, hours, dice and reasons; taken back stays; the other side's secrets stay out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.settings import Settings
from tests.client import TestClient, app_with

BASE = "http://192.0.2.20:8014"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'g.db'}", demo=False, log_level="warning"))
    with TestClient(made):
        yield made


def device(app: FastAPI) -> TestClient:
    return TestClient(app, base_url=BASE, headers=OWN)


@pytest.fixture
def host(app: FastAPI) -> TestClient:
    return device(app)


@pytest.fixture
def game(host: TestClient) -> str:
    wanted = {"system": "flanders-fields", "title": "Mons"}
    command = {"kind": "create_game", "scenario": "mons-1914"}
    return str(host.post("/api/v1/games", json={**wanted, "command": command}).json()["game_id"])


def send(client: TestClient, game: str, **command: Any) -> None:
    number = client.get(f"/api/v1/games/{game}").json()["number"]
    envelope = {"command_id": f"c{number}", "expected_seq": number, "command": command}
    answer = client.post(f"/api/v1/games/{game}/commands", json=envelope)
    assert answer.status_code == 200, answer.text


def test_what_was_taken_back_stays_in_the_log_and_is_named_so(host: TestClient, game: str) -> None:
    send(host, game, kind="note", text="The <bridge> is held")
    send(host, game, kind="undo", command_id="c1")
    page = host.get(f"/games/{game}/log").text
    assert "The &lt;bridge&gt; is held" in page
    assert page.count('class="gone"') == 1
    assert page.index("Taken back: The &lt;bridge&gt;") < page.index(
        "Mons is set up" if "Mons is" in page else "is set up"
    )


def test_a_result_that_was_taken_back_is_shown_no_more_on_either_tablet(
    app: FastAPI, host: TestClient, game: str
) -> None:
    sides = {side: device(app) for side in ("attacker", "defender")}
    for side, guest in sides.items():
        invitation = host.post(f"/api/v1/games/{game}/invitations", json={"role": side}).json()
        guest.post("/api/v1/join", json={"code": invitation["code"]})
    for kind in ("start_turn", "next_step", "next_step"):
        send(host, game, kind=kind)
    battery = host.get(f"/api/v1/games/{game}").json()["view"]["turn"]["can_act"][0]
    send(host, game, kind="roll_orders", unit=battery, die={"pips": 5, "source": "entered"})
    assert [len(guest.get(f"/api/v1/games/{game}/screen").json()["results"]) for guest in sides.values()] == [1, 1]
    send(
        host,
        game,
        kind="undo",
        command_id=host.get(f"/api/v1/games/{game}").json()["view"]["deeds"][0]["command_id"],
    )
    assert [len(guest.get(f"/api/v1/games/{game}/screen").json()["results"]) for guest in sides.values()] == [0, 0]


def test_what_only_the_referee_may_know_is_not_in_the_log_of_a_side(app: FastAPI, host: TestClient, game: str) -> None:
    """The setting up names battalions that are still off the table."""
    invitation = host.post(f"/api/v1/games/{game}/invitations", json={"role": "defender"}).json()
    defender = device(app)
    defender.post("/api/v1/join", json={"code": invitation["code"]})
    send(host, game, kind="note", text="Rain since noon")
    assert "is set up" in host.get(f"/games/{game}/log").text
    page = defender.get(f"/games/{game}/log").text
    assert "Rain since noon" in page
    assert "is set up" not in page


def test_a_die_is_shown_with_where_it_came_from_and_its_reasons(host: TestClient, game: str) -> None:
    """FF-ORD-T2: the German batteries are ordered in the third step; a 5 without any modifier is one action."""
    for kind in ("start_turn", "next_step", "next_step"):
        send(host, game, kind=kind)
    battery = host.get(f"/api/v1/games/{game}").json()["view"]["turn"]["can_act"][0]
    send(host, game, kind="roll_orders", unit=battery, die={"pips": 5, "source": "entered"})
    page = host.get(f"/games/{game}/log").text
    assert "order: die 5, 1 action" in page
    assert "thrown at the table" in page
    assert page.count('<summary title="Why">') == 1


GOLDEN = Path(__file__).parent / "golden" / "mons-0.1.0.json"
BROUGHT_BACK = "Brought back from a file."


@pytest.fixture
def imported(host: TestClient) -> str:
    sent = {"content": GOLDEN.read_bytes(), "headers": {"Content-Type": "application/json"}}
    return str(host.post("/api/v1/games/import", **sent).json()["game_id"])


def test_where_a_game_was_brought_back_the_log_says_so_and_why_the_dice_change(
    app: FastAPI, host: TestClient, imported: str
) -> None:
    """Between what came in the file and what is played here, on every seat's page."""
    file = host.get(f"/api/v1/games/{imported}/log").json()["events"]
    send(host, imported, kind="note", text="played on here")
    invitation = host.post(f"/api/v1/games/{imported}/invitations", json={"role": "defender"}).json()
    defender = device(app)
    defender.post("/api/v1/join", json={"code": invitation["code"]})
    for client in (host, defender):
        page = client.get(f"/games/{imported}/log").text
        assert page.count(BROUGHT_BACK) == 1
        last_in_the_file = file[-1]["says"]
        assert page.index("played on here") < page.index(BROUGHT_BACK) < page.index(last_in_the_file)
        assert 'datetime=""' not in page


def test_a_game_that_never_left_has_no_such_line(host: TestClient, game: str) -> None:
    assert BROUGHT_BACK not in host.get(f"/games/{game}/log").text


def test_what_a_shot_brought_stands_below_its_reasons(host: TestClient, imported: str) -> None:
    """FF-PSF-T1, then FF-SUP-05: the last shot of the kept evening suppresses a platoon."""
    page = host.get(f"/games/{imported}/log").text
    shot = page[page.index("B Company, 2nd Battalion fires: 1st Platoon, 5 Company") :]
    assert shot.index("FF-PSF-T1") < shot.index("FF-SUP-05")
