"""The list of stands to aim at: short enough for a phone, open where the fight is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SIZES, OpenPage
from tests.browser.playing import Seat, opened, served, to_step

pytestmark = pytest.mark.browser

GUN: Final = "a1.1.mg1"
OPEN: Final = "details.holder[open] > summary h3"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def german(address: str, browser: Browser, open_page: OpenPage, size: str) -> tuple[Seat, Page]:
    """The German device with a Maxim about to fire, two actions left."""
    page = open_page(address, size).page
    seat = opened(browser.new_context(), address).invites("attacker", page.context)
    to_step(seat, "Machine guns")
    seat.send("roll_orders", unit=GUN, die={"pips": 6, "source": "entered"})
    seat.send("change_carriage", unit=GUN, to="ready")
    page.goto(f"{seat.place}?unit={GUN}&do=fire")
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    return seat, page


def picker(page: Page) -> Locator:
    return page.locator("details[data-picker]")


def test_the_battalion_shot_at_last_is_the_open_one(address: str, browser: Browser, open_page: OpenPage) -> None:
    """Whoever fires next most often fires into the same fight."""
    seat, page = german(address, browser, open_page, "tablet-upright")
    shot = {"firer": GUN, "target": "d1.2.c1.p1", "range_cm": 24.5, "cover": "hard"}
    seat.send("fire", unit=GUN, shots=[{**shot, "dice": [{"pips": 1, "source": "entered"}]}])
    seat.send("roll_orders", unit="a1.1.mg2", die={"pips": 6, "source": "entered"})
    seat.send("change_carriage", unit="a1.1.mg2", to="ready")
    page.goto(f"{seat.place}?unit=a1.1.mg2&do=fire")
    expect(page.locator(OPEN)).to_have_text(["2nd Battalion"])


def test_the_list_fits_a_phone_and_unfolds_one_battalion_at_a_time(
    address: str, browser: Browser, open_page: OpenPage
) -> None:
    """56 British stands are on the table: whoever scrolled past them all had lost what he was doing."""
    page = german(address, browser, open_page, "phone")[1]
    expect(page.locator(OPEN)).to_have_text(["1st Battalion"])
    page.locator("details.holder summary", has_text="3rd Battalion").tap()
    expect(page.locator(OPEN)).to_have_text(["3rd Battalion"])
    assert picker(page).evaluate("(one) => one.offsetHeight") < SIZES["phone"][1]
    page.get_by_role("radio", name="2nd Platoon, B Company, 3rd Battalion, suppression 0").tap()
    expect(picker(page)).not_to_have_attribute("open", "")
    expect(picker(page).locator("summary").first).to_contain_text("2nd Platoon, B Company, 3rd Battalion")


def test_a_stand_in_another_battalion_is_chosen_by_keys(address: str, browser: Browser, open_page: OpenPage) -> None:
    page = german(address, browser, open_page, "laptop")[1]
    page.locator("details.holder summary", has_text="2nd Battalion").focus()
    page.keyboard.press("Enter")
    expect(page.locator(OPEN)).to_have_text(["2nd Battalion"])
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(picker(page).locator("summary").first).to_contain_text("2nd Battalion")
    page.keyboard.press("Enter")
    expect(picker(page)).not_to_have_attribute("open", "")
    expect(picker(page).locator("summary").first).to_be_focused()
