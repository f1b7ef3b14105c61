"""Keyboard, screen reader and stillness: every screen in both themes, and the way from home to the table by keys."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import SIZES, OpenPage, Theme, held_as
from tests.browser.playing import Seat, opened, served, to_step

pytestmark = [pytest.mark.browser, pytest.mark.evening]

MOST_TABS: Final = 80
LOOK_UPS: Final = ("/lookups/close-combat", "/lookups/regiments-grade", "/lookups?find=wire")
BY_ANYBODY: Final = (
    "/",
    "/new",
    "/new?scenario=mons-1914",
    "/join",
    "/tables",
    "/tables/mons-1914",
    "/forces",
    "/forces/new?table=british_1915",
    "/guns",
    "/plans",
    "/scenarios",
    "/scenarios/somme-1916",
    "/lookups",
    "/print",
    "/playsheets/late?AMB-13=reroll",
    "/playsheets/late/strip",
    "/print/scenarios/mons-1914",
    "/games/nosuchgame",
    "/nowhere",
    *LOOK_UPS,
)
BY_THE_REFEREE: Final = (
    "",
    "/log",
    "/seats",
    "/print?form=scenario&form=roster-attacker&form=map-attacker&form=guns-attacker&form=referee",
)
COVERED: Final = (Path(__file__).parent / "covered.js").read_text(encoding="utf-8")
UNDER_A_NOTICE: Final = f"""() => {{
  const page = document.documentElement;
  const plain = ({COVERED})();
  page.toggleAttribute("data-half-loaded", true);
  const found = ({COVERED})();
  page.toggleAttribute("data-half-loaded", false);
  return [...plain, ...found];
}}"""
"""Lists what can be tapped and is covered, on the page as it is and with the notice that it is not loaded whole."""
LOOKS: Final[Mapping[Theme, Sequence[str]]] = {"dark": ("phone", "tablet-upright", "tablet-flat"), "light": ("laptop",)}
"""The devices on which a page is looked at; on the first of each theme axe reads it."""
FOCUS_SHOWS: Final = """(one) => [one, one.closest('label')]
  .some((each) => each && getComputedStyle(each).outlineStyle !== 'none')"""
MOVING: Final = """() => [...document.querySelectorAll('*')]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).animationDuration.split(', ')
    .concat(getComputedStyle(one).transitionDuration.split(', ')).some((time) => parseFloat(time) > 0))
  .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def game_of(address: str, page: Page) -> Seat:
    """A game in the middle of the German artillery's orders, with markers, losses and results to show."""
    game = opened(page.context, address)
    to_step(game, "Artillery")
    game.send("roll_orders", unit="a1.b1", die={"pips": 5, "source": "entered"})
    game.send("correct", of="d1.1.c1.p1", what="levels", value=2, reason="as it lies")
    game.send("correct", of="d1.1.c1.p2", what="alive", value=False, reason="as it lies")
    return game


def wrong_with(page: Page) -> list[str]:
    """What keeps somebody from using the open page on any device: what axe finds, and where it scrolls sideways.

    It is opened on a phone in the dark; then it is as if the device were turned or exchanged, and the lamp lit.
    """
    found = []
    for theme, sizes in LOOKS.items():
        for size in sizes:
            held_as(page, size, theme)
            if page.evaluate("document.documentElement.scrollWidth") > SIZES[size][0]:
                found.append(f"{page.url} scrolls sideways on a {size}")
            found += [f"{page.url} on a {size}: {one}" for one in page.evaluate(UNDER_A_NOTICE)]
            if size == sizes[0]:
                found += found_by_axe(page)
    held_as(page, "phone", "dark")
    return found


