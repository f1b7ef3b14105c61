"""The log of a game as long as an evening: turns folded, dice with where they came from, what was taken back struck."""

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.app.test_golden_logs import GOLDEN
from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened

pytestmark = pytest.mark.browser

EVENING: Final = json.loads((GOLDEN / "mons-0.1.0.json").read_text())["commands"]
TURNS: Final = 2
LEFT_OUT: Final = ("create_game", "answer", "undo")


@pytest.fixture(scope="module")
def game(address: str, browser: Browser) -> Iterator[Seat]:
    """A turn of each side played by the referee, who has a say over both; 100 events and more. One for all tests."""
    context = browser.new_context()
    seat = opened(context, address)
    turns = 0
    for command in (json.loads(one["body"]) for one in EVENING):
        turns += command["kind"] == "start_turn"
        if turns > TURNS:
            break
        if command["kind"] not in LEFT_OUT:
            seat.try_(command.pop("kind"), **command)
    for number in range(60):
        seat.send("note", text=f"Shell {number} fell short")
    yield seat
    context.close()


def log_of(game: Seat, open_page: OpenPage, size: str = "laptop") -> Page:
    page: Page = open_page(game.address, size, "light").page
    page.goto(game.invites("referee", page.context).place + "/log")
    return page


def test_every_event_is_there_folded_by_player_turn(game: Seat, open_page: OpenPage) -> None:
    page = log_of(game, open_page)
    told = game.get("log")["events"]
    assert len(told) >= 100
    turns = page.locator("#whole-log > details")
    begun = [one["says"] for one in told if one["kind"] == "turn_started"]
    expect(turns.locator("> summary h2")).to_have_text([*reversed(begun), "Before the first turn"])
    assert page.locator("#whole-log .said").all_text_contents() == [one["says"] for one in reversed(told)]
    open_ones = [turn.get_attribute("open") is not None for turn in turns.all()]
    assert open_ones == [True, True, *[False] * (len(open_ones) - 2)]
    for time in page.locator("#whole-log .chronicle time").all()[:5]:
        assert re.fullmatch(r"\d\d:\d\d", time.text_content() or "")


def test_dice_and_reasons_are_told_and_the_rest_can_be_sifted_away(game: Seat, open_page: OpenPage) -> None:
    """FF-ORD-T2: the German battery's 5 of the first turn is one action."""
    page = log_of(game, open_page)
    page.locator("label").filter(has_text=re.compile("^Dice$")).click()
    german = page.locator("#whole-log > details").filter(has=page.get_by_role("heading", name="Turn 1: the German"))
    order = german.locator("li").filter(has_text="77 mm, 1st Battery, order: die 5, 1 action")
    expect(order.get_by_text("thrown at the table")).to_be_visible()
    expect(german.locator("li").filter(has_text="unlimbers").first).to_be_hidden()
    expect(page.locator("li").filter(has_text="Shell 7 fell short")).to_be_hidden()
    order.locator("summary").click()
    expect(order.locator(".led")).to_contain_text("FF-ORD-T2")


def test_what_was_taken_back_stays_struck_and_a_fold_stays_as_it_was_put(game: Seat, open_page: OpenPage) -> None:
    page = log_of(game, open_page)
    newest = page.locator("#whole-log > details").first
    newest.locator("> summary").click()
    expect(newest).not_to_have_attribute("open", "")
    game.send("undo", command_id=game.view["deeds"][0]["command_id"])
    gone = newest.locator("li.gone")
    expect(gone).to_have_count(1)
    expect(newest).not_to_have_attribute("open", "")
    newest.locator("> summary").click()
    expect(gone).to_contain_text("Taken back: Shell 59 fell short")
    assert "line-through" in gone.locator(".said").evaluate("(one) => getComputedStyle(one).textDecorationLine")


@pytest.mark.parametrize("size", ["phone", "tablet-upright"])
def test_a_long_log_fits_its_screen(game: Seat, open_page: OpenPage, size: str) -> None:
    page = log_of(game, open_page, size)
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
