"""Limits that hold if nobody sets any: their numbers, and that the service uses them."""

from pathlib import Path

import pytest

from app.application import rates_of
from app.http.rate_limits import Kind, RequestLimits
from app.live.hub import StreamLimits
from app.main import create_app
from app.printing.print_queue import PrintLimits, QueueLimits
from app.settings import Settings
from tests.app.toy import TOY
from tests.client import TestClient

DEFAULTS = {
    "print_pages": 300,
    "print_mib": 512,
    "print_seconds": 60,
    "print_at_once_pages": 20,
    "prints_of_device": 1,
    "prints_waiting": 20,
    "streams_of_device": 8,
    "streams_of_address": 500,
    "commands_per_minute": 600,
    "log_mib_per_hour": 2,
    "imports_per_hour": 60,
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_default_of_a_limit_is_a_setting_that_can_be_off(name: str) -> None:
    assert getattr(Settings(), name) == DEFAULTS[name]
    assert getattr(Settings(**{name: 0}), name) == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["prompts_per_minute", "checks_per_minute"])
def test_prompts_and_checks_of_scenarios_have_a_limit_that_can_be_off(name: str) -> None:
    assert getattr(Settings(), name) > 0
    assert getattr(Settings(**{name: 0}), name) == 0  # type: ignore[arg-type]


def test_service_without_settings_has_the_limits_of_the_defaults(tmp_path: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning"), {"toy": TOY})
    with TestClient(app, headers={"Accept": "text/html"}) as client:
        assert app.state.keeper.hub._limits == StreamLimits(8, 500)
        assert client.get("/print/file?thing=trial").status_code == 200
        prints = app.state.prints
        assert (prints.limits, prints.queue) == (PrintLimits(300, 512, 60), QueueLimits(1, 20, 20))


@pytest.mark.parametrize(("kind", "seat", "most"), [(Kind.COMMANDS, "a seat", 600), (Kind.IMPORTS, "", 60)])
def test_default_rate_allows_so_many_requests_and_not_one_more(kind: Kind, seat: str, most: int) -> None:
    limits = RequestLimits(rates_of(Settings()), lambda: 0.0)
    waits = [limits.take(kind, seat, "203.0.113.9")[1] for _ in range(most + 1)]
    assert [wait > 0 for wait in waits] == [False] * most + [True]
