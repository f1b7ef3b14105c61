"""S10: requests written by schemathesis from the description of the service, sent as a stranger and from a seat.

Every route, what the description allows and what it forbids; and what it links, one request after the other. No answer
may be a fault, or of a status, a type or a shape that is not described; nothing that is forbidden may be taken.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.generation.stateful.state_machine import StepInput
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ensure_resource_availability,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from app.http.problem_details import JSON
from app.settings import Settings
from app.systems.flanders_fields.scenarios import GAME
from tests.client import TestClient, app_with
from tests.torture.report import Report, only_errors_logged

Operation = APIOperation[Any, Any, Any, Any]
AnyCase = Case[Any]
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
ANSWERS_ANYTHING: Final = ("/api/v1/scenarios/check",)
"""A check reports what is wrong with a document; that is no refusal, whatever is sent."""
# Look-ups know no state: nothing that is asked of them changes what comes after.
PLAYED: Final = "^/api/v1/(games|join)"
DESCRIPTION: Final = "/api/v1/openapi.json"
MANY: Final = 1_000_000
A_WALK: Final = 12
CASES_A_WALK: Final = 40
REPEATABLE: Final[dict[str, Any]] = {
    "deadline": None,
    "database": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
}


@contextmanager
def service(url: str) -> Iterator[TestClient]:
    """A device at the service on a database, which sets it no limit."""
    limits: dict[str, Any] = {
        "new_games_per_minute": MANY,
        "wrong_codes_per_minute": MANY,
        "wrong_codes_of_all_per_minute": MANY,
    }
    app = app_with(Settings(database_url=url, demo=False, log_level="warning", **limits))
    with only_errors_logged(), device(app) as made:
        yield made


def device(app: Any) -> TestClient:
    """One more device."""
    return TestClient(app, base_url=BASE, headers={"Origin": BASE}, raise_server_exceptions=False)


def described(client: TestClient) -> dict[tuple[str, str], Operation]:
    """What the description offers, by method and path."""
    schema = schemathesis.openapi.from_dict(client.get(DESCRIPTION).json())
    results: list[Any] = list(schema.get_all_operations())
    return {(one.method.upper(), one.path): one for one in (result.ok() for result in results)}


def modes(operation: Operation) -> list[GenerationMode]:
    """What is allowed, and where there is a body or a query what is forbidden too: an address is any text."""
    return list(GenerationMode) if operation.body or operation.query else [GenerationMode.POSITIVE]


def hold(client: TestClient, operation: Operation, mode: GenerationMode, cases: int = 2, game: str = "") -> list[int]:
    """Send what the description allows, or (negative) what it forbids; the statuses that came back.

    With a game its id stands in the address. Raises what schemathesis raises where an answer is not as described.
    """
    statuses: list[int] = []

    @seed(1916)
    @settings(max_examples=cases, phases=(Phase.explicit, Phase.generate), **REPEATABLE)
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: AnyCase) -> None:
        if game:
            case.path_parameters["game_id"] = game
        answer = sent(client, case)
        statuses.append(answer.status_code)
        left_out: list[Any] = [negative_data_rejection] if operation.path in ANSWERS_ANYTHING else []
        case.validate_response(answer, checks=CHECKS, excluded_checks=left_out)

    send()
    return statuses


def sent(client: TestClient, case: AnyCase) -> Any:
    """The answer to a request that was written from the description."""
    parts = case.as_transport_kwargs(base_url=BASE)
    told = {name: parts[name] for name in ("params", "headers", "json") if parts.get(name) is not None}
    return client.request(parts["method"], parts["url"], content=parts.get("data"), **told)


def walk(client: TestClient, walks: int, report: Report) -> None:
    """Follow the links of the description, each walk from a game's opening on. Raises what schemathesis raises.

    Half of the commands are those of the examples, so that games go on.
    """
    api = schemathesis.openapi.from_dict(client.get(DESCRIPTION).json()).include(path_regex=PLAYED)
    host, guest = client, device(client.app)
    machine = api.as_state_machine()

    class Walk(machine):  # type: ignore[misc, valid-type]  # made while the program runs
        def setup(self) -> None:
            self.commands = itertools.cycle([one["value"]["command"] for one in GAME.commands.values()])
            opening = api["/api/v1/games"]["POST"].Case(body=deepcopy(GAME.openings["mons"]["value"]), media_type=JSON)
            self.recorder.record_case(case=opening)
            self._add_results_to_targets(("catch_all",), [self.step(StepInput.initial(opening))])

        def before_call(self, case: Any) -> None:
            is_command = case.operation.path.endswith("/commands") and case.meta.generation.mode.is_positive
            if is_command and case.body["command_id"] < "V":
                case.body["command"] = next(self.commands)

        def call(self, case: AnyCase, **_kwargs: Any) -> Response:
            # Who joins sits elsewhere: one device has one seat at a game.
            joins = case.operation.path.endswith("/join")
            return Response.from_any(sent(guest if joins else host, case))

        def after_call(self, response: Response, case: AnyCase) -> None:
            super().after_call(response, case)
            report.count("linked requests")
            report.count("linked and done", response.status_code < 300)

        def validate_response(self, response: Response, case: AnyCase, *_: Any, **_kwargs: Any) -> None:
            checks = [*CHECKS, ensure_resource_availability]
            case.validate_response(response, checks=checks, recorder=self.recorder)

    # A walk begins with its game, and nowhere else.
    for root in machine.root_rules:
        setattr(Walk, root, None)
    Walk.run(settings=settings(max_examples=walks, stateful_step_count=A_WALK, phases=[Phase.generate], **REPEATABLE))


def seated(client: TestClient, role: str) -> str:
    """A new game of Mons with this device in a seat; the id of the game."""
    answer = client.post("/api/v1/games", json={**GAME.openings["mons"]["value"], "role": role})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def at_a_game(operations: dict[tuple[str, str], Operation]) -> list[Operation]:
    """What a seat may ask of its game; each may end the game or the seat, so each needs a new one."""
    return [one for (_, path), one in operations.items() if path.startswith(AT_A_GAME) and not path.endswith(ENDLESS)]


def schema(url: str, cases: int) -> Report:
    """About so many requests over all that the description offers, from strangers, from seats and along its links."""
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
        _walk(report, client, max(2, cases // CASES_A_WALK))
    return report


def _walk(report: Report, client: TestClient, walks: int) -> None:
    try:
        walk(client, walks, report)
    except (Exception, FailureGroup) as found:
        report.lost.append(f"along the links: {found}")


def _try(report: Report, client: TestClient, operation: Operation, cases: int, game: str = "") -> None:
    for mode in modes(operation):
        try:
            answered = hold(client, operation, mode, cases, game)
        except (Exception, FailureGroup) as found:
            report.lost.append(f"{operation.method.upper()} {operation.path}, {mode.value}: {found}")
            continue
        report.count("requests", len(answered))
        report.count("answered from a seat", len(answered) if game else 0)