def test_every_screen_can_be_read_and_fits(address: str, open_page: OpenPage) -> None:
    page = open_page("", "phone", "dark", bypass_csp=True).page
    found: list[str] = []
    for where in BY_ANYBODY:
        page.goto(address + where)
        found += wrong_with(page)
    game = game_of(address, page)
    for where in BY_THE_REFEREE:
        page.goto(game.place + where)
        found += wrong_with(page)
    for role, shown in (
        ("attacker", ("", "/plain", "/map")),
        ("spectator", ("",)),
    ):
        guest = open_page("", "phone", "dark", bypass_csp=True).page
        place = game.invites(role, guest.context).place
        for where in shown:
            guest.goto(place + where)
            found += wrong_with(guest)
    closing = f"{address}/api/v1/games/{game.game}/close"
    assert page.context.request.post(closing, data={}, headers={"Origin": address}).ok
    for where in ("", "/log", "/seats"):
        page.goto(game.place + where)
        found += wrong_with(page)
    guest.goto(game.place)
    assert found + wrong_with(guest) == []


@pytest.mark.parametrize("scenario", ["somme-1916", "cambrai-1917", "michael-1918"])
def test_axe_finds_nothing_on_the_stage_of_the_later_war(address: str, open_page: OpenPage, scenario: str) -> None:
    """What a turn begins with, at the referee's and at both sides' stages: plans, gas, aircraft, cards."""
    host = open_page("", "laptop", "dark", bypass_csp=True).page
    game = opened(host.context, address, command={"kind": "create_game", "scenario": scenario})
    tables = [open_page("", "phone", bypass_csp=True).page for _ in range(2)]
    seats = [game.invites(role, one.context) for role, one in zip(("attacker", "defender"), tables, strict=True)]
    game.send("start_turn")
    found = []
    for page, seat in ((host, game), *zip(tables, seats, strict=True)):
        page.goto(seat.place)
        expect(page.locator(".sheet")).to_be_visible()
        found += found_by_axe(page)
    assert found == []


def tab_to(page: Page, role: Any, name: str) -> None:
    """Press Tab until the named control has the focus, and see that the focus shows."""
    wanted = page.get_by_role(role, name=name).first
    for _ in range(MOST_TABS):
        if wanted.evaluate("(one) => one === document.activeElement"):
            outline = wanted.evaluate(FOCUS_SHOWS)
            assert outline, f"nobody sees that {name} has the focus"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} tabs do not lead to {name}")


def test_a_game_is_opened_and_a_turn_begun_without_a_mouse(address: str, open_page: OpenPage) -> None:
    page = open_page(address, "laptop").page
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "To the content"
    tab_to(page, "link", "Set up a game")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new")
    tab_to(page, "link", "Mons 1914")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new?scenario=mons-1914")
    tab_to(page, "radio", "Referee")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="German")).to_be_checked()
    page.locator("summary", has_text="names of the sides").focus()
    page.keyboard.press("Enter")
    tab_to(page, "textbox", "Name of the game")
    page.keyboard.press("Control+A")
    page.keyboard.type("By keys alone")
    tab_to(page, "button", "Set up the game")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    tab_to(page, "button", "Start the turn")
    page.keyboard.press("Enter")
    expect(page.locator("#rail [aria-current=step]")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#main")).to_contain_text("Taken back")


def test_nothing_moves_for_those_who_asked_for_stillness(address: str, open_page: OpenPage) -> None:
    page = open_page("", "laptop", reduced_motion="reduce").page
    game = game_of(address, page)
    for where in (address, game.place, f"{game.place}/log", f"{address}/style"):
        page.goto(where)
        assert page.evaluate(MOVING) == [], where


def test_what_a_device_chose_stays_over_a_reload_on_every_page(address: str, open_page: OpenPage) -> None:
    page = open_page(address, "tablet-upright", "light").page
    page.get_by_label("More").tap()
    for word in ("Dark", "Larger"):
        page.locator(".sheet label").filter(has_text=word).tap()
    for where in ("/", "/new", "/lookups"):
        page.goto(address + where)
        assert page.locator("html").get_attribute("data-theme") == "dark"
        assert page.locator("html").get_attribute("data-text") == "larger"
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["tablet-upright"][0]
    page.get_by_label("More").tap()
    expect(page.get_by_role("radio", name="Larger")).to_be_checked()
