"""Seats: who gets one, who does not, and what each may do."""

import base64
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from app.documents.ownership import Holds, MadeHere
from app.games.app_services import Keeper
from app.http.guards import Guard, anyone, seat_for
from app.http.rate_limits import Limits
from app.seats.seat_repository import LETTERS, Inbox, SeatBook, new_invitation
from app.storage.database import Database
from app.storage.schema import METADATA
from app.systems.flanders_fields.scenarios import RAID
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.seats import Role
from tests.app.assembly import assembled
from tests.app.described import sits_down
from tests.app.seat_matrix import CALLERS, HOLDERS, MAKERS, MATRIX, NEW_FORCE, NEW_PLAN, NEW_TABLE, STRANGERS, WHERE
from tests.app.test_headers import assert_guarded
from tests.client import TestClient, toy_app

pytestmark = pytest.mark.evening

BASE = "http://table.test"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def app(url: str) -> Iterator[FastAPI]:
    made = toy_app(url)
    with TestClient(made):
        yield made


def device(app: FastAPI, base: str = BASE) -> TestClient:
    """A browser of its own, with pages of this server."""
    return TestClient(app, base_url=base, headers={**OWN, "Origin": base}, raise_server_exceptions=False)


def keeper(app: FastAPI) -> Keeper:
    kept: Keeper = app.state.keeper
    return kept


