"""Whatever goes wrong, on whatever route: a problem after RFC 9457, of a status that is described for that route."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from httpx import Response
from sqlalchemy import Engine, text
from structlog.testing import capture_logs

from app.documents.ownership import Holds, MadeHere
from app.documents.table_routes import SMALL_TABLE
from app.documents.tables import MOST_BYTES
from app.http.guards import Anyone, HostOfDeleted, Seated
from app.http.rate_limits import RequestLimits
from app.main import PLUGINS
from app.system_service import service_of
from app.systems.flanders_fields.fire_plans import SMALL_PLAN
from app.systems.flanders_fields.forces import CHANGES, SMALL_FORCE
from app.systems.flanders_fields.scenarios import RAID
from rules.flanders_fields.vocabulary import ATTACKER
from tests.app.conftest import forget_games
from tests.app.described import Operation, device, joined, opened, operations, served
from tests.client import TestClient
from tests.torture.served import MONS_GAME

METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NOTE: Final = {"command_id": "note-1", "expected_seq": 1, "command": {"kind": "note", "text": "tea"}}
NEW_TABLE: Final = {"name": "Ours", "width_cm": 120, "depth_cm": 180}
A_SAVE: Final = {"revision": 1, "document": SMALL_TABLE}
AGAIN: Final = {**MONS_GAME, "request_id": "0vTq3mXc7hKpWn2sZdL8yA"}
OF_A_TABLE: Final = {
    "copy_tabletop": {"name": "Copied"},
    "save_tabletop": A_SAVE,
    "rename_tabletop": {"name": "Otherwise"},
    "delete_tabletop": {},
}
NEW_FORCE: Final = {"table": "german_storm", "date": "1918-03"}
SAVED_FORCE: Final = {"revision": 1, "document": SMALL_FORCE}
A_CHANGE: Final = {**SAVED_FORCE, "changes": CHANGES}
OF_A_FORCE: Final = {
    "copy_force": {"name": "Copied"},
    "save_force": SAVED_FORCE,
    "change_force": A_CHANGE,
    "delete_force": {},
}
BUILT: Final = [one.forces for one in map(service_of, PLUGINS.values()) if one.forces]
OF_BUILT: Final = {
    f"{kinds.operations}{key}": body
    for kinds in BUILT
    for key, body in {
        "copy_force": {"name": "Copied"},
        "save_force": {"revision": 1, "document": kinds.sample},
        "delete_force": {},
    }.items()
}
NEW_BUILT: Final = {f"{kinds.operations}new_force": {"name": "Ours"} for kinds in BUILT}
READ_BUILT: Final = [f"{kinds.operations}{one}" for kinds in BUILT for one in ("one_force", "file_of_force")]
BROUGHT: Final = {f"{kinds.operations}bring_force": kinds.sample for kinds in BUILT}
OF_A_SCENARIO: Final = {"save_scenario": {"revision": 1, "document": RAID}, "delete_scenario": {}}
NEW_PLAN: Final = {"name": "Before dawn", "side": "attacker"}
SAVED_PLAN: Final = {"revision": 1, "document": SMALL_PLAN}
A_SEAL: Final = {"command_id": "seal-1", "expected_seq": 0}
OF_A_PLAN: Final = {"copy_fire_plan": {"name": "Copied"}, "save_fire_plan": SAVED_PLAN, "delete_fire_plan": {}}
IN_A_GAME: Final = {"new_fire_plan_in_game": {"name": "Ours"}, "bring_fire_plan_into_game": SMALL_PLAN}
TOO_MUCH: Final = b" " * 70_000
TOO_MUCH_FOR_A_GAME: Final = b" " * (32 * 1024 * 1024 + 1)
TOO_MUCH_FOR_A_TABLE: Final = b" " * (MOST_BYTES + 10_000)
TOO_MUCH_FOR_A_SCENARIO: Final = b" " * (2 * 1024 * 1024 + 1)
TAKES_MORE: Final = {
    "create": TOO_MUCH_FOR_A_SCENARIO,
    "check_scenario": TOO_MUCH_FOR_A_SCENARIO,
    "bring_scenario": TOO_MUCH_FOR_A_SCENARIO,
    "save_scenario": TOO_MUCH_FOR_A_SCENARIO,
    "bring_back": TOO_MUCH_FOR_A_GAME,
    "bring_tabletop": TOO_MUCH_FOR_A_TABLE,
    "save_tabletop": TOO_MUCH_FOR_A_TABLE,
    "bring_fire_plan": TOO_MUCH_FOR_A_TABLE,
    "bring_fire_plan_into_game": TOO_MUCH_FOR_A_TABLE,
    "save_fire_plan": TOO_MUCH_FOR_A_TABLE,
    "bring_force": TOO_MUCH_FOR_A_TABLE,
    "save_force": TOO_MUCH_FOR_A_TABLE,
    "change_force": TOO_MUCH_FOR_A_TABLE,
    **{f"{kinds.operations}{one}": TOO_MUCH_FOR_A_TABLE for kinds in BUILT for one in ("bring_force", "save_force")},
}
LOOKED_UP: Final = [lookups.operations for lookups in PLUGINS.lookups()]
NOWHERE: Final = ("/nothing", "/api/v1/nothing", "/api/v2/games", "/static/nothing.js", "/lookups/moon")


class Provoked:
    """A service in which everything goes wrong that can: what each operation answered, by its id."""

    def __init__(self, app: FastAPI, host: TestClient) -> None:
        self.app = app
        self.keeper = app.state.keeper
        self.operations = operations(app)
        self.host = host
        self.game = opened(host)
        self.table = host.post("/api/v1/tables", json=NEW_TABLE).json()["id"]
        self.plan = host.post("/api/v1/fire-plans", json=NEW_PLAN).json()["id"]
        self.force = host.post("/api/v1/forces", json=NEW_FORCE).json()["id"]
        self.scenario = host.post("/api/v1/scenarios/import", json=RAID).json()["id"]
        built = host.post(f"/api/v1/{BUILT[0].key}/forces", json={"name": "Ours"}).json()["id"]
        made = {"table_id": self.table, "plan_id": self.plan, "force_id": self.force, "scenario_id": self.scenario}
        self.mine = {**made, "built_id": built}
        self.stranger = device(app)
        self.guest = joined(app, host, self.game, "attacker")
        self.answers: dict[str, list[Response]] = defaultdict(list)

    def send(self, who: TestClient, one: Operation, **more: Any) -> Response:
        """One request of an operation, noted."""
        address = one.at(game_id=self.game, **more.pop("places", {}))
        answer = who.request(one.method, address, **{"params": one.query, **more})
        self.answers[one.id].append(answer)
        return answer

    def each(self, who: TestClient, method: str, **more: Any) -> None:
        """One request of every operation of a method."""
        for one in self.operations.values():
            if one.method == method:
                self.send(who, one, **more)

    def write(self, statement: str) -> None:
        """Change the database behind the service's back."""
        with self.keeper.database.engine.begin() as connection:
            connection.execute(text(statement))

    def invitation(self, role: str) -> str:
        """The code of a new invitation to the game."""
        wanted = {"role": role}
        return str(self.host.post(f"/api/v1/games/{self.game}/invitations", json=wanted).json()["code"])

    def note(self, command_id: str) -> dict[str, Any]:
        """A note that would be taken now."""
        number = self.host.get(f"/api/v1/games/{self.game}").json()["number"]
        return {**NOTE, "command_id": command_id, "expected_seq": number}

    def ask(self, key: str, **more: Any) -> Response:
        """One request of the host."""
        return self.send(self.host, self.operations[key], **more)


