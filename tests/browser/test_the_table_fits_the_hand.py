"""What is read on a table's tablet is 18 px or more, what is tapped 48 px or more, and nothing runs off the side.

Reasons are 16 px, names of boxes and clauses 14 px, as the look has them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import HANDHELD, TABLETS, OpenPage
from tests.browser.playing import Seat, opened, served, to_step

pytestmark = pytest.mark.browser

COMPANY: Final = "a1.1.c1"
AIMED: Final = f"do=fire&target=d1.1.c1.p1&range_cm=24&firers[]={COMPANY}.p1&firers[]={COMPANY}.p2"
TOO_SMALL: Final = """() => [...document.querySelectorAll("a, button, label, summary, input, select")]
    .filter((one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .filter((one) => !one.matches("label.label") && !one.closest(".unseen, [popover], .skip"))
    .map((one) => one.closest("label, .stepper .amount, .stand") ?? one)
    .map((one) => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.width > 1 && box.bottom > 0 && (box.width < 47.5 || box.height < 47.5))
    .map(([box, one]) => `${one.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`)"""
SMALL_PRINT: Final = """() => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement, size = parseFloat(getComputedStyle(one).fontSize);
        const seen = one.checkVisibility() && !one.closest(".unseen, script, svg, option");
        if (seen && texts.currentNode.data.trim() && size < 14) found.push(`${texts.currentNode.data.trim()}: ${size}`);
    }
    return found;
}"""
FORMS: Final = (
    "",
    f"unit={COMPANY}",
    f"unit={COMPANY}&do=fire",
    f"unit={COMPANY}&{AIMED}",
    f"unit={COMPANY}&do=move",
    f"unit={COMPANY}&do=cross",
)


def amiss(page: Page, seat: Seat, query: str, size: str) -> list[str]:
    """What is too small to hit or to read on the table at this address, or wider than the screen."""
    page.goto(f"{seat.place}?{query}")
    found = [*page.evaluate(TOO_SMALL), *page.evaluate(SMALL_PRINT)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("runs off the side")
    body = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    if size in TABLETS and body < 18:
        found.append(f"body text of {body} px")
    return [f"?{query} {one}" for one in found]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    yield from served(tmp_path)


@pytest.mark.parametrize("size", HANDHELD)
def test_every_form_of_the_table_can_be_read_and_hit(address: str, open_page: OpenPage, size: str) -> None:
    """A company's order roll, what its actions may be spent on, its fire before and after it is aimed, its move."""
    first = open_page(address, size)
    seat: Seat = opened(first.page.context, address, role="attacker")
    to_step(seat, "Rifle companies")
    measured = [found for query in ("", f"unit={COMPANY}") for found in amiss(first.page, seat, query, size)]
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6, "source": "entered"})
    measured += [found for query in FORMS for found in amiss(first.page, seat, query, size)]
    assert (measured, first.complaints) == ([], [])
