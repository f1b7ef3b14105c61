"""The wall: what a spectator's screen shows of a game, large, of itself, and without anything secret."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, served, to_step

pytestmark = pytest.mark.browser

RESERVE = "III / 1st Regt"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


@pytest.fixture
def referee(address: str, open_page: OpenPage) -> Seat:
    return opened(open_page(address, "laptop", "light").page.context, address)


def hung(referee: Seat, open_page: OpenPage, size: str = "laptop", theme: str = "light") -> Page:
    """A screen on the wall."""
    page: Page = open_page(referee.address, size, theme).page
    context: BrowserContext = page.context
    page.goto(referee.invites("spectator", context).place)
    return page


def test_turn_step_strength_and_suppression_are_told(referee: Seat, open_page: OpenPage) -> None:
    wall = hung(referee, open_page)
    expect(wall.locator("#place")).to_contain_text("German to begin")
    to_step(referee, "Artillery")
    expect(wall.locator("#place")).to_contain_text("Turn 1")
    expect(wall.locator("#place")).to_contain_text("German")
    expect(wall.locator("#rail [aria-current=step]")).to_contain_text("Artillery, 1st Regiment")
    referee.send("correct", of="d1.1.c1.p2", what="levels", value=2, reason="as it lies")
    referee.send("correct", of="d1.1.c1.p1", what="alive", value=False, reason="as it lies")
    battalion = wall.locator("#side-defender .bn").first
    expect(battalion.locator(".strength .count")).to_have_text("15 of 16")
    expect(battalion.locator('.stand[data-level="2"]')).to_contain_text("A Company, 2nd Platoon, 2 of 3 suppressions")
    expect(battalion.locator(".stand.lost")).to_contain_text("A Company, 1st Platoon, destroyed")


def test_the_last_result_stands_first_with_the_clause_that_decided_it(referee: Seat, open_page: OpenPage) -> None:
    """FF-ORD-T2, early, a battery without sight: 5 is one action."""
    wall = hung(referee, open_page)
    expect(wall.locator("#results")).to_contain_text("No die has been thrown yet.")
    to_step(referee, "Artillery")
    referee.send("roll_orders", unit="a1.b1", die={"pips": 5, "source": "entered"})
    referee.send("roll_orders", unit="a1.b2", die={"pips": 2, "source": "entered"})
    results = wall.locator("#results li")
    expect(results.first).to_contain_text("77 mm, 2nd Battery, order: die 2, no action")
    expect(results.nth(1)).to_contain_text("77 mm, 1st Battery, order: die 5, 1 action")
    expect(results.nth(1).locator(".cl")).to_have_text("FF-ORD-T2")
    deeds = referee.context.request.get(f"{referee.address}/api/v1/games/{referee.game}").json()["view"]["deeds"]
    referee.send("take_back", command_id=deeds[0]["command_id"])
    expect(results).to_have_count(1)


def test_a_reserve_off_the_table_is_on_no_wall(referee: Seat, open_page: OpenPage) -> None:
    """FF-SCN-09: the third German battalions wait off the table; nothing tells that they are there."""
    wall = hung(referee, open_page)
    board: Page = referee.context.new_page()
    board.goto(referee.place)
    expect(board.locator("#side-attacker")).to_contain_text(RESERVE)
    expect(wall.locator("#side-attacker .bn")).to_have_count(4)
    assert RESERVE not in wall.content()
    referee.send("correct", of="a1.3", what="on_table", value=True, reason="it has come")
    expect(wall.locator("#side-attacker .bn")).to_have_count(5)
    expect(wall.locator("#side-attacker")).to_contain_text(RESERVE)


def test_nothing_on_the_wall_can_be_tapped_but_the_settings(referee: Seat, open_page: OpenPage) -> None:
    wall = hung(referee, open_page)
    expect(wall.locator("main").locator("a, button, form, input, summary")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", [(1440, 900), (1920, 1080), (3840, 2160)])
def test_the_whole_battle_is_on_one_screen(
    referee: Seat, open_page: OpenPage, screen: tuple[int, int], theme: str
) -> None:
    """All reserves have come: nothing has to be scrolled, and a battalion's name is not small."""
    for battalion in ("a1.3", "a2.3", "d1.4"):
        referee.send("correct", of=battalion, what="on_table", value=True, reason="it has come")
    wall = hung(referee, open_page, theme=theme)
    width, height = screen
    wall.set_viewport_size({"width": width, "height": height})
    expect(wall.locator(".bn")).to_have_count(10)
    assert wall.evaluate("document.documentElement.scrollHeight") <= height
    assert wall.evaluate("document.documentElement.scrollWidth") <= width
    name = wall.locator(".bn h3").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    assert name >= height / 60


def begun(address: str, open_page: OpenPage, scenario: str, first: str) -> tuple[Seat, Page]:
    """Another game with its wall, at a step of its first turn."""
    host = opened(
        open_page(address, "laptop", "light").page.context,
        address,
        command={"kind": "create_game", "scenario": scenario},
    )
    wall = hung(host, open_page)
    to_step(host, first)
    return host, wall


def test_the_band_lies_on_the_wall_from_when_it_lies_on_the_table(address: str, open_page: OpenPage) -> None:
    """FF-BAR-18: it comes down 33 cm up the table, 20 cm deep; when it lifts stays with its side (FF-PLN-01)."""
    referee, wall = begun(address, open_page, "somme-1916", "Roll for deep suppression")
    expect(wall.locator("#results")).to_contain_text("No die has been thrown yet.")
    expect(wall.locator(".lies")).to_have_count(0)
    # FF-DSU-T1: a 4 takes 1 off and destroys no battery.
    referee.send("roll_deep_suppression", dice=[{"pips": 4, "source": "entered"}])
    expect(wall.locator(".lies")).to_contain_text("\u22121 on German orders for guns behind the table")
    assert "creeping" not in wall.content()
    referee.send("next_step")
    assert "creeping" not in wall.content()
    band = game(referee)["barrages"][0]["id"]
    referee.send("advance_barrage", barrage=band)
    expect(wall.locator(".lies .band")).to_contain_text("The creeping barrage lies 33 to 53 cm from the British edge")
    assert "Halts" not in wall.content()
    wall.set_viewport_size({"width": 1440, "height": 900})
    assert wall.evaluate("document.documentElement.scrollHeight") <= 900


def test_the_clouds_and_the_wind_are_on_the_wall_but_no_planned_gas(address: str, open_page: OpenPage) -> None:
    """FF-GAS-07: 5 does not deviate; FF-GAS-13: 3 and 4 with 10 make 17 cm of wind."""
    referee, wall = begun(address, open_page, "michael-1918", "Release planned gas and roll for the wind")
    expect(wall.locator(".cloud")).to_have_count(0)
    due = game(referee)["gas"]["next"]["name"]
    for pips in ((5,), (3, 4)):
        dice = [{"pips": one, "source": "entered"} for one in pips]
        referee.send("throw_for_gas", what=due, dice=dice)
    expect(wall.locator(".cloud")).to_have_count(1)
    expect(wall.locator(".cloud")).to_contain_text("its middle")
    expect(wall.locator(".lies")).to_contain_text("17 cm")
    assert "to come" not in wall.locator("main").inner_text()


def game(seat: Seat) -> dict[str, Any]:
    """The game as a seat sees it."""
    view: dict[str, Any] = seat.context.request.get(f"{seat.address}/api/v1/games/{seat.game}").json()["view"]
    return view
