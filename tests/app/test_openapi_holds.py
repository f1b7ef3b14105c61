"""The description of the service holds: schemathesis writes requests from it and reads the answers."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, seed, settings
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.lookups.describing import questions
from tests.app.assembly import assembled

BASE: Final = "http://table.test"
BOOK: Final = "/api/v1/flanders-fields"
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SHORT: Final = settings(
    max_examples=2, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = assembled(f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'games.db'}")
    with TestClient(app, base_url=BASE, headers={"Origin": BASE}, raise_server_exceptions=False) as made:
        yield made


@pytest.fixture(scope="module")
def operations(client: TestClient) -> dict[tuple[str, str], APIOperation[Any, Any, Any, Any]]:
    """What the description offers, by method and path."""
    schema = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
    found = [one.ok() for one in schema.get_all_operations()]
    return {(one.method.upper(), one.path): one for one in found}


def hold(client: TestClient, operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode) -> list[int]:
    """Send what the description allows, or (negative) what it forbids; the statuses that came back."""
    statuses: list[int] = []

    @seed(1916)
    @SHORT
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Case) -> None:
        sent = case.as_transport_kwargs(base_url=BASE)
        told = {name: sent[name] for name in ("params", "headers", "json") if sent.get(name) is not None}
        answer = client.request(sent["method"], sent["url"], content=sent.get("data"), **told)
        statuses.append(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    send()
    return statuses


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("key", [told.key for told in questions()])
def test_every_question_answers_as_it_is_described(
    client: TestClient, operations: dict[tuple[str, str], Any], key: str, mode: GenerationMode
) -> None:
    assert hold(client, operations["POST", f"{BOOK}/questions/{key}"], mode)


@pytest.mark.parametrize("path", ["questions", "questions/{key}", "clauses", "clauses/{clause}", "rulings/{ruling}"])
def test_what_is_listed_is_as_described(client: TestClient, operations: dict[tuple[str, str], Any], path: str) -> None:
    assert hold(client, operations["GET", f"{BOOK}/{path}"], GenerationMode.POSITIVE)


def test_games_and_seats_tell_a_stranger_what_is_described(
    client: TestClient, operations: dict[tuple[str, str], Any]
) -> None:
    games = [one for (_, path), one in operations.items() if path.startswith(("/api/v1/games", "/api/v1/join"))]
    assert len(games) >= 12
    for one in games:
        for mode in GenerationMode:
            if mode is GenerationMode.POSITIVE or one.body:
                assert hold(client, one, mode)
