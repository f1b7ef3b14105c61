"""The stage's face "Map": the same targets, numbers, facts and card as on the counters, and places on the ground."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.begun import Seated, begun
from tests.browser.conftest import SIZES, OpenPage, until
from tests.browser.playing import Seat, opened, served, to_step
from tests.game.ground_in_play import LAID, at

pytestmark = pytest.mark.browser
COMPANY: Final = "a1.1.c1"
OWN: Final = [f"{COMPANY}.p{n}" for n in (1, 2, 3)]
FOE, FARTHER, COVERED = "d1.1.c1.p1", "d1.1.c1.p2", "d1.1.c1.p3"
COMPANIES: Final = "Rifle companies"
BOUNCE_MS: Final = 320
SCROLLED: Final = """[document.documentElement.scrollHeight - innerHeight, scrollY,
  document.body.scrollWidth - innerWidth]"""
BUTTONS_ON_THE_GROUND: Final = """(() => {
  const ground = document.querySelector(".groundhost").getBoundingClientRect();
  const meets = (box) => box.left < ground.right - 1 && box.right > ground.left + 1
    && box.top < ground.bottom - 1 && box.bottom > ground.top + 1;
  return [...document.querySelectorAll(".onmap button")].filter((one) => meets(one.getBoundingClientRect()))
    .map((one) => one.textContent);
})()"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("stage-map"))


class Map:
    """A company with an enemy before it, and one finger on the map."""

    def __init__(self, open_page: OpenPage, address: str, size: str, theme: str = "light") -> None:
        self.opened = open_page("", size, theme=theme)
        self.page: Page = self.opened.page
        self.taps = 0
        self.address = address
        self._begins("a company and its enemy")

    def _begins(self, so_far: str, play: Callable[[Seat], object] = lambda seat: None) -> None:
        """A game in which they stand there, and which was played so far."""
        placed = [at(one, 260 + 40 * n, 300) for n, one in enumerate(OWN, 1)]
        foes = [at(FOE, 300, 439, 180.0), at(FARTHER, 340, 560, 180.0)]

        def played(seats: Seated) -> None:
            seats["referee"].send("place_stands", stands=[*placed, at("a1.1.hq", 300, 260), *foes])
            play(seats["referee"])

        told = {"title": "Mons", "command": {"kind": "create_game", "scenario": "mons-1914", "table": LAID}}
        self.seat: Seat = begun(self.address, {"referee": self.page.context}, told, so_far, played)["referee"]

    def shown(self) -> None:
        self.page.goto(f"{self.seat.place}/stage")
        expect(self.page.locator("connection-bar")).to_have_text("Up to date")

    def turned(self) -> None:
        self.page.locator(".board").get_by_role("tab", name="Map").filter(visible=True).click()
        expect(self.page.locator(".onmap .stand").first).to_be_attached()

    def fires(self) -> None:
        """The company has its order and aims."""

        def ordered(seat: Seat) -> None:
            to_step(seat, COMPANIES)
            seat.send("roll_orders", unit=COMPANY, die={"pips": 6}, farthest_platoon_cm=6.3)

        self._begins("a company that aims", ordered)
        self.shown()
        self.page.locator(".dock .btn:not(.not-yet)").filter(has_text=re.compile(r"^\s*Fire")).last.click()
        expect(self.page.locator(".board")).to_have_class(re.compile("aiming"))

    def base(self, stand: str) -> Locator:
        return self.page.locator(f".onmap [data-stand='{stand}'] .base .edge")

    def tap(self, stand: str, dx: float = 0, dy: float = 0) -> None:
        """A finger beside the middle of a stand."""
        self.page.wait_for_timeout(BOUNCE_MS)
        box = self.base(stand).bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy)
        self.taps += 1

    def number(self, stand: str) -> Locator:
        """The number of a target, or how many turn to it."""
        return self.mark(stand).locator("text")

    def mark(self, stand: str) -> Locator:
        return self.page.locator(f".onmap .mark[data-of='{stand}']")


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[Map]:
    made = Map(open_page, address, "tablet-flat")
    yield made
    assert made.opened.complaints == []


@pytest.mark.parametrize("size", [*SIZES])
def test_a_tap_on_the_map_takes_the_nearest_stand_and_nothing_scrolls(
    open_page: OpenPage, address: str, size: str
) -> None:
    """As on the counters: a tap takes, a second lets go; a target has its number and its ring."""
    made = Map(open_page, address, size)
    made.fires()
    made.turned()
    # The map proposes the nearest: its number stands there, dotted, and the company's all turn to it.
    expect(made.number(FOE)).to_have_text("×3")
    expect(made.mark(FOE).locator(".prop")).to_have_count(1)
    made.tap(FARTHER, dx=9)
    expect(made.number(FOE)).to_have_text("×2")
    expect(made.number(FARTHER)).to_have_text("×1")
    # By the map that is not the enemy which comes first (FF-TGT-01): the same refusal as on the counters.
    expect(made.page.locator(".refuse")).to_contain_text("FF-TGT-01")
    # No button lies on the ground, where a place could not be tapped.
    assert made.page.evaluate(BUTTONS_ON_THE_GROUND) == []
    made.page.get_by_role("button", name="Larger").click()
    assert made.page.evaluate(SCROLLED) == [0, 0, 0]
    assert made.opened.complaints == []


