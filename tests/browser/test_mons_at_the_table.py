"""The Mons game on real screens: the host opens it, a German tablet joins by a code and orders a battery."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import OpenPage, serving

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=True, log_level="warning")
    with serving(create_app(settings)) as served:
        yield served


def seat(board: Page, open_page: OpenPage, address: str, side: str) -> Page:
    """A tablet that takes the seat of a side by the code the host's board shows."""
    board.locator("#invite summary").click()
    board.get_by_label("Seat").select_option(label=side)
    board.get_by_role("button", name="Make a code").click()
    word = board.locator("#invite [data-answer]")
    expect(word).not_to_be_empty()
    tablet: Page = open_page(address, "tablet-flat", "light").page
    tablet.get_by_label("Code from the host's screen").fill(word.inner_text())
    tablet.get_by_role("button", name="Take the seat").click()
    tablet.wait_for_url("**/games/*")
    return tablet


def test_a_battery_is_ordered_by_an_entered_die_and_the_board_hears_of_it(address: str, open_page: OpenPage) -> None:
    """FF-ORD-T2, early, without sight: 5 earns one action. Taking it back leaves the die lying as it was."""
    opened = open_page(address, "laptop", "light")
    board = opened.page
    board.get_by_role("button", name="Mons 1914").click()
    board.wait_for_url("**/games/*")
    tablet = seat(board, open_page, address, "German")
    tablet.get_by_role("button", name="Start the next player turn").click()
    for _ in range(2):
        expect(tablet.locator("#rail form button")).to_contain_text("Next")
        tablet.locator("#rail form button").click()
    expect(tablet.locator("#units a.chip")).to_have_count(3)
    tablet.locator("#units a.chip").first.click()
    tablet.locator('dice-pad button[data-face="5"]').click()
    expect(tablet.locator("#work .verdict")).to_contain_text("5 ±0 = 5")
    expect(tablet.locator("#work .outcome")).to_contain_text("1")
    expect(board.locator("#side-log .log")).to_contain_text("order: die 5, 1 action")
    tablet.get_by_role("button", name="Take back: 77 mm, 1st Battery's order").click()
    expect(board.locator("#side-log .log")).to_contain_text("Asks to take back 77 mm, 1st Battery's order (die 5)")
    board.get_by_role("button", name="Agree", exact=True).click()
    expect(board.locator("#side-log .log")).to_contain_text("Taken back: 77 mm, 1st Battery's order")
    tablet.locator('dice-pad button[data-face="6"]').click()
    expect(tablet.locator("#work")).to_contain_text("it stays thrown")
    assert [line for line in opened.complaints if "Content Security Policy" in line] == []
