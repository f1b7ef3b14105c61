"""Both sides put their stands on the table at the same time: neither comes too late for the other."""

from pathlib import Path
from typing import Any

import pytest

from tests.app.two_tables import Device, served_from
from tests.game.ground_in_play import OPEN_FIELD, at


def placing(device: Device, name: str, seen: int, *stands: dict[str, Any], kind: str = "place_stands") -> int:
    """Place stands with what the device had seen then; the status of the answer."""
    envelope = {"command_id": name, "expected_seq": seen, "command": {"kind": kind, "stands": list(stands)}}
    return device.client.post(f"{device.service}/commands", json=envelope).status_code


@pytest.fixture
def seats(tmp_path: Path) -> Any:
    with served_from(tmp_path / "games.db") as app:
        host = Device(app, "referee")
        command = {"kind": "create_game", "scenario": "mons-1914", "table": OPEN_FIELD}
        wanted = {"system": "flanders-fields", "title": "Evening", "command": command}
        host.game = host.client.post("/api/v1/games", json=wanted).json()["game_id"]
        yield {role: host.invited(app, role) for role in ("attacker", "defender")}


def test_what_two_sides_place_at_once_is_all_placed(seats: dict[str, Device]) -> None:
    seen = seats["defender"].client.get(seats["defender"].service).json()["number"]
    for number, x_mm in enumerate((100, 200)):
        assert (
            placing(seats["attacker"], f"ours-{number}", seen + number, at(f"a1.1.c1.p{number + 1}", x_mm, 100)) == 200
        )
    assert placing(seats["defender"], "theirs", seen, at("d1.1.c1.p1", 100, 1500, 180)) == 200
    assert len(seats["defender"].view["map"]["places"]) == 3


def test_a_place_that_was_taken_meanwhile_is_refused_and_other_news_must_be_seen_first(
    seats: dict[str, Device],
) -> None:
    seen = seats["defender"].client.get(seats["defender"].service).json()["number"]
    assert placing(seats["attacker"], "ours", seen, at("a1.1.c1.p1", 100, 900)) == 200
    assert placing(seats["defender"], "there", seen, at("d1.1.c1.p1", 100, 900, 180)) == 409
    seats["attacker"].send("start_turn")
    assert placing(seats["defender"], "late", seen, at("d1.1.c1.p1", 300, 1500, 180)) == 409
    assert [one["stand"] for one in seats["defender"].view["map"]["places"]] == ["a1.1.c1.p1"]
