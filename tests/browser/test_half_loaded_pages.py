"""A page whose script or style sheet does not arrive is loaded once more, says so, and leads to the plain form."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, served

pytestmark = pytest.mark.browser

Fault = Callable[[Route], None]


def missing(route: Route) -> None:
    route.fulfill(status=404, body="")


def lost(route: Route) -> None:
    route.abort()


def cut_off(route: Route) -> None:
    whole = route.fetch()
    route.fulfill(response=whole, body=whole.body()[: len(whole.body()) // 2])


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


@pytest.fixture
def page(address: str, open_page: OpenPage) -> Page:
    """A device of its own, which is put away before the service stops: an open stream would keep it for a second."""
    del address
    return open_page("", "tablet-upright", alone=True).page


@pytest.fixture
def seat(page: Page, address: str) -> Seat:
    return opened(page.context, address)


def loads_of(page: Page, place: str) -> list[str]:
    """The loads of a page by itself, as they are asked for."""
    loads = list[str]()
    page.on("request", lambda one: loads.append(one.url) if one.is_navigation_request() and one.url == place else None)
    return loads


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        ("play-*.js", missing),
        ("chunk-*.js", lost),
        ("play-*.js", cut_off),
        ("play-*.css", missing),
        ("play-*.css", cut_off),
    ],
)
def test_play_screen_without_one_file_is_loaded_again_and_leads_to_the_plain_form(
    page: Page, seat: Seat, file: str, fault: Fault
) -> None:
    loads = loads_of(page, seat.place)
    page.route(f"**/static/**/{file}", fault)
    page.goto(seat.place)
    notice = page.get_by_role("alert").filter(has_text="This page is not loaded whole")
    expect(notice).to_be_visible()
    assert loads == [seat.place] * 2
    page.unroute_all()
    notice.get_by_role("link", name="Use the plain form").click()
    page.wait_for_url("**/plain")
    expect(page.get_by_role("heading", name="Mons 1914, referee")).to_be_attached()
    expect(notice).to_be_hidden()


def test_page_whose_script_comes_at_the_second_time_begins_as_ever(page: Page, address: str) -> None:
    loads = loads_of(page, f"{address}/forces")
    page.route("**/static/**/app-*.js", missing, times=1)
    page.goto(f"{address}/forces")
    expect(page.locator("html[data-begun]")).to_be_attached()
    expect(page.locator("#not-started")).to_be_hidden()
    assert len(loads) == 2


def test_page_without_its_first_script_still_says_so(page: Page, address: str) -> None:
    """Nothing but the notice of the page itself and its style sheet is left."""
    page.route("**/static/**/*.js", missing)
    # The notice is an animation that waits for 12 seconds: here they pass faster.
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 20})
    page.goto(f"{address}/forces")
    expect(page.locator("#not-started")).to_have_css("visibility", "visible")
    expect(page.get_by_role("link", name="Load again")).to_be_visible()
