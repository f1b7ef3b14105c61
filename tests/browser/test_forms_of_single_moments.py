"""Forms that few moments of a game bring: another stand's fire, a point that shifts, gas and wind by a card."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, planned_fire_falls, served, to_step

pytestmark = pytest.mark.browser
IN_REACH = [{"ruling": "AMB-402", "option": "in_reach"}]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("moments"))


class Tablets:
    """Two tablets that play one game after the other."""

    def __init__(self, pages: tuple[Page, Page], address: str) -> None:
        self.pages = pages
        self.address = address

    def play(self, scenario: str, **settings: Any) -> tuple[Seat, Seat]:
        """Both seats of a new game."""
        ours, theirs = (page.context for page in self.pages)
        command = {"kind": "create_game", "scenario": scenario, **settings}
        attacker = opened(ours, self.address, title=scenario, role="attacker", command=command)
        return attacker, attacker.invites("defender", theirs)

    def look(self, attacker: Seat) -> None:
        """Both look at their pages of it."""
        for page in self.pages:
            page.goto(attacker.place)


@pytest.fixture
def tablets(open_page: OpenPage, address: str) -> Iterator[Tablets]:
    pages = [open_page(address, size) for size in ("tablet-upright", "tablet-flat")]
    yield Tablets((pages[0].page, pages[1].page), address)
    for one in pages:
        assert one.complaints == []


def another_stand_fires(tablets: Tablets) -> None:
    """AMB-402: a platoon beside the assaulted fires too. Rifles at 12 cm, Open: a 6 kills."""
    attacker, defender = tablets.play("mons-1914", house_rules=IN_REACH)
    to_step(attacker, "Rifle companies")
    attacker.send("roll_orders", unit="a1.1.c1", die={"pips": 6})
    attacker.send("go_in", unit="a1.1.c1", stand="a1.1.c1.p1", target="d1.3.c1.p1", cover="soft")
    attacker.send("all_in", unit="a1.1.c1")
    tablets.look(attacker)
    page = tablets.pages[1]
    aside = page.locator("#fires-aside")
    aside.locator("summary").click()
    aside.locator("[name=stand]").select_option("d1.3.c2.p1")
    expect(aside.locator(".odds")).to_be_visible()
    aside.locator("[data-face='6']").click()
    expect(page.locator("#work")).to_contain_text("killed")
    company = next(one for one in units(defender.view) if one["id"] == "a1.1.c1")
    assert [one["alive"] for one in company["stands"]] == [False, True, True]


def units(shown: Any) -> Iterator[Any]:
    for side in shown["sides"]:
        for regiment in side["regiments"]:
            for holder in (regiment, *regiment["battalions"]):
                yield from holder["units"]


def a_point_shifts(tablets: Tablets) -> None:
    """FF-PLN-10: in the attacker's third turn, without an order; the other seat sees nothing of it."""
    attacker, defender = tablets.play("amiens-1918")
    for _ in range(2):
        attacker.send("start_turn")
        planned_fire_falls(attacker)
        defender.send("start_turn")
        defender.send("end_turn")
    attacker.send("start_turn")
    attacker.send("next_step")
    tablets.look(attacker)
    ours, theirs = tablets.pages
    shift = ours.get_by_role("region", name="60-pounders by the plan")
    expect(shift).to_contain_text("the road behind the village")
    expect(shift).to_contain_text("125 cm up the table")
    ours.get_by_role("button", name="Shift its point").click()
    expect(shift).to_have_count(0)
    point = attacker.view["guns"]["points"]["a1.b4"]
    assert (point["along_cm"], point["up_cm"]) == (60.0, 125.0)
    expect(theirs.locator("body")).not_to_contain_text("the road behind the village")


def a_card_brings_gas(tablets: Tablets) -> None:
    """FF-CRD-24: the King of Spades gives the enemy a gas attack, which he places himself."""
    attacker, defender = tablets.play("michael-1918", event_cards="table")
    attacker.send("start_turn")
    attacker.send("draw_card", card="spades_king")
    tablets.look(attacker)
    gas = tablets.pages[1].locator("#gas-card")
    gas.get_by_role("button", name="Place it").click()
    expect(gas).to_have_count(0)
    extra = [one for one in defender.view["gas"]["planned"] if one["by_card"]]
    assert [(one["turn"], one["along_cm"], one["up_cm"]) for one in extra] == [(1, 60.0, 60.0)]


def a_card_turns_the_wind(tablets: Tablets) -> None:
    """FF-CRD-26, FF-GAS-28: towards the attacker's trench, 10 cm and 3 and 4: 17 cm."""
    attacker, _ = tablets.play("michael-1918", event_cards="table")
    attacker.send("start_turn")
    attacker.send("draw_card", card="spades_jack")
    tablets.look(attacker)
    page = tablets.pages[0]
    gas = page.locator("#gas-card")
    for face in (3, 4):
        gas.locator(f"[data-face='{face}']").click()
    gas.locator("[data-part=confirm]").click()
    expect(gas).to_have_count(0)
    wind = attacker.view["gas"]["wind"]
    assert (abs(wind["direction_deg"]), wind["speed_cm"]) == (180, 17.0)


def test_each_of_them(tablets: Tablets) -> None:
    another_stand_fires(tablets)
    a_point_shifts(tablets)
    a_card_brings_gas(tablets)
    a_card_turns_the_wind(tablets)
