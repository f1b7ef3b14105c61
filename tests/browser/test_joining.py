"""Coming to the table: a game made by the form, a seat by QR code, a seat by typed code, a seat taken away."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.main import create_app
from app.seats.network_addresses import LocalAddress
from app.seats.seat_repository import now
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


def invited(host: Page, seat: str) -> tuple[str, str]:
    """The code in the QR code, as a camera would read it, and the letters beside it."""
    host.get_by_label("Seat", exact=True).select_option(label=seat)
    card = host.get_by_label("Invite", exact=True)
    # The page reads the same address from time to time.
    with host.expect_response(
        lambda one: one.url.endswith("/invitations") and one.request.method == "POST"
    ) as answered:
        card.get_by_role("button", name="Show invitation").click()
    expect(card.locator("[data-whose]")).to_have_text(f"Seat: {seat}")
    expect(card.locator("[data-qr] svg")).to_be_visible()
    expect(card.locator("[data-where]")).to_have_text(answered.value.json()["base"])
    expect(card.locator("[data-until]")).to_have_text("Good once, for one device, for 10 minutes.")
    letters = card.locator("[data-answer].word")
    expect(letters).to_have_text(FOUR_AND_FOUR)
    code: str = answered.value.json()["code"]
    assert code not in host.content()
    return code, letters.inner_text()


def seats_of_a_new_game(host: Page, address: str) -> None:
    host.goto(f"{address}/new?scenario=mons-1914")
    host.get_by_role("button", name="Set up the game").click()
    host.wait_for_url("**/games/*")
    host.goto(f"{host.url}/seats")


def take_seat(page: Page) -> None:
    """Take a side's seat at a game whose host referees and plays the other side as long as nobody else does."""
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("[data-others]")).to_contain_text("the host sees what your side sees")
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/games/*")


def test_a_host_invites_by_qr_and_by_letters_and_removes_a_seat(address: str, open_page: OpenPage) -> None:
    opened = open_page(f"{address}/new?scenario=mons-1914", "laptop", "light")
    host = opened.page
    set_up(host)
    expect(host.locator("#board")).to_be_visible()
    host.get_by_role("link", name="Invite the others").click()

    attacker = open_page(f"{address}/join#{invited(host, 'Korps Anna')[0]}", "tablet-flat", "light")
    assert attacker.page.url == f"{address}/join"
    expect(attacker.page.get_by_label("Code from the host")).to_be_hidden()
    attacker.page.get_by_label("Your name").fill("Bea")
    take_seat(attacker.page)
    card = host.get_by_label("Invite", exact=True)
    expect(card.locator("[data-lasts]")).to_have_text("Bea has taken the seat.")
    expect(card.locator("[data-invited]")).to_be_hidden()

    _, letters = invited(host, "British")
    defender = open_page(address, "phone", "dark").page
    defender.get_by_label("Code from the host").fill(letters.lower())
    defender.get_by_label("Your name").fill("Carl")
    defender.get_by_role("button", name="Take the seat").click()
    defender.wait_for_url("**/games/*")

    # The list shows who sits down without being loaded again.
    expect(host.locator(".seats")).to_contain_text("Carl")
    seats = host.locator(".seats")
    expect(seats).to_contain_text("Korps Anna")
    remove = host.get_by_role("button", name="Remove seat of Bea now")
    expect(remove).to_be_hidden()
    seats.locator("summary", has_text="of Bea").click()
    host.get_by_role("button", name="Keep seat").first.click()
    expect(remove).to_be_hidden()
    seats.locator("summary", has_text="of Bea").click()
    remove.click()
    expect(host.locator(".seats .gone")).to_contain_text("Bea")
    expect(attacker.page.get_by_role("heading", level=1)).to_have_text("You have no seat at this game any more")
    expect(attacker.page.locator("main")).to_contain_text("This device's seat at the game was removed.")
    expect(attacker.page.locator("main")).to_contain_text("Ask the host for an invitation.")
    expect(attacker.page.locator("#board > *, #bar > *")).to_have_count(0)
    expect(attacker.page.locator("main form, .chip")).to_have_count(0)
    expect(attacker.page.get_by_role("link", name="Join with a new code")).to_be_visible()
    attacker.page.reload()
    expect(attacker.page.locator("body")).to_contain_text("Your seat was removed")
    defender.reload()
    expect(defender.locator("body")).not_to_contain_text("Your seat was removed")
    assert [line for line in opened.complaints if "Content Security Policy" in line] == []


def test_a_pasted_link_and_letters_with_a_gap_are_taken(address: str, open_page: OpenPage) -> None:
    """A link keeps its code in the field and on the page of joining, also when it is opened there once more."""
    host = open_page(f"{address}/lookups", "tablet-upright", "light").page
    seats_of_a_new_game(host, address)
    for number, seat in enumerate(("British", "Referee")):
        code, _ = invited(host, seat)
        guest = open_page(f"{address}/join", "phone", "dark").page
        if number:
            guest.goto(f"{address}/join#{code}")
            expect(guest.get_by_label("Code from the host")).to_be_hidden()
        else:
            guest.get_by_label("Code from the host").fill(f"Join us here: {address}/join#{code}")
        guest.get_by_label("Your name").fill("Carl")
        if number:
            guest.get_by_role("button", name="Take the seat").click()
            guest.wait_for_url("**/games/*")
        else:
            take_seat(guest)
        assert code not in guest.content()


def test_an_invitation_is_renewed_while_its_seat_is_empty_by_the_servers_clock(
    tmp_path: Path, open_page: OpenPage
) -> None:
    """Each invitation has its own time; a device that sits down ends it. The host's own clock is years behind."""
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'late.db'}", demo=False, log_level="warning"))
    with serving(app) as address:
        host = open_page(f"{address}/lookups", "laptop", alone=True).page
        host.clock.install(time="2020-01-01T00:00:00Z")
        seats_of_a_new_game(host, address)
        seats = app.state.keeper.seats
        german, british = (host.locator(f"[data-seat={side}]") for side in ("attacker", "defender"))
        german.get_by_role("button", name="Show invitation").click()
        expect(german.locator("[data-until]")).to_contain_text("for 10 minutes")
        first = german.locator("[data-answer].word").inner_text()
        seats.clock = lambda: now() + timedelta(minutes=5)
        british.get_by_role("button", name="Show invitation").click()
        expect(british.locator("[data-until]")).to_contain_text("for 10 minutes")
        second = british.locator("[data-answer].word").inner_text()
        host.clock.run_for(3_000)
        expect(german.locator("[data-until]")).to_contain_text("for 5 minutes")
        expect(british.locator("[data-until]")).to_contain_text("for 10 minutes")
        seats.clock = lambda: now() + timedelta(minutes=10, seconds=30)
        host.clock.run_for(3_000)
        letters = german.locator("[data-answer].word")
        expect(letters).not_to_have_text(first)
        expect(letters).to_have_text(FOUR_AND_FOUR)
        expect(british.locator("[data-answer].word")).to_have_text(second)
        late = open_page(f"{address}/join", "tablet-flat", "light").page
        late.get_by_label("Code from the host").fill(first)
        late.get_by_role("button", name="Take the seat").click()
        expect(late.locator("[data-answer]")).to_contain_text("This code is wrong, used up or too old.")
        late.get_by_label("Code from the host").fill(letters.inner_text())
        take_seat(late)
        host.clock.run_for(3_000)
        expect(german.locator("[data-taken]")).to_be_visible()
        expect(german.locator("[data-invited]")).to_be_hidden()
        card = host.get_by_label("Invite", exact=True)
        invited(host, "German")
        seats.clock = lambda: now() + timedelta(minutes=21)
        host.clock.run_for(3_000)
        expect(card.locator("[data-lasts]")).to_have_text("This invitation has expired. Show another one.")
        expect(card.locator("[data-invited]")).to_be_hidden()


def test_an_invitation_runs_out_on_a_page_that_no_server_answers(address: str, open_page: OpenPage) -> None:
    host = open_page(f"{address}/lookups", "laptop", alone=True).page
    host.clock.install()
    seats_of_a_new_game(host, address)
    _, letters = invited(host, "British")
    card = host.get_by_label("Invite", exact=True)
    host.context.set_offline(True)
    host.clock.fast_forward("09:30")
    expect(card.locator("[data-until]")).to_contain_text("seconds")
    host.clock.fast_forward("00:40")
    expect(card.locator("[data-lasts]")).to_have_text("This invitation has expired.")
    expect(card.locator("[data-invited]")).to_be_hidden()
    host.context.set_offline(False)
    host.clock.run_for(3_000)
    # No ten minutes have passed by the clock of the server, which counts.
    expect(card.locator("[data-until]")).to_contain_text("for 10 minutes")
    expect(card.locator("[data-answer].word")).to_have_text(letters)


def test_the_host_chooses_the_address_on_the_invitations_and_the_choice_is_kept(
    address: str, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [LocalAddress("192.168.1.20", "wlan0"), LocalAddress("10.0.0.5", "eth0")]
    monkeypatch.setattr("app.seats.network_addresses.local_addresses", lambda: found)
    host = open_page(f"{address}/lookups", "phone", alone=True).page
    seats_of_a_new_game(host, address)
    port = address.rpartition(":")[2]
    invited(host, "British")
    where = host.get_by_label("Invite", exact=True).locator("[data-where]")
    expect(where).to_have_text(f"http://192.168.1.20:{port}")
    host.get_by_label("Address on the invitations").select_option(label=f"http://10.0.0.5:{port} (eth0)")
    expect(where).to_have_text(f"http://10.0.0.5:{port}")
    seats_of_a_new_game(host, address)
    invited(host, "Referee")
    expect(where).to_have_text(f"http://10.0.0.5:{port}")
    found.pop()
    host.reload()
    invited(host, "Referee")
    expect(where).to_have_text(f"http://192.168.1.20:{port}")


def test_invitation_of_a_machine_without_a_network_shows_its_letters_alone(
    address: str, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.seats.network_addresses.local_addresses", list)
    host = open_page(f"{address}/lookups", "phone", alone=True).page
    seats_of_a_new_game(host, address)
    expect(host.get_by_role("alert").filter(has_text="Other devices cannot reach this machine.")).to_be_visible()
    card = host.get_by_label("Invite", exact=True)
    card.get_by_role("button", name="Show invitation").click()
    expect(card.locator("[data-invited]")).to_contain_text("Type on this machine")
    expect(card.locator("[data-answer].word")).to_have_text(FOUR_AND_FOUR)
    for part in ("qr", "where"):
        expect(card.locator(f"[data-{part}]")).to_be_hidden()
    # Once the machine is in the Wi-Fi of the tablets, the next invitation names its address.
    monkeypatch.setattr("app.seats.network_addresses.local_addresses", lambda: [LocalAddress("192.168.1.20", "wlan0")])
    invited(host, "Referee")
    expect(card.locator("[data-where]")).to_contain_text("http://192.168.1.20:")


def test_a_host_whose_data_is_gone_comes_back_by_the_recovery_code(address: str, open_page: OpenPage) -> None:
    """The page of seats that the old device has open says that another device is the host."""
    host = open_page(f"{address}/lookups", "laptop", alone=True).page
    host.clock.install()
    seats_of_a_new_game(host, address)
    at = host.url
    card = host.get_by_label("Recovery code of the host")
    expect(card.locator("[data-lasts]")).to_have_text("No recovery code was made yet.")
    card.get_by_role("button", name="Make recovery code").click()
    shown = card.locator("[data-answer].word")
    expect(shown).to_have_text(re.compile(r"^(\w{4} ){3}\w{4}$"))
    expect(card).to_contain_text("Note it on paper now. It is not shown again.")
    code = shown.inner_text()
    host.reload()
    expect(card.locator("[data-lasts]")).to_have_text("A recovery code was made. A new one makes it void.")
    assert code not in host.content()
    back = open_page(address, "phone", "light").page
    expect(back.locator("form[data-join]")).to_contain_text("a recovery code of 16")
    back.get_by_label("Code from the host").fill(code.lower())
    back.get_by_role("button", name="Take the seat").click()
    back.wait_for_url("**/games/*")
    back.goto(at)
    expect(back.locator(".seats li:not(.gone)")).to_contain_text("this device")
    expect(back.locator(".seats .gone")).to_have_count(1)
    host.clock.run_for(16_000)
    expect(host.get_by_role("heading", level=1)).to_have_text("You have no seat at this game any more")
    expect(host.locator("main")).to_contain_text("Another device is the host now: it used the recovery code")
    host.reload()
    expect(host.locator("main")).to_contain_text("beatenzone invite")


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
