"""Both sides of a fight throw at once: the second die does not come too late, anything else that crosses it does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import Settings
from tests.client import TestClient, app_with
from tests.torture.served import MONS_GAME

BASE = "http://table.test"
OURS, THEIRS = "a1.1.c1.p1", "d1.1.c1.p1"


class Device:
    """The host's device at a Mons game, a stand in contact and nobody firing: a fight is next."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.game = client.post("/api/v1/games", json=MONS_GAME).json()["game_id"]
        self.sent = 0
        self.send({"kind": "start_turn"})
        while self.step != "Rifle companies":
            self.send({"kind": "next_step"})
        self.send({"kind": "roll_orders", "unit": "a1.1.c1", "die": {"pips": 6}})
        self.send({"kind": "go_in", "unit": "a1.1.c1", "stand": OURS, "target": THEIRS, "cover": "soft"})
        self.send({"kind": "all_in", "unit": "a1.1.c1"})
        self.send({"kind": "fire_as_they_close", "stand": THEIRS})

    @property
    def seen(self) -> Any:
        return self.client.get(f"/api/v1/games/{self.game}").json()

    @property
    def step(self) -> str:
        return str(self.seen["view"]["turn"]["step"])

    def send(self, command: object, number: int | None = None) -> int:
        self.sent += 1
        seq = self.seen["number"] if number is None else number
        whole = {"command_id": f"c{self.sent}", "expected_seq": seq, "command": command}
        return self.client.post(f"/api/v1/games/{self.game}/commands", json=whole).status_code

    def throw(self, side: str, number: int) -> int:
        die = {"kind": "throw_in_combat", "attacker": OURS, "side": side, "die": {"pips": 3}}
        return self.send(die, number)


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    app = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning"))
    with TestClient(app, base_url=BASE, headers={"Origin": BASE}) as client:
        yield Device(client)


def test_two_dice_thrown_at_once_both_count(device: Device) -> None:
    number = device.seen["number"]
    assert device.throw("attacker", number) == 200
    assert device.throw("defender", number) == 200
    assert device.seen["view"]["assault"]["phase"] == "over"


def test_a_die_crosses_nothing_but_a_die(device: Device) -> None:
    number = device.seen["number"]
    assert device.send({"kind": "note", "text": "wait"}) == 200
    assert device.throw("attacker", number) == 409


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_number_that_cannot_be_is_refused(device: Device, number: int) -> None:
    assert device.throw("attacker", number) == 409


def test_what_is_no_die_comes_too_late_after_one(device: Device) -> None:
    number = device.seen["number"]
    assert device.throw("attacker", number) == 200
    assert device.send({"kind": "note", "text": "late"}, number) == 409