def strangers_and_guests(it: Provoked) -> None:
    """401 and 403: no seat, a seat that does not reach so far, a page of somebody else."""
    it.keeper.hub.end()
    it.each(it.stranger, "GET")
    it.each(it.guest, "GET")
    it.send(joined(it.app, it.host, it.game, "spectator"), it.operations["fire_plans_of_game"])
    it.each(it.stranger, "POST", json={})
    it.each(it.host, "POST", headers={"Origin": "http://elsewhere.test"}, json={})
    it.each(it.host, "POST", headers={"Sec-Fetch-Site": "cross-site"}, json={})


def bodies(it: Provoked) -> None:
    """413, 415, 422: too much, not JSON, broken JSON, and parameters that cannot be."""
    it.each(it.host, "POST", headers={"Content-Type": "text/plain"}, content=b"{}")
    for one in it.operations.values():
        if one.method == "POST":
            it.send(
                it.host,
                one,
                places=it.mine,
                content=TAKES_MORE.get(one.id, TOO_MUCH),
            )
    for body in (b"{", b"\xff", b"[]", b'{"moon": 1}'):
        for one in it.operations.values():
            if one.method == "POST":
                it.send(it.host, one, places=it.mine, content=body)
    for body in (b"[]", b'{"moon": 1}'):
        for key in IN_A_GAME:
            it.send(it.guest, it.operations[key], content=body)
    it.ask("compare_fire_plans", places={"plan_id": it.plan}, params={})
    it.ask("ratio_of_forces", places=it.mine, params={})
    for many in ("every_force", "every_tabletop", "every_scenario", "every_fire_plan"):
        it.ask(many, params={"system": "moon"})
    it.ask("read_log", params={"since": -1})
    it.ask("head", params={"at": "noon"})
    it.ask("known", params={"of": "x" * 65})
    for key in (f"{named}{one}" for named in LOOKED_UP for one in ("every_table", "one_table")):
        it.ask(key, params={"date": "1813-10"})
        it.ask(key, params={})


