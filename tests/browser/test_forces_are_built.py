"""A force is changed by touch and keys, taken back, saved as a file, shared, and changed on two devices at once."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import served

pytestmark = pytest.mark.browser

TREE: Final = "#tree a.pick"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


class Building:
    """The page of a force, and what the server holds of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.address = page.url.partition("?")[0].replace("/forces/", "/api/v1/forces/")

    @property
    def now(self) -> dict[str, Any]:
        told: dict[str, Any] = self.page.context.request.get(self.address).json()
        return told

    def take(self, name: str) -> None:
        self.page.locator(TREE, has_text=name).first.click()
        expect(self.page.locator("#in-hand h2")).to_have_text(name)

    def open(self, name: str) -> None:
        branch = self.page.locator(TREE, has_text=name).first.get_attribute("data-choose")
        self.page.locator(f"#tree li[data-branch='{branch}'] > details > summary").click()

    def grade(self, battalion: str, grade: str) -> None:
        self.take(battalion)
        self.page.locator("#in-hand .choice label", has_text=grade).click()
        expect(self.page.locator(TREE, has_text=battalion).first).to_contain_text(grade)


def made(page: Page, address: str, **wanted: str) -> str:
    """The address of a force that this page's device has made."""
    answer = page.context.request.post(f"{address}/api/v1/forces", data=wanted, headers={"Origin": address})
    return f"{address}/forces/{answer.json()['id']}"


@contextmanager
def the_next_page_lost(page: Page) -> Iterator[None]:
    """What is saved reaches the service; what stands after it comes back only when it is asked for again."""
    saved, lost = list[str](), list[str]()

    def lose(route: Route) -> None:
        request = route.request
        if request.method == "POST":
            saved.append(request.url)
        elif saved and not lost:
            lost.append(request.url)
            return route.abort()
        return route.continue_()

    page.route("**/forces/**", lose)
    yield
    page.unroute("**/forces/**")
    assert lost


def test_a_force_is_changed_by_keys_saved_and_shared(address: str, open_page: OpenPage, tmp_path: Path) -> None:
    """A whole division is built and trimmed in the evening of test_two_forces_from_set_up_to_report.py."""
    opened = open_page("", "tablet-upright")
    page = opened.page
    page.goto(made(page, address, table="british_1915", date="1916-11", name="21st Division"))
    force = Building(page)
    force.take("1st Brigade")
    page.get_by_role("button", name="Bring only this").click()
    expect(page.locator("#overview")).to_contain_text("4 battalions")
    force.open("1st Brigade")
    force.grade("1st Battalion", "Experienced")
    with the_next_page_lost(page):
        force.grade("2nd Battalion", "Veteran")
    refused = page.locator("#in-hand .finding")
    refused.get_by_label("Why it is allowed").fill("rested since Loos")
    refused.get_by_role("button", name="Allow anyway").click()
    expect(page.locator("#findings .allowed")).to_contain_text("rested since Loos")

    # By keys alone: what was done last is taken back and made again, and the tree is walked.
    page.locator("#in-hand h2").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#findings .allowed")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#findings .allowed")).to_contain_text("rested since Loos")
    page.locator(TREE, has_text="1st Battalion").first.focus()
    for key, arrives in (("ArrowRight", "1st Battalion"), ("ArrowRight", "Commander"), ("ArrowDown", "A Company")):
        page.keyboard.press(key)
        assert arrives in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    expect(page.locator("#in-hand h2")).to_have_text("A Company")
    page.locator("#f-size").fill("3")
    page.get_by_role("button", name="Keep this number").click()
    expect(page.locator("#sums")).to_contain_text("63, 189 figures")

    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "brigade.json"
    saved.value.save_as(file)
    told = json.loads(file.read_text(encoding="utf-8"))
    assert told | force.now["document"] == told
    assert set(told) - set(force.now["document"]) == {"origin"}
    other = open_page(f"{address}/forces", "laptop")
    other.page.locator("#f-file").set_input_files(file)
    other.page.get_by_role("button", name="Bring it in").click()
    expect(other.page.locator("#overview")).to_contain_text("1 allowed by the players")
    assert Building(other.page).now["document"] == force.now["document"]
    other.page.get_by_role("link", name="Set up a game with it").click()
    # 63 platoons against a German regiment of three battalions of four companies of three (FF-TOE-161).
    expect(other.page.locator("[data-strength]")).to_contain_text("63 rifle platoons against 36")
    assert opened.complaints + other.complaints == ["Failed to load resource: net::ERR_FAILED"]


def test_what_was_saved_on_another_page_is_gone_on_from(address: str, open_page: OpenPage) -> None:
    page = open_page("", "laptop").page
    wanted = {"table": "german_storm", "date": "1918-03", "name": "Rohr"}
    made = page.context.request.post(f"{address}/api/v1/forces", data=wanted, headers={"Origin": address}).json()
    first, second = page.context.new_page(), page.context.new_page()
    for one in (first, second):
        one.goto(f"{address}/forces/{made['id']}?of=1")
        one.locator("#f-name").fill("Sturm 5" if one is first else "Sturm 6")
    first.get_by_role("button", name="Call it so").first.click()
    expect(first.locator("#tree")).to_contain_text("Sturm 5")
    second.get_by_role("button", name="Call it so").first.click()
    expect(second.locator("[data-refusals]")).to_contain_text("saved from another page")
    expect(second.locator("#tree")).to_contain_text("Sturm 5")
    # What the other page made is not taken back from here by accident.
    expect(second.get_by_role("button", name="Take the last change back")).to_be_disabled()
    second.get_by_role("button", name="Call it so").first.click()
    expect(second.locator("#tree")).to_contain_text("Sturm 6")


def test_whoever_did_not_make_a_force_looks_at_it_and_copies_it(address: str, open_page: OpenPage) -> None:
    maker = open_page("", "laptop").page
    wanted = {"table": "german_storm", "date": "1918-03", "name": "Rohr"}
    made = maker.context.request.post(f"{address}/api/v1/forces", data=wanted, headers={"Origin": address}).json()
    page = open_page(f"{address}/forces/{made['id']}?of=1", "phone").page
    expect(page.locator("#in-hand h2")).to_have_text("Rohr")
    expect(page.locator("form[data-change]")).to_have_count(0)
    page.get_by_text("Copy it, and change the copy").click()
    page.get_by_label("Name of the copy").fill("Ours")
    page.get_by_role("button", name="Copy it").click()
    expect(page.locator("#overview h1")).to_contain_text("Ours")
    expect(page.locator("form[data-change]").first).to_be_attached()
