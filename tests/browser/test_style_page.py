"""The kit, measured in a real browser: sizes of targets and text, contrast, keys, themes, content policy, widths."""

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect
from starlette.middleware.base import RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import Response

from app.http.security import POLICY
from app.pages import style_page
from app.pages.rendering import FRONTEND, mount_static
from tests.browser.axe import found_by_axe
from tests.browser.conftest import SIZES, TABLETS, THEMES, OpenPage, held_as, serving

pytestmark = pytest.mark.browser

TARGETS: Final = "a[href], button, summary, select, input:not([type=hidden]), label:has(input)"

# What a finger can hit: the element itself, or the label around it; hidden things and words inside a sentence aside.
SMALL_TARGETS: Final = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility({checkVisibilityCSS: true}) && !one.closest('.skip, .unseen'))
  .filter((one) => !(one.matches('a') && one.closest('p') && getComputedStyle(one).display === 'inline'))
  .map((one) => one.matches('input') && one.closest('label') ? one.closest('label') : one)
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 47.9 || box.height < 47.9)
  .map(([what, box]) => `${what} ${box.width} x ${box.height}`)"""

SMALL_TEXT: Final = """(least) => [...document.querySelectorAll('body *')]
  .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim()))
  .filter((one) => one.checkVisibility() && !one.closest('svg, .unseen, .flag, script, template'))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < least)
  .map((one) => `${one.outerHTML.slice(0, 90)} ${getComputedStyle(one).fontSize}`)"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = FastAPI()
    app.include_router(style_page.router)
    mount_static(app)

    @app.middleware("http")
    async def content_policy(request: Request, call_next: RequestResponseEndpoint) -> Response:
        response = await call_next(request)
        response.headers["Content-Security-Policy"] = POLICY
        return response

    with serving(app) as base:
        yield f"{base}/style"


def test_nothing_is_refused_by_the_policy_and_nothing_fails(open_page: OpenPage, address: str) -> None:
    opened = open_page(address)
    for theme in THEMES:
        for size in SIZES:
            held_as(opened.page, size, theme)
            expect(opened.page.locator("dice-pad").first).to_be_visible()
    assert opened.complaints == []


def test_targets_and_words_are_large_enough_for_a_tablet(open_page: OpenPage, address: str) -> None:
    page = open_page(address).page
    page.locator("#menu > summary").click()
    for size in TABLETS:
        held_as(page, size)
        assert page.evaluate(SMALL_TARGETS, TARGETS) == [], size
        assert page.evaluate(SMALL_TEXT, 14) == [], size
        for body_text in ("body", "main > p", ".say b", ".empty p"):
            assert page.locator(body_text).first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 18


def test_faces_of_the_die_are_64_px_and_stand_under_what_they_bring(open_page: OpenPage, address: str) -> None:
    page = open_page(address).page
    for size in TABLETS:
        held_as(page, size)
        faces_stand_under_what_they_bring(page)


def faces_stand_under_what_they_bring(page: Page) -> None:
    pad = page.locator("#one-die")
    faces = [face.bounding_box() for face in pad.locator("[data-die] .die").all()]
    cells = [cell.bounding_box() for cell in pad.locator(".odds > span").all()]
    spans = [(1, 1), (2, 3), (4, 5), (6, 6)]
    for cell, (first, last) in zip(cells, spans, strict=True):
        for face in faces[first - 1 : last]:
            assert face is not None
            assert cell is not None
            assert face["width"] >= 64
            assert face["height"] >= 64
            assert cell["x"] <= face["x"]
            assert face["x"] + face["width"] <= cell["x"] + cell["width"]


def test_axe_finds_nothing_serious(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "tablet-flat", bypass_csp=True).page
    page.locator("#menu > summary").click()
    for size in ("tablet-flat", "phone"):
        for theme in THEMES:
            held_as(page, size, theme)
            assert found_by_axe(page, ("serious", "critical")) == [], (size, theme)


def test_nothing_scrolls_sideways_on_the_narrowest_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "phone").page
    page.set_viewport_size({"width": 360, "height": 740})
    for text in ("normal", "large", "larger"):
        page.locator("#menu > summary").click()
        page.locator(f"label:has([data-setting=text][value={text}])").click()
        page.keyboard.press("Escape")
        assert page.evaluate("document.documentElement.scrollWidth") == 360, text


