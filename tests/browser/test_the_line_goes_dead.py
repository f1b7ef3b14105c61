"""A line that is dead without a word: the page hears that nothing comes any more, says so, and finds back by itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.browser.conftest import OpenPage, until
from tests.browser.playing import Seat, Touch, note, opened, served
from tests.torture.bad_line import BadLine, bad_line

pytestmark = pytest.mark.browser
TELL_HEARTBEATS: Final = """
    window.EventSource = class extends EventSource {
        constructor(...where) {
            super(...where);
            for (const sign of ["heartbeat", "here"]) this.addEventListener(sign, () => window.heartbeat?.());
        }
    };
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A service that gives quiet pages a sign of life every second, as any does."""
    yield from served(tmp_path)


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


def test_dead_line_is_shown_within_three_seconds(tablet: Page, line: BadLine) -> None:
    """By the tablet's clock, and with the settings that a club has."""
    tablet.clock.install()
    tablet.reload()
    expect(bar(tablet)).to_have_text("Up to date")
    tablet.clock.pause_at(tablet.evaluate("Date.now() + 60_000"))
    line.go_silent()
    tablet.clock.run_for(3000)
    expect(bar(tablet)).to_contain_text("Not up to date since ", timeout=1000)


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


FIRST, FOURTH = "a1.1.c1", "a1.1.c4"


@pytest.fixture
def ordering(tablet: Page, german: Seat) -> Page:
    """The tablet with its first company to be ordered."""
    german.send("start_turn")
    while FIRST not in german.view["turn"]["can_act"]:
        german.send("next_step")
    load_with_prompts(tablet, FIRST, "a1.1.c2", "a1.1.c3", "next_step")
    return tablet


def load_with_prompts(tablet: Page, *names: str) -> None:
    """Load the page, and wait until it has the prompts of these units and commands: offline it can enter no others."""
    fetched: list[str] = []

    def note_prompts(request: Request) -> None:
        if request.url.endswith("/prompts"):
            fetched.append(request.post_data or "")

    tablet.on("requestfinished", note_prompts)
    tablet.reload()
    expect(bar(tablet)).to_have_text("Up to date")
    until(lambda: all(any(f'"{name}"' in body for body in fetched) for name in names), tablet)


def order_without_a_line(tablet: Page, line: BadLine) -> None:
    """The die of an order is tapped while nothing comes through."""
    tablet.clock.install()
    line.go_silent()
    tablet.locator(".pads:not(.off) button[data-die='5']").click()
    tablet.clock.fast_forward(3000)
    expect(tablet.locator("#bar")).to_contain_text("Not sent yet")


def comes_back(tablet: Page, line: BadLine) -> None:
    line.come_back()
    tablet.clock.fast_forward(30_000)


def test_commands_that_waited_are_carried_out_in_order_although_their_page_was_closed(
    ordering: Page, german: Seat, line: BadLine
) -> None:
    """Three orders, and Next: that is refused, because the fourth company was ordered in its step."""
    order_without_a_line(ordering, line)
    waits = ordering.get_by_role("list", name="Commands that wait").get_by_role("listitem")
    expect(waits).to_have_text([re.compile("^Order: 1 Company.*sent, no answer yet")])
    finger = Touch(ordering)
    for count, face in enumerate((4, 6), start=2):
        finger.tap(ordering.locator(f".pads:not(.off) button[data-die='{face}']"))
        expect(waits).to_have_count(count)
    finger.tap(ordering.locator(".foot .next:not(.not-yet)"))
    expect(waits.last).to_have_text(re.compile("^Next step\\s*waits"))
    expect(ordering.locator(".foot .next")).to_contain_text("Not yet")
    expect(ordering.get_by_role("heading", name="4 commands wait")).to_be_visible()
    context, number = ordering.context, german.number
    ordering.close()
    german.send("roll_orders", unit=FOURTH, die={"pips": 2})
    german.send("note", text="The rain has stopped")
    line.come_back()
    opened_again = context.new_page()
    opened_again.goto(f"{line.base}/games/{german.game}")
    expect(opened_again.locator("#main")).to_contain_text("Refused, tapped at ")
    expect(opened_again.locator(".refuse")).to_contain_text("die 2")
    says = [one["says"] for one in german.get(f"log?since={number}")["events"]]
    assert [one.rpartition("die ")[2][0] for one in says if "die " in one] == ["2", "5", "4", "6"]
    assert len(says) == 5


