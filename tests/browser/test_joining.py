"""Coming to the table: a game made by the form, a seat by QR code, a seat by typed code, a seat taken away."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.main import create_app
from app.seats.book import now
from app.settings import Settings
from tests.browser.conftest import OpenPage, serving

pytestmark = pytest.mark.browser
FOUR_AND_FOUR = re.compile("^[A-Z]{4} [A-Z]{4}$")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", demo=False, log_level="warning")
    with serving(create_app(settings)) as served:
        yield served


def set_up(page: Page) -> None:
    """A game under one house rule, with two Veteran battalions of the host's choice, after one wrong try."""
    page.locator("summary", has_text="names of the sides").click()
    page.get_by_label("Name of the game").fill("Rigny bridge")
    page.get_by_label("Attacker is called").fill("Korps Anna")
    page.locator("summary", has_text="Veterans").click()
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
    expect(host.get_by_label("Invite", exact=True).locator("[data-qr] svg")).to_be_visible()
    expect(host.get_by_label("Invite", exact=True).locator("[data-invited=link] [data-whose]")).to_have_text(
        f"Seat: {seat}"
    )
    code: str = answered.value.json()["code"]
    assert code not in host.content()
    return code


def test_a_host_invites_by_qr_and_by_letters_and_takes_a_seat_away(address: str, open_page: OpenPage) -> None:
    opened = open_page(f"{address}/new?scenario=mons-1914", "laptop", "light")
    host = opened.page
    set_up(host)
    expect(host.locator("#board")).to_be_visible()
    host.get_by_role("link", name="Invite the others").click()

    attacker = open_page(f"{address}/join#{invited_by_link(host, 'Korps Anna')}", "tablet-flat", "light")
    assert attacker.page.url == f"{address}/join"
    expect(attacker.page.get_by_label("Code from the host")).to_be_hidden()
    attacker.page.get_by_label("Your name").fill("Bea")
    attacker.page.get_by_role("button", name="Take the seat").click()
    attacker.page.wait_for_url("**/games/*")

    host.get_by_label("Seat", exact=True).select_option(label="British")
    host.get_by_role("button", name="Make a code").click()
    letters = host.get_by_label("Invite", exact=True).locator("[data-answer].word")
    expect(letters).to_have_text(FOUR_AND_FOUR)
    defender = open_page(address, "phone", "dark").page
    defender.get_by_label("Code from the host").fill(letters.inner_text().lower())
    defender.get_by_label("Your name").fill("Carl")
    defender.get_by_role("button", name="Take the seat").click()
    defender.wait_for_url("**/games/*")

    host.reload()
    expect(host.locator(".seats")).to_contain_text("Korps Anna")
    host.get_by_role("button", name="Take the seat away from Bea").click()
    expect(host.locator(".seats .gone")).to_contain_text("Bea")
    expect(attacker.page.get_by_role("heading", level=1)).to_have_text("You have no seat at this game any more")
    expect(attacker.page.locator("main")).to_contain_text("ask the host for a new invitation")
    expect(attacker.page.locator("main form, .chip")).to_have_count(0)
    expect(attacker.page.get_by_role("link", name="Join with a new code")).to_be_visible()
    attacker.page.reload()
    expect(attacker.page.locator("body")).to_contain_text("No seat at this game")
    defender.reload()
    expect(defender.locator("body")).not_to_contain_text("No seat at this game")
    assert [line for line in opened.complaints if "Content Security Policy" in line] == []