def test_keys_enter_dice_one_by_one_and_backspace_takes_the_last_away(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "laptop").page
    pad = page.locator("#many-dice")
    pad.locator("[data-die='2']").focus()
    page.keyboard.type("35")
    expect(pad.locator("[data-part=count]")).to_have_text("2 of 3 entered")
    expect(pad.locator("[data-slot='0']")).to_have_accessible_name("Die 1, 2nd Pl. 7 Coy: 3")
    expect(pad.locator(".odds")).to_have_accessible_name("nothing 4 in 6, suppressed 1 in 6, killed 1 in 6")
    page.keyboard.press("Backspace")
    expect(pad.locator("[data-part=count]")).to_have_text("1 of 3 entered")
    expect(pad.locator("[data-part=confirm]")).to_be_disabled()
    pad.locator(".btn:has-text('Roll')").click()
    expect(pad.locator("[data-part=count]")).to_have_text("1 of 3 entered, 2 for the app to roll")
    expect(pad.locator("[data-part=confirm]")).to_be_focused()
    expect(pad.locator("input[data-dice]")).to_have_value("3,0,0")


def test_a_die_of_many_is_corrected_before_it_is_sent(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "tablet-flat").page
    pad = page.locator("#many-dice")
    for face in (6, 6, 1):
        pad.locator(f"[data-die='{face}']").tap()
    pad.locator("[data-slot='1']").tap()
    pad.locator("[data-die='2']").tap()
    expect(pad.locator("input[data-dice]")).to_have_value("6,2,1")


def test_the_tap_on_one_die_sends_the_form(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "phone").page
    page.locator("#one-die [data-die='4']").tap()
    expect(page).to_have_url(re.compile(r"[?&]die=4(#|&|$)"))


def test_one_die_works_without_scripts(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "phone", java_script_enabled=False).page
    page.locator("#one-die [data-die='4']").click()
    expect(page).to_have_url(re.compile(r"[?&]die=4(#|&|$)"))


def test_centimetres_step_and_say_what_would_be_right(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "laptop").page
    entry = page.get_by_label("Distance")
    stepper = page.locator("cm-stepper").filter(has=entry)
    stepper.get_by_label("More").click()
    expect(entry).to_have_value("25")
    entry.fill("45,5")
    entry.press("Tab")
    expect(stepper.locator("[role=status]")).to_have_text("Not more than 45")
    assert entry.evaluate("(field) => field.validationMessage") == "Not more than 45"
    entry.fill("44.5 cm")
    entry.press("Tab")
    expect(entry).to_have_value("44.5")


def test_a_refused_figure_is_set_right_by_its_button(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "tablet-upright").page
    page.get_by_role("button", name="Set 124").tap()
    expect(page.get_by_label("Aiming point Y")).to_have_value("124")
    expect(page.get_by_role("button", name="Set 124")).to_have_count(0)


@pytest.mark.parametrize(("theme", "switched"), [("light", "dark"), ("dark", "light")])
def test_the_lamp_switches_and_stays_switched(open_page: OpenPage, address: str, theme: str, switched: str) -> None:
    page = open_page(address, "tablet-flat", theme).page
    before = paper_of(page)
    page.get_by_role("button", name="Light or dark").tap()
    assert paper_of(page) != before
    after = paper_of(page)
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == switched
    assert paper_of(page) == after


def test_larger_text_makes_everything_larger_and_is_kept(open_page: OpenPage, address: str) -> None:
    page = open_page(address, "tablet-flat").page
    page.locator("#menu > summary").click()
    page.locator("label:has([data-setting=text][value=larger])").click()
    page.reload()
    assert page.locator("body").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") > 23
    box = page.locator("#one-die .btn:has-text('Roll')").bounding_box()
    assert box is not None
    assert box["height"] >= 62


def test_built_files_are_named_by_their_content_and_kept_for_good(open_page: OpenPage, address: str) -> None:
    page = open_page(address).page
    sheet = page.locator("link[rel=stylesheet]").get_attribute("href")
    assert sheet is not None
    assert re.fullmatch(r"/static/app-[A-Z0-9]{8}\.css", sheet)
    answer = page.request.get(address.replace("/style", sheet))
    assert "immutable" in answer.headers["cache-control"]
    manifest = json.loads((FRONTEND / "static" / "dist" / "manifest.json").read_text(encoding="utf-8"))
    assert sheet.endswith(manifest["app.css"])


def paper_of(page: Page) -> str:
    colour: str = page.locator("body").evaluate("(one) => getComputedStyle(one).backgroundColor")
    return colour
