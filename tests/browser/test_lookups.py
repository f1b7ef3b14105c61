"""From the list of look-ups to an order roll and a shot, on a phone, without a game and without a page load."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import OpenPage, serving

pytestmark = pytest.mark.browser

TARGETS = """() => [...document.querySelectorAll('main :is(button, a, summary, select, .toggle, .choice label)')]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 47.5 || box.height < 47.5)).map(([words]) => words)"""
WIDER = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("lookups")
    with serving(create_app(Settings(database_url=f"sqlite:///{folder / 'games.db'}", demo=False))) as base:
        yield base


def test_an_order_roll_and_a_shot_on_a_phone(open_page: OpenPage, address: str) -> None:
    opened = open_page(f"{address}/lookups", size="phone")
    page = opened.page
    page.get_by_role("link", name="Order roll").click()
    # FF-ORD-20: Veteran +1; FF-ORD-T5: 7 earns three actions.
    page.locator("input[value='veteran']").check()
    expect(page.locator("#reasons")).to_contain_text("ORD-20")
    page.locator("#answer [data-face='6']").click()
    expect(page.locator("#answer .outcome")).to_contain_text("3")
    assert page.evaluate(TARGETS) == []
    page.goto(f"{address}/lookups/shooting?date=1914-08")
    # FF-PSF-T1: infantry at Soft suppresses on 5, kills on 6.
    page.locator("input[value='soft']").check()
    page.locator("#answer [data-face='6']").click()
    expect(page.locator("#answer .outcome")).to_contain_text("killed")
    assert page.evaluate(TARGETS) == []
    assert not page.evaluate(WIDER)
    assert opened.complaints == []
