"""Log lines: one thing, one line; nothing a terminal would obey; no secrets."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from fastapi import FastAPI

from app.http.logs import configure_logs
from app.settings import Settings
from tests.app.assembly import assembled
from tests.client import TestClient, toy_app

OWN = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
NASTY = "Ann\n2026 [error] forged\r\x1b[31m\x9b\u2028\u202e\x00"


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    structlog.reset_defaults()
    root.handlers = handlers
    root.setLevel(level)


def logging_to(form: str, level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    configure_logs(Settings.model_validate({"log_format": form, "log_level": level}), stream)
    return stream


@pytest.mark.parametrize("form", ["json", "human"])
def test_what_users_typed_stays_on_its_line_and_commands_no_terminal(form: str) -> None:
    stream = logging_to(form)
    structlog.get_logger().info("seated", player=NASTY, more={"note": [NASTY]})
    logging.getLogger("library").warning("heard %s", NASTY)
    lines = stream.getvalue().removesuffix("\n").split("\n")
    assert len(lines) == 2
    assert all(one.isprintable() for line in lines for one in line), lines


def test_json_is_one_object_a_line_with_what_was_bound() -> None:
    stream = logging_to("json")
    with structlog.contextvars.bound_contextvars(request="r1", game="g1", seat="s1"):
        structlog.get_logger().info("judged", number=3)
    line = json.loads(stream.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "judged", "level": "info", "number": 3, "request": "r1", "game": "g1", "seat": "s1"}


@pytest.mark.parametrize("form", ["json", "human"])
@pytest.mark.parametrize("name", ["token", "seat_token", "Cookie", "code", "password", "seed", "Authorization"])
def test_secrets_are_hidden_at_any_depth(form: str, name: str) -> None:
    stream = logging_to(form)
    structlog.get_logger().info("joined", **{name: "canary"}, headers={name: "canary"}, several=[{name: "canary"}])
    assert "canary" not in stream.getvalue()
    assert stream.getvalue().count("[hidden]") == 3


def test_a_fault_keeps_the_lines_of_its_traceback_and_no_other() -> None:
    stream = logging_to("human")
    try:
        raise ValueError("\x1b[2J\x07")
    except ValueError:
        structlog.get_logger().exception("fault")
    assert "Traceback" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
    assert "\x07" not in stream.getvalue()


@pytest.mark.parametrize("form", ["json", "human", "not said"])
def test_a_fault_tells_where_it_was_and_nothing_that_was_known_there(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a frame knows is a game's secrets, and to write it all down took most of a minute."""
    if form == "not said":
        structlog.reset_defaults()
        assembled("sqlite:///never-opened.db")
    stream = logging_to(form) if form != "not said" else None
    try:
        _fails("cana" + "ry")
    except ValueError:
        structlog.get_logger().exception("fault")
    written = stream.getvalue() if stream else capsys.readouterr().out
    assert "Traceback" in written
    assert "_fails" in written
    assert "canary" not in written


def _fails(known: str) -> None:
    raise ValueError(f"{len(known)} letters")


def test_a_level_leaves_out_what_is_below_it() -> None:
    stream = logging_to("json", "warning")
    structlog.get_logger().info("started")
    logging.getLogger("library").info("started")
    assert stream.getvalue() == ""


def test_a_very_long_word_is_cut() -> None:
    stream = logging_to("json")
    structlog.get_logger().info("noted", note="x" * 100_000)
    assert len(stream.getvalue()) < 2500


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = toy_app(f"sqlite:///{tmp_path / 'games.db'}")
    with TestClient(made):
        yield made


