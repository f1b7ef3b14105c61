"""The wall: what a spectator's screen shows of a game, large, of itself, and without anything secret."""

from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, to_step

pytestmark = pytest.mark.browser

RESERVE = "III / 1st Regt"
WHOLE: Final = (
    """() => [...document.querySelectorAll(".force")].map((one) => one.scrollHeight <= one.clientHeight + 1)"""
)


@pytest.fixture
def referee(address: str, open_page: OpenPage) -> Seat:
    return opened(open_page("", "laptop", "light").page.context, address)


def hung(referee: Seat, open_page: OpenPage, size: str = "laptop", theme: str = "light", **more: Any) -> Page:
    """A screen on the wall."""
    page: Page = open_page(referee.address, size, theme, **more).page
    context: BrowserContext = page.context
    page.goto(referee.invites("spectator", context).place)
    return page


def test_turn_step_strength_and_suppression_are_told(referee: Seat, open_page: OpenPage) -> None:
    wall = hung(referee, open_page, bypass_csp=True)
    expect(wall.locator("#bar")).to_contain_text("Mons 1914")
    to_step(referee, "Artillery")
    expect(wall.locator(".turn")).to_contain_text("Turn 1")
    expect(wall.locator(".whose")).to_contain_text("German")
    expect(wall.locator("#rail [aria-current=step]")).to_contain_text("Artillery")
    referee.send("correct", of="d1.1.c1.p2", what="levels", value=2, reason="as it lies")
    referee.send("correct", of="d1.1.c1.p1", what="alive", value=False, reason="as it lies")
    battalion = wall.get_by_role("region", name="British").locator(".bn").first
    expect(battalion.locator(".str")).to_have_text("15 of 16")
    expect(battalion.get_by_role("img", name="15 of 16 left")).to_be_visible()
    # FF-MOR-01 and 02: marks where half and three quarters are lost.
    assert battalion.locator(".bars i").evaluate_all(
        "all => all.flatMap((one, n) => one.matches('.at') ? [n] : [])"
    ) == [
        4,
        8,
    ]
    expect(battalion.locator('.ct[data-sup="2"]')).to_contain_text("2nd Platoon, A Company, suppressed 2")
    expect(battalion.locator(".ct.x")).to_contain_text("1st Platoon, A Company, out of the game")
    assert found_by_axe(wall) == []


def test_the_last_result_stands_large_with_the_clause_that_decided_it(referee: Seat, open_page: OpenPage) -> None:
    """FF-ORD-T2, early, a battery without sight: 5 is one action."""
    to_step(referee, "Artillery")
    wall = hung(referee, open_page)
    live = wall.locator(".wlive")
    expect(live.locator("h2")).to_have_text("Artillery")
    referee.send("roll_orders", unit="a1.b1", die={"pips": 5, "source": "entered"})
    expect(live.locator("h2")).to_have_text("1 action")
    expect(live.locator(".label")).to_have_text("77 mm, 1st Battery, order")
    expect(live.locator(".cl")).to_have_text("FF-ORD-T2")
    expect(wall.locator(".guns .did")).to_have_text("77 mm, 1st Battery limbered")
    referee.send("roll_orders", unit="a1.b2", die={"pips": 2, "source": "entered"})
    expect(live.locator("h2")).to_have_text("No action")
    late = wall.get_by_role("region", name="German").locator(".late li > span")
    expect(late).to_have_text(
        ["77 mm, 2nd Battery, order: die 2, no action", "77 mm, 1st Battery, order: die 5, 1 action"]
    )
    referee.send("undo", command_id=referee.view["deeds"][0]["command_id"])
    expect(late.first).to_have_text("77 mm, 1st Battery, order: die 5, 1 action")
    expect(wall.locator("body")).not_to_contain_text("die 2, no action")


def test_a_reserve_off_the_table_is_on_no_wall(referee: Seat, open_page: OpenPage) -> None:
    """FF-SCN-09: the third German battalions wait off the table; nothing tells that they are there."""
    wall = hung(referee, open_page)
    board: Page = referee.context.new_page()
    board.goto(referee.place)
    expect(board.locator("#board")).to_contain_text(RESERVE)
    german = wall.get_by_role("region", name="German")
    expect(german.locator(".bn")).to_have_count(4)
    assert RESERVE not in wall.content()
    referee.send("correct", of="a1.3", what="on_table", value=True, reason="it has come")
    expect(german.locator(".bn")).to_have_count(5)
    expect(german).to_contain_text(RESERVE)


