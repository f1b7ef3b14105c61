"""The description of the service: every example is sent and answered as it says, and nothing in it lacks its words."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI
from httpx import Response
from jsonschema_rs import Draft202012Validator

from app.documents.forces import ForcesOffered
from app.main import PLUGINS
from app.system_service import service_of
from tests.app.described import DESCRIPTION, Operation, device, joined, opened, operations, served
from tests.client import TestClient

LOOK_UPS: Final = PLUGINS.lookups()
ASK: Final = tuple(f"{of.operations}ask_" for of in LOOK_UPS)
UNITS: Final = {"_cm": "centimetre", "_deg": "degree", "_mm": "mm"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FastAPI, TestClient]]:
    with served(tmp_path_factory.mktemp("description")) as made:
        yield made


@pytest.fixture(scope="module")
def offered(service: tuple[FastAPI, TestClient]) -> dict[str, Operation]:
    return operations(service[0])


@pytest.fixture(scope="module")
def client(service: tuple[FastAPI, TestClient]) -> TestClient:
    return service[1]


def send(client: TestClient, one: Operation, body: object = None, **places: str) -> Response:
    return client.request(one.method, one.at(**places), params=one.query, json=body)


class Description:
    """The whole of it, to hold answers against."""

    def __init__(self, client: TestClient) -> None:
        self.told = client.get(DESCRIPTION).json()

    def hold(self, one: Operation, answer: Response) -> Any:
        """The answer, which is what the operation says of one where all goes well."""
        status, good = one.good
        assert answer.status_code == status, (one.id, answer.text[:500])
        if "content" not in good:
            assert answer.content == b""
            return None
        assert answer.headers["content-type"] == "application/json", one.id
        self.check(good["content"]["application/json"]["schema"], answer.json())
        return answer.json()

    def check(self, schema: Mapping[str, Any], value: object) -> None:
        """Whether a value has the shape."""
        whole = {**schema, "components": self.told["components"]}
        Draft202012Validator(whole).validate(value)


@pytest.fixture(scope="module")
def description(client: TestClient) -> Description:
    return Description(client)


def test_the_question_examples_are_answered_as_it_is_shown(
    client: TestClient, offered: dict[str, Operation], description: Description
) -> None:
    asked = [one for one in offered.values() if one.id.startswith(ASK)]
    assert len(asked) == sum(len(of.of.asked) for of in LOOK_UPS)
    for one in asked:
        answers = one.told["responses"]["200"]["content"]["application/json"]["examples"]
        assert answers.keys() == one.examples.keys() != set(), one.id
        for name, body in one.examples.items():
            description.check(one.told["requestBody"]["content"]["application/json"]["schema"], body)
            answer = description.hold(one, send(client, one, body))
            assert answer == answers[name]["value"], (one.id, name)
        # With the dice thrown it is a decision, and no example is one the rules refuse: see `example_month`.
        assert answer["outcome"] == "explained", (one.id, answer["because"])


ONE_OF_A_BOOK: Final = ("question", "table", "clause", "ruling")
OF_A_BOOK: Final = [f"{many}_{one}" for one in ONE_OF_A_BOOK for many in ("every", "one")]
LOOKED_UP: Final = (*(f"{of.operations}{name}" for of in LOOK_UPS for name in OF_A_BOOK), "health")


@pytest.mark.parametrize("key", LOOKED_UP)
def test_what_is_looked_up_with_the_examples_is_there(
    client: TestClient, offered: dict[str, Operation], description: Description, key: str
) -> None:
    assert description.hold(offered[key], send(client, offered[key]))


def test_the_examples_of_a_game_are_played_as_they_stand(
    service: tuple[FastAPI, TestClient],
    tmp_path: Path,
    offered: dict[str, Operation],
    description: Description,
) -> None:
    """From the first example that opens a game to the file that brings it back: each is sent as it is shown."""
    app, host = service
    tried = set()

    def held(who: TestClient, key: str, body: object = None, **places: str) -> Any:
        tried.add(key)
        if body is not None and offered[key].examples:
            described = offered[key].told["requestBody"]["content"]["application/json"]["schema"]
            description.check(described, body)
        return description.hold(offered[key], send(who, offered[key], body, **places))

    games = [held(host, "create", body)["game_id"] for body in offered["create"].examples.values()]
    game = games[0]
    assert {one["game_id"] for one in held(host, "mine")} == set(games)
    for name, body in offered["command"].examples.items():
        assert held(host, "look", game_id=game)["number"] == body["expected_seq"], name
        held(host, "command", body, game_id=game)
    assert {one["kind"] for one in held(host, "available_commands", game_id=game)["available"]} >= {"undo", "note"}
    held(host, "screen", game_id=game)
    held(host, "known", game_id=game)
    for body in offered["prompts"].examples.values():
        assert held(host, "prompts", body, game_id=game)["ready"]
    said = [one["kind"] for one in held(host, "read_log", game_id=game)["events"]]
    assert said[1:] == [
        "turn_started",
        "step_begun",
        "step_begun",
        "orders_rolled",
        "orders_rolled",
        "overruled",
        "orders_rolled",
        "taken_back",
        "noted",
    ]
    guests: list[Any] = []
    for role, body in {one["role"]: one for one in offered["invite"].examples.values()}.items():
        code = held(host, "invite", body, game_id=game)["code"]
        guest = device(app)
        guests.append(guest)
        seat = held(guest, "join", {**offered["join"].examples["join"], "code": code})
        assert (seat["role"], seat["game_id"]) == (role, game)
        assert held(guest, "my_seat", game_id=game) == seat
    assert all(one["is_used"] for one in held(host, "invitations", game_id=game))
    recovery = held(host, "make_recovery_code", {}, game_id=game)["code"]
    host = device(app)
    assert held(host, "join", {"code": recovery})["is_host"]
    assert seat["id"] in [one["id"] for one in held(host, "devices", game_id=game)]
    held(host, "revoke", {}, game_id=game, seat_id=seat["id"])
    held(host, "head", game_id=game)
    assert held(host, "request_deletion", {}, game_id=game)["waiting_for"]
    held(host, "decline_deletion", {}, game_id=game)
    held(host, "request_deletion", {}, game_id=game)
    while not held(guests.pop(0), "agree_to_deletion", {}, game_id=game)["is_deleted"]:
        assert guests
    held(host, "restore_game", {}, game_id=game)
    held(host, "close", {}, game_id=game)
    assert all(held(host, "dice", game_id=game)["seeds"])
    assert held(host, "report_of_game", game_id=game)["turns"][0]["number"] == 1
    file = held(host, "export", game_id=game)
    with served(tmp_path) as (_, elsewhere):
        assert held(elsewhere, "bring_back", file)["game_id"] == game
    rest = {key for key in offered if not key.startswith(ASK)} - {*LOOKED_UP, "stream"}
    assert tried == {key for key in rest if not any(word in key for word in ("tabletop", "plan", "force", "scenario"))}


def test_the_examples_of_a_scenario_are_taken_as_they_stand(
    client: TestClient, offered: dict[str, Operation], description: Description
) -> None:
    """Looked over, kept, saved, read as a file with its forces in it, brought in again and thrown away."""
    tried = set()

    def held(key: str, body: object = None, **places: str) -> Any:
        tried.add(key)
        if body is not None and offered[key].examples:
            description.check(offered[key].told["requestBody"]["content"]["application/json"]["schema"], body)
        return description.hold(offered[key], send(client, offered[key], body, **places))

    def example(key: str) -> Any:
        return next(iter(offered[key].examples.values()))

    def written() -> set[str]:
        return {one["id"] for one in held("every_scenario") if not one["is_ready"]}

    told = held("check_scenario", example("check_scenario"))
    assert (told["sound"], told["wrong"]) == (True, [])
    kept = held("bring_scenario", example("bring_scenario"))
    assert held("save_scenario", example("save_scenario"), scenario_id=kept["id"])["revision"] == 2
    file = held("one_scenario", scenario_id=kept["id"])
    assert file["attacker"]["force"]["format"] == "beaten-zone-force"
    copy = held("bring_scenario", file)
    assert written() == {kept["id"], copy["id"]}
    held("delete_scenario", {}, scenario_id=kept["id"])
    assert written() == {copy["id"]}
    assert tried == {key for key, one in offered.items() if one.path.startswith("/api/v1/scenarios")}


def test_the_examples_of_a_table_are_drawn_as_they_stand(
    client: TestClient, offered: dict[str, Operation], description: Description
) -> None:
    """From a new table to one that is thrown away, and the file of it brought in again."""
    tried = {"every_tabletop"}

    def held(key: str, body: object = None, **places: str) -> Any:
        tried.add(key)
        if body is not None and offered[key].examples:
            description.check(offered[key].told["requestBody"]["content"]["application/json"]["schema"], body)
        return description.hold(offered[key], send(client, offered[key], body, **places))

    def example(key: str) -> Any:
        return next(iter(offered[key].examples.values()))

    table = held("new_tabletop", example("new_tabletop"))
    assert held("save_tabletop", example("save_tabletop"), table_id=table["id"])["revision"] == 2
    assert held("rename_tabletop", example("rename_tabletop"), table_id=table["id"])["name"] == "Mons, our way"
    copy = held("copy_tabletop", example("copy_tabletop"), table_id="mons-1914")
    file = held("one_tabletop", table_id=table["id"])
    assert held("bring_tabletop", example("bring_tabletop"))["pieces"] == len(file["features"]) == 2
    listed = {one["id"]: one for one in held("every_tabletop")}
    assert {table["id"], copy["id"], "mons-1914"} <= set(listed)
    held("delete_tabletop", {}, table_id=table["id"])
    assert table["id"] not in {one["id"] for one in held("every_tabletop")}
    assert tried == {key for key in offered if "tabletop" in key}


@pytest.mark.parametrize("kinds", [one.forces for one in map(service_of, PLUGINS.values()) if one.forces])
def test_the_examples_of_a_built_force_are_taken_as_they_stand(
    client: TestClient, offered: dict[str, Operation], description: Description, kinds: ForcesOffered
) -> None:
    """Begun, brought in, saved, looked at, read as a file, copied and thrown away."""
    tried = set()

    def held(key: str, body: object = None, **places: str) -> Any:
        tried.add(key)
        one = offered[f"{kinds.operations}{key}"]
        if body is not None and one.examples:
            described = one.told["requestBody"]["content"]["application/json"]["schema"]
            description.check(described, body)
        return description.hold(one, send(client, one, body, **places))

    def example(key: str) -> Any:
        return next(iter(offered[f"{kinds.operations}{key}"].examples.values()))

    held("new_force", example("new_force"))
    brought = held("bring_force", example("bring_force"))
    assert [one for one in brought["findings"] if one["grave"]] == []
    saved = held("save_force", example("save_force"), built_id=brought["id"])
    assert saved["revision"] == 2
    assert held("one_force", built_id=brought["id"]) == saved
    assert held("file_of_force", built_id=brought["id"]) == saved["document"]
    held("copy_force", example("copy_force"), built_id=brought["id"])
    assert held("game_of_forces", example("game_of_forces"))["sound"] is False
    held("delete_force", {}, built_id=brought["id"])
    at = f"/api/v1/{kinds.key}/"
    own = (one.id for one in offered.values() if one.path.startswith(at) and "force" in one.id)
    assert tried == {name.removeprefix(kinds.operations) for name in own}


def test_the_examples_of_a_force_are_made_as_they_stand(
    client: TestClient, offered: dict[str, Operation], description: Description
) -> None:
    """From a division to one that is changed, copied and thrown away, and the file of it brought in again."""
    tried = set()

    def held(key: str, body: object = None, **places: str) -> Any:
        tried.add(key)
        if body is not None and offered[key].examples:
            description.check(offered[key].told["requestBody"]["content"]["application/json"]["schema"], body)
        return description.hold(offered[key], send(client, offered[key], body, **places))

    def example(key: str) -> Any:
        return next(iter(offered[key].examples.values()))

    division = held("new_force", example("new_force"))
    # Two brigades of four battalions, and the pioneers; by the house rule four 18-pounders in each of two brigades.
    assert (division["battalions"], division["totals"]["counters"]["18-pounder field gun"]) == (9, 8)
    force = held("bring_force", example("bring_force"))
    assert [one["clause"] for one in force["findings"] if one["grave"]] == []
    assert held("save_force", example("save_force"), force_id=force["id"])["revision"] == 2
    changed = held("change_force", {**example("change_force"), "revision": 2}, force_id=force["id"])
    assert [(one["clause"], one["allowed"]) for one in changed["findings"] if one["grave"]] == [("FF-QLM-18", True)] * 2
    assert held("one_force", force_id=force["id"])["document"] == changed["document"]
    file = held("file_of_force", force_id=force["id"])
    assert file == {**changed["document"], "origin": force["id"]}
    copy = held("copy_force", example("copy_force"), force_id=force["id"])
    answer = client.get(f"/api/v1/forces/{division['id']}/ratio", params={"defender": copy["id"]})
    told = description.hold(offered["ratio_of_forces"], answer)
    # 8 battalions of 16 platoons and 16 of the pioneers, against one company of 4.
    assert (told["attacker"], told["defender"], told["to_one"]) == (144, 4, 36.0)
    assert {one["id"] for one in held("every_force")} >= {division["id"], force["id"], copy["id"]}
    held("delete_force", {}, force_id=force["id"])
    assert force["id"] not in {one["id"] for one in held("every_force")}
    forces = {key for key, one in offered.items() if one.path.startswith("/api/v1/forces")}
    assert tried | {"ratio_of_forces"} == forces


def test_the_examples_of_a_fire_plan_are_written_as_they_stand(
    service: tuple[FastAPI, TestClient], offered: dict[str, Operation], description: Description
) -> None:
    """From a new draft to one that is thrown away, for practice and in a game."""
    app = service[0]
    host, tried = device(app), {"every_fire_plan", "fire_plans_of_game"}

    def held(who: TestClient, key: str, body: object = None, **places: str) -> Any:
        tried.add(key)
        if body is not None and offered[key].examples:
            description.check(offered[key].told["requestBody"]["content"]["application/json"]["schema"], body)
        return description.hold(offered[key], send(who, offered[key], body, **places))

    def example(key: str) -> Any:
        return next(iter(offered[key].examples.values()))

    plan = held(host, "new_fire_plan", example("new_fire_plan"))
    saved = held(host, "save_fire_plan", example("save_fire_plan"), plan_id=plan["id"])
    assert (saved["revision"], saved["checked_for"]) == (2, "1917-11")
    copy = held(host, "copy_fire_plan", example("copy_fire_plan"), plan_id=plan["id"])
    told = offered["compare_fire_plans"]
    tried.add(told.id)
    differ = host.get(told.at(plan_id=plan["id"]), params={"other": copy["id"]})
    assert [one["says"] for one in description.hold(told, differ)] == [
        "name: Before dawn before, Before dawn, without gas now"
    ]
    file = held(host, "file_of_fire_plan", plan_id=plan["id"])
    assert held(host, "one_fire_plan", plan_id=plan["id"])["document"] == file
    assert not held(host, "forecast_of_fire_plan", plan_id=plan["id"])["on_table"]
    assert held(host, "bring_fire_plan", example("bring_fire_plan"))["name"] == "Before dawn"
    assert len(held(host, "every_fire_plan")) == 3
    held(host, "delete_fire_plan", {}, plan_id=plan["id"])
    game = opened(host)
    guest = joined(app, host, game, "attacker")
    ours = held(guest, "new_fire_plan_in_game", example("new_fire_plan_in_game"), game_id=game)
    theirs = held(guest, "bring_fire_plan_into_game", example("bring_fire_plan_into_game"), game_id=game)
    held(guest, "seal_fire_plan", example("seal_fire_plan"), plan_id=ours["id"])
    (fixed,) = held(host, "sealed_plans", game_id=game)
    assert (fixed["side"], len(fixed["fingerprint"])) == ("attacker", 64)
    tried.add("sealed_plans")
    assert {one["id"] for one in held(guest, "fire_plans_of_game", game_id=game)} == {ours["id"], theirs["id"]}
    assert tried - {"sealed_plans"} == {key for key in offered if "fire_plan" in key}


def test_every_operation_says_what_it_does_what_it_wants_and_what_comes_back(offered: dict[str, Operation]) -> None:
    for key, one in offered.items():
        assert one.told["description"], key
        assert one.good[1]["description"] != "Successful Response", key
        for parameter in one.told.get("parameters", ()):
            assert parameter["description"], (key, parameter["name"])
        if "requestBody" in one.told:
            # A file cannot be shown: each hash in it covers the one before.
            assert one.examples or key == "bring_back", key


def test_every_problem_that_is_described_has_its_words_and_its_form(
    offered: dict[str, Operation], description: Description
) -> None:
    for key, one in offered.items():
        problems = {status: told for status, told in one.told["responses"].items() if int(status) >= 400}
        assert "503" in problems, key
        for status, told in problems.items():
            assert told["description"], (key, status)
            assert told["content"].keys() == {"application/problem+json"}, (key, status)
            assert told["content"]["application/problem+json"]["schema"]["$ref"].endswith("/Problem")
    assert set(description.told["components"]["schemas"]["Problem"]["required"]) >= {
        "type",
        "title",
        "status",
        "detail",
    }


def schemas(told: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every named field of every schema below."""
    if isinstance(told, list):
        for one in told:
            yield from schemas(one)
    elif isinstance(told, dict):
        if isinstance(told.get("properties"), dict):
            yield from told["properties"].items()
        for key, one in told.items():
            if key not in ("example", "examples", "default", "const"):
                yield from schemas(one)


def test_every_measured_value_says_its_unit(description: Description) -> None:
    measured = [(name, told) for name, told in schemas(description.told) if name.endswith(tuple(UNITS))]
    assert len(measured) > 40
    for name, told in measured:
        assert "description" in told, name
        said = told["description"]
        assert any(unit in said for unit in (*UNITS.values(), "(cm)", "(degrees)")), (name, said)


def test_every_fact_of_every_question_says_what_it_means(offered: dict[str, Operation]) -> None:
    for one in offered.values():
        if one.id.startswith(ASK):
            body = one.told["requestBody"]["content"]["application/json"]["schema"]
            for name, told in schemas(body):
                assert told.get("description"), (one.id, name)


def test_links_lead_to_operations_and_parameters_that_are_there(offered: dict[str, Operation]) -> None:
    followed = 0
    for one in offered.values():
        for link in one.good[1].get("links", {}).values():
            target = offered[link["operationId"]]
            assert set(link["parameters"]) <= {told["name"] for told in target.told.get("parameters", ())}
            assert "requestBody" not in link or "requestBody" in target.told
            followed += 1
    assert followed > 30
