"""Coming to the table: a game made by the form, a seat by QR code, a seat by typed code, a seat taken away."""

import re
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
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=False, log_level="warning")
    with serving(create_app(settings)) as served:
        yield served


def set_up(page: Page) -> None:
    """A game under one house rule, with two Veteran battalions of the host's choice, after one wrong try."""
    page.get_by_label("Name of the game").fill("Rigny bridge")
    page.get_by_label("Attacker is called").fill("Korps Anna")
    page.locator("input[name=veterans]").nth(0).uncheck(force=True)
    page.get_by_role("button", name="Set up the game").click()
    expect(page.locator('[data-for~="veterans"]')).to_contain_text("Veteran battalions marked: 1.")
    page.locator("input[name=veterans]").nth(2).check(force=True)
    page.locator("#house-rules > summary").click()
    page.locator("#house-rules details", has=page.locator('[name="AMB-12"]')).locator("summary").click()
    page.locator('[name="AMB-12"][value="two"]').check()
    expect(page.locator("[data-house-count]")).to_have_text("1 chosen otherwise")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/games/*")


def invited_by_link(host: Page, seat: str) -> str:
    """The address in the QR code, as a camera would read it: taken from the answer that draws it."""
    host.get_by_label("Seat", exact=True).select_option(label=seat)
    with host.expect_response("**/invitations") as answered:
        host.get_by_role("button", name="Show a QR code").click()
    expect(host.locator("[data-qr] svg")).to_be_visible()
    expect(host.locator("[data-whose]")).to_have_text(f"Seat: {seat}")
    code: str = answered.value.json()["code"]
    assert code not in host.content()
    return code


def test_a_host_invites_by_qr_and_by_letters_and_takes_a_seat_away(address: str, open_page: OpenPage) -> None:
    opened = open_page(f"{address}/new", "laptop", "light")
    host = opened.page
    set_up(host)
    expect(host.locator("#side-attacker")).to_be_visible()
    host.goto(f"{host.url}/seats")

    attacker = open_page(f"{address}/join#{invited_by_link(host, 'Korps Anna')}", "tablet-flat", "light")
    assert attacker.page.url == f"{address}/join"
    expect(attacker.page.get_by_label("Code from the host")).to_be_hidden()
    attacker.page.get_by_label("Your name").fill("Bea")
    attacker.page.get_by_role("button", name="Take the seat").click()
    attacker.page.wait_for_url("**/games/*")

    host.get_by_label("Seat", exact=True).select_option(label="British")
    host.get_by_role("button", name="Make a code").click()
    letters = host.locator("[data-answer].word")
    expect(letters).to_have_text(re.compile("^[A-Z]{8}$"))
    defender = open_page(address, "phone", "dark").page
    defender.get_by_label("Code from the host").fill(letters.inner_text().lower())
    defender.get_by_label("Your name").fill("Carl")
    defender.get_by_role("button", name="Take the seat").click()
    defender.wait_for_url("**/games/*")

    host.reload()
    expect(host.locator(".seats")).to_contain_text("Korps Anna")
    host.get_by_role("button", name="Take away the seat of Bea").click()
    expect(host.locator(".seats .gone")).to_contain_text("Bea")
    attacker.page.reload()
    expect(attacker.page.locator("body")).to_contain_text("No seat at this game")
    defender.reload()
    expect(defender.locator("body")).not_to_contain_text("No seat at this game")
    assert [line for line in opened.complaints if "Content Security Policy" in line] == []


def test_a_used_invitation_says_so_and_keeps_the_way_in(address: str, open_page: OpenPage) -> None:
    guest = open_page(f"{address}/join#USEDUPLONGAGO", "phone", "light").page
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.locator("[data-answer]")).to_contain_text("This code is wrong, used up or too old.")
    expect(guest.locator("[data-answer]")).to_contain_text("Ask the host for a new one.")
    expect(guest.get_by_label("Code from the host")).to_be_visible()


def test_the_referee_corrects_a_battalion_and_a_battery_and_writes_a_note(address: str, open_page: OpenPage) -> None:
    board = open_page(f"{address}/new", "laptop", "dark").page
    board.get_by_role("button", name="Set up the game").click()
    log = board.locator("#side-log .log")
    board.get_by_role("link", name="I / 1st Regt").first.click()
    board.locator("#f-on_table").select_option(label="Off the table")
    board.locator("#f-on_table-why").fill("it never arrived")
    board.get_by_role("button", name="Correct: where it is").click()
    expect(log).to_contain_text("it never arrived")
    expect(board.locator("#side-attacker article").first).to_contain_text("off the table")
    board.get_by_role("link", name="77 mm, 1st Battery").click()
    board.locator("#f-carriage").select_option(label="Ready to fire")
    board.locator("#f-carriage-why").fill("unlimbered before the game")
    board.get_by_role("button", name="Correct: its weapon").click()
    expect(log).to_contain_text("unlimbered before the game")
    board.locator("#note summary").click()
    board.locator("#f-note").fill("Rain since noon")
    board.get_by_role("button", name="Write it down").click()
    expect(log).to_contain_text("Rain since noon")
