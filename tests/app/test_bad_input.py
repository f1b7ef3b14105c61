"""What cannot be is answered in the words of the table, says what would be right, and leaves nothing half written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import Settings
from tests.client import TestClient, app_with
from tests.torture.served import MONS_GAME

BASE = "http://table.test"
JSON = {"Content-Type": "application/json"}


class Table:
    """A Mons game at the German batteries' step, and its referee's device."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.game = client.post("/api/v1/games", json=MONS_GAME).json()["game_id"]
        self.sent = 0
        for kind in ("start_turn", "next_step", "next_step"):
            assert self.send({"kind": kind}).status_code == 200

    @property
    def number(self) -> int:
        return int(self.client.get(f"/api/v1/games/{self.game}").json()["number"])

    def send(self, command: object, **more: Any) -> Any:
        self.sent += 1
        whole = {"command_id": f"c{self.sent}", "expected_seq": self.number, "command": command, **more}
        return self.client.post(f"/api/v1/games/{self.game}/commands", json=whole)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    app = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning"))
    with TestClient(app, base_url=BASE, headers={"Origin": BASE}) as client:
        yield Table(client)


def order(**more: Any) -> dict[str, Any]:
    return {"kind": "roll_orders", "unit": "a1.b1", "die": {"pips": 3}, **more}


@pytest.mark.parametrize(
    ("command", "status", "says", "instead"),
    [
        (order(die={"pips": 0}), 422, "a die shows 1, 2, 3, 4, 5 or 6, not 0", "a face from 1 to 6"),
        (order(die={"pips": 7}), 422, "a die shows 1, 2, 3, 4, 5 or 6, not 7", "a face from 1 to 6"),
        (order(die={"pips": 4, "source": "rolled"}), 422, "the app throws this die itself", "leave it to the app"),
        (order(die={"pips": 4, "source": "magic"}), 422, "'magic' is not one of the words", "choose one"),
        ({"kind": "roll_orders", "unit": "a1.b1"}, 422, "die is missing", "add die"),
        (order(farthest_platoon_cm=-1), 409, "-1 cm is no distance on a table", "measure again"),
        (order(farthest_platoon_cm=1e308), 409, "is no distance on a table; enter 0 to 1000 cm", "measure again"),
        (order(farthest_platoon_cm=1.23), 409, "finer than a tape measure", "measure again"),
        (order(farthest_platoon_cm="far"), 422, "words cannot stand here", "a number or nothing"),
        (order(unit="nobody"), 409, "there is no unit 'nobody' in this game", "choose one from the list"),
        (order(unit=5), 422, "a whole number cannot stand here", "words"),
        (order(unit="a1.1.c1"), 409, "the step now is Artillery", "go on to its step"),
        (order(unit="d1.b1"), 409, "player turn", "wait for that side's turn"),
        ({"kind": "start_turn"}, 409, "a player turn is running", "end it first"),
        ({"kind": "charge"}, 422, "there is no command 'charge'", "one of "),
        ({"kind": "note", "text": "x", "colour": "red"}, 422, "a command note has no colour", "one of text"),
        ({"kind": "note", "text": "x" * 501}, 409, "a note is 1 to 500 letters long", "shorten it"),
        (
            {"kind": "correct", "of": "x", "what": "levels", "value": 1, "reason": "x"},
            409,
            "the record keeps",
            "choose",
        ),
        ({"kind": "create_game", "scenario": "mons-1914"}, 409, "has been set up already", "create another game"),
        ({"kind": "undo", "command_id": "zzz"}, 409, "nothing of that name", "choose a deed from the log"),
        ([], 422, "a list cannot stand here", "an object"),
    ],
)
def test_a_command_that_cannot_be(table: Table, command: object, status: int, says: str, instead: str) -> None:
    before = table.number
    answer = table.send(command)
    told = answer.json()
    assert (answer.status_code, table.number) == (status, before), told
    assert says in told["because"]
    assert instead in told["instead"]


def test_a_unit_already_ordered_and_an_order_twice_under_one_name(table: Table) -> None:
    done = table.send(order())
    assert done.status_code == 200
    again = table.send(order())
    assert (again.status_code, "has been ordered this turn" in again.json()["because"]) == (409, True)
    other = table.send(order(), command_id=f"c{table.sent - 1}")
    assert (other.status_code, other.json()["field"]) == (422, "command_id")


def test_a_stale_command_says_what_changed_and_what_to_do(table: Table) -> None:
    told = table.send(order(), expected_seq=0).json()
    assert told["because"] == "the table has moved on since this was written"
    assert told["instead"] == "look at what changed, then send it again"
    assert told["changed"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b'{"a":' * 5000, b"null"])
def test_what_is_no_command_at_all(table: Table, body: bytes) -> None:
    answer = table.client.post(f"/api/v1/games/{table.game}/commands", content=body, headers=JSON)
    assert answer.status_code == 422
    assert not {"recursion", "truncated", "byte", "`"} & set(answer.json()["because"].split())


def test_a_body_too_large(table: Table) -> None:
    answer = table.client.post(f"/api/v1/games/{table.game}/commands", content=b" " * 70_000, headers=JSON)
    assert (answer.status_code, "too large" in answer.json()["because"]) == (413, True)


@pytest.mark.parametrize(
    ("path", "body", "says", "instead"),
    [
        ("/join", {"code": "ABCDEFGH"}, "this code is wrong, used up or too old", "ask the host for a new one"),
        ("/join", {"code": "ABCDEFGH", "name": "x" * 61}, "name: it is too long", "at most 60 letters"),
        ("/join", {}, "code: it is missing", "add it"),
        ("/join", {"code": "x", "colour": "red"}, "colour: it is not known here", "leave it out"),
        ("/games", {**MONS_GAME, "title": " "}, "title: it is empty", "write something"),
        ("/games", {**MONS_GAME, "title": "a\x1bb"}, "title: there are signs in it", "on one line"),
        ("/games", {**MONS_GAME, "role": "king"}, "role: it is not one of the words", "'attacker'"),
        ("/games", {**MONS_GAME, "system": "chess"}, "there is no rule system 'chess'", "flanders-fields"),
        ("/games/import", {}, "this is no game file, or not a whole one", "a file exported by Beaten Zone"),
    ],
)
def test_what_cannot_be_asked_of_the_service(table: Table, path: str, body: Any, says: str, instead: str) -> None:
    before = table.client.get("/api/v1/games").json()
    answer = table.client.post(f"/api/v1{path}", json=body)
    assert answer.status_code in (404, 422)
    assert says in answer.json()["because"]
    assert instead in answer.json()["instead"]
    assert table.client.get("/api/v1/games").json() == before


def test_a_closed_game_takes_nothing_more(table: Table) -> None:
    assert table.client.post(f"/api/v1/games/{table.game}/close", json={}).status_code == 204
    before = table.number
    told = table.send({"kind": "note", "text": "late"})
    assert (told.status_code, table.number) == (409, before)
    assert told.json()["because"].startswith("this game is closed and its dice are revealed")
    assert told.json()["instead"] == "open a new game"


def test_a_script_in_a_name_is_a_name(table: Table) -> None:
    name = "<script>alert(1)</script>"
    answer = table.client.post("/api/v1/games", json={**MONS_GAME, "title": name, "name": name})
    assert (answer.status_code, answer.json()["title"], answer.json()["name"]) == (201, name, name)
    page = table.client.get(f"/games/{answer.json()['game_id']}", headers={"Accept": "text/html"}).text
    assert name not in page
