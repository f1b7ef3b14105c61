"""The home page: what it offers is what the host's settings offer."""

from pathlib import Path

import pytest

from app.settings import Settings
from tests.client import TestClient, app_with


@pytest.mark.parametrize("demo", [True, False])
def test_the_demonstration_game_is_offered_only_where_the_setting_is_on(demo: bool, tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=demo, log_level="warning")
    with TestClient(app_with(settings)) as device:
        shown = device.get("/").text
    assert "Join a game" in shown
    assert ("Mons" in shown) is demo
    assert ("mons-1914" in shown) is demo


def test_a_ready_game_leads_to_its_seats_and_this_device_may_take_a_side(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=True, log_level="warning")
    with TestClient(app_with(settings)) as device:
        shown = device.get("/").text
    ready = shown.count('data-open="/api/v1/games"')
    assert ready == shown.count('data-then="/seats#at-once"') == shown.count('data-sides="attacker defender"') > 1
    # Of whatever system, the sides are named once; whoever chooses nothing is the referee.
    assert [shown.count(f'name="here" value="{word}"') for word in ("", "attacker", "defender")] == [1, 1, 1]


def test_the_demonstration_game_is_offered_unless_the_host_says_otherwise() -> None:
    assert Settings().demo


BASE = "http://192.0.2.20:8014"
GOLDEN = Path(__file__).parent / "golden" / "mons-0.1.0.json"


def test_running_closed_and_imported_games_are_told_apart_the_newest_first(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=False, log_level="warning")
    with TestClient(app_with(settings), base_url=BASE, headers={"Origin": BASE}) as device:
        made = {title: opened(device, title) for title in ("First", "Second", "Over")}
        device.post(f"/api/v1/games/{made['Over']}/close", json={})
        sent = device.post(
            "/api/v1/games/import", content=GOLDEN.read_bytes(), headers={"Content-Type": "application/json"}
        )
        shown = device.get("/").text
    running, closed = shown[: shown.index("Closed games")], shown[shown.index("Closed games") :]
    places = [
        running.index(f'href="/games/{game}"') for game in (made["Second"], made["First"], sent.json()["game_id"])
    ]
    assert places == sorted(places), "the imported game was begun long before"
    assert running[places[2] :].count("brought back from a file") == 1
    assert "brought back" not in running[: places[2]]
    assert running.count("Begun <time") == 3
    assert f'href="/games/{made["Over"]}"' in closed
    assert closed.count("Closed <time") == 1


def opened(device: TestClient, title: str) -> str:
    command = {"kind": "create_game", "scenario": "mons-1914"}
    wanted = {"system": "flanders-fields", "title": title, "command": command}
    return str(device.post("/api/v1/games", json=wanted).json()["game_id"])
