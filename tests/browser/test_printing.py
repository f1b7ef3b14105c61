"""Choosing what to print: the pages are seen first, and this device remembers its printers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIZES, OpenPage, held_as
from tests.browser.playing import MONS, served
from tests.print.on_paper import opened, words_on

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def test_several_things_are_seen_and_saved_in_one_file(address: str, open_page: OpenPage, tmp_path: Path) -> None:
    shown = open_page(f"{address}/print", size="tablet-flat")
    page = shown.page
    page.get_by_role("checkbox", name="Measuring sticks").check()
    page.get_by_role("radio", name="Mid 1917 to the end of the war").check()
    page.get_by_role("button", name="Show the pages").click()
    pictures = page.get_by_role("img", name="Page 1", exact=True)
    expect(pictures).to_be_visible()
    assert pictures.evaluate("async (one) => { await one.decode(); return one.naturalWidth > 0 }")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the PDF").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    saved = tmp_path / "saved.pdf"
    waiting.value.save_as(saved)
    name = waiting.value.suggested_filename
    assert name.endswith("-late.pdf")
    assert "sticks" in name
    pages = words_on(saved.read_bytes())
    assert pages[0].startswith("Is this printer true?")
    assert pages[1].startswith("Order sequence Mid 1917")
    assert pages[3].startswith("Measuring sticks")
    assert shown.complaints == []


def test_what_was_chosen_on_several_pages_is_ordered_and_printed_in_one_file(
    address: str, open_page: OpenPage, tmp_path: Path
) -> None:
    shown = open_page(f"{address}/print?thing=trial", size="tablet-upright")
    page = shown.page
    game = page.context.request.post(f"{address}/api/v1/games", data=MONS, headers={"Origin": address}).json()[
        "game_id"
    ]
    put_in = page.get_by_role("button", name="Put into the basket")
    put_in.click()
    page.goto(f"{address}/games/{game}/sheets?thing=strip")
    put_in.click()
    page.goto(f"{address}/games/{game}/print?form=scenario")
    put_in.click()
    page.get_by_role("link", name="In the basket: 3").click()
    basket = page.get_by_role("region", name="Basket")
    basket.get_by_role("button", name="Scenario sheet: print it earlier").click()
    basket.get_by_role("button", name="Printer test page: take it out").click()
    expect(basket.get_by_role("listitem")).to_contain_text(["Scenario sheet", "Turn sequence"])
    with page.expect_download() as waiting:
        basket.get_by_role("button", name="Print all of it").click()
    saved = tmp_path / "basket.pdf"
    waiting.value.save_as(saved)
    pages = words_on(saved.read_bytes())
    assert pages[0].startswith("Mons 1914")
    assert pages[-1].startswith("Turn sequence")
    basket.get_by_role("button", name="Empty it").click()
    expect(basket).to_be_hidden()
    assert shown.complaints == []


def test_a_printer_is_remembered_with_what_it_draws(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/print", size="tablet-upright").page
    page.get_by_text("Does your printer draw true?").click()
    page.locator("#f-printer").fill("Club laser")
    page.get_by_label("Across, mm").fill("99")
    page.get_by_label("Along, mm").fill("99.5")
    page.get_by_role("button", name="Show the pages").click()
    page.goto(f"{address}/print")
    expect(page.get_by_label("Across, mm")).to_have_value("99")
    page.get_by_label("Across, mm").fill("")
    page.get_by_role("button", name="Club laser").click()
    expect(page.get_by_label("Across, mm")).to_have_value("99")
    expect(page.get_by_label("Along, mm")).to_have_value("99.5")


def test_the_playsheet_fits_every_screen(address: str, open_page: OpenPage) -> None:
    shown = open_page(f"{address}/playsheets/late", size="phone")
    for size, (width, _) in SIZES.items():
        held_as(shown.page, size)
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= width, size
        expect(shown.page.get_by_role("heading", name="Direct fire factors")).to_be_visible()
    assert shown.complaints == []


def test_a_file_saved_without_scripts_is_the_same(address: str, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(f"{address}/print", size="phone", java_script_enabled=False).page
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the PDF").click()
    waiting.value.save_as(tmp_path / "plain.pdf")
    assert len(opened((tmp_path / "plain.pdf").read_bytes()).pages) == 2
