"""The description of the service holds: schemathesis writes requests from it and reads the answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup

from app.main import PLUGINS
from tests.client import TestClient
from tests.torture.report import Report
from tests.torture.schema import ROLES, at_a_game, described, hold, modes, seated, service, walk

LOOK_UPS: Final = [lookups.of for lookups in PLUGINS.lookups()]
BOOKS: Final = [f"/api/v1/{of.key}" for of in LOOK_UPS]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with service(f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'games.db'}") as made:
        yield made


@pytest.fixture(scope="module")
def operations(client: TestClient) -> dict[tuple[str, str], Any]:
    """What the description offers, by method and path."""
    return described(client)


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("question", [f"/api/v1/{of.key}/questions/{key}" for of in LOOK_UPS for key in of.asked])
def test_every_question_answers_as_it_is_described(
    client: TestClient, operations: dict[tuple[str, str], Any], question: str, mode: GenerationMode
) -> None:
    assert hold(client, operations["POST", question], mode)


@pytest.mark.parametrize(
    "path",
    [
        "questions",
        "questions/{key}",
        "tables",
        "tables/{table}",
        "clauses",
        "clauses/{clause}",
        "rulings/{ruling}",
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_listed_is_as_described(
    client: TestClient, operations: dict[tuple[str, str], Any], path: str, book: str
) -> None:
    for mode in modes(operations["GET", f"{book}/{path}"]):
        assert hold(client, operations["GET", f"{book}/{path}"], mode)


def test_games_and_seats_tell_a_stranger_what_is_described(
    client: TestClient, operations: dict[tuple[str, str], Any]
) -> None:
    client.cookies.clear()
    games = [one for (_, path), one in operations.items() if path.startswith(("/api/v1/games", "/api/v1/join"))]
    assert len(games) >= 12
    for one in games:
        for mode in modes(one):
            assert hold(client, one, mode)


def test_tables_tell_anybody_what_is_described(client: TestClient, operations: dict[tuple[str, str], Any]) -> None:
    client.cookies.clear()
    tables = [one for (_, path), one in operations.items() if path.startswith("/api/v1/tables")]
    assert len(tables) == 8
    for one in tables:
        for mode in modes(one):
            assert hold(client, one, mode)


def test_forces_tell_anybody_what_is_described(client: TestClient, operations: dict[tuple[str, str], Any]) -> None:
    client.cookies.clear()
    forces = [one for (_, path), one in operations.items() if path.startswith("/api/v1/forces")]
    assert len(forces) == 10
    for one in forces:
        for mode in modes(one):
            assert hold(client, one, mode)


def test_fire_plans_tell_anybody_what_is_described(client: TestClient, operations: dict[tuple[str, str], Any]) -> None:
    client.cookies.clear()
    plans = [one for (_, path), one in operations.items() if path.startswith("/api/v1/fire-plans")]
    assert len(plans) == 11
    for one in plans:
        for mode in modes(one):
            assert hold(client, one, mode)


@pytest.mark.parametrize("role", ROLES)
def test_a_game_tells_its_seats_what_is_described(
    client: TestClient, operations: dict[tuple[str, str], Any], role: str
) -> None:
    for one in at_a_game(operations):
        game = seated(client, role)
        answered = [status for mode in modes(one) for status in hold(client, one, mode, game=game)]
        assert answered
        # From a seat it is the request that is judged, not whether there is a seat; a deleted game has none.
        assert 401 not in answered or one.path.endswith("/deletion"), one.path


def test_one_request_after_the_other_along_the_links(client: TestClient) -> None:
    report = Report()
    walk(client, 4, report)
    assert report.tried["linked requests"] > 40
    # Most of it is done: the links lead to what can be asked next.
    assert report.tried["linked and done"] > 20


def test_what_is_forbidden_and_taken_all_the_same_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other tests could not fail if this one did: here the description forbids what the service takes."""
    with service(f"sqlite:///{tmp_path / 'games.db'}") as made:
        told = made.app.openapi()["paths"]["/api/v1/games/{game_id}/log"]["get"]["parameters"]
        # Other tests may be given this app later: its description must then be whole again.
        monkeypatch.setitem(next(one for one in told if one["name"] == "since")["schema"], "maximum", 5)
        game = seated(made, "referee")
        with pytest.raises(FailureGroup):
            hold(made, described(made)["GET", "/api/v1/games/{game_id}/log"], GenerationMode.NEGATIVE, 25, game)
