"""S10: requests written by schemathesis from the description of the service, sent as a stranger and from a seat.

Every route, what the description allows and what it forbids; no answer may be a fault, or of a status, a type or a
shape that is not described.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from app.main import create_app
from app.settings import Settings
from tests.torture.report import Report

Operation = APIOperation[Any, Any, Any, Any]
BASE: Final = "http://table.test"
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
ROLES: Final = ("referee", "attacker")
AT_A_GAME: Final = "/api/v1/games/{game_id}"
# It does not end by itself: tests/app/test_live.py reads it.
ENDLESS: Final = "/stream"


@contextmanager
def service(url: str) -> Iterator[TestClient]:
    """A device at the service on a database."""
    app = create_app(Settings(database_url=url, demo=False, log_level="warning"))
    with TestClient(app, base_url=BASE, headers={"Origin": BASE}, raise_server_exceptions=False) as made:
        yield made


def described(client: TestClient) -> dict[tuple[str, str], Operation]:
    """What the description offers, by method and path."""
    schema = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
    found = [one.ok() for one in schema.get_all_operations()]
    return {(one.method.upper(), one.path): one for one in found}


def modes(operation: Operation) -> list[GenerationMode]:
    """What is allowed, and where there is a body what is forbidden too."""
    return list(GenerationMode) if operation.body else [GenerationMode.POSITIVE]


def hold(client: TestClient, operation: Operation, mode: GenerationMode, cases: int = 2, game: str = "") -> list[int]:
    """Send what the description allows, or (negative) what it forbids; the statuses that came back.

    With a game its id stands in the address. Raises what schemathesis raises where an answer is not as described.
    """
    statuses: list[int] = []

    @seed(1916)
    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Case) -> None:
        if game:
            case.path_parameters["game_id"] = game
        sent = case.as_transport_kwargs(base_url=BASE)
        told = {name: sent[name] for name in ("params", "headers", "json") if sent.get(name) is not None}
        answer = client.request(sent["method"], sent["url"], content=sent.get("data"), **told)
        statuses.append(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    send()
    return statuses


def seated(client: TestClient, role: str) -> str:
    """A new game of Mons with this device in a seat; the id of the game."""
    command = {"kind": "create_game", "scenario": "mons-1914"}
    wanted = {"system": "flanders-fields", "title": "Mons", "role": role, "command": command}
    answer = client.post("/api/v1/games", json=wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def at_a_game(operations: dict[tuple[str, str], Operation]) -> list[Operation]:
    """What a seat may ask of its game; each may end the game or the seat, so each needs a new one."""
    return [one for (_, path), one in operations.items() if path.startswith(AT_A_GAME) and not path.endswith(ENDLESS)]


def schema(url: str, cases: int) -> Report:
    """About so many requests over all that the description offers, from strangers and from seats."""
    report = Report()
    with service(url) as client:
        operations = described(client)
        games = at_a_game(operations)
        strangers = [one for (_, path), one in operations.items() if not path.endswith(ENDLESS)]
        each = max(2, cases // (sum(len(modes(one)) for one in (*strangers, *games, *games))) + 1)
        for one in strangers:
            client.cookies.clear()
            _try(report, client, one, each)
        for role in ROLES:
            for one in games:
                _try(report, client, one, each, seated(client, role))
    return report


def _try(report: Report, client: TestClient, operation: Operation, cases: int, game: str = "") -> None:
    for mode in modes(operation):
        try:
            answered = hold(client, operation, mode, cases, game)
        except (Exception, FailureGroup) as found:
            report.lost.append(f"{operation.method.upper()} {operation.path}, {mode.value}: {found}")
            continue
        report.count("requests", len(answered))
        report.count("answered from a seat", len(answered) if game else 0)
