"""Any question is answered or told why not, and what it broke once; a thousand times as many in `make torture`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rules.kernel.rulings import HouseRule
from tests.client import TestClient
from tests.look_ups import ask
from tests.torture.any_page import opened
from tests.torture.questions import ADDRESS, asked_anything
from tests.torture.schema import service

# A Raw company 40 cm off, fired on, under a gassed commander of two levels has -1 -1 -1 -2: a 6 counts 1, no action.
NEVER_OBEYS: Final = {
    "unit_class": "rifle_company",
    "quality": "raw",
    "fired_on": True,
    "farthest_platoon_cm": 40.0,
    "commander_in_gas": True,
    "commander_suppression": 2,
    "staff_bonus": True,
}
OBEYS: Final = {"unit_class": "rifle_company", "farthest_platoon_cm": 25.0, "staff_bonus": True}
SUPER_HEAVY: Final = {"unit_class": "super_heavy_artillery", "stands": [{"name": "2nd Platoon", "cover": "medium"}]}
CARS: Final = {"attacker": "armoured_car", "defender": "machine_gun"}
AGAIN: Final = ("AMB-13", "reroll")
NONE_YET: Final = ("SHQ-47", "not_available")
ARMOUR_FIGHTS: Final = ("AMB-424", "normal")
# What broke the service, what it said wrongly, and what took it for ever: question, facts, month, house rules, outcome.
FOUND: Final = [
    ("danger_strip", {"distance_cm": 0.5, "cover": "soft"}, "1917-11", [], "odds"),
    ("danger_strip", {"distance_cm": 1.0, "cover": "soft"}, "1917-11", [], "odds"),
    ("danger_strip", {"distance_cm": 1.5, "cover": "soft"}, "1917-11", [], "odds"),
    ("order_roll", NEVER_OBEYS, "1916-07", [AGAIN], "odds"),
    ("battalion_orders", {"companies": [NEVER_OBEYS]}, "1916-07", [AGAIN], "odds"),
    ("battalion_orders", {"companies": [NEVER_OBEYS] * 48}, "1916-07", [AGAIN, ("AMB-22", "battalion")], "odds"),
    ("battalion_orders", {"companies": [OBEYS] * 48}, "1916-07", [AGAIN, ("AMB-22", "battalion")], "odds"),
    ("area_fire", SUPER_HEAVY, "1914-09", [NONE_YET], "refused"),
    ("gun", {"gun": "9.2_inch_howitzer"}, "1914-09", [NONE_YET], "refused"),
    ("combat_factors", CARS, "1914-09", [ARMOUR_FIGHTS], "explained"),
    ("combat", {"combat": CARS}, "1914-09", [ARMOUR_FIGHTS], "odds"),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with service(f"sqlite:///{tmp_path_factory.mktemp('questions') / 'games.db'}") as made:
        yield made


@pytest.mark.parametrize(("key", "facts", "date", "rules", "outcome"), FOUND)
def test_what_broke_it_once_is_answered(
    client: TestClient, key: str, facts: Any, date: str, rules: list[tuple[str, str]], outcome: str
) -> None:
    assert ask(key, facts, None, date, [HouseRule(*rule) for rule in rules]).outcome == outcome
    settled = [{"ruling": ruling, "option": option} for ruling, option in rules]
    answer = client.post(f"{ADDRESS}/{key}", json={"date": date, "facts": facts, "house_rules": settled})
    assert (answer.status_code, answer.json()["outcome"]) == (200, outcome)


@pytest.mark.parametrize(
    "address",
    [
        "battalion-orders?companies=\u00b2",
        f"artillery-fire?stands={'9' * 5000}",
        "artillery-fire?unit_class=lmg_platoon",
        "mortar-fire?unit_class=rifle_company&range_cm=25",
    ],
)
def test_a_page_that_broke_once_is_shown(client: TestClient, address: str) -> None:
    assert list(opened(client, f"/lookups/{address}")) == []


def test_whatever_is_asked_is_answered_or_told_why_not(tmp_path: Path) -> None:
    report = asked_anything(f"sqlite:///{tmp_path / 'games.db'}", 1_000)
    assert report.lost == [], report.measured
    assert report.tried["questions"] == 1_000
    assert min(report.tried[f"answers {one} before the dice"] for one in ("odds", "explained", "refused")) > 50
    assert report.tried["answered with their dice"] > 200
    assert report.tried["pages opened"] >= 10
