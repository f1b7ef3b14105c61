"""Whoever speaks for both sides has both before him on a laptop, whole, and orders and reads every stand of them."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.playing import BOUNCE_MS, Seat, opened
from tests.browser.staged import SCROLLED, to_step

pytestmark = pytest.mark.browser
WITHIN: Final = """() => [...document.querySelectorAll(".force")].map((one) => one.scrollHeight - one.clientHeight)"""
LEFT: Final = "(one) => one.getBoundingClientRect().left"
ON_TOP: Final = """(one) => {
  const at = one.getBoundingClientRect();
  const holder = one.closest("#drawer") ?? one;
  const box = holder.getBoundingClientRect();
  const within = at.top >= box.top && at.bottom <= box.bottom && at.left >= box.left && at.right <= box.right;
  return within && one.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
}"""
CUT_OFF: Final = """() => [...document.querySelectorAll(".force button, .strip li[data-step=now] .w")]
  .filter((one) => { const at = one.getBoundingClientRect();
    return at.width && (at.bottom > innerHeight || at.right > innerWidth); }).length"""


def window(open_page: OpenPage, address: str, scenario: str) -> tuple[Seat, Page]:
    """The referee of a game on a laptop, in the step of the rifle companies."""
    page = open_page("", "laptop", bypass_csp=True).page
    referee = opened(page.context, address, command={"kind": "create_game", "scenario": scenario})
    to_step(referee, "Rifle companies")
    page.goto(referee.place)
    expect(page.locator(".force")).to_have_count(2)
    return referee, page


@pytest.mark.parametrize("scenario", ["somme-1916", "michael-1918", "mons-1914"])
def test_both_brigades_fit_the_referees_window(open_page: OpenPage, address: str, scenario: str) -> None:
    """Never 19: both brigades stand in the referee's window; nothing of them is scrolled to or cut off."""
    _, page = window(open_page, address, scenario)
    assert page.evaluate(WITHIN) == [0, 0]
    assert page.evaluate(CUT_OFF) == 0
    assert page.evaluate(SCROLLED) == [0, 0, 0]
    assert found_by_axe(page) == []
    drawer_covers_the_board(page)
    # Mirrored for the left hand, all of it is there too.
    page.locator("#drawer").get_by_role("button", name="This device").click()
    page.locator("#drawer").get_by_role("button", name="Left hand").click()
    assert page.evaluate(WITHIN) == [0, 0]
    assert page.evaluate(CUT_OFF) == 0
    assert page.locator("#main").evaluate(LEFT) < page.locator("#board").evaluate(LEFT)
    page.locator("#drawer").get_by_role("button", name="Close", exact=True).click()
    drawer_covers_the_board(page)
    page.locator("#drawer").get_by_role("button", name="This device").click()
    page.locator("#drawer").get_by_role("button", name="Right hand").click()


def drawer_covers_the_board(page: Page) -> None:
    """What stands in the drawer stands on it, and the card beside it stays."""
    page.get_by_role("button", name="More: log").click()
    for place in ("#drawer .logp", "#drawer .tiles", "#main .foot"):
        assert page.locator(place).evaluate(ON_TOP), place


def test_a_unit_is_taken_in_hand_by_its_number_or_by_a_stand_and_any_stand_is_read(
    open_page: OpenPage, address: str
) -> None:
    _, page = window(open_page, address, "mons-1914")
    heading = page.locator(".hd h1")
    expect(heading).to_have_text("1 Company")
    page.wait_for_timeout(BOUNCE_MS)
    page.get_by_role("button", name="2 Company", exact=True).first.click()
    expect(heading).to_have_text("2 Company")
    page.wait_for_timeout(BOUNCE_MS)
    page.locator("[data-st='a1.1.c3.p1']").click()
    expect(heading).to_have_text("3 Company")
    page.locator("[data-st='d1.1.c1.p1']").click()
    expect(page.locator(".point")).to_contain_text("1st Platoon, A Company")
    expect(heading).to_have_text("3 Company")
