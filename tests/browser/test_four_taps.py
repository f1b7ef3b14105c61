"""From "fire this machine gun" to the applied result in four taps, and what the screen says before and after."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.playing import Seat, opened, served, to_step

pytestmark = pytest.mark.browser


class Finger:
    """A finger that counts how often it touched the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, place: Locator) -> None:
        """Touch one place."""
        place.tap()
        self.taps += 1


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    yield from served(tmp_path)


@pytest.fixture(params=["tablet-upright", "tablet-flat", "phone"])
def german(request: pytest.FixtureRequest, address: str, browser: Browser) -> Iterator[tuple[Seat, Page]]:
    """The German tablet with a Maxim in hand: unpacked, two actions left, opened on its screen."""
    width, height = SIZES[request.param]
    device = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    host = opened(browser.new_context(), address)
    seat = host.invites("attacker", device)
    to_step(seat, "Machine guns")
    seat.send("roll_orders", unit="a1.1.mg1", die={"pips": 6, "source": "entered"})
    seat.send("change_carriage", unit="a1.1.mg1", to="ready")
    page = device.new_page()
    page.goto(f"{seat.place}?unit=a1.1.mg1")
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    yield seat, page
    device.close()


def test_a_machine_gun_fires_in_four_taps(german: tuple[Seat, Page]) -> None:
    """FF-SHO-T1, early, Soft: 4 suppresses, 5 kills; 20 cm is not short range. Fire, target, distance, die."""
    tablet = german[1]
    finger = Finger(tablet)
    finger.tap(tablet.locator("#work").get_by_role("link", name="Fire"))
    finger.tap(tablet.get_by_role("radio", name="1st Platoon, A Company, 1st Battalion, suppression 0"))
    finger.tap(tablet.get_by_role("button", name="20", exact=True))
    chances = tablet.locator(".aims .odds li")
    expect(chances).to_have_text(["50%nothing", "17%suppressed", "33%killed"])
    finger.tap(tablet.locator('dice-pad button[data-face="5"]'))
    card = tablet.get_by_role("region", name="Fire, result")
    expect(card).to_contain_text("1st Platoon, A Company, 1st Battalion")
    expect(card.locator(".tag")).to_have_text("killed")
    assert finger.taps == 4


def test_the_same_target_again_takes_two(german: tuple[Seat, Page]) -> None:
    """The next fire action begins with the last one's target, distance and cover: Fire, die."""
    seat, tablet = german
    finger = Finger(tablet)
    shot = {"firer": "a1.1.mg1", "target": "d1.1.c1.p1", "range_cm": 24.5, "cover": "hard"}
    seat.send("fire", unit="a1.1.mg1", shots=[{**shot, "dice": [{"pips": 1, "source": "entered"}]}])
    expect(tablet.get_by_role("region", name="Fire, result")).to_contain_text("nothing")
    finger.tap(tablet.locator("#work").get_by_role("link", name="Fire"))
    expect(tablet.get_by_label("Distance", exact=True)).to_have_value("24.5")
    expect(tablet.get_by_label("Hard")).to_be_checked()
    finger.tap(tablet.locator('dice-pad button[data-face="2"]'))
    expect(tablet.locator("#units .chip", has_text="Maxim 1")).to_contain_text("done")
    assert finger.taps == 2


def test_the_chances_follow_what_is_typed(german: tuple[Seat, Page]) -> None:
    """FF-DFM-01: a machine gun at under 10 cm has +2: Soft is suppressed on a 2 and killed on a 3; a 1 always fails."""
    tablet = german[1]
    finger = Finger(tablet)
    finger.tap(tablet.locator("#work").get_by_role("link", name="Fire"))
    finger.tap(tablet.get_by_role("radio", name="1st Platoon, A Company, 1st Battalion, suppression 0"))
    distance = tablet.get_by_label("Distance", exact=True)
    distance.fill("9.5")
    distance.press("Enter")
    expect(tablet.locator(".aims .change")).to_have_text("+2 on the die")
    expect(tablet.locator(".aims .odds li")).to_have_text(["17%nothing", "17%suppressed", "67%killed"])
    distance.fill("999")
    distance.press("Tab")
    expect(tablet.locator("#work")).to_contain_text("999 cm is beyond 70 cm")
    tablet.reload()
    expect(tablet.locator(".picker > summary")).to_contain_text("1st Platoon, A Company")
