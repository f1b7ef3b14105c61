"""An evening on two tablets by a hand that taps whatever it can: nothing scrolls, nothing fails, nobody is stuck."""

from collections.abc import Iterator
from math import dist
from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenedPage, OpenPage, until
from tests.browser.playing import BOUNCE_MS, BOUNCE_PX, Seat, opened, served
from tests.browser.touching import Point

pytestmark = [pytest.mark.browser, pytest.mark.evening]
TAPS: Final = 90
LEAST_DONE: Final = 25
"""So many events at least come of that many taps, or the hand was stuck somewhere."""
STUCK: Final = 12
PATIENCE: Final = 40
DRAWN: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Kept once what came of a tap is on the screen."""
PLACES: Final = {
    ".pads:not(.off) .pad button:not([aria-disabled])": 6,
    ".dock .btn:not(.not-yet)": 4,
    ".board.aiming button.ct:not(.off):not(.x)": 3,
    ".foot .next:not(.not-yet)": 2,
    ".body button.btn:not(.not-yet)": 2,
    ".duels:not(.off) .duel button:not([aria-disabled])": 4,
    ".slot.ask .btn": 6,
}
"""What can be tapped, and how readily the hand goes there."""
OVERFLOW: Final = (
    "[document.documentElement.scrollHeight - innerHeight, document.body.scrollWidth - innerWidth, scrollY]"
)
IN_SIGHT: Final = """(places) => places.map((place) => [...document.querySelectorAll(place)].flatMap((one) => {
  const at = one.getBoundingClientRect();
  const is = at.width && at.height && one.checkVisibility({visibilityProperty: true});
  return is ? [[at.x + at.width / 2, at.y + at.height / 2]] : [];
}))"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


class Hand:
    """A hand at one tablet."""

    def __init__(self, device: OpenedPage, seat: Seat, role: str, chance: Random) -> None:
        self.device, self.seat, self.role, self.chance = device, seat, role, chance
        self.page: Page = device.page
        self._last: Point = (0, 0)
        self.page.goto(seat.place)
        expect(self.page.locator(".sheet")).to_be_visible()

    def _shows_the_newest(self) -> bool:
        """Whether the page shows the game as it stands: a page may send what follows by itself meanwhile."""
        return self.page.locator("body").get_attribute("data-seq") == str(self.seat.number)

    def tap(self) -> bool:
        """Taps something, once it sees what the other did; whether there was anything to tap."""
        until(self._shows_the_newest, self.page)
        found = dict(zip(PLACES, self._in_sight(*PLACES), strict=True))
        able = [place for place, all_ in found.items() if all_]
        if not able:
            return False
        place = self.chance.choices(able, [PLACES[one] for one in able])[0]
        self._on(self.chance.choice(found[place]))
        return True

    def _in_sight(self, *places: str) -> list[list[Point]]:
        found: list[list[Point]] = self.page.evaluate(IN_SIGHT, places)
        return found

    def _on(self, place: Point) -> None:
        """Like a finger that may come too late: what it meant has gone by then, and nothing is wrong with that."""
        if dist(place, self._last) < BOUNCE_PX:
            self.page.wait_for_timeout(BOUNCE_MS)
        self.page.touchscreen.tap(*place)
        self._last = place
        self.page.evaluate(DRAWN)
        self.page.locator("#main:not([aria-busy])").wait_for()
        assert self.page.evaluate(OVERFLOW) == [0, 0, 0], self.page.locator("#main").inner_text()

    def leave(self) -> None:
        """Out of what the hand began and cannot finish: the last tap is taken back."""
        for back in self._in_sight(".foot .back:not(.not-yet)")[0]:
            self._on(back)


@pytest.mark.parametrize("scenario", ["somme-1916", "michael-1918"])
def test_an_evening_on_the_stage(address: str, open_page: OpenPage, scenario: str) -> None:
    referee = opened(open_page("").page.context, address, command={"kind": "create_game", "scenario": scenario})
    chance = Random(1918)
    sizes = {"attacker": "tablet-flat", "defender": "tablet-upright"}
    devices = {role: open_page("", size) for role, size in sizes.items()}
    hands = [Hand(one, referee.invites(role, one.page.context, role), role, chance) for role, one in devices.items()]
    taps = idle = nothing = before = 0
    while taps < TAPS:
        tapped = [hand.tap() for hand in hands]
        if not any(tapped):
            # While a command is on its way there is nothing to tap for a moment, on a busy machine for some.
            nothing += 1
            assert nothing < PATIENCE, "nobody has anything to tap"
            hands[0].page.wait_for_timeout(BOUNCE_MS)
            continue
        taps, nothing = taps + 1, 0
        done = referee.number
        idle, before = 0 if done > before else idle + 1, done
        if idle >= STUCK:
            for hand in hands:
                hand.leave()
    assert before >= LEAST_DONE
    assert [line for one in devices.values() for line in one.complaints] == []
