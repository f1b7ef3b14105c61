"""The Mad Minute is offered to whom the book gives it: British riflemen of 1914-15, once a company (FF-SPR-02)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.kernel.seats import Role
from tests.app.two_tables import HTML, Device, served_from
from tests.client import TestClient

OFFER = "mad_minute"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    """Someone who holds no seat yet."""
    with served_from(tmp_path / "games.db") as app:
        yield Device(app, "defender")


def opened(device: Device, scenario: str, role: str) -> Device:
    """The same device in a game of its own, on this side."""
    command = {"kind": "create_game", "scenario": scenario}
    wanted = {"system": "flanders-fields", "title": "Evening", "role": role, "command": command}
    device.role = Role(role)
    device.game = device.client.post("/api/v1/games", json=wanted).json()["game_id"]
    return device


def to_companies(device: Device) -> str:
    """The side's first company, ordered in its step with a six."""
    step = "Rifle companies"
    while device.view["turn"]["step"] != step:
        device.send("next_step")
    unit = str(device.view["turn"]["can_act"][0])
    device.send("roll_orders", unit=unit, die={"pips": 6})
    return unit


def asked(device: Device, unit: str) -> set[str]:
    """What its fire action asks."""
    wanted = {"kind": "fire", "about": {"unit": unit}}
    answer = device.client.post(f"{device.service}/prompts", json=wanted).json()
    return {one["name"] for one in answer["prompts"]}


def test_german_riflemen_are_not_offered_it(device: Device) -> None:
    opened(device, "mons-1914", "attacker")
    device.send("start_turn")
    facts = asked(device, to_companies(device))
    assert "shots" in {one.partition(".")[0] for one in facts}
    assert OFFER not in facts


def test_british_riflemen_are_offered_theirs_once(device: Device) -> None:
    """GAP-36: in the specimen game the battalion has one, which all its companies fire in the same turn."""
    opened(device, "mons-1914", "referee")
    british = device.invited(device.client.app, "defender")
    device.send("start_turn")
    device.send("end_turn")
    british.send("start_turn")
    unit = to_companies(british)
    assert OFFER in asked(british, unit)
    shot = {"firer": f"{unit}.p1", "target": "a1.1.c1.p1", "range_cm": 30, "cover": "open", "dice": [{"pips": 1}] * 2}
    british.send("fire", unit=unit, mad_minute=True, shots=[shot])
    assert OFFER not in asked(british, unit)
    another = str(british.view["turn"]["can_act"][1])
    british.send("roll_orders", unit=another, die={"pips": 6})
    assert OFFER in asked(british, another)


def test_british_riflemen_of_later_years_are_not_offered_it(device: Device) -> None:
    """November 1917: the British have it no longer."""
    opened(device, "cambrai-1917", "attacker")
    device.send("start_turn")
    assert OFFER not in asked(device, to_companies(device))


@pytest.mark.parametrize(("month", "offered"), [("1914-08", True), ("1915-12", True), ("1917-11", False)])
def test_the_look_up_offers_it_at_its_date_and_says_whose_it_is(device: Device, month: str, offered: bool) -> None:
    shown = _look_up(device.client, f"date={month}")
    assert ("Mad Minute of British riflemen" in shown) is ("Mad Minute" in shown) is offered


def _look_up(client: TestClient, query: str) -> str:
    return client.get(f"/lookups/fire-action?{query}", headers=HTML).text
