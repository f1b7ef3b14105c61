"""Gas at the table: the plan brings it, the wind turns, a cloud drifts over a platoon."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, planned_fire_falls, served, to_step

pytestmark = pytest.mark.browser
STEP = "Release planned gas and roll for the wind"
SOMME = {"kind": "create_game", "scenario": "somme-1916"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("gas"))


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page, Page, tuple[Seat, Seat]]]:
    """The referee's board and both tablets, at the gas of the first turn."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, british, german = (one.page.context for one in pages)
    referee = opened(host, address, title="Somme", command=SOMME)
    attacker, defender = referee.invites("attacker", british), referee.invites("defender", german)
    for one, seat in zip(pages[1:], (attacker, defender), strict=True):
        one.page.goto(seat.place)
    assert "Planned gas" in pages[1].page.content()
    assert "projector" not in pages[2].page.content().lower()
    to_step(attacker, STEP)
    pages[0].page.goto(referee.place)
    yield pages[0].page, pages[1].page, pages[2].page, (attacker, defender)
    for one in pages:
        assert one.complaints == []


def chosen(page: Page, name: str, value: str) -> None:
    page.locator(f"#gas label:has(input[name='{name}'][value='{value}'])").click()


def test_gas_is_released_drifts_and_turns_with_the_wind(
    table: tuple[Page, Page, Page, tuple[Seat, Seat]],
) -> None:
    """FF-GAS-X11: from the trench at y 25 the middle lies at 40; 3 and 4 make 17 cm: 57. Mid, Medium: 4 suppresses.

    Next turn a 5 and a 2 turn the wind 90 degrees right, 2 and 3 with 5 make 10 cm: from 60 to 70 along (FF-GAS-X7).
    """
    board, british, german, (attacker, defender) = table
    expect(german.locator("#gas")).to_contain_text("waiting for the British seat")
    for face in (3, 4):
        british.locator(f"#gas [data-face='{face}']").click()
    british.locator("#gas [data-part=confirm]").click()
    expect(british.locator("#gas")).to_contain_text("57 cm up the table")
    british.locator("#gas .picker > summary").click()
    british.locator("#gas details.holder summary", has_text="I / Regt").first.click()
    british.locator("#gas label:has(input[value='d1.1.c1.p1'])").click()
    expect(british.locator("#gas .aims [data-outcome=killed]")).to_contain_text("17%")
    chosen(british, "caught.0.cover", "medium")
    chosen(british, "caught.0.ends", "whole")
    expect(british.locator("#gas .aims [data-outcome=killed]")).to_contain_text("33%")
    british.locator("#gas [data-face='4']").click()
    expect(british.locator("#work [aria-label='Gas, result']")).to_contain_text("suppressed")
    expect(board.locator("#gas-lies")).to_contain_text("57 cm up the table")
    expect(board.locator("#gas-lies")).to_contain_text("In it: 1st Platoon")
    expect(board.locator("#side-log .log")).to_contain_text("suppressed")
    expect(german.locator("#gas-lies summary").first).to_contain_text("1 cloud")
    planned_fire_falls(attacker)
    defender.send("start_turn")
    planned_fire_falls(defender)
    to_step(attacker, STEP)
    british.locator("#gas [data-face='5']").click()
    expect(british.locator("#gas")).to_contain_text("the angle")
    for face in (2, 2, 3):
        british.locator(f"#gas [data-face='{face}']").click()
    british.locator("#gas [data-part=confirm]").click()
    expect(british.locator("#gas")).to_contain_text("70 cm along")
    # The platoon that was known to stand in it is proposed: it has moved out meanwhile.
    expect(british.locator("#gas .aims")).to_contain_text("1st Platoon")
    expect(board.locator("#gas")).to_contain_text("70 cm along")
