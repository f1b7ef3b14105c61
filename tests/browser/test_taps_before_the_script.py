"""On a slow line a page is there before its script: what is tapped then is held and done, and nothing goes astray."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import served

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


class SlowLine:
    """What stands between a page and its modules: they come when it is let go."""

    def __init__(self, page: Page) -> None:
        self._waiting: list[Route] = []
        self._is_slow = True
        page.route(lambda url: url.endswith(".js") and "startup" not in url, self._asked)

    def _asked(self, route: Route) -> None:
        if self._is_slow:
            self._waiting.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        """The scripts that were asked for arrive, and further ones come at once."""
        assert self._waiting, "no script was asked for yet"
        self._is_slow = False
        for route in self._waiting:
            route.continue_()


def test_a_form_sent_too_early_is_sent_once_the_script_is_there(address: str, open_page: OpenPage) -> None:
    shown = open_page(address, size="tablet-upright")
    page = shown.page
    line = SlowLine(page)
    page.goto(f"{address}/plans", wait_until="commit")
    page.locator("#f-new").fill("Zero hour")
    page.get_by_role("button", name="Begin to write").tap()
    assert page.url == f"{address}/plans", "what was typed went into the page's address"
    line.let_go()
    page.wait_for_url("**/plans/*")
    expect(page.get_by_role("heading", name="Zero hour")).to_be_visible()
    assert shown.complaints == []


def test_a_button_tapped_too_early_does_its_work_once(address: str, open_page: OpenPage) -> None:
    shown = open_page(f"{address}/plans", size="tablet-upright")
    page = shown.page
    page.locator("#f-new").fill("Zero hour")
    page.get_by_role("button", name="Begin to write").tap()
    page.wait_for_url("**/plans/*")
    line = SlowLine(page)
    page.reload(wait_until="commit")
    page.get_by_role("button", name="A turn on").tap()
    expect(page.locator("#turn-said")).to_contain_text("The whole plan")
    line.let_go()
    expect(page.locator("#turn-said")).to_contain_text("Turn 1:")
    assert shown.complaints == []
