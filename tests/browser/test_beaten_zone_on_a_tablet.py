"""A machine gun's beaten zone through the form of the player's tablet: three targets, three dice, three results."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import OpenPage, serving
from tests.browser.test_mons_at_the_table import seat

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=True, log_level="warning")
    with serving(create_app(settings)) as served:
        yield served


def go_to(tablet: Page, chip: str) -> None:
    """Finish steps until a unit of that name can be ordered."""
    rail = tablet.locator("#rail")
    expect(rail.locator("form button")).to_contain_text("Next")
    for _ in range(30):
        if tablet.locator("#units a.chip", has_text=chip).count():
            return
        before = rail.get_attribute("data-seq")
        rail.locator("form button").click()
        expect(rail).not_to_have_attribute("data-seq", before or "")
    raise AssertionError(f"no step orders {chip}")


def enter(tablet: Page, *faces: int) -> None:
    """Tap dice as they lie on the table."""
    for face in faces:
        tablet.locator(f'dice-pad button[data-face="{face}"]').click()


def choose(tablet: Page, field: str, stand: str) -> None:
    """Tap a stand in the list of those that can be aimed at; the list folds to its name."""
    stands = tablet.locator(f'details.picker:has(input[name="{field}"])')
    stands.locator(f'label:has(input[value="{stand}"])').click()
    expect(stands).not_to_have_attribute("open", "")


def test_three_stands_in_a_beaten_zone_take_what_their_place_gives(address: str, open_page: OpenPage) -> None:
    """FF-BZN-05, FF-SHO-T1 (Soft 4/5): 5 kills the first, 5 - 1 suppresses the second, 5 - 2 leaves the third alone."""
    opened = open_page(address, "laptop", "light")
    opened.page.get_by_role("button", name="Mons 1914").click()
    opened.page.wait_for_url("**/games/*")
    tablet = seat(opened.page, open_page, address, "German")
    tablet.get_by_role("button", name="Start the next player turn").click()
    go_to(tablet, "Maxim")
    tablet.locator("#units a.chip", has_text="Maxim").first.click()
    enter(tablet, 6)
    tablet.get_by_role("button", name="Unpack").click()
    tablet.locator("#work").get_by_role("link", name="Fire").click()
    tablet.get_by_role("navigation", name="Stands in the beaten zone").get_by_role("link", name="2", exact=True).click()
    for name, place in (("target", 1), ("behind.1.target", 2), ("behind.2.target", 3)):
        choose(tablet, name, f"d1.1.c1.p{place}")
    tablet.get_by_label("Behind the rear of the first target").nth(1).fill("9")
    enter(tablet, 5, 5, 5)
    tablet.get_by_role("button", name="Fire", exact=True).click()
    log = opened.page.locator("#side-log .log")
    for word in ("killed", "suppressed", "no effect"):
        expect(log).to_contain_text(word)
    assert [line for line in opened.complaints if "Content Security Policy" in line] == []
