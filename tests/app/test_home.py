"""The home page: what it offers is what the host's settings offer."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings


@pytest.mark.parametrize("demo", [True, False])
def test_the_demonstration_game_is_offered_only_where_the_setting_is_on(demo: bool, tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=demo, log_level="warning")
    with TestClient(create_app(settings)) as device:
        shown = device.get("/").text
    assert "Join a game" in shown
    assert ("Mons" in shown) is demo
    assert ("mons-1914" in shown) is demo


def test_the_demonstration_game_is_offered_unless_the_host_says_otherwise() -> None:
    assert Settings().demo
