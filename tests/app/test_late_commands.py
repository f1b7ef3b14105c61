"""A command that waited for the line: carried out if nothing that matters to it has happened since, else refused."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tests.app.described import OWN, served
from tests.client import TestClient
from tests.torture.served import MONS_GAME

FIRST, SECOND = "a1.1.c1", "a1.1.c2"
NOTE: Final = {"kind": "note", "text": "The river is 40 cm away"}


class Device:
    """A device that speaks for both sides of Mons, at the orders of the attacker's companies."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.sent = client, 0
        self.game = client.post("/api/v1/games", json=MONS_GAME | {"role": "referee"}, headers=OWN).json()["game_id"]
        self.at = f"/api/v1/games/{self.game}"
        self.do({"kind": "start_turn"})
        while FIRST not in self.client.get(self.at).json()["view"]["turn"]["can_act"]:
            self.do({"kind": "next_step"})

    @property
    def number(self) -> int:
        found: int = self.client.get(f"{self.at}/head").json()["number"]
        return found

    def prompts(self, kind: str, about: Mapping[str, Any], told: Mapping[str, Any]) -> str:
        body = {"kind": kind, "about": about, "told": told, "propose": True}
        found: str = self.client.post(f"{self.at}/asks", json=body, headers=OWN).json()["prompts"]
        return found

    def send(self, command: Mapping[str, Any], number: int | None = None, **more: Any) -> Any:
        self.sent += 1
        seen = self.number if number is None else number
        body = {"command_id": f"c{self.sent}", "expected_seq": seen, "command": command, **more}
        return self.client.post(f"{self.at}/commands", json=body, headers=OWN)

    def do(self, command: Mapping[str, Any]) -> None:
        answer = self.send(command)
        assert answer.status_code == 200, answer.text


def order(unit: str) -> dict[str, Any]:
    return {"kind": "roll_orders", "unit": unit, "die": {"pips": 5}}


@pytest.fixture
def device(tmp_path: Path, url: str) -> Iterator[Device]:
    with served(tmp_path, database_url=url) as (_, client):
        yield Device(client)


def waiting_order(device: Device, unit: str = FIRST) -> dict[str, Any]:
    """An order whose device sees no more of the game from now on."""
    prompts = device.prompts("roll_orders", {"unit": unit}, {})
    return {"command": order(unit), "number": device.number, "prompts": prompts}


def test_late_command_is_carried_out_when_another_unit_was_ordered(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    device.do(NOTE)
    assert device.send(**late).status_code == 200


def test_late_command_without_prompts_is_stale_as_ever(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    assert device.send(late["command"], late["number"]).json()["type"].endswith("stale")


def test_late_command_names_only_the_events_of_its_unit(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    device.do({"kind": "correct", "of": f"{FIRST}.p1", "what": "alive", "value": False, "reason": "seen"})
    answer = device.send(**late)
    assert answer.status_code == 409
    assert len(answer.json()["changed"]) == 1
    assert "1st Platoon" in answer.json()["changed"][0]


def test_late_command_is_stale_when_an_event_of_its_unit_was_taken_back(device: Device) -> None:
    device.do(order(SECOND))
    late = waiting_order(device)
    device.do({"kind": "take_back", "command_id": f"c{device.sent}"})
    assert device.send(**late).json()["type"].endswith("stale")


def test_late_command_is_stale_when_it_asks_for_other_things(device: Device) -> None:
    late = waiting_order(device) | {"prompts": "0123456789abcdef"}
    device.do(order(SECOND))
    answer = device.send(**late).json()
    assert answer["type"].endswith("stale")
    assert answer["because"] == "it asks for other things than when it was entered"


def test_late_command_is_refused_when_the_step_is_over(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    while FIRST in device.client.get(device.at).json()["view"]["turn"]["can_act"]:
        device.do({"kind": "next_step"})
    answer = device.send(**late)
    assert answer.status_code == 409


def test_late_next_is_stale_after_a_command_of_its_step(device: Device) -> None:
    number = device.number
    device.do(order(SECOND))
    assert device.send({"kind": "next_step"}, number, prompts="").json()["type"].endswith("stale")


def test_late_next_is_carried_out_when_only_a_seat_was_taken(device: Device) -> None:
    number = device.number
    made = device.client.post(f"{device.at}/invitations", json={"role": "attacker"}, headers=OWN).json()
    own = dict(device.client.cookies)
    device.client.cookies.clear()
    device.client.post("/api/v1/join", json={"code": made["code"], "name": "Bea"}, headers=OWN)
    device.client.cookies.clear()
    device.client.cookies.update(own)
    assert device.number > number
    assert device.send({"kind": "next_step"}, number, prompts="").status_code == 200


def test_late_note_is_written_whatever_has_happened(device: Device) -> None:
    prompts, number = device.prompts("note", {}, {"text": "later"}), device.number
    device.do(order(SECOND))
    device.do({"kind": "next_step"})
    assert device.send({"kind": "note", "text": "later"}, number, prompts=prompts).status_code == 200


def test_late_command_sent_again_happens_once(device: Device) -> None:
    late = waiting_order(device)
    device.do(order(SECOND))
    first = device.send(**late)
    device.sent -= 1
    again = device.send(**late)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content


def test_late_command_does_not_conflict_with_one_that_its_device_sent_before(device: Device) -> None:
    """Two taps at one unit, and another unit is ordered between: the second knows of the first."""
    late = waiting_order(device)
    device.do(order(SECOND))
    device.do({"kind": "correct", "of": f"{FIRST}.p1", "what": "alive", "value": False, "reason": "seen"})
    own = f"c{device.sent}"
    assert device.send(**late).json()["type"].endswith("stale")
    assert device.send(**late, knows=[own]).status_code == 200