def open_game(host: TestClient, role: str = "referee") -> str:
    answer = host.post(
        "/api/v1/games",
        json={"system": "toy", "title": "Rigny", "command": {"kind": "begin"}, "name": "Ann", "role": role},
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def invite(host: TestClient, game: str, role: str, kind: str = "link") -> dict[str, Any]:
    answer = host.post(f"/api/v1/games/{game}/invitations", json={"role": role, "kind": kind})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def joined(app: FastAPI, host: TestClient, game: str, role: str) -> TestClient:
    guest = device(app)
    answer = sits_down(guest, invite(host, game, role)["code"], name=role)
    assert answer.status_code == 201, answer.text
    return guest


@pytest.fixture
def host(app: FastAPI) -> TestClient:
    return device(app)


@pytest.fixture
def game(host: TestClient) -> str:
    return open_game(host)


def test_a_link_brings_one_device_to_its_seat_and_no_second(app: FastAPI, host: TestClient, game: str) -> None:
    made = invite(host, game, "attacker")
    assert made["address"] == f"{BASE}/join#{made['code']}"
    assert made["qr_svg"].startswith("<svg")
    guest = device(app)
    seat = guest.post("/api/v1/join", json={"code": made["code"], "name": "Bea"}).json()
    assert (seat["role"], seat["name"], seat["is_host"]) == ("attacker", "Bea", False)
    assert guest.get(f"/api/v1/games/{game}").status_code == 200
    late = device(app).post("/api/v1/join", json={"code": made["code"]})
    assert (late.status_code, late.json()["type"]) == (404, "/problems/wrong-code")


def test_a_link_has_more_than_sixty_bits_and_the_typed_code_eight_clear_letters(host: TestClient, game: str) -> None:
    assert len(invite(host, game, "attacker")["code"]) * 5 >= 60
    typed = invite(host, game, "attacker", "typed")["code"]
    assert len(typed) == 8
    assert set(typed) <= set(LETTERS)
    assert not set(LETTERS) & set("IO01")


def test_a_typed_code_forgives_case_and_spaces(app: FastAPI, host: TestClient, game: str) -> None:
    code = invite(host, game, "defender", "typed")["code"]
    sloppy = f" {code[:4].lower()}-{code[4:]} "
    assert device(app).post("/api/v1/join", json={"code": sloppy}).status_code == 201


def test_a_code_is_good_for_ten_minutes(database: Database) -> None:
    clock = [datetime(2026, 11, 21, 12, tzinfo=UTC)]
    book = SeatBook(database.engine, clock=lambda: clock[0])
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    early, late = book.invite("g", ATTACKER, "typed"), book.invite("g", ATTACKER, "typed")
    clock[0] += timedelta(minutes=9, seconds=59)
    assert book.join(early.code, "") is not None
    clock[0] += timedelta(seconds=1)
    assert book.join(late.code, "") is None


def test_the_host_is_the_first_of_the_devices_whatever_the_clock_said(database: Database) -> None:
    clock = [datetime(2026, 11, 21, 12, tzinfo=UTC)]
    book = SeatBook(database.engine, clock=lambda: clock[0])
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    host, _ = book.sit("g", Role.REFEREE, "Ann", is_host=True)
    clock[0] -= timedelta(hours=1)
    guest, _ = book.sit("g", ATTACKER, "Bea")
    assert [one.seat for one in book.devices("g")] == [host, guest]


def test_a_seat_lasts_ninety_days_from_its_last_use(database: Database) -> None:
    clock = [datetime(2026, 11, 21, 12, tzinfo=UTC)]
    book = SeatBook(database.engine, clock=lambda: clock[0])
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    seat, token = book.sit("g", ATTACKER, "Bea")
    for _ in range(3):
        clock[0] += timedelta(days=89)
        assert book.seat_of(token) == seat
    clock[0] += timedelta(days=90)
    assert book.seat_of(token) is None
    assert SeatBook(database.engine, clock=lambda: clock[0]).seat_of(token) is None


def test_a_seat_counts_each_use_that_comes_an_hour_after_the_last_noted(database: Database) -> None:
    """The memory of a device ends before the next use has to be noted, so that no use is missed."""
    clock = [datetime(2026, 11, 21, 12, tzinfo=UTC)]
    book = SeatBook(database.engine, clock=lambda: clock[0])
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    seat, token = book.sit("g", ATTACKER, "Bea")
    for minutes in (30, 40):
        clock[0] += timedelta(minutes=minutes)
        book.seat_of(token)
    clock[0] = datetime(2027, 2, 19, 13, 9, tzinfo=UTC)  # ninety days after the use at 13:10, less a minute
    assert book.seat_of(token) == seat


def test_a_disk_that_takes_nothing_keeps_no_seat_from_its_game(database: Database) -> None:
    clock = [datetime(2026, 11, 21, 12, tzinfo=UTC)]
    book = SeatBook(database.engine, clock=lambda: clock[0])
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    seat, token = book.sit("g", ATTACKER, "Bea")
    clock[0] += timedelta(days=2)

    def refuse(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("UPDATE seats"):
            raise OperationalError(statement, {}, Exception("database or disk is full"))

    event.listen(database.engine, "before_cursor_execute", refuse)
    try:
        assert book.look_up(token) == (seat, False)
    finally:
        event.remove(database.engine, "before_cursor_execute", refuse)


def test_a_seat_that_is_used_again_gets_its_cookie_for_ninety_days_more(
    app: FastAPI, host: TestClient, game: str
) -> None:
    book = keeper(app).seats
    assert "set-cookie" not in host.get(f"/api/v1/games/{game}").headers
    book.clock = lambda: datetime.now(UTC) + timedelta(days=60)
    given = host.get(f"/api/v1/games/{game}").headers["set-cookie"]
    assert given.startswith(f"bz-{game}={host.cookies[f'bz-{game}']}; ")
    assert f"Max-Age={90 * 24 * 3600}" in given
    assert "set-cookie" not in host.get(f"/api/v1/games/{game}").headers


def test_link_and_letters_of_one_invitation_lead_one_device_to_its_seat(
    app: FastAPI, host: TestClient, game: str
) -> None:
    for first, second in (("code", "letters"), ("letters", "code")):
        made = invite(host, game, "attacker", "both")
        assert made["address"].endswith(f"#{made['code']}")
        assert made["code"] != made["letters"]
        assert device(app).post("/api/v1/join", json={"code": made[first]}).status_code == 201
        assert device(app).post("/api/v1/join", json={"code": made[second]}).status_code == 404


def test_the_host_reads_how_long_invitations_last_by_the_clock_of_the_service(
    app: FastAPI, host: TestClient, game: str
) -> None:
    book = keeper(app).seats
    began = datetime(2026, 11, 25, 12, tzinfo=UTC)
    book.clock = lambda: began
    used, open_ = invite(host, game, "attacker", "both"), invite(host, game, "defender", "typed")
    assert (used["seconds_left"], open_["letters"]) == (600, open_["code"])
    device(app).post("/api/v1/join", json={"code": used["letters"]})
    book.clock = lambda: began + timedelta(minutes=4)
    listed = {one["id"]: one for one in host.get(f"/api/v1/games/{game}/invitations").json()}
    assert {one["seconds_left"] for one in listed.values()} == {360}
    assert (listed[used["id"]]["is_used"], listed[open_["id"]]["is_used"]) == (True, False)
    assert used["code"] not in str(listed)
    book.clock = lambda: began + timedelta(minutes=10)
    assert host.get(f"/api/v1/games/{game}/invitations").json() == []


@pytest.mark.parametrize(
    "pasted",
    [
        "{address}",
        "  {address}\n",
        "Join here: {address} until ten",
        "{address}.",
        "HTTP://TABLE.TEST/JOIN#{lower}",
        "{address}\nSee you at 19:30 #clubnight",
        "http://table.test/join%23{code}",
        "<{address}>",
        "{code}",
    ],
)
def test_the_code_field_takes_a_pasted_link(app: FastAPI, host: TestClient, game: str, pasted: str) -> None:
    made = invite(host, game, "attacker", "both")
    sent = pasted.format(address=made["address"], code=made["code"], lower=made["code"].lower())
    assert device(app).post("/api/v1/join", json={"code": sent}).status_code == 201


def make_recovery_code(host: TestClient, game: str) -> str:
    answer = host.post(f"/api/v1/games/{game}/recovery-code", json={})
    assert answer.status_code == 201
    return str(answer.json()["code"])


@pytest.mark.parametrize("role", ["referee", "attacker"])
def test_a_recovery_code_makes_a_new_device_the_host_once(app: FastAPI, role: str) -> None:
    lost, back = device(app), device(app)
    game = open_game(lost, role)
    code = make_recovery_code(lost, game)
    keeper(app).seats.clock = lambda: datetime.now(UTC) + timedelta(days=80)
    sloppy = "-".join(code[at : at + 4] for at in range(0, 16, 4)).lower()
    seat = back.post("/api/v1/join", json={"code": sloppy, "name": "Ann"}).json()
    assert (seat["role"], seat["is_host"]) == (role, True)
    assert invite(back, game, "defender")["code"]
    why = lost.get(f"/api/v1/games/{game}/seats")
    assert (why.status_code, why.json()["type"]) == (401, "/problems/host-replaced")
    assert f"beatenzone invite {game}" in why.json()["instead"]
    assert [one["is_host"] for one in back.get(f"/api/v1/games/{game}/seats").json() if not one["revoked_at"]] == [True]
    assert device(app).post("/api/v1/join", json={"code": code}).status_code == 404


def test_a_recovery_code_has_80_bits_and_only_its_hash_is_kept(app: FastAPI, host: TestClient, game: str) -> None:
    code = make_recovery_code(host, game)
    assert len(base64.b32decode(code)) * 8 == 80
    with keeper(app).database.engine.connect() as connection:
        assert code not in str(connection.execute(text("SELECT * FROM invitations")).all())
    seen = [host.get(f"/games/{game}/seats").text, host.get(f"/api/v1/games/{game}/invitations").text]
    assert not [page for page in seen if code in page]


def test_a_new_recovery_code_voids_the_old_one(app: FastAPI, host: TestClient, game: str) -> None:
    old, new = make_recovery_code(host, game), make_recovery_code(host, game)
    assert device(app).post("/api/v1/join", json={"code": old}).status_code == 404
    assert device(app).post("/api/v1/join", json={"code": new}).status_code == 201


def test_a_recovery_code_of_one_game_voids_none_of_another(app: FastAPI, host: TestClient, game: str) -> None:
    other = open_game(host)
    first = make_recovery_code(host, game)
    make_recovery_code(host, other)
    assert device(app).post("/api/v1/join", json={"code": first}).json()["game_id"] == game


def test_guesses_of_a_recovery_code_are_limited_like_those_of_a_join_code(
    app: FastAPI, host: TestClient, game: str
) -> None:
    make_recovery_code(host, game)
    stop_the_clock_of_limits(app)
    guesser = device(app)
    told = [guesser.post("/api/v1/join", json={"code": f"ABCDEFGHIJKLMN{n:02d}"}).status_code for n in range(12)]
    assert told == [404] * 10 + [429] * 2


def test_an_invitation_left_beside_the_running_service_is_taken_once(
    app: FastAPI, host: TestClient, game: str, tmp_path: Path
) -> None:
    """The operator's command writes no byte of the database: the service takes the invitation in when it is used."""
    book = keeper(app).seats
    book._inbox = inbox = Inbox(tmp_path / "invited")
    made, row = new_invitation(game, Role.REFEREE, "host", datetime.now(UTC))
    inbox.leave(row)
    assert made.letters not in "".join(path.read_text() for path in inbox.folder.iterdir())
    seat = device(app).post("/api/v1/join", json={"code": made.letters}).json()
    assert (seat["role"], seat["is_host"]) == ("referee", True)
    assert list(inbox.folder.iterdir()) == []
    assert host.get(f"/api/v1/games/{game}").status_code == 401
    inbox.leave(row)
    assert device(app).post("/api/v1/join", json={"code": made.code}).status_code == 404


def test_a_seat_taken_away_while_it_was_looked_up_is_not_remembered(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = SeatBook(database.engine, database.shared)
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    seat, token = book.sit("g", ATTACKER, "Bea")

    def taken_away_meanwhile(one: bytes, other: bytes) -> bool:
        book.revoke("g", seat.id)
        return one == other

    monkeypatch.setattr("app.seats.seat_repository.hmac.compare_digest", taken_away_meanwhile)
    book.seat_of(token)
    assert book.remembered(token) is None
    assert book.seat_of(token) is None


def test_tokens_are_256_bits_and_only_their_hash_is_kept(app: FastAPI, host: TestClient, game: str) -> None:
    token = host.cookies[f"bz-{game}"]
    assert len(token) == 43
    with keeper(app).database.engine.connect() as connection:
        stored = connection.execute(text("SELECT token_hash FROM seats")).scalars().all()
        everything = str(connection.execute(text("SELECT * FROM seats")).all())
    assert [bytes(one) for one in stored] == [hashlib.sha256(token.encode()).digest()]
    assert token not in everything


def test_tokens_and_codes_come_from_the_systems_chance(
    app: FastAPI, host: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def chance(size: int) -> bytes:
        asked.append(size)
        return bytes(range(size))

    monkeypatch.setattr("secrets.token_bytes", chance)
    code = invite(host, game, "attacker")["code"]
    assert code == base64.b32encode(bytes(range(16))).decode().rstrip("=")
    guest = device(app)
    assert guest.post("/api/v1/join", json={"code": code}).status_code == 201
    assert guest.cookies[f"bz-{game}"] == base64.urlsafe_b64encode(bytes(range(32))).decode().rstrip("=")
    assert {16, 32} <= set(asked)


def test_a_token_is_compared_by_its_hash_and_in_constant_time(
    app: FastAPI, host: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the database finds by the hash is compared once more, in a time that tells nothing; that decides."""
    token = host.cookies[f"bz-{game}"]
    compared: list[tuple[bytes, bytes]] = []
    monkeypatch.setattr("app.seats.seat_repository.hmac.compare_digest", lambda *both: bool(compared.append(both)))
    assert SeatBook(keeper(app).database.engine).seat_of(token) is None
    assert compared == [(hashlib.sha256(token.encode()).digest(),) * 2]


@pytest.mark.parametrize(
    ("base", "name", "flags"),
    [
        ("http://table.test", "bz-", {"HttpOnly", "SameSite=lax", "Path=/"}),
        ("https://table.test", "__Host-bz-", {"HttpOnly", "SameSite=lax", "Path=/", "Secure"}),
    ],
)
def test_the_cookie_is_as_closed_as_the_way_allows(app: FastAPI, base: str, name: str, flags: set[str]) -> None:
    answer = device(app, base).post(
        "/api/v1/games", json={"system": "toy", "title": "Rigny", "command": {"kind": "begin"}}
    )
    first, *rest = answer.headers["set-cookie"].split("; ")
    assert first.startswith(f"{name}{answer.json()['game_id']}=")
    assert flags <= set(rest)
    assert ("Secure" in rest) is (base.startswith("https"))
    assert not any(part.lower().startswith("domain") for part in rest)


def test_several_devices_share_a_seat_and_the_host_takes_one_away(app: FastAPI, host: TestClient, game: str) -> None:
    first, second = joined(app, host, game, "attacker"), joined(app, host, game, "attacker")
    listed = host.get(f"/api/v1/games/{game}/seats").json()
    assert [one["role"] for one in listed] == ["referee", "attacker", "attacker"]
    gone = first.get(f"/api/v1/games/{game}/seat").json()["id"]
    assert host.post(f"/api/v1/games/{game}/seats/{gone}/revoke", json={}).status_code == 204
    assert first.get(f"/api/v1/games/{game}").json()["type"] == "/problems/seat-removed"
    assert device(app).get(f"/api/v1/games/{game}").json()["type"] == "/problems/no-seat"
    assert second.get(f"/api/v1/games/{game}").status_code == 200
    assert host.post(f"/api/v1/games/{game}/seats/{gone}/revoke", json={}).status_code == 404


def stop_the_clock_of_limits(app: FastAPI) -> None:
    """Let no time pass for the limits: on a busy machine they would allow further guesses meanwhile."""
    app.state.keeper = replace(app.state.keeper, limits=Limits(clock=lambda: 0.0))


def test_who_guesses_letters_from_everywhere_keeps_out_nobody_who_scanned_a_link(
    app: FastAPI, host: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the limit of all addresses even right letters wait, or it would be none; a link is too long to guess."""
    link, letters = invite(host, game, "attacker")["code"], invite(host, game, "attacker", "typed")["code"]
    stop_the_clock_of_limits(app)
    addresses = itertools.count()
    monkeypatch.setattr("app.http.rate_limits.address", lambda request: f"2001:db8::{next(addresses):x}")
    told = [device(app).post("/api/v1/join", json={"code": f"GUESS{number:03d}"}).status_code for number in range(120)]
    assert told == [404] * 100 + [429] * 20
    assert device(app).post("/api/v1/join", json={"code": letters}).status_code == 429
    assert device(app).post("/api/v1/join", json={"code": link}).status_code == 201


def test_an_address_that_guessed_too_often_is_refused_whatever_it_sends(
    app: FastAPI, host: TestClient, game: str
) -> None:
    stop_the_clock_of_limits(app)
    code = invite(host, game, "attacker")["code"]
    guesser = device(app)
    told = [guesser.post("/api/v1/join", json={"code": one}).status_code for one in ["A" * 26, "B" * 8] * 6]
    assert told == [404] * 10 + [429] * 2
    bodies: tuple[Any, ...] = ({"code": code}, {}, [])
    for body in bodies:
        assert guesser.post("/api/v1/join", json=body).status_code == 429


def test_the_referee_is_present_once_a_device_sits_there(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    seats = keeper(app).seats
    assert not seats.referee_present(game)
    referee = joined(app, host, game, "referee")
    assert seats.referee_present(game)
    gone = referee.get(f"/api/v1/games/{game}/seat").json()["id"]
    host.post(f"/api/v1/games/{game}/seats/{gone}/revoke", json={})
    assert not seats.referee_present(game)


def test_the_dice_are_promised_at_the_start_and_their_seed_told_at_the_end(
    app: FastAPI, host: TestClient, game: str
) -> None:
    guest = device(app)
    guest.post("/api/v1/join", json={"code": invite(host, game, "attacker")["code"], "share": "5afe"})
    told = guest.get(f"/api/v1/games/{game}/dice").json()
    assert (told["shares"], told["seeds"]) == (["5afe"], [None])
    assert host.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
    seed = guest.get(f"/api/v1/games/{game}/dice").json()["seeds"][0]
    assert [hashlib.sha256(bytes.fromhex(seed)).hexdigest()] == told["commitments"]


# The matrix: every route of games, seats and streams by everybody who might try it.

# What the framework answers by itself, the same for everybody: the description of the service, and built files.
WITHOUT_A_GUARD = {"/api/v1/openapi.json", "/static"}


def declared(app: FastAPI) -> dict[tuple[str, str], int]:
    """Everything that can be reached, by method and path, with the number of guards it declares."""
    found: dict[tuple[str, str], int] = {}
    for one in iter_route_contexts(app.routes):
        if one.path not in WITHOUT_A_GUARD:
            calls = one.dependant.dependencies if isinstance(one.original_route, APIRoute) else ()
            guards = sum(isinstance(dependency.call, Guard | MadeHere | Holds) for dependency in calls)
            found |= {(method, one.path or ""): guards for method in one.methods or ("any",)}
    return found


def test_every_route_declares_who_may_use_it(app: FastAPI) -> None:
    assert {route: guards for route, guards in declared(app).items() if guards != 1} == {}


@pytest.mark.parametrize(
    "add",
    [
        lambda app: app.add_api_route("/new-here", lambda: None),
        lambda app: app.add_api_route("/new-here", lambda: None, dependencies=[Depends(anyone), Depends(seat_for)]),
        lambda app: app.add_api_websocket_route("/new-here", lambda: None),
        lambda app: app.add_route("/new-here", lambda request: None),
        lambda app: app.mount("/new-here", FastAPI()),
    ],
    ids=["no guard", "two guards", "a socket", "a route past the framework", "another application"],
)
def test_whatever_is_added_without_a_declaration_is_found(add: Callable[[FastAPI], None]) -> None:
    app = assembled("sqlite:///never-opened.db")
    add(app)
    assert {path for (_, path), guards in declared(app).items() if guards != 1} == {"/new-here"}


def test_every_route_has_a_row_in_the_matrix(app: FastAPI) -> None:
    assert set(MATRIX) == set(declared(app))


def callers(app: FastAPI, host: TestClient, game: str) -> dict[str, TestClient]:
    """One device of every kind that might try."""
    other = device(app)
    token = other.cookies[f"bz-{open_game(other)}"]
    foreign = device(app)
    foreign.cookies.set(f"bz-{game}", token)
    found = {role: joined(app, host, game, role) for role in ("spectator", "attacker", "defender", "referee")}
    gone, late = joined(app, host, game, "attacker"), joined(app, host, game, "attacker")
    seat = gone.get(f"/api/v1/games/{game}/seat").json()["id"]
    host.post(f"/api/v1/games/{game}/seats/{seat}/revoke", json={})
    seat = late.get(f"/api/v1/games/{game}/seat").json()["id"]
    with keeper(app).database.engine.begin() as connection:
        connection.execute(text("UPDATE seats SET last_used_at = '2020-01-01T00:00:00Z' WHERE id = :id"), {"id": seat})
    keeper(app).seats.forget()
    return {"none": device(app), "other game": foreign, "expired": late, "revoked": gone, **found, "host": host}


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_matrix_holds(app: FastAPI, host: TestClient) -> None:
    game = open_game(host, role="attacker")
    keeper(app).hub.end()
    everybody = callers(app, host, game)
    assert set(everybody) == set(CALLERS)
    places = {**WHERE, "table_id": host.post("/api/v1/tables", json=NEW_TABLE).json()["id"]}
    places["plan_id"] = host.post("/api/v1/fire-plans", json=NEW_PLAN).json()["id"]
    places["scenario_id"] = host.post("/api/v1/scenarios/import", json=RAID).json()["id"]
    places["force_id"] = host.post("/api/v1/forces", json=NEW_FORCE).json()["id"]
    places["built_id"] = host.post("/api/v1/earth-1418/forces", json={"name": "Ours"}).json()["id"]
    refused = {id(MAKERS): 403, id(HOLDERS): 404}
    close = ("POST", "/api/v1/games/{game_id}/close")
    for route in [*(route for route in MATRIX if route != close), close]:
        allowed, body = MATRIX[route]
        for who, client in everybody.items():
            answer = client.request(route[0], route[1].format(game_id=game, **places), json=body)
            told = (who, route, answer.status_code, answer.text)
            assert answer.status_code < 500, told
            assert_guarded(dict(answer.headers))
            if allowed[who]:
                assert answer.status_code not in (401, 403), told
                assert allowed is not HOLDERS or answer.status_code != 404, told
            else:
                assert answer.status_code == refused.get(id(allowed), STRANGERS.get(who, 403)), told


FORGED: list[tuple[dict[str, str], int]] = [
    ({}, 403),
    ({"Origin": "http://elsewhere.test"}, 403),
    ({"Origin": "null"}, 403),
    ({**OWN, "Sec-Fetch-Site": "cross-site"}, 403),
    ({**OWN, "Sec-Fetch-Site": "same-site"}, 403),
    ({**OWN, "Content-Type": "application/x-www-form-urlencoded"}, 415),
    ({**OWN, "Content-Type": "text/plain"}, 415),
    ({**OWN, "Content-Type": "multipart/form-data; boundary=x"}, 415),
]
OTHER_METHODS = ("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")


def everything(app: FastAPI) -> dict[str, list[str]]:
    """Every row of every table."""
    with keeper(app).database.engine.connect() as connection:
        tables = METADATA.sorted_tables
        return {one.name: sorted(map(str, connection.execute(one.select()).all())) for one in tables}


def test_forged_requests_change_nothing(app: FastAPI, host: TestClient, game: str) -> None:
    """With the host's own cookie, as his browser would send it for another site's page."""
    invite(host, game, "attacker")
    forger = TestClient(app, base_url=BASE, cookies=dict(host.cookies), raise_server_exceptions=False)
    before = everything(app)
    for method, path in MATRIX:
        for headers, status in FORGED if method == "POST" else ():
            body = json.dumps(MATRIX[method, path][1])
            sent = {"Content-Type": "application/json", **headers}
            answer = forger.post(path.format(game_id=game, **WHERE), content=body, headers=sent)
            assert answer.status_code == status, (path, headers, answer.text)
    assert everything(app) == before


def test_no_other_method_does_what_a_post_does(app: FastAPI, host: TestClient, game: str) -> None:
    """A link or a picture on a foreign page makes the browser look: looking changes nothing."""
    before, readable = everything(app), {path for method, path in MATRIX if method == "GET"}
    for _, path in (route for route in MATRIX if route[0] == "POST"):
        for method in OTHER_METHODS:
            address, body = path.format(game_id=game, **WHERE), json.dumps(MATRIX["POST", path][1])
            sent: dict[str, Any] = {
                "content": body,
                "headers": {"Content-Type": "application/json"},
                "params": {"kind": "roll"},
            }
            answer = host.request(method, address, **sent)
            has_an_id = path.endswith(("/import", "/check")) and "{game_id}" not in path
            is_read = method == "GET" and (path in readable or has_an_id or "/questions/" in path)
            assert (answer.status_code == 405) is not is_read, (method, path, answer.text)
    assert everything(app) == before
