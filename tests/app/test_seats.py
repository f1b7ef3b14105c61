"""Seats: who gets one, who does not, and what each may do."""

import base64
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from sqlalchemy import text

from app.db import Database
from app.documents.makers import MadeHere
from app.documents.secret import Holds
from app.games.keeper import Keeper
from app.seats.book import SeatBook
from app.seats.guard import Guard, anyone, seat_for
from app.seats.tokens import LETTERS
from app.store.tables import METADATA
from app.systems.flanders_fields.scenarios.examples import RAID
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.play import Role
from tests.app.assembly import assembled
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
    answer = guest.post("/api/v1/join", json={"code": invite(host, game, role)["code"], "name": role})
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


def test_a_seat_ends_after_thirty_days(database: Database) -> None:
    clock = [datetime(2026, 11, 21, 12, tzinfo=UTC)]
    book = SeatBook(database.engine, clock=lambda: clock[0])
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO games VALUES ('g', 'toy', 'Rigny', 'now', NULL, NULL)"))
    seat, token = book.sit("g", ATTACKER, "Bea")
    assert book.seat_of(token) == seat
    clock[0] += timedelta(days=31)
    assert book.seat_of(token) is None
    assert SeatBook(database.engine, clock=lambda: clock[0]).seat_of(token) is None


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

    monkeypatch.setattr("app.seats.book.hmac.compare_digest", taken_away_meanwhile)
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
    monkeypatch.setattr("app.seats.book.hmac.compare_digest", lambda *both: bool(compared.append(both)))
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
    assert first.get(f"/api/v1/games/{game}").status_code == 401
    assert second.get(f"/api/v1/games/{game}").status_code == 200
    assert host.post(f"/api/v1/games/{game}/seats/{gone}/revoke", json={}).status_code == 404


def test_who_guesses_letters_from_everywhere_keeps_out_nobody_who_scanned_a_link(
    app: FastAPI, host: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the limit of all addresses even right letters wait, or it would be none; a link is too long to guess."""
    link, letters = invite(host, game, "attacker")["code"], invite(host, game, "attacker", "typed")["code"]
    addresses = itertools.count()
    monkeypatch.setattr("app.seats.guesses.address", lambda request: f"2001:db8::{next(addresses):x}")
    told = [device(app).post("/api/v1/join", json={"code": f"GUESS{number:03d}"}).status_code for number in range(120)]
    assert told == [404] * 100 + [429] * 20
    assert device(app).post("/api/v1/join", json={"code": letters}).status_code == 429
    assert device(app).post("/api/v1/join", json={"code": link}).status_code == 201


def test_an_address_that_guessed_too_often_is_refused_whatever_it_sends(
    app: FastAPI, host: TestClient, game: str
) -> None:
    code = invite(host, game, "attacker")["code"]
    guesser = device(app)
    told = [guesser.post("/api/v1/join", json={"code": one}).status_code for one in ["A" * 26, "B" * 8] * 6]
    assert told == [404] * 10 + [429] * 2
    for body in ({"code": code}, {}, []):
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
        connection.execute(text("UPDATE seats SET created_at = '2020-01-01T00:00:00Z' WHERE id = :id"), {"id": seat})
    keeper(app).seats.forget()
    return {"none": device(app), "other game": foreign, "expired": late, "revoked": gone, **found, "host": host}


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
            sent = {"content": body, "headers": {"Content-Type": "application/json"}, "params": {"kind": "roll"}}
            answer = host.request(method, address, **sent)
            has_an_id = path.endswith(("/import", "/check")) and "{game_id}" not in path
            is_read = method == "GET" and (path in readable or has_an_id or "/questions/" in path)
            assert (answer.status_code == 405) is not is_read, (method, path, answer.text)
    assert everything(app) == before