def what_is_not_there(it: Provoked) -> None:
    """404: another key, code, seat; and a game whose system this program does not know."""
    nothing = {"key": "moon", "table": "FF-X", "clause": "FF-X-1", "ruling": "AMB-0", "seat_id": "nobody"}
    for named in LOOKED_UP:
        for key in ("one_question", "one_table", "one_clause", "one_ruling"):
            it.ask(f"{named}{key}", places=nothing)
    it.ask("revoke", places=nothing, json={})
    it.ask("join", json={"code": "ABCDEFGH"})
    for key, body in {"one_tabletop": None, **OF_A_TABLE}.items():
        it.ask(key, places={"table_id": "nowhere"}, json=body)
    for key, body in {"one_force": None, "file_of_force": None, **OF_A_FORCE}.items():
        it.ask(key, places={"force_id": "nowhere"}, json=body)
    for key, body in {**dict.fromkeys(READ_BUILT), **OF_BUILT}.items():
        it.ask(key, places={"built_id": "nowhere"}, json=body)
    for key, body in {"one_scenario": None, **OF_A_SCENARIO}.items():
        it.ask(key, places={"scenario_id": "nowhere"}, json=body)
    it.ask("ratio_of_forces", places=it.mine)
    for key, body in {
        "one_fire_plan": None,
        "file_of_fire_plan": None,
        "compare_fire_plans": None,
        **OF_A_PLAN,
    }.items():
        it.ask(key, places={"plan_id": "nowhere"}, json=body)
    it.write("UPDATE games SET system = 'chess'")
    forget_games(it.keeper.games)
    it.send(it.guest, it.operations["new_fire_plan_in_game"], json={"name": "Ours"})
    for key, body in {
        "sealed_plans": None,
        "look": None,
        "available_commands": None,
        "screen": None,
        "known": None,
        "prompts": {"kind": "note"},
        "read_log": None,
        "report_of_game": None,
        "mine": None,
        "command": NOTE,
        "close": {},
        "agree_to_deletion": {},
    }.items():
        it.ask(key, json=body)
    it.write("UPDATE games SET system = 'flanders-fields'")