def test_nothing_on_the_wall_can_be_tapped_but_more(referee: Seat, open_page: OpenPage) -> None:
    """The log, the light and the way home lie behind the one button."""
    wall = hung(referee, open_page)
    expect(wall.locator(".force")).to_have_count(2)
    tapped = wall.locator("a:visible, button:visible, input:visible, summary:visible")
    expect(tapped).to_have_count(1)
    tapped.click()
    expect(wall.get_by_role("dialog", name="More")).to_contain_text("Log")
    wall.get_by_role("button", name="This game", exact=True).click()
    expect(wall.get_by_role("link", name="Whole log")).to_be_visible()
    wall.get_by_role("button", name="This device", exact=True).click()
    wall.get_by_role("button", name="Dark", exact=True).click()
    expect(wall.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_whole_battle_is_on_one_screen(referee: Seat, open_page: OpenPage) -> None:
    """All reserves have come: nothing has to be scrolled, and a battalion's name is not small."""
    for battalion in ("a1.3", "a2.3", "d1.4"):
        referee.send("correct", of=battalion, what="on_table", value=True, reason="it has come")
    wall = hung(referee, open_page)
    for width, height in ((1280, 720), (1440, 900), (1920, 1080), (3840, 2160)):
        wall.set_viewport_size({"width": width, "height": height})
        expect(wall.locator(".wall .bn")).to_have_count(10)
        wall.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert wall.evaluate(WHOLE) == [True, True], (width, height)
        page = wall.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
        assert page[0] <= height
        assert page[1] <= width
        name: Any = wall.locator(".bn h3").first.bounding_box() or {}
        assert name["height"] >= min(width / 1920, height / 1080) * 22


def test_a_small_window_that_looks_on_has_the_stage(referee: Seat, open_page: OpenPage) -> None:
    """A telephone is no wall: whoever looks on with one sees the board and what was done last, and can do nothing."""
    phone = hung(referee, open_page, "phone")
    expect(phone.locator("body.stage .card")).to_be_visible()
    phone.set_viewport_size({"width": 1920, "height": 1080})
    expect(phone.locator("body.wall .force")).to_have_count(2)
    phone.set_viewport_size({"width": 390, "height": 844})
    expect(phone.locator("body.stage .card")).to_be_visible()
    expect(phone.locator(".force")).to_have_count(0)


def begun(address: str, open_page: OpenPage, scenario: str, first: str) -> tuple[Seat, Page]:
    """Another game with its wall, at a step of its first turn."""
    host = opened(
        open_page("", "laptop", "light").page.context,
        address,
        command={"kind": "create_game", "scenario": scenario},
    )
    to_step(host, first)
    return host, hung(host, open_page)


def test_the_band_lies_on_the_wall_from_when_it_lies_on_the_table(address: str, open_page: OpenPage) -> None:
    """FF-BAR-18: it comes down 33 cm up the table, 20 cm deep; when it lifts stays with its side (FF-PLN-01)."""
    referee, wall = begun(address, open_page, "somme-1916", "Roll for deep suppression")
    expect(wall.locator(".wlive h2")).to_have_text("Deep suppression")
    # FF-DSU-T1: a 4 takes 1 off and destroys no battery.
    referee.send("roll_deep_suppression", dice=[{"pips": 4, "source": "entered"}])
    expect(wall.locator(".lies")).to_contain_text("\u22121 on orders for guns behind the table")
    assert "creeping" not in wall.content()
    referee.send("next_step")
    assert "creeping" not in wall.content()
    band = referee.view["barrages"][0]["id"]
    referee.send("advance_barrage", barrage=band)
    expect(wall.locator(".lies")).to_contain_text("The creeping barrage lies 33 to 53 cm from the British edge")
    assert "Halts" not in wall.content()
    assert wall.evaluate("document.documentElement.scrollHeight") <= 900


def test_the_clouds_and_the_wind_are_on_the_wall_but_no_planned_gas(address: str, open_page: OpenPage) -> None:
    """FF-GAS-07: 5 does not deviate; FF-GAS-13: 3 and 4 with 10 make 17 cm of wind."""
    referee, wall = begun(address, open_page, "michael-1918", "Release planned gas and roll for the wind")
    expect(wall.locator(".wlive h2")).to_have_text("Gas")
    expect(wall.locator("#main")).not_to_contain_text("cloud")
    due = referee.view["gas"]["next"]["name"]
    for pips in ((5,), (3, 4)):
        dice = [{"pips": one, "source": "entered"} for one in pips]
        referee.send("throw_for_gas", what=due, dice=dice)
    expect(wall.locator(".lies")).to_contain_text("Its middle")
    expect(wall.locator(".lies")).to_contain_text("17 cm")
    assert "to come" not in wall.locator("main").inner_text()
