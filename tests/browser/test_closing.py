"""The host closes a game while a tablet, a board, a wall and a log are open: each becomes calm at once and stays so."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, OpenedPage, OpenPage
from tests.browser.playing import Seat, note, opened, served, to_step

pytestmark = pytest.mark.browser

PLACES = {"attacker": "tablet-upright", "defender": "tablet-flat", "referee": "laptop", "spectator": "laptop"}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """No heartbeat comes in time to tell what a page was not told at once."""
    yield from served(tmp_path, heartbeat_seconds=3600)


class Room:
    """The host's device, and the pages of some seats in a game that is being played."""

    def __init__(self, address: str, open_page: OpenPage, *roles: str) -> None:
        host = open_page("", "laptop", "light")
        self.host: Page = host.page
        self.game: Seat = opened(host.page.context, address)
        to_step(self.game, "Artillery")
        devices: dict[str, OpenedPage] = {role: open_page("", PLACES[role], "light") for role in roles}
        self.pages: Mapping[str, Page] = {role: one.page for role, one in devices.items()}
        for role, page in self.pages.items():
            self.game.invites(role, page.context, role)
            page.goto(self.game.place)
        self.complaints = [host.complaints, *(one.complaints for one in devices.values())]
        for page in self.pages.values():
            expect(page.locator("connection-bar")).to_have_text("Up to date")

    def close(self) -> None:
        """By keys alone, as from a laptop without a mouse."""
        self.host.goto(f"{self.game.place}/seats")
        fold = self.host.locator("#close > summary")
        expect(self.host.get_by_role("button", name="Close it now")).to_be_hidden()
        fold.focus()
        self.host.keyboard.press("Enter")
        expect(self.host.locator("#close")).to_contain_text("The seed of the dice is told")
        self.host.keyboard.press("Tab")
        expect(self.host.get_by_role("button", name="Close it now")).to_be_focused()
        self.host.keyboard.press("Enter")
        self.host.wait_for_url(self.game.place)


def expect_calm(page: Page) -> None:
    over = page.get_by_role("region", name="The game is closed")
    expect(over).to_contain_text(re.compile(r"Closed by Ada, \d+ \w+ \d{4}, \d\d:\d\d\. Nothing more is written"))
    expect(over.locator("code").filter(has_text=re.compile("^[0-9a-f]{64}$"))).to_have_count(2)


def test_every_open_page_becomes_calm_at_once_and_stays_so(address: str, open_page: OpenPage) -> None:
    room = Room(address, open_page, *PLACES)
    tablet, wall = room.pages["attacker"], room.pages["spectator"]
    log: Page = tablet.context.new_page()
    log.goto(f"{room.game.place}/log")
    tablet.locator(".dock [data-die]").first.click()
    for page in (*room.pages.values(), log):
        expect(page.locator("connection-bar")).to_have_text("Up to date")
    log.locator("label").filter(has_text=re.compile("^Dice$")).click()
    room.close()
    for page in (room.host, *room.pages.values(), log):
        expect_calm(page)
        expect(page.locator("connection-bar")).to_have_text("Up to date")
    for page in (room.host, *room.pages.values()):
        expect(page.locator("main").locator("form, button, input, select, dice-pad")).to_have_count(0)
    expect(log.get_by_label("Dice", exact=True)).to_be_checked()
    expect(wall.locator("main a")).to_have_count(0)
    expect(tablet.get_by_role("link", name="The whole log").last).to_be_visible()
    for page in (tablet, wall):
        page.reload()
        expect_calm(page)
    assert [line for complaints in room.complaints for line in complaints] == []


def test_what_is_left_of_a_closed_game_fits_every_screen_and_is_found_by_a_player(
    address: str, open_page: OpenPage
) -> None:
    room = Room(address, open_page, "attacker", "defender")
    room.close()
    the_end_fits_every_screen(room)
    the_file_that_shows_the_dice_fair_is_there(room)
    home_keeps_the_closed_game_apart_and_leads_to_how_it_ended(room)


def the_end_fits_every_screen(room: Room) -> None:
    page = room.pages["attacker"]
    expect_calm(page)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(room.game.place)
        expect_calm(page)
        expect(page.get_by_role("heading", name="The game is closed")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def the_file_that_shows_the_dice_fair_is_there(room: Room) -> None:
    tablet = room.pages["defender"]
    expect_calm(tablet)
    with tablet.expect_download() as saved:
        tablet.locator("main").get_by_role("link", name="Save the game’s file").click()
    seed = tablet.locator(".over code").last.inner_text()
    assert f'"seed": "{seed}"' in Path(saved.value.path()).read_text(encoding="utf-8")


def home_keeps_the_closed_game_apart_and_leads_to_how_it_ended(room: Room) -> None:
    home = room.pages["defender"]
    expect_calm(home)
    home.goto(room.game.address)
    apart = home.get_by_role("region", name="Closed games")
    expect(apart).to_contain_text("Closed ")
    expect(home.get_by_role("region", name="Your games")).to_have_count(0)
    apart.get_by_role("link", name="Mons 1914").click()
    expect_calm(home)


def test_what_a_cut_off_tablet_sends_afterwards_is_refused_in_plain_words(address: str, open_page: OpenPage) -> None:
    room = Room(address, open_page, "attacker")
    tablet = room.pages["attacker"]
    note(tablet, "written in a dead spot")
    tablet.context.set_offline(True)
    tablet.get_by_role("button", name="Tell it", exact=True).click()
    expect(tablet.locator("#bar")).to_contain_text("Not sent yet")
    room.close()
    tablet.context.set_offline(False)
    expect_calm(tablet)
    events = room.game.get("log")["events"]
    assert not [one for one in events if "dead spot" in one["says"]]


def test_a_closed_wall_is_still_on_one_screen(address: str, open_page: OpenPage) -> None:
    """All reserves have come, and six dice were thrown: what is left of the results fits below the closing."""
    host = opened(open_page("", "laptop", "light").page.context, address)
    for battalion in ("a1.3", "a2.3", "d1.4"):
        host.send("correct", of=battalion, what="on_table", value=True, reason="it has come")
    to_step(host, "Artillery")
    for battery in ("a1.b1", "a1.b2", "a1.b3"):
        host.send("roll_orders", unit=battery, die={"pips": 5, "source": "entered"})
    wall: Page = open_page("", "laptop").page
    wall.goto(host.invites("spectator", wall.context).place)
    expect(wall.locator(".wlive h2")).to_have_text("1 action")
    host.post("close", {})
    expect_calm(wall)
    assert wall.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [900, 1440]
