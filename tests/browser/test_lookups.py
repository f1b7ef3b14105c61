"""From the list of look-ups to an order roll and a shot, on a phone, without a game and without a page load."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.main import create_app
from app.settings import Settings
from app.systems.flanders_fields.pages.lookups import LAID
from tests.browser.conftest import SIZES, OpenPage, serving
from tests.look_ups import find

pytestmark = pytest.mark.browser

TARGETS = """() => [...document.querySelectorAll('main :is(button, a, summary, select, .toggle, .choice label)')]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 47.5 || box.height < 47.5)).map(([words]) => words)"""
# Between them they have every make of field, and every way of throwing dice; tests/app asks all of them by their forms.
OF_EVERY_MAKE = (
    "order-roll",
    "beaten-zone",
    "morale-due",
    "battalion-orders",
    "formation",
    "mortar-fire",
    "barrage-band",
    "block-house-fire",
    "hurricane-bombardment",
    "two-dice",
    "before-play",
)
WIDER = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("lookups")
    with serving(create_app(Settings(database_url=f"sqlite:///{folder / 'games.db'}", demo=False))) as base:
        yield base


@pytest.fixture(scope="module")
def without_scripts(browser: Browser) -> Iterator[Page]:
    """A phone that runs no scripts, one for all look-ups: to open one for each took longer than to look it up."""
    width, height = SIZES["phone"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, java_script_enabled=False
    )
    page = context.new_page()
    yield page
    context.close()


def test_an_order_roll_and_a_shot_on_a_phone(open_page: OpenPage, address: str) -> None:
    opened = open_page(f"{address}/lookups", size="phone")
    page = opened.page
    page.get_by_role("link", name="Order roll").click()
    # FF-ORD-20: Veteran +1; FF-ORD-T5: 7 earns three actions.
    page.locator("input[value='veteran']").check()
    expect(page.locator("#reasons")).to_contain_text("ORD-20")
    page.locator("#answer [data-die='6']").click()
    expect(page.locator("#answer .hd h2")).to_contain_text("3")
    assert page.evaluate(TARGETS) == []
    page.goto(f"{address}/lookups/shooting?date=1914-08")
    # FF-PSF-T1: infantry at Soft suppresses on 5, kills on 6.
    page.locator("input[value='soft']").check()
    page.locator("#answer [data-die='6']").click()
    expect(page.locator("#answer .hd h2")).to_contain_text("Killed")
    assert page.evaluate(TARGETS) == []
    assert not page.evaluate(WIDER)
    assert opened.complaints == []


def test_a_look_up_is_found_by_a_word_on_a_phone(open_page: OpenPage, address: str) -> None:
    for scripts in (True, False):
        opened = open_page(f"{address}/lookups?date=1917-11", size="phone", java_script_enabled=scripts)
        page = opened.page
        page.get_by_label("Look for").fill("promotion")
        page.get_by_role("button", name="Find").click()
        # What was found is in sight at once, under the month that was chosen.
        expect(page.get_by_role("link", name="Field promotion")).to_be_in_viewport()
        assert page.evaluate(TARGETS) == []
        assert not page.evaluate(WIDER)
        page.get_by_role("link", name="Field promotion").click()
        expect(page.locator("#answer .hd h2")).to_contain_text("Next turn")
        assert "date=1917-11" in page.url
        assert opened.complaints == []


def test_the_app_throws_what_it_is_asked_to_throw(open_page: OpenPage, address: str) -> None:
    opened = open_page(f"{address}/lookups/order-roll?date=1916-07", size="phone")
    opened.page.get_by_role("button", name="Roll for me").click()
    expect(opened.page.locator("#answer .hd h2")).to_be_visible()
    opened.page.goto(f"{address}/lookups/beaten-zone?date=1916-07")
    opened.page.locator("#answer [data-die='5']").click()
    opened.page.get_by_role("button", name="Roll the rest").click()
    opened.page.get_by_role("button", name="Read the dice").click()
    expect(opened.page.locator("#answer .res li")).to_have_count(3)
    expect(opened.page.locator("#answer .res .die").first).to_have_attribute("aria-label", "5")
    assert opened.complaints == []


def test_an_answer_to_other_facts_is_not_shown_while_the_service_is_away(open_page: OpenPage, address: str) -> None:
    """FF-ORD-T5: a 6 of a Veteran is 7 and earns three actions, that of an Experienced battalion is 6 and earns two."""
    page = open_page(f"{address}/lookups/order-roll?date=1916-07", size="phone").page
    page.locator("input[value='veteran']").check()
    page.locator("#answer [data-die='6']").click()
    outcome, late = page.locator("#answer .hd h2"), page.locator("[data-late]")
    expect(outcome).to_contain_text("3")
    page.context.set_offline(True)
    page.locator("input[value='experienced']").check()
    expect(late).to_contain_text("Not answered yet.")
    expect(outcome).to_be_hidden()
    expect(page.locator("#reasons .led").first).to_be_hidden()
    page.context.set_offline(False)
    expect(outcome).to_contain_text("2")
    expect(page.locator("#reasons .led").first).to_be_visible()
    expect(late).to_have_count(0)


def test_an_answer_that_does_not_come_is_asked_for_again_by_itself(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}/lookups/order-roll?date=1916-07", size="phone").page
    page.locator("#answer [data-die='6']").click()
    expect(page.locator("#answer .hd h2")).to_be_visible()
    page.route("**/lookups/order-roll?*", lambda route: None)
    page.locator("input[value='veteran']").check()
    expect(page.locator("#answer .hd h2")).to_be_hidden()
    page.unroute("**/lookups/order-roll?*")
    page.locator("input[value='raw']").check()
    expect(page.locator("#answer .hd h2")).to_be_visible()
    page.route("**/lookups/order-roll?*", lambda route: route.fulfill(status=502, body="no gateway"))
    page.locator("input[value='veteran']").check()
    expect(page.locator("#answer .hd h2")).to_be_hidden()
    page.unroute("**/lookups/order-roll?*")
    expect(page.locator("#answer .hd h2")).to_contain_text("3")


@pytest.mark.parametrize("slug", OF_EVERY_MAKE)
def test_a_look_up_works_without_scripts(without_scripts: Page, address: str, slug: str) -> None:
    page, tool = without_scripts, LAID.by_slug[slug]
    page.goto(f"{address}/lookups/{slug}?date={find(tool.key).example_month}")
    # A fact is changed and sent by the button, and the dice by their faces or typed as figures.
    boxes = page.locator("#facts .toggle:visible, #facts .choice label:visible")
    if boxes.count():
        boxes.last.click()
    if page.get_by_role("button", name="Show the answer").count():
        page.get_by_role("button", name="Show the answer").click()
    for _ in range(2):
        page.wait_for_load_state()
        typed, face = page.locator("#answer .entry"), page.locator("#answer [data-die='4']:visible")
        if typed.count():
            typed.fill("345123"[: int(page.locator("dice-pad").get_attribute("count") or 0)])
            page.locator("#answer [data-part=confirm]").click()
        elif face.count():
            face.click()
    expect(page.locator("#answer .hd h2, #answer [data-say=no]")).not_to_have_count(0)
    page.get_by_text("Whole table").click()
    expect(page.locator("#table table").first).to_be_visible()


def test_a_house_rule_is_chosen_on_its_page_and_comes_back_with_the_facts(open_page: OpenPage, address: str) -> None:
    for scripts in (True, False):
        opened = open_page(f"{address}/lookups/cover?date=1914-08", size="phone", java_script_enabled=scripts)
        page = opened.page
        page.locator("a.tool", has_text="House rules").click()
        page.locator("summary", has_text="Cover").first.click()
        page.get_by_text("In 1914 all troops without terrain are in the Open").click()
        page.get_by_role("button", name="Use these").click()
        # AMB-67: Open instead of Soft, and the address says no more than was chosen.
        expect(page.locator("#answer .hd h2")).to_contain_text("Open")
        expect(page.locator("#reasons")).to_contain_text("House rule: In 1914")
        assert page.url.count("-") == page.url.count("AMB-67") + page.url.count("1914-08")
        page.locator("header a.side").click()
        expect(page.locator("main")).to_contain_text("1 house rule")
        assert opened.complaints == []