def what_cannot_be(it: Provoked) -> None:
    """409 and 401: refused, stale, here already; a request sent again from a seat that has run out."""
    it.ask("create", json={**MONS_GAME, "command": {"kind": "create_game", "scenario": "waterloo"}})
    it.ask("command", json={**NOTE, "command_id": "ahead-1", "expected_seq": 99})
    it.ask("restore_game", json={})
    it.ask("command", json={**it.note("end-1"), "command": {"kind": "end_turn"}})
    it.ask("join", json={"code": it.invitation("attacker")})
    held = it.host.post("/api/v1/games", json=MONS_GAME | {"role": "attacker"}).json()["game_id"]
    joined(it.app, it.host, held, "defender")
    it.answers["invite"].append(it.host.post(f"/api/v1/games/{held}/invitations", json={"role": "defender"}))
    it.ask("report_of_game")
    it.ask("bring_back", json=it.host.get(f"/api/v1/games/{it.game}/export").json())
    it.ask("create", json=AGAIN)
    it.ask("save_tabletop", places={"table_id": it.table}, json={**A_SAVE, "revision": 9})
    it.ask("save_tabletop", places={"table_id": it.table}, json={**A_SAVE, "document": {}})
    it.ask("save_fire_plan", places={"plan_id": it.plan}, json={**SAVED_PLAN, "revision": 9})
    it.ask("new_force", json={**NEW_FORCE, "choices": {"mmg_company": 9}})
    it.ask("new_force", json={**NEW_FORCE, "date": "1813-10"})
    it.ask("save_force", places=it.mine, json={**SAVED_FORCE, "revision": 9})
    it.ask("save_force", places=it.mine, json={**SAVED_FORCE, "document": {}})
    it.ask("change_force", places=it.mine, json={**A_CHANGE, "changes": [{"kind": "leave", "of": "x9"}]})
    it.ask("change_force", places=it.mine, json={**A_CHANGE, "document": {}})
    for kinds in BUILT:
        of_it = {"revision": 9, "document": kinds.sample}
        it.ask(f"{kinds.operations}save_force", places=it.mine, json=of_it)
        it.ask(f"{kinds.operations}save_force", places=it.mine, json={**of_it, "document": {}})
    it.ask("save_scenario", places=it.mine, json={"revision": 9, "document": RAID})
    it.ask("save_scenario", places=it.mine, json={"revision": 1, "document": {}})
    it.ask("bring_scenario", json={})
    tanks = it.host.post("/api/v1/forces", json={"table": "british_tanks", "date": "1917-11"}).json()["id"]
    it.ask("ratio_of_forces", places=it.mine, params={"defender": tanks})
    it.ask("seal_fire_plan", places={"plan_id": it.plan}, json=A_SEAL)
    it.write("UPDATE seats SET last_used_at = '2020-01-01T00:00:00Z'")
    it.keeper.seats.forget()
    it.ask("create", json=AGAIN)


