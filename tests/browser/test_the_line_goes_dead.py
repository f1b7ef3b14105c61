"""A line that is dead without a word: the page hears that nothing comes any more, says so, and finds back by itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, note, opened, served
from tests.torture.bad_line import BadLine, bad_line

pytestmark = pytest.mark.browser
TELL_HEARTBEATS: Final = """
    window.EventSource = class extends EventSource {
        constructor(...where) {
            super(...where);
            this.addEventListener("heartbeat", () => window.heartbeat?.());
        }
    };
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A service that tells quiet pages every second that nothing has changed."""
    yield from served(tmp_path, heartbeat_seconds=1)


@pytest.fixture
def line(address: str) -> Iterator[BadLine]:
    """What lies between one tablet and the service."""
    with bad_line(urlsplit(address).port or 0) as made:
        yield made


@pytest.fixture
def german(address: str, browser: Browser) -> Iterator[Seat]:
    """A player whose own line is good."""
    with browser.new_context() as host, browser.new_context() as guest:
        yield opened(host, address).invites("attacker", guest, "Bea")


@pytest.fixture
def tablet(open_page: OpenPage, german: Seat, line: BadLine) -> Page:
    """The same seat on a second tablet, behind the line, up to date."""
    page = open_page("", "tablet-upright", alone=True).page
    page.context.add_cookies(german.context.cookies())  # type: ignore[arg-type]
    page.goto(f"{line.base}/games/{german.game}")
    expect(bar(page)).to_have_text("Up to date")
    return page


def bar(page: Page) -> Locator:
    return page.locator("connection-bar")


def test_a_line_that_is_dead_without_a_word_is_noticed_said_and_left(tablet: Page, german: Seat, line: BadLine) -> None:
    line.go_silent()
    german.send("start_turn")
    expect(bar(tablet)).to_contain_text("Not up to date since ")
    expect(tablet.get_by_role("button", name="Start the turn")).to_be_visible()
    line.come_back()
    expect(bar(tablet)).to_have_text("Up to date")
    expect(tablet.get_by_role("button", name="Start the turn")).to_have_count(0)


def test_a_quiet_line_stays_up_to_date(tablet: Page, line: BadLine) -> None:
    """On a clock that only the test moves on: two seconds after each heartbeat, of two and a half that are silence."""
    tablet.clock.install()
    tablet.add_init_script(TELL_HEARTBEATS)
    tablet.reload()
    expect(bar(tablet)).to_have_text("Up to date")
    tablet.clock.pause_at(tablet.evaluate("Date.now() + 60_000"))
    for _ in range(5):
        tablet.evaluate("() => new Promise((heard) => (window.heartbeat = heard))")
        tablet.clock.run_for(2000)
        expect(bar(tablet)).to_have_text("Up to date")
    line.go_silent()
    tablet.clock.run_for(3000)
    expect(bar(tablet)).to_contain_text("Not up to date since ")


def test_a_command_sent_into_a_dead_line_happens_once_when_it_is_back(
    tablet: Page, german: Seat, line: BadLine
) -> None:
    """Though the line is dead for a minute, by the tablet's clock: that it waits stays in sight."""
    tablet.clock.install()
    tablet.reload()
    expect(bar(tablet)).to_have_text("Up to date")
    note(tablet, "the rain")
    line.go_silent()
    tablet.get_by_role("button", name="Tell it", exact=True).click()
    expect(tablet.locator("#bar")).to_contain_text("Not sent yet")
    tablet.clock.fast_forward("01:00")
    expect(tablet.locator("#bar")).to_contain_text("Not sent yet")
    line.come_back()
    expect(bar(tablet)).to_have_text("Up to date")
    said = german.context.request.get(f"{german.place}/log").text()
    assert said.count("the rain") == 1