def test_command_of_a_closed_page_is_sent_by_another_page_of_the_device(
    ordering: Page, german: Seat, line: BadLine
) -> None:
    other = ordering.context.new_page()
    other.clock.install()
    other.goto(ordering.url)
    expect(bar(other)).to_have_text("Up to date")
    number = german.number
    order_without_a_line(ordering, line)
    ordering.close()
    line.come_back()
    for _ in range(3):
        other.clock.fast_forward(21_000)
        expect(bar(other)).to_have_text("Up to date")
    expect(other.locator("body")).to_have_attribute("data-seq", str(number + 1))
    (says,) = [one["says"] for one in german.get(f"log?since={number}")["events"]]
    assert "die 5" in says


def test_command_that_waited_is_refused_until_a_person_discards_it(ordering: Page, german: Seat, line: BadLine) -> None:
    order_without_a_line(ordering, line)
    german.send("roll_orders", unit=FIRST, die={"pips": 4})
    comes_back(ordering, line)
    card, refusal = ordering.locator("#main"), ordering.locator(".refuse")
    expect(card).to_contain_text("Refused, tapped at ")
    expect(refusal).to_contain_text("die 4")
    german.send("note", text="The rain has stopped")
    ordering.reload()
    expect(bar(ordering)).to_have_text("Up to date")
    expect(refusal).to_contain_text("die 4")
    refusal.get_by_role("button", name="Send again").click()
    expect(card).not_to_contain_text("Refused, tapped at ")
    expect(refusal).to_be_visible()
    german.send("note", text="Now it rains")
    expect(ordering.locator("body")).to_have_attribute("data-seq", str(german.number))
    expect(refusal).to_be_visible()
    refusal.get_by_role("button", name="Leave it").click()
    expect(refusal).to_have_count(0)


def test_next_tapped_without_a_line_is_carried_out_although_its_page_was_closed(
    tablet: Page, german: Seat, line: BadLine
) -> None:
    german.send("start_turn")
    load_with_prompts(tablet, "next_step")
    number = german.number
    tablet.clock.install()
    line.go_silent()
    tablet.locator(".foot .next:not(.not-yet)").click()
    tablet.clock.fast_forward(3000)
    expect(tablet.locator("#bar")).to_contain_text("Not sent yet")
    context = tablet.context
    tablet.close()
    line.come_back()
    opened_again = context.new_page()
    opened_again.goto(f"{line.base}/games/{german.game}")
    expect(opened_again.locator("body")).to_have_attribute("data-seq", str(number + 1))
    assert german.number == number + 1


def test_text_entered_so_far_is_on_the_card_after_a_reload_and_on_no_other_device(
    ordering: Page, german: Seat, browser: Browser
) -> None:
    note(ordering, "half a")
    ordering.reload()
    expect(ordering.get_by_role("textbox")).to_have_value("half a")
    with browser.new_context() as other:
        other.add_cookies(german.context.cookies())  # type: ignore[arg-type]
        second = other.new_page()
        second.goto(german.place)
        expect(bar(second)).to_have_text("Up to date")
        expect(second.get_by_role("textbox")).to_have_count(0)


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[str]:
    """A service that keeps one page of a device up to date."""
    yield from served(tmp_path, heartbeat_seconds=1, streams_of_device=1)


def test_a_page_too_many_pauses_and_comes_back_by_itself(crowded: str, browser: Browser) -> None:
    with browser.new_context() as host:
        seat, first = opened(host, crowded), host.new_page()
        first.goto(f"{crowded}/games/{seat.game}")
        expect(bar(first)).to_have_text("Up to date")
        first.clock.install()
        second = host.new_page()
        second.goto(first.url)
        expect(bar(second)).to_have_text("Up to date")
        expect(bar(first)).to_have_text("Paused: too many pages are open")
        first.clock.run_for(29_000)
        expect(bar(second)).to_have_text("Up to date")
        first.clock.run_for(31_000)
        expect(bar(first)).to_have_text("Up to date")
        expect(bar(second)).to_have_text("Paused: too many pages are open")
        second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(bar(second)).to_have_text("Up to date")
