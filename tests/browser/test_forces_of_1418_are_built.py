"""A force of 1418 is built from the troop chart by touch and keys, taken back, shared, and played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from app.systems.earth_1418.forces import FORCES
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.playing import served
from tests.browser.sizes import TOO_SMALL

pytestmark = pytest.mark.browser

HAND: Final = "#in-hand"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def begun(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/forces/earth-1418")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Build it").click()
    expect(page.locator("#overview h1")).to_have_text(name)


def add(page: Page, what: str, named: str) -> None:
    page.locator(HAND).get_by_label("Add").select_option(label=what)
    page.locator(HAND).get_by_role("button", name="Add it").click()
    expect(page.locator(f"{HAND} h2")).to_have_text(named)


@pytest.mark.parametrize("size", ["tablet-upright", "phone"])
def test_a_battalion_is_built_changed_and_taken_back(address: str, open_page: OpenPage, size: str) -> None:
    page = open_page(address, size).page
    begun(page, address, "3rd Marchers")
    add(page, "A line battalion of four companies", "Battalion 1")
    # Four companies of four, two machine guns, one command.
    expect(page.locator("#overview")).to_contain_text("1 formation, 19 bases")
    expect(page.locator("#overview")).to_contain_text("Within the rules")
    add(page, "Armoured car", "Armoured car 1")
    # BE-VEH-05: it has no row in the chart.
    expect(page.locator(HAND)).to_contain_text("Type its speed")
    page.get_by_label("Speed, typed by you").select_option(label="Fast cavalry")
    for label in ("Arming in melee", "Arming in shooting", "Resilience"):
        page.get_by_label(f"{label}, typed by you").fill("3")
        page.keyboard.press("Tab")
    expect(page.locator("#overview")).to_contain_text("Within the rules")
    # What cannot be is said and stays where it was typed.
    bases = page.locator(HAND).get_by_label("Bases")
    bases.fill("99")
    page.keyboard.press("Tab")
    expect(page.locator(HAND)).to_contain_text("Enter 1 to 20")
    expect(bases).to_have_value("99")
    bases.fill("2")
    page.keyboard.press("Tab")
    expect(page.locator("#overview")).to_contain_text("21 bases")
    page.get_by_role("button", name="Take it out").click()
    expect(page.locator("#overview")).to_contain_text("19 bases")
    # By keys alone: what was done last is taken back, and the tree is walked.
    page.locator(f"{HAND} h2").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#overview")).to_contain_text("21 bases")
    page.locator("#tree a.pick", has_text="Battalion 1").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(f"{HAND} h2")).to_have_text("A Company, Battalion 1")
    page.get_by_role("button", name="One more like it").click()
    expect(page.locator(f"{HAND} h2")).to_have_text("A Company, Battalion 1 2")
    page.get_by_role("button", name="Move up").click()
    expect(page.locator(f"{HAND} h2")).to_have_text("A Company, Battalion 1 2")
    expect(page.locator("#tree li li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_two_forces_are_built_and_their_game_is_begun(address: str, open_page: OpenPage) -> None:
    page = open_page(address, "tablet-upright").page
    for name in ("Marchers", "Guides"):
        begun(page, address, name)
        add(page, "A line battalion of four companies", "Battalion 1")
    page.get_by_role("link", name="Set up a game with it").click()
    form = page.locator("form[data-own-game]")
    form.locator("select[name=defender_force]").select_option(label="Marchers, May 1915")
    # The month is that of both forces; the game is called after them.
    expect(form.locator("[name=date]")).to_have_value("1915-05")
    expect(form.locator("[data-strength]")).to_contain_text("bases against")
    expect(form.locator("[name=title]")).to_have_attribute("placeholder", "Guides against Marchers")
    form.locator("select[name=table]").select_option(label="Brisefer Ridge")
    form.locator("[name=length]").fill("6")
    form.locator("[name=wind_towards_deg]").select_option(label="To the right")
    assert found_by_axe(page) == []
    assert page.evaluate(TOO_SMALL) == []
    form.get_by_role("button", name="Set up the game").click()
    expect(page.locator("body")).to_contain_text("A Company, Battalion 1 (attacker)")
    expect(page.locator("body")).to_contain_text("Bound 1 of 6")


def test_a_game_of_two_forces_asks_for_its_month_where_they_differ(address: str, open_page: OpenPage) -> None:
    page = open_page(address, "tablet-upright").page
    ids = []
    for name, date in (("Early", "1915-05"), ("Late", "1918-03")):
        sent = {**FORCES.sample, "name": name, "date": date}
        way = f"{address}/api/v1/earth-1418/forces/import"
        ids.append(page.context.request.post(way, data=sent, headers={"Origin": address}).json()["id"])
    page.goto(f"{address}/new/earth-1418?attacker={ids[0]}")
    form = page.locator("form[data-own-game]")
    form.locator("select[name=defender_force]").select_option(ids[1])
    expect(form.locator("[name=date]")).to_have_value("")
    expect(form.locator("[data-wrong]")).to_contain_text("the forces are of May 1915 and March 1918")
    form.get_by_role("button", name="Set up the game").click()
    expect(form.locator("[data-answer]").last).to_contain_text("Choose the month of the game")
    form.locator("[name=date]").fill("1916-07")
    expect(form.locator("[data-wrong]")).to_be_empty()


def test_another_device_looks_at_it_and_copies_it(address: str, open_page: OpenPage) -> None:
    page = open_page(address, "tablet-upright").page
    begun(page, address, "Marchers")
    add(page, "A line battalion of four companies", "Battalion 1")
    other = open_page("", "phone").page
    other.goto(page.url)
    expect(other.locator("#in-hand h2")).to_have_text("Battalion 1")
    expect(other.locator("[data-set]")).to_have_count(0)
    other.get_by_text("Copy it, and change the copy").click()
    other.get_by_label("Name of the copy").fill("Theirs")
    other.get_by_role("button", name="Copy it").click()
    expect(other.locator("#overview h1")).to_have_text("Theirs")
    expect(other.locator("[data-set]").first).to_be_visible()
