"""How much an organiser does from home to the first game turn: taps, typed letters and decisions, held to a ceiling.

docs/measuring.md says how a time is made of them; five minutes are what the project promises.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import served

pytestmark = pytest.mark.browser

SECONDS_A_TAP: Final = 2
SECONDS_A_LETTER: Final = 1
SECONDS_A_DECISION: Final = 6
FIVE_MINUTES: Final = 300
BOUNCE_MS: Final = 320
FORMATIONS: Final = 4 + 3 + 2
"""The battalions of a brigade and of a regiment, and what their commanders have of their own."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


@dataclass
class Hand:
    """One finger at a tablet, which counts what it does. To choose in a list is two taps: to open it, and to take."""

    page: Page
    taps: int = 0
    letters: int = 0
    decisions: int = 0

    def tap(self, what: Locator, decides: bool = False) -> None:
        what.tap()
        self.taps += 1
        self.decisions += decides

    def link(self, name: str, decides: bool = False) -> None:
        self.tap(self.page.get_by_role("link", name=name).first, decides)

    def button(self, name: str, decides: bool = False) -> None:
        self.tap(self.page.get_by_role("button", name=name).first, decides)

    def choose(self, field: str, option: str) -> None:
        self.page.get_by_role("combobox", name=field).select_option(label=option)
        self.taps += 2
        self.decisions += 1

    def write(self, field: str, words: str) -> None:
        self.page.get_by_label(field).fill(words)
        self.taps += 1
        self.letters += len(words)
        self.decisions += 1

    @property
    def seconds(self) -> int:
        return self.taps * SECONDS_A_TAP + self.letters * SECONDS_A_LETTER + self.decisions * SECONDS_A_DECISION


def a_ready_scenario(hand: Hand) -> None:
    hand.link("Set up a game")
    hand.link("Somme 1916", decides=True)
    hand.button("Set up the game")
    on_the_stage(hand, hand.page.get_by_role("button", name="Start the turn"))


def two_forces(hand: Hand) -> None:
    """A month, a side each by the tables of organisation, and how long it is played."""
    hand.link("Set up a game")
    hand.link("Two forces and a date", decides=True)
    hand.choose("Date", "May 1917")
    hand.choose("Attacker", "British and Empire division, spring 1917 onwards: one brigade")
    hand.choose("Defender", "German infantry division, 1916 to 1918: one regiment")
    hand.write("Ends after turn", "6")
    hand.button("Set up the game")
    by_the_steps(hand)


def a_division_trimmed(hand: Hand) -> None:
    """The whole division made, trimmed to a brigade, and set against a regiment of its enemy."""
    hand.link("Forces, from the tables")
    hand.link("British and Empire division, late 1915 to 1916", decides=True)
    hand.choose("Month", "November 1916")
    expect(hand.page.locator("input[type=hidden][name=date]")).to_have_value("1916-11")
    hand.button("Make the whole of it")
    hand.tap(hand.page.locator("#tree a.pick", has_text="1st Brigade").first, decides=True)
    hand.button("Bring only this")
    expect(hand.page.locator("#overview")).to_contain_text("4 battalions")
    hand.link("Set up a game with it")
    hand.button("Set up the game")
    by_the_steps(hand)


def by_the_steps(hand: Hand) -> None:
    """FF-FOR-15, FF-SET-10: the steps of the book, a tap each; the stands themselves are set up on the real table."""
    now = hand.page.locator("#rail [aria-current=step]")
    for step in ("Lay the terrain", "Lay trenches", "Write the fire plans"):
        expect(now).to_contain_text(step)
        on_the_stage(hand, hand.page.get_by_role("button", name="This step is done"))
    for _ in range(FORMATIONS):
        formation = hand.page.locator(".dock .btn").first
        name = formation.inner_text()
        on_the_stage(hand, formation)
        expect(hand.page.locator("#main .past")).to_contain_text(name.splitlines()[-1])
    on_the_stage(hand, hand.page.get_by_role("button", name="Start the turn"))


def on_the_stage(hand: Hand, what: Locator) -> None:
    """A tap of a finger that has left the screen before: one that bounces does nothing."""
    hand.page.wait_for_timeout(BOUNCE_MS)
    hand.tap(what)


@pytest.mark.parametrize(
    ("way", "taps", "letters", "decisions"),
    [(a_ready_scenario, 4, 0, 1), (two_forces, 23, 1, 5), (a_division_trimmed, 22, 0, 3)],
)
def test_a_game_begins_within_five_minutes(
    address: str, open_page: OpenPage, way: object, taps: int, letters: int, decisions: int
) -> None:
    hand = Hand(open_page(address, "tablet-upright").page)
    assert callable(way)
    way(hand)
    expect(hand.page.locator("#bar")).to_contain_text("Turn 1")
    assert hand.taps <= taps
    assert hand.letters <= letters
    assert hand.decisions <= decisions
    assert hand.seconds < FIVE_MINUTES
    told = (Path(__file__).parents[2] / "docs" / "measuring.md").read_text(encoding="utf-8")
    assert f"| {hand.taps} | {hand.letters} | {hand.decisions} | {hand.seconds} s |" in told
