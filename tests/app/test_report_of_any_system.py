"""The report of a closed game as JSON, on the service and in the terminal: of the core, for a system without one."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.games.app_services import Keeper
from app.games.export import ExportFile, export_game
from app.games.json_codec import Envelope
from app.games.reports import report_form, report_of_file
from app.games.routes import NewGame, new_game
from app.games.service import GameService, utc_now
from app.http.problem_details import Problem
from app.storage.database import Database
from app.system_service import SystemService
from rules.kernel.seats import Role
from tests.app.conftest import at
from tests.stage_toy.plugin import SERVED, SERVICE


@pytest.fixture
def service(database: Database) -> Iterator[GameService]:
    made = GameService(database, {SERVED.key: SERVED})
    made.start()
    yield made
    made.stop()


@pytest.fixture
def game(service: GameService) -> NewGame:
    """Two stands a side; the south has lost one of them."""
    opened = new_game(SERVED.key, "Two by two", ("Host", Role.REFEREE), utc_now(), ["a share"])
    assert service.submit_soon(opened.host, Envelope("begin", 0, {"kind": "begin"}), opened.opening).result(10).accepted
    lost = {"kind": "correct", "of": "south", "what": "left", "value": 1, "reason": "it was carried off"}
    assert service.submit(at(opened, Role.REFEREE), Envelope("c1", 1, lost)).accepted
    return opened


def _file_of(service: GameService, name: str) -> ExportFile:
    """Return a game as a file."""
    file = export_game(service.log, name)
    assert file is not None
    return file


def test_the_toy_has_the_report_of_the_core_kept_here_and_in_a_file(service: GameService, game: NewGame) -> None:
    name, keeper = game.host.game_id, _keeper(service)
    form = report_form(SERVICE, lambda: SERVED)
    assert form
    with pytest.raises(Problem) as early:
        form.of_kept(keeper, name)
    assert early.value.answer.status == 409
    assert "still played" in str(report_of_file(_file_of(service, name), form))
    service.close(name, "Host")
    told = form.of_kept(keeper, name).model_dump()
    assert (told["system"], told["title"], told["counted"]) == ("stage-toy", "Two by two", "stands")
    assert told["spans"] == [{"name": "Round 1", "lost": {"north": 0, "south": 1}, "moments": _moments(told)}]
    assert [(one["name"], one["left"]) for one in told["strengths"]] == [
        ("north a", 1),
        ("north b", 1),
        ("south a", 1),
        ("south b", 0),
    ]
    assert (told["dice"], told["closed_by"]) == ({}, "Host")
    in_a_file = report_of_file(_file_of(service, name), form)
    assert not isinstance(in_a_file, str)
    assert in_a_file.model_dump() == told


def test_a_system_that_says_nothing_of_its_games_has_none(service: GameService, game: NewGame) -> None:
    service.close(game.host.game_id, "Host")
    form = report_form(SystemService(), lambda: SERVED)
    assert form is None
    kept = _file_of(service, game.host.game_id)
    assert report_of_file(kept, form) == "games of stage-toy have no report"


def _keeper(service: GameService) -> Keeper:
    return cast(Keeper, SimpleNamespace(games=service))


def _moments(told: dict[str, Any]) -> list[str]:
    (moment,) = told["spans"][0]["moments"]
    assert moment.endswith("; south b is gone")
    return [moment]