def a_full_disk(it: Provoked) -> None:
    """507: the database takes nothing more."""
    code, note = it.invitation("attacker"), it.note("note-2")
    seat = it.guest.get(f"/api/v1/games/{it.game}/seat").json()["id"]
    other = opened(it.host)
    file = it.host.get(f"/api/v1/games/{other}/export").json()
    for table in ("commands", "events", "seats", "dice_shares", "dice_seeds", "games"):
        it.write(f"DELETE FROM {table} WHERE {'id' if table == 'games' else 'game_id'} = '{other}'")
    ours = it.guest.post(f"/api/v1/games/{it.game}/fire-plans", json={"name": "Ours"}).json()["id"]
    forget_games(it.keeper.games)
    it.write(f"INSERT INTO deletions VALUES ('{it.game}', '2026-11-25T18:00:00Z', 'Ann', '', NULL)")
    full = _fills_the_disk(it.keeper.database.engine)
    for key, body in {
        "create": MONS_GAME,
        "command": note,
        "bring_back": file,
        "close": {},
        "invite": {"role": "attacker"},
        "request_deletion": {},
        "restore_game": {},
        "make_recovery_code": {},
    }.items():
        it.ask(key, json=body)
    it.send(it.stranger, it.operations["join"], json={"code": code, "share": "9f"})
    it.ask("revoke", places={"seat_id": seat}, json={})
    for key, body in {**OF_A_TABLE, "new_tabletop": NEW_TABLE, "bring_tabletop": SMALL_TABLE}.items():
        it.ask(key, places={"table_id": it.table}, json=body)
    for key, body in {**OF_A_PLAN, "new_fire_plan": NEW_PLAN, "bring_fire_plan": SMALL_PLAN}.items():
        it.ask(key, places={"plan_id": it.plan}, json=body)
    for key, body in {**OF_A_SCENARIO, "bring_scenario": RAID}.items():
        it.ask(key, places=it.mine, json=body)
    for key, body in {**OF_BUILT, **NEW_BUILT, **BROUGHT}.items():
        it.ask(key, places=it.mine, json=body)
    for key, body in {**OF_A_FORCE, "new_force": NEW_FORCE, "bring_force": SMALL_FORCE}.items():
        it.ask(key, places=it.mine, json=body)
    for key, body in IN_A_GAME.items():
        it.send(it.guest, it.operations[key], json=body)
    it.send(it.guest, it.operations["seal_fire_plan"], places={"plan_id": ours}, json=A_SEAL)
    for key in ("agree_to_deletion", "decline_deletion"):
        it.send(it.guest, it.operations[key], json={})
    full()
    it.write("DELETE FROM deletions")


def _fills_the_disk(engine: Engine) -> Callable[[], None]:
    """Let the one connection of the file only read, until the result is called."""

    def set_query_only(value: int) -> None:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA query_only = {value}")

    set_query_only(1)
    return lambda: set_query_only(0)


def too_often(it: Provoked) -> None:
    """429: codes guessed and games opened faster than anybody could."""
    for _ in range(12):
        it.ask("join", json={"code": "ABCDEFGH"})
    for _ in range(40):
        it.ask("create", json={**MONS_GAME, "system": "chess"})
    it.ask("bring_back", json={})
    it.ask("new_tabletop", json=NEW_TABLE)
    it.ask("copy_tabletop", json={"name": "Copied"})
    it.ask("bring_tabletop", json=SMALL_TABLE)
    it.ask("bring_scenario", json=RAID)
    for key, body in {
        "new_fire_plan": NEW_PLAN,
        "bring_fire_plan": SMALL_PLAN,
        "copy_fire_plan": {"name": "x"},
    }.items():
        it.ask(key, places={"plan_id": it.plan}, json=body)
    for key, body in {"new_force": NEW_FORCE, "bring_force": SMALL_FORCE, "copy_force": {"name": "x"}}.items():
        it.ask(key, places=it.mine, json=body)
    copies = {key: body for key, body in OF_BUILT.items() if key.endswith("copy_force")}
    bodies: dict[str, Any] = {**copies, **NEW_BUILT, **BROUGHT}
    for key, body in bodies.items():
        it.ask(key, places=it.mine, json=body)
    # The seats of before have run out.
    _, token = it.keeper.seats.sit(it.game, ATTACKER, "")
    it.guest.cookies.set(f"bz-{it.game}", token)
    for key, body in IN_A_GAME.items():
        it.send(it.guest, it.operations[key], json=body)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RequestLimits, "take", lambda *_: ("too many of them", 30.0))
        it.each(it.host, "GET")
        it.each(it.host, "POST", json={})


def stopping(it: Provoked) -> None:
    """503: the server goes down over the request."""
    with pytest.MonkeyPatch.context() as patch:
        for guard in (Anyone, Seated, HostOfDeleted, MadeHere, Holds):
            patch.setattr(guard, "__call__", _cut_short)
        it.each(it.host, "GET")
        it.each(it.host, "POST", json={})


