"""Links on a game's own page are answered in place: no second load of the page, and no tap lost with the service away.

A mark on the window tells: a page that was loaded again would have lost it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import OpenedPage, OpenPage
from tests.browser.playing import Seat, Service, opened, to_step

pytestmark = pytest.mark.browser

STILL_HERE: Final = "window.stillHere === true"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Service]:
    """A service that can be stopped and started again."""
    made = Service(tmp_path)
    made.start()
    yield made
    made.stop()


def marked(page: Page) -> Page:
    """A page that is up to date, with the mark that only this load of it has."""
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    page.evaluate("window.stillHere = true")
    return page


@pytest.fixture(params=["tablet-upright", "phone"])
def german(request: pytest.FixtureRequest, server: Service, browser: Browser, open_page: OpenPage) -> OpenedPage:
    """The German tablet at its machine guns, none of them ordered yet."""
    device = open_page(server.address, request.param)
    seat = opened(browser.new_context(), server.address).invites("attacker", device.page.context)
    to_step(seat, "Machine guns")
    device.page.goto(seat.place)
    marked(device.page)
    return device


@pytest.fixture(params=["laptop", "phone"])
def board(request: pytest.FixtureRequest, server: Service, open_page: OpenPage) -> Page:
    """The referee's board of a game that has just been opened."""
    page = open_page(server.address, request.param).page
    page.goto(opened(page.context, server.address).place)
    return marked(page)


def chip(page: Page, name: str) -> Locator:
    return page.locator("#units .chip").filter(has=page.get_by_text(name, exact=True))


def heading(page: Page, name: str) -> Locator:
    return page.locator("#work, #side-log").get_by_role("heading", name=name)


def of(stand: Locator) -> str:
    """The name the game knows a stand of the board by."""
    return str(stand.get_attribute("href")).removeprefix("?correct=")


def test_a_chip_brings_its_unit_without_a_second_load(german: OpenedPage) -> None:
    page = german.page
    chip(page, "Maxim 1").tap()
    expect(heading(page, "Maxim 1")).to_be_focused()
    expect(heading(page, "Maxim 1")).to_be_in_viewport()
    expect(chip(page, "Maxim 1")).to_have_attribute("aria-current", "true")
    assert page.url.endswith("?unit=a1.1.mg1")
    assert (page.evaluate(STILL_HERE), german.complaints) == (True, [])


def test_back_and_forward_go_through_what_was_in_hand(german: OpenedPage) -> None:
    page = german.page
    chip(page, "Maxim 1").tap()
    expect(heading(page, "Maxim 1")).to_be_focused()
    chip(page, "Maxim 2").tap()
    expect(heading(page, "Maxim 2")).to_be_focused()
    page.go_back()
    expect(heading(page, "Maxim 1")).to_be_focused()
    expect(chip(page, "Maxim 1")).to_have_attribute("aria-current", "true")
    page.go_forward()
    expect(heading(page, "Maxim 2")).to_be_focused()
    page.go_back()
    page.go_back()
    expect(page.locator("#work")).to_contain_text("Choose the unit to order.")
    assert page.evaluate(STILL_HERE)


def test_what_was_filled_in_for_one_unit_is_not_in_the_form_of_the_next(german: OpenedPage) -> None:
    """A switch that was set is a fact about that unit; a half-written note is not about a unit at all."""
    page = german.page
    chip(page, "Maxim 1").tap()
    expect(heading(page, "Maxim 1")).to_be_focused()
    page.locator("#note summary").tap()
    page.get_by_label("For everyone to read in the log").fill("the rain")
    page.get_by_label("Use Prussian Discipline").tap()
    chip(page, "Maxim 2").tap()
    expect(heading(page, "Maxim 2")).to_be_focused()
    expect(page.get_by_label("Use Prussian Discipline")).not_to_be_checked()
    expect(page.get_by_label("For everyone to read in the log")).to_have_value("the rain")


def test_a_tap_while_the_service_is_away_is_kept_and_followed(german: OpenedPage, server: Service) -> None:
    page = german.page
    server.stop()
    chip(page, "Maxim 1").tap()
    expect(page.locator("connection-bar")).to_contain_text("Not up to date since ")
    expect(page.locator("#work [data-kept]")).to_contain_text("Not shown yet.")
    chip(page, "Maxim 2").tap()
    expect(page.locator("#work [data-kept]")).to_have_count(1)
    expect(chip(page, "Maxim 2")).to_have_attribute("aria-busy", "true")
    expect(chip(page, "Maxim 1")).not_to_have_attribute("aria-busy", "true")
    server.start()
    expect(heading(page, "Maxim 2")).to_be_focused()
    expect(page.locator("[data-kept]")).to_have_count(0)
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    assert page.evaluate(STILL_HERE)


def test_a_link_to_another_page_waits_for_the_service_too(german: OpenedPage, server: Service) -> None:
    page = german.page
    server.stop()
    expect(page.locator("connection-bar")).to_contain_text("Not up to date since ")
    page.locator("#log summary").tap()
    page.get_by_role("link", name="The whole log").tap()
    expect(page.locator("#work [data-kept]")).to_contain_text("Not shown yet.")
    assert page.evaluate(STILL_HERE)
    server.start()
    page.wait_for_url("**/log")


