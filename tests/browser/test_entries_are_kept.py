"""What a person has entered and not sent is there again after a reload, on that device and at that seat alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import served
from tests.browser.staged import VICKERS, Table

pytestmark = pytest.mark.browser
GUNS = "Machine guns and block houses"
NO_WAKE_LOCK = "delete Navigator.prototype.wakeLock"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("kept")
    yield from served(folder)


def test_targets_and_dice_of_a_command_are_kept_over_a_reload(address: str, open_page: OpenPage) -> None:
    """Targets and the first of their two dice; the other die sends the command with all of them."""
    table = Table(open_page, address)
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    following = table.british.locator(".foot .next")
    expect(following).to_contain_text("2 dice to come")
    finger.die(5)
    expect(following).to_contain_text("1 die to come")
    table.british.reload()
    expect(following).to_contain_text("1 die to come")
    stored = "Object.values(localStorage).join()"
    assert '"pips":5' in table.british.evaluate(stored)
    table.german.goto(table.defender.place)
    assert '"pips"' not in table.german.evaluate(stored)
    finger.die(6)
    expect(table.british.locator(".body .res")).to_be_visible()
    fired = table.attacker.get("log?since=0")["events"][-1]
    assert fired["kind"] == "fired"
    assert fired["by"] == "attacker"
    expect(following).not_to_contain_text("to come")
    table.british.reload()
    expect(table.british.locator(".body")).to_be_visible()
    assert '"pips"' not in table.british.evaluate("localStorage.getItem('beaten-zone.entered') ?? ''")


def test_scenario_form_keeps_a_draft_until_it_is_sent(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/scenarios/new", "tablet-upright", alone=True).page
    expect(page.locator("[data-strength]")).to_contain_text("rifle platoons against")
    page.get_by_label("Title").fill("Ormeval in the rain")
    page.get_by_label("Date", exact=True).select_option("1917-04")
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    page.get_by_role("button", name="An objective").click()
    page.get_by_label("What is to be held or done").last.fill("The windmill")
    rows = page.get_by_label("What is to be held or done").count()
    page.reload()
    draft = page.get_by_role("status").filter(has_text="Your draft of")
    expect(draft).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Ormeval in the rain")
    expect(page.get_by_label("Date", exact=True)).to_have_value("1917-04")
    expect(page.get_by_label("What is to be held or done")).to_have_count(rows)
    expect(page.get_by_label("What is to be held or done").last).to_have_value("The windmill")
    draft.get_by_role("button", name="Discard draft").click()
    expect(draft).to_have_count(0)
    expect(page.get_by_label("Title")).not_to_have_value("Ormeval in the rain")
    page.get_by_label("Title").fill("Ormeval, dry")
    page.get_by_role("button", name="Keep it", exact=True).click()
    page.wait_for_url(lambda url: not url.endswith("/new"))
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))") == []


def test_device_that_may_go_to_sleep_is_told_once(address: str, open_page: OpenPage) -> None:
    """As over plain http: there a browser has no wake lock."""
    table = Table(open_page, address, alone=True)
    page = table.british
    table.shown()
    expect(page.locator("#sleeps")).to_be_hidden()
    page.add_init_script(NO_WAKE_LOCK)
    page.reload()
    notice = page.locator("#sleeps")
    expect(notice).to_contain_text("Auto-Lock")
    notice.get_by_role("button", name="Hide this notice").click()
    expect(notice).to_be_hidden()
    page.reload()
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    expect(notice).to_be_hidden()