async def _cut_short(*_asked: object, **_more: Any) -> None:
    raise asyncio.CancelledError


@pytest.fixture(scope="module")
def provoked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provoked]:
    # Drawn out, the traces of all these faults would take longer than the faults.
    with capture_logs(), served(tmp_path_factory.mktemp("problems"), new_games_per_minute=40) as (app, host):
        it = Provoked(app, host)
        for way in (strangers_and_guests, bodies, what_is_not_there, a_full_disk, what_cannot_be, too_often, stopping):
            way(it)
        yield it


def assert_problem(answer: Response) -> None:
    told = answer.json()
    where = (str(answer.request.url), answer.text)
    assert answer.headers["content-type"] == "application/problem+json", where
    assert (answer.status_code, told["because"]) == (told["status"], told["detail"]), where
    assert told["type"].startswith("/problems/"), where
    assert told["title"], where
    assert told["detail"], where


def test_whatever_went_wrong_is_told_as_a_problem(provoked: Provoked) -> None:
    for answers in provoked.answers.values():
        for answer in answers:
            if answer.status_code >= 400:
                assert_problem(answer)


def test_no_route_answers_with_a_status_that_is_not_described_for_it(provoked: Provoked) -> None:
    for key, answers in provoked.answers.items():
        statuses = {answer.status_code for answer in answers}
        assert statuses <= provoked.operations[key].statuses, (key, [a.text for a in answers if a.status_code == 500])


def test_whatever_is_described_can_happen(provoked: Provoked) -> None:
    for key, one in provoked.operations.items():
        happened = {answer.status_code for answer in provoked.answers[key]}
        assert {status for status in one.statuses if status >= 400} - happened == set(), key


@pytest.mark.parametrize(("status", "seconds"), [(429, range(1, 61)), (503, [5])])
def test_who_is_to_come_back_is_told_when(status: int, seconds: Collection[int], provoked: Provoked) -> None:
    refused = [one for answers in provoked.answers.values() for one in answers if one.status_code == status]
    assert refused
    assert {int(one.headers["retry-after"]) for one in refused} <= set(seconds)


def routes(app: FastAPI) -> dict[str, set[str]]:
    """Every address of ours, pages too, with the methods it takes by any route: `/games/import` is a game's as well."""
    ours = [one for one in iter_route_contexts(app.routes) if isinstance(one.original_route, APIRoute)]
    return {
        one.path or "": {method for other in ours if other.path_regex.match(one.path) for method in other.methods or ()}
        for one in ours
    }


@pytest.mark.parametrize("wants", ["*/*", "text/html"])
def test_another_method_is_told_which_there_are(provoked: Provoked, wants: str) -> None:
    for path, methods in routes(provoked.app).items():
        for method in set(METHODS) - methods:
            answer = provoked.host.request(method, path, json={}, headers={"Accept": wants})
            assert answer.status_code == 405, (method, path)
            assert set(answer.headers["allow"].split(", ")) == methods, (method, path)
            if wants == "*/*":
                assert_problem(answer)


@pytest.mark.parametrize("path", NOWHERE)
def test_what_is_nowhere_is_told_as_a_problem(provoked: Provoked, path: str) -> None:
    answer = provoked.host.get(path)
    assert answer.status_code == 404
    assert_problem(answer)
    page = provoked.host.get(path, headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")


def test_a_fault_of_ours_is_told_as_a_problem_on_every_route(provoked: Provoked) -> None:
    async def fails(*_asked: object, **_more: Any) -> None:
        raise RuntimeError("canary")

    with capture_logs(), pytest.MonkeyPatch.context() as patch:
        for guard in (Anyone, Seated, HostOfDeleted, MadeHere, Holds):
            patch.setattr(guard, "__call__", fails)
        for path, methods in routes(provoked.app).items():
            answer = provoked.host.request(next(iter(methods)), path, json={})
            assert (answer.status_code, "canary" in answer.text) == (500, False), path
            assert_problem(answer)