@pytest.mark.parametrize("typed", ["{0} {1}", "{0}{1}", "{0}-{1}"], ids=["as it stands", "in one", "with a dash"])
def test_letters_and_qr_code_stand_beside_each_other_and_the_gap_is_forgiven(
    address: str, open_page: OpenPage, typed: str
) -> None:
    """Whoever still types the letters of one seat keeps them while somebody else scans for another."""
    host = open_page(f"{address}/new?scenario=mons-1914", "tablet-upright", "light").page
    host.get_by_role("button", name="Set up the game").click()
    host.wait_for_url("**/games/*")
    host.goto(f"{host.url}/seats")
    host.get_by_label("Seat", exact=True).select_option(label="British")
    host.get_by_role("button", name="Make a code").click()
    letters = host.get_by_label("Invite", exact=True).locator("[data-answer].word")
    expect(letters).to_have_text(FOUR_AND_FOUR)
    code = letters.inner_text()
    invited_by_link(host, "Referee")
    expect(letters).to_have_text(code)
    expect(host.get_by_label("Invite", exact=True).locator("[data-invited=typed] [data-whose]")).to_have_text(
        "Seat: British"
    )
    guest = open_page(f"{address}/join", "phone", "dark").page
    guest.get_by_label("Code from the host").fill(typed.format(*code.split()))
    guest.get_by_label("Your name").fill("Carl")
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_url("**/games/*")


def test_an_invitation_runs_out_on_the_hosts_screen_and_at_the_door(tmp_path: Path, open_page: OpenPage) -> None:
    """Ten minutes by the host's own clock and by the server's: what was read aloud before is worth nothing any more."""
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'late.db'}", demo=False, log_level="warning"))
    with serving(app) as address:
        host = open_page(f"{address}/new?scenario=mons-1914", "laptop", alone=True).page
        host.get_by_role("button", name="Set up the game").click()
        host.wait_for_url("**/games/*")
        host.clock.install()
        host.goto(f"{host.url}/seats")
        host.get_by_role("button", name="Make a code").click()
        letters = host.get_by_label("Invite", exact=True).locator("[data-answer].word")
        expect(letters).to_have_text(FOUR_AND_FOUR)
        code = letters.inner_text()
        early, late = (open_page(f"{address}/join", size, "light").page for size in ("phone", "tablet-flat"))
        host.clock.fast_forward("09:30")
        expect(letters).to_have_text(code)
        host.clock.fast_forward("00:40")
        expect(host.get_by_label("Invite", exact=True).locator("[data-lasts]")).to_have_text(
            "That code has run out. Make another."
        )
        expect(host.get_by_label("Invite", exact=True).locator("[data-invited=typed]")).to_be_hidden()
        assert code not in host.content()
        seats = app.state.keeper.seats
        seats.clock = lambda: now() + timedelta(minutes=10)
        late.get_by_label("Code from the host").fill(code)
        late.get_by_role("button", name="Take the seat").click()
        expect(late.locator("[data-answer]")).to_contain_text("This code is wrong, used up or too old.")
        seats.clock = lambda: now() + timedelta(minutes=9)
        early.get_by_label("Code from the host").fill(code)
        early.get_by_role("button", name="Take the seat").click()
        early.wait_for_url("**/games/*")


def test_a_used_invitation_says_so_and_keeps_the_way_in(address: str, open_page: OpenPage) -> None:
    guest = open_page(f"{address}/join#USEDUPLONGAGO", "phone", "light").page
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.locator("[data-answer]")).to_contain_text("This code is wrong, used up or too old.")
    expect(guest.locator("[data-answer]")).to_contain_text("Ask the host for a new one.")
    expect(guest.get_by_label("Code from the host")).to_be_visible()


def test_who_guesses_too_often_is_told_to_wait_and_keeps_what_was_typed(tmp_path: Path, open_page: OpenPage) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'g.db'}", wrong_codes_per_minute=2, log_level="warning")
    with serving(create_app(settings)) as served:
        guest = open_page(f"{served}/join", "phone", "dark").page
        answer = guest.locator("[data-answer]")
        guest.get_by_label("Your name").fill("Dora")
        for said in (
            "This code is wrong, used up or too old.",
            "This code is wrong",
            "Too many tries: at most 2 a minute.",
        ):
            guest.get_by_label("Code from the host").fill("WRONGONE")
            guest.get_by_role("button", name="Take the seat").click()
            expect(answer).to_contain_text(said)
        expect(answer).to_contain_text("Wait a minute.")
        expect(guest.get_by_label("Your name")).to_have_value("Dora")
        expect(guest.get_by_label("Code from the host")).to_have_value("WRONGONE")