def test_a_broken_answer_is_asked_for_again_though_the_stream_still_runs(german: OpenedPage) -> None:
    """Not the service is away but what stands before it: the stream says nothing then, and the tap is not forgotten."""
    page = german.page
    page.route("**/games/*?unit=*", lambda route: route.fulfill(status=502, body="no gateway"))
    chip(page, "Maxim 1").tap()
    expect(page.locator("connection-bar")).to_contain_text("Not up to date since ")
    page.unroute("**/games/*?unit=*")
    expect(heading(page, "Maxim 1")).to_be_focused()
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    assert page.evaluate(STILL_HERE)


def test_a_heroic_action_is_left_where_it_was_begun(german: OpenedPage) -> None:
    page = german.page
    page.get_by_role("link", name="Heroic action").tap()
    expect(heading(page, "Heroic action")).to_be_focused()
    page.get_by_role("link", name="Something else").tap()
    begun = page.get_by_role("link", name="Heroic action")
    expect(begun).to_be_focused()
    expect(begun).to_be_in_viewport()
    assert page.evaluate(STILL_HERE)


def test_a_turn_with_a_gun_needs_no_second_load(german: OpenedPage) -> None:
    """Ordered, unpacked, fired, all on the one page that was opened; the chance to go on firing comes at once."""
    page = german.page
    chip(page, "Maxim 1").tap()
    page.locator('#work dice-pad button[data-face="6"]').tap()
    page.get_by_role("button", name="Unpack").tap()
    page.get_by_role("link", name="Fire").tap()
    expect(heading(page, "Maxim 1: 2 actions to spend")).to_be_in_viewport()
    page.get_by_role("radio", name="1st Platoon, A Company, 1st Battalion, suppression 0").tap()
    page.locator('#work dice-pad button[data-face="1"]').tap()
    expect(page.get_by_role("region", name="Fire, result")).to_be_in_viewport()
    expect(heading(page, "Maxim 1: 1 action to spend")).to_be_focused()
    assert page.url.endswith("?unit=a1.1.mg1")
    assert (page.evaluate(STILL_HERE), german.complaints) == (True, [])


def test_a_new_tab_stays_the_browsers(german: OpenedPage) -> None:
    page = german.page
    with page.context.expect_page() as opening:
        chip(page, "Maxim 1").click(modifiers=["Control"])
    expect(heading(opening.value, "Maxim 1")).to_be_visible()
    assert "unit=" not in page.url
    expect(page.locator("#work")).to_contain_text("Choose the unit to order.")


def test_by_keys_the_heading_is_next_and_its_form_follows(
    server: Service, browser: Browser, open_page: OpenPage
) -> None:
    page = open_page(server.address, "laptop").page
    seat: Seat = opened(browser.new_context(), server.address).invites("attacker", page.context)
    to_step(seat, "Machine guns")
    page.goto(seat.place)
    marked(page)
    chip(page, "Maxim 2").focus()
    page.keyboard.press("Enter")
    expect(heading(page, "Maxim 2")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('form').dataset.command") == "roll_orders"
    page.go_back()
    expect(chip(page, "Maxim 2")).to_be_focused()


def test_a_stand_on_the_board_opens_its_correction_and_is_come_back_to(board: Page) -> None:
    """On a phone the form stands far above the stand that was tapped, and the stand far below the form."""
    stand = board.locator("#side-defender .stand").last
    stand.click()
    expect(heading(board, "Correct: ")).to_be_focused()
    expect(heading(board, "Correct: ")).to_be_in_viewport()
    board.get_by_role("link", name="Close").click()
    expect(stand).to_be_focused()
    expect(stand).to_be_in_viewport()
    stand.click()
    board.get_by_role("group", name="Suppression").locator("label").filter(has_text="1").click()
    board.get_by_label("Why").fill("as it lies")
    board.get_by_role("button", name="Correct the record").click()
    expect(board.locator("#side-log .log")).to_contain_text("suppression is 1 (as it lies)")
    expect(stand).to_be_focused()
    expect(stand).to_have_attribute("data-level", "1")
    assert board.evaluate(STILL_HERE)


def test_a_reason_begun_for_one_stand_is_not_given_for_another(board: Page) -> None:
    first, last = (board.locator("#side-attacker .stand").nth(n) for n in (0, 3))
    first.click()
    board.get_by_label("Why").fill("meant for the first")
    last.click()
    expect(board.locator(f"#correct form[data-correct='{of(last)}']")).to_be_visible()
    expect(board.get_by_label("Why")).to_have_value("")
    assert board.evaluate(STILL_HERE)


def test_without_scripts_the_links_are_plain(server: Service, browser: Browser) -> None:
    device = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    seat = opened(browser.new_context(), server.address).invites("attacker", device)
    to_step(seat, "Machine guns")
    page = device.new_page()
    page.goto(seat.place)
    chip(page, "Maxim 1").click()
    expect(heading(page, "Maxim 1")).to_be_visible()
    device.close()


def test_a_choice_stays_while_another_device_sends_its_own(server: Service, open_page: OpenPage) -> None:
    """Two devices of one seat at the staff bonus: what this one has chosen and not sent yet is not overwritten."""
    host, page = (open_page(server.address, size).page for size in ("laptop", "tablet-flat"))
    seat = opened(host.context, server.address).invites("attacker", page.context)
    to_step(seat, "Mark the battalion commander who gets the staff bonus")
    page.goto(seat.place)
    choice = page.get_by_label("goes to the commander of")
    choice.select_option("a1.2")
    seat.send("allot_staff_bonus", battalion="a1.1")
    expect(choice.locator("option[selected]")).to_have_attribute("value", "a1.1")
    expect(choice).to_have_value("a1.2")
