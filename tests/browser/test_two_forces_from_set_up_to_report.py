"""A British brigade of late 1916 against a German regiment: chosen, deployed, begun, ended, and its report read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.playing import Seat, served

BATTALIONS = 4 + 3
FORMATIONS = BATTALIONS + 2


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def chosen(page: Page, address: str) -> Seat:
    """FF-TOE-49 to -56 against FF-TOE-131: 64 platoons against 36 (FF-FOR-07)."""
    page.goto(f"{address}/new")
    page.get_by_role("link", name="Two forces of your own instead").click()
    page.get_by_label("Title", exact=True).fill("North of the river")
    page.get_by_label("Date", exact=True).select_option(label="October 1916")
    expect(page.locator("[data-strength]")).to_contain_text("64 rifle platoons against 36: 1.8 to 1")
    page.get_by_label("Table", exact=True).select_option(label="Somme 1916")
    page.get_by_label("Ends after turn").fill("6")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/games/*")
    return Seat(page.context, address, page.url.rpartition("/")[2])


def deployed(board: Page, seat: Seat) -> None:
    """FF-SET-10: the defender first, the higher commanders last; the first formation by hand, on the map too."""
    for said in ("The terrain is laid", "Trenches and works are laid", "Both plans are written"):
        board.get_by_role("button", name=said).click()
    expect(board.get_by_text("The German side deploys now")).to_be_visible()
    wrong = seat.try_("place_formation", of="d1.1", layout="column", x_mm=600, y_mm=500, facing_deg=180)
    assert (wrong["status"], wrong["clause"]) == (409, "FF-SET-07")
    seat.send("place_formation", of="d1.1", layout="column", x_mm=600, y_mm=1000, facing_deg=180)
    # The page has heard of it before it is told that the battalion stands.
    expect(board.get_by_text("is drawn up in column").first).to_be_visible()
    board.get_by_role("button", name="It stands").click()
    expect(board.get_by_text("The British side deploys now")).to_be_visible()
    for _ in range(FORMATIONS - 1):
        now = seat.view["set_up_by_steps"]
        seat.send("deploy_formation", formation=now["choices"][0]["id"])
    expect(board.get_by_role("heading", name="Setting up")).to_be_hidden()


def test_from_two_forces_to_the_report(browser: Browser, address: str) -> None:
    wide, high = SIZES["tablet-flat"]
    with browser.new_context(viewport={"width": wide, "height": high}) as device:
        page = device.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda wrong: complaints.append(str(wrong)))
        seat = chosen(page, address)
        deployed(page, seat)
        seat.send("start_turn")
        seat.send("correct", of="d1.1.c1.p1", what="alive", value=False, reason="hit by the mortars")
        seat.send("end_turn")
        closed = device.request.post(f"{address}/api/v1/games/{seat.game}/close", data={}, headers={"Origin": address})
        assert closed.ok
        page.goto(seat.place)
        page.get_by_role("link", name="The report").click()
        expect(page.get_by_role("heading", name="German losses")).to_be_visible()
        expect(page.get_by_text("1 base killed: 1 rifle platoon.")).to_be_visible()
        expect(page.get_by_text("About 15 men: 5 dead, 2 crippled, 3 badly and 5 lightly wounded.")).to_be_visible()
        assert complaints == []
