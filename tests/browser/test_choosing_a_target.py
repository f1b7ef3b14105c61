"""The list of stands to aim at: short enough for a phone, open where the fight is, what was measured at one tap."""

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


def fire(seat: Seat, target: str, range_cm: float) -> None:
    shot = {"firer": GUN, "target": target, "range_cm": range_cm, "cover": "hard"}
    seat.send("fire", unit=GUN, shots=[{**shot, "dice": [{"pips": 1, "source": "entered"}]}])


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


def test_the_battalion_shot_at_last_is_the_open_one(address: str, browser: Browser, open_page: OpenPage) -> None:
    """Whoever fires next most often fires into the same fight."""
    seat, page = german(address, browser, open_page, "tablet-upright")
    fire(seat, "d1.2.c1.p1", 24.5)
    seat.send("roll_orders", unit="a1.1.mg2", die={"pips": 6, "source": "entered"})
    seat.send("change_carriage", unit="a1.1.mg2", to="ready")
    page.goto(f"{seat.place}?unit=a1.1.mg2&do=fire")
    expect(page.locator(OPEN)).to_have_text(["2nd Battalion"])


def test_what_binds_the_gun_is_named_and_nothing_is_claimed(
    address: str, browser: Browser, open_page: OpenPage
) -> None:
    """FF-TGT-02. Nothing has been measured, so the list does not pretend to know who stands nearest."""
    page = german(address, browser, open_page, "tablet-flat")[1]
    expect(page.locator(".lately")).to_contain_text("It must shoot at the nearest troops FF-TGT-02")
    expect(page.locator(".lately")).to_contain_text("not known here before it is measured")
    expect(page.locator(".lately button")).to_have_count(0)


def test_what_was_measured_this_turn_is_taken_again_at_one_tap(
    address: str, browser: Browser, open_page: OpenPage
) -> None:
    """Target, distance and cover come back together; the battalion it stands in is the open one."""
    seat, page = german(address, browser, open_page, "tablet-upright")
    fire(seat, "d1.2.c1.p1", 24.5)
    page.reload()
    picker(page).locator("summary").first.tap()
    expect(page.locator(OPEN)).to_have_text(["2nd Battalion"])
    page.get_by_role("radio", name="2nd Platoon, A Company, 2nd Battalion, suppression 0").tap()
    page.get_by_label("Distance", exact=True).fill("40")
    page.get_by_label("Distance", exact=True).press("Enter")
    page.get_by_role("group", name="Target's cover").get_by_label("Open").tap()
    expect(page.locator(".aims summary b")).to_have_text("2nd Platoon, A Company, 2nd Battalion")
    picker(page).locator("summary").first.tap()
    page.get_by_role("button", name="1st Platoon, A Company, 2nd Battalion 24.5 cm, hard").tap()
    expect(picker(page)).not_to_have_attribute("open", "")
    expect(page.locator(".aims summary b")).to_have_text("1st Platoon, A Company, 2nd Battalion")
    expect(page.get_by_label("Distance", exact=True)).to_have_value("24.5")
    expect(page.get_by_label("Hard")).to_be_checked()


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