def opened(app: FastAPI) -> tuple[TestClient, str]:
    """A referee's device with a game of its own."""
    host = TestClient(app, headers=OWN, raise_server_exceptions=False)
    wanted = {"system": "toy", "title": "Rigny", "command": {"kind": "begin"}, "role": "referee"}
    return host, str(host.post("/api/v1/games", json=wanted).json()["game_id"])


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_line_of_a_seats_request_names_game_and_role_and_no_token_or_code(app: FastAPI) -> None:
    host, game = opened(app)
    stream = logging_to("json", "debug")
    code = host.post(f"/api/v1/games/{game}/invitations", json={"role": "attacker"}).json()["code"]
    host.get(f"/api/v1/games/{game}")
    host.post(f"/api/v1/games/{game}/commands", content=b"{", headers={"Content-Type": "application/json"})
    lines = [line for line in lines_of(stream) if "request" in line]
    assert len({line["request"] for line in lines}) == 3
    assert {(line.get("game"), line.get("seat")) for line in lines} == {(game, "referee")}, lines
    assert code not in stream.getvalue()
    assert all(cookie.value and cookie.value not in stream.getvalue() for cookie in host.cookies.jar)


def test_a_guest_who_joined_is_named_by_his_own_role(app: FastAPI) -> None:
    host, game = opened(app)
    code = host.post(f"/api/v1/games/{game}/invitations", json={"role": "attacker"}).json()["code"]
    guest = TestClient(app, headers=OWN)
    stream = logging_to("json", "debug")
    guest.post("/api/v1/join", json={"code": code, "name": "Ann"})
    guest.get(f"/api/v1/games/{game}/seat")
    last = [line for line in lines_of(stream) if line["event"] == "request"][-1]
    assert (last["game"], last["seat"], last["status"]) == (game, "attacker", 200)
    assert code not in stream.getvalue()
    assert "Ann" not in stream.getvalue()


def test_a_strangers_knock_is_named_and_the_next_request_forgets_it(app: FastAPI) -> None:
    _, game = opened(app)
    stream = logging_to("json", "debug")
    stranger = TestClient(app, headers=OWN)
    stranger.get(f"/api/v1/games/{game}")
    stranger.get("/health")
    knock, other = (line for line in lines_of(stream) if line["event"] == "request")
    assert (knock["game"], knock["seat"], knock["status"]) == (game, "stranger", 401)
    assert "game" not in other


@pytest.mark.parametrize("rest", ["", "/commands", "/close", "/nowhere"])
@pytest.mark.parametrize("before", ["/api/v1", ""])
def test_a_request_refused_before_any_guard_names_its_game(app: FastAPI, before: str, rest: str) -> None:
    host, game = opened(app)
    stream = logging_to("json", "debug")
    host.post(f"{before}/games/{game}{rest}", json={}, headers={"Origin": "https://elsewhere.example"})
    (line,) = (line for line in lines_of(stream) if line["event"] == "request")
    assert (line["game"], line["status"]) == (game, 403)
    assert "seat" not in line


@pytest.mark.parametrize("path", ["/api/v1/games/import", "/games/new", "/games/%0aforged", "/games/" + "x" * 300])
def test_what_is_no_game_in_an_address_is_not_told_as_one(app: FastAPI, path: str) -> None:
    stream = logging_to("json", "debug")
    TestClient(app, headers=OWN).get(path)
    assert all("game" not in line or line["seat"] == "stranger" for line in lines_of(stream))


def test_the_last_line_of_opening_and_of_joining_names_game_and_role(app: FastAPI) -> None:
    stream = logging_to("json", "debug")
    host, game = opened(app)
    code = host.post(f"/api/v1/games/{game}/invitations", json={"role": "attacker"}).json()["code"]
    TestClient(app, headers=OWN).post("/api/v1/join", json={"code": code})
    opening, _, joining = (line for line in lines_of(stream) if line["event"] == "request")
    assert (opening["game"], opening["seat"], opening["status"]) == (game, "referee", 201)
    assert (joining["game"], joining["seat"], joining["status"]) == (game, "attacker", 201)


def test_a_fault_in_the_writing_thread_names_game_and_role(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    host, game = opened(app)

    def broken(*_: object) -> None:
        raise ArithmeticError("a fault of ours")

    monkeypatch.setattr(app.state.keeper.games._judge, "judge", broken)
    stream = logging_to("json")
    host.post(
        f"/api/v1/games/{game}/commands", json={"command_id": "c1", "expected_seq": 1, "command": {"kind": "begin"}}
    )
    fault = next(line for line in lines_of(stream) if line["event"] == "fault at a command")
    assert (fault["game"], fault["seat"], fault["kind"]) == (game, "referee", "begin")
