"""The screen stays awake while a game is live, is asked for again after a pause, and a refusal harms nothing."""

from collections.abc import Iterator
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from playwright.sync_api import Page, expect

from app.pages.rendering import environment, mount_static
from tests.browser.conftest import OpenPage, serving

pytestmark = pytest.mark.browser

PAGE: Final = """{% extends "base.html" %}
{% block body_attributes %}{% if live %} data-awake{% endif %}{% endblock %}"""

# A device of which the test knows how often it was asked, and that can refuse.
DEVICE: Final = """
  window.asked = 0;
  const locks = [];
  window.release = () => locks.forEach((lock) => { lock.released = true; });
  Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
    window.asked += 1;
    if (REFUSES) throw new DOMException('battery', 'NotAllowedError');
    const lock = {released: false};
    locks.push(lock);
    return lock;
  }}});"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = FastAPI()
    mount_static(app)

    @app.get("/")
    def shown(live: bool = True) -> HTMLResponse:
        return HTMLResponse(environment().from_string(PAGE).render(live=live))

    with serving(app) as base:
        yield base


def on_device(open_page: OpenPage, url: str, refuses: bool) -> Page:
    page = open_page(alone=True).page
    page.add_init_script(DEVICE.replace("REFUSES", "true" if refuses else "false"))
    page.goto(url, wait_until="load")
    expect(page.locator("[data-setting]").first).to_be_attached()
    return page


def asked(page: Page) -> int:
    times: int = page.evaluate("window.asked")
    return times


def test_it_is_asked_for_and_asked_for_again_when_the_page_is_looked_at(open_page: OpenPage, address: str) -> None:
    page = on_device(open_page, address, refuses=False)
    assert asked(page) == 1
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert asked(page) == 1
    page.evaluate("release(); document.dispatchEvent(new Event('visibilitychange'))")
    assert asked(page) == 2


def test_a_page_without_a_live_game_lets_the_screen_sleep(open_page: OpenPage, address: str) -> None:
    assert asked(on_device(open_page, f"{address}/?live=false", refuses=False)) == 0


def test_a_device_that_refuses_is_told_of_in_the_menu(open_page: OpenPage, address: str) -> None:
    page = on_device(open_page, address, refuses=True)
    page.locator("#menu > summary").click()
    expect(page.locator("[data-awake-note]")).to_contain_text("does not keep its screen on")