def test_what_lies_farther_than_a_finger_is_not_taken(table: Map) -> None:
    table.fires()
    table.turned()
    expect(table.number(FOE)).to_have_text("×3")
    table.tap(FARTHER, dx=60, dy=20)
    table.tap(FOE, dx=-50)
    table.page.wait_for_timeout(BOUNCE_MS)
    expect(table.number(FOE)).to_have_text("×3")
    expect(table.number(FARTHER)).to_have_count(0)


def test_a_company_fires_from_the_map_with_as_many_taps_as_from_the_counters(table: Map) -> None:
    """Early at 12.4 cm in Soft: 5 suppresses and 6 kills a stand, as the bar says; the same dice, the same result."""
    table.fires()
    table.turned()
    expect(table.number(FOE)).to_have_text("×3")
    expect(table.page.locator(".facts")).to_contain_text("12.4 cm")
    for face in (1, 2, 5):
        table.page.wait_for_timeout(BOUNCE_MS)
        table.page.locator(f".pads:not(.off) button[data-die='{face}']").click()
    expect(table.page.locator(".hd h1")).to_have_text("1 suppressed")
    table.turned()
    expect(table.mark(FOE).locator(".sup")).to_have_count(1)
    expect(table.mark(FOE).locator(".ring")).to_have_count(2)


def test_a_tap_on_an_own_unit_picks_it_and_on_another_reads_it_out(table: Map) -> None:
    to_step(table.seat, COMPANIES)
    table.shown()
    table.turned()
    table.tap(FOE)
    expect(table.page.locator(".point")).to_contain_text("1st Platoon")


def test_g_turns_the_board_from_side_to_side_and_to_the_map(table: Map) -> None:
    to_step(table.seat, COMPANIES)
    table.shown()
    tabs = table.page.locator(".tabs:not(.bns) [role=tab]")
    seen = []
    for _ in range(3):
        seen.append(tabs.filter(has=table.page.locator("xpath=self::*[@aria-selected='true']")).inner_text())
        table.page.keyboard.press("g")
    assert len({*seen}) == 3
    assert any("Map" in one for one in seen)


def test_a_table_that_was_not_laid_has_no_map(open_page: OpenPage, address: str) -> None:
    shown = open_page(address, "tablet-flat")
    command: dict[str, Any] = {"kind": "create_game", "scenario": "somme-1916"}
    seat = opened(shown.page.context, address, title="Somme", role="attacker", command=command)
    shown.page.goto(f"{seat.place}/stage")
    expect(shown.page.locator("connection-bar")).to_have_text("Up to date")
    expect(shown.page.locator(".tabs [role=tab]").filter(has_text="Map")).to_have_count(0)


def test_a_place_on_the_ground_is_told_by_one_tap_on_the_map(table: Map) -> None:
    """Drawn up on the map: the middle of the front from the attacker's corner, to a whole centimetre."""
    table.shown()
    # Whoever has turned to a side by hand comes to the map with the question for the place.
    table.page.keyboard.press("g")
    table.page.get_by_role("button", name=re.compile("^More")).click()
    table.page.get_by_role("button", name=re.compile("Draw up")).first.click()
    table.page.get_by_role("button", name=re.compile("^3rd Battalion")).click()
    table.page.get_by_role("button", name="Line", exact=True).click()
    ground = table.page.locator(".onmap trench-map")
    expect(table.page.locator(".point")).to_contain_text("Tap the place on the ground")
    expect(ground.locator(".stand").first).to_be_attached()
    table.page.wait_for_timeout(BOUNCE_MS)
    box = ground.locator(".neat").first.bounding_box()
    assert box is not None
    table.page.mouse.click(box["x"] + box["width"] / 4, box["y"] + box["height"] / 3)
    expect(ground.locator(".mark.spot")).to_have_count(1)
    table.page.locator(".dock .btn.chief").click()

    def company() -> list[Any]:
        return [place for place in table.seat.view["map"]["places"] if place["stand"].startswith("d1.3.")]

    # The head of the card names the deed before it is done.
    until(company, table.page)
    expect(table.page.locator(".past, .hd")).to_contain_text([re.compile("drawn up|Draw up")])
    # A quarter of 1200 along, two thirds of 1800 up.
    assert abs(sum(place["x_mm"] for place in company()) / len(company()) - 300) < 60
