"""A battalion routs: its batteries are asked for on their own tablet, and everybody hears what they did."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.playing import Seat, opened, served

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    yield from served(tmp_path)


@pytest.fixture(params=["tablet-upright", "phone"])
def table(request: pytest.FixtureRequest, address: str, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """The German tablet and the referee's board; the first German battalion has just routed."""
    width, height = SIZES[request.param]
    tablet, board = browser.new_context(viewport={"width": width, "height": height}, has_touch=True), browser.new_page()
    host = opened(board.context, address)
    seat = host.invites("attacker", tablet)
    rout(host)
    page = tablet.new_page()
    for one in (page, board):
        one.goto(seat.place)
        expect(one.locator("connection-bar")).to_have_text("Up to date")
    yield page, board
    tablet.close()


def rout(referee: Seat) -> None:
    """The last of its twelve platoons falls: FF-MOR-06, destroyed or routed."""
    for company in (1, 2, 3, 4):
        for platoon in (1, 2, 3):
            of = f"a1.1.c{company}.p{platoon}"
            referee.send("correct", of=of, what="alive", value=False, reason="swept away")
    for face in (6, 1):
        referee.send("test_morale", battalion="a1.1", die={"pips": face, "source": "entered"})


def test_its_batteries_test_or_supported_another(table: tuple[Page, Page]) -> None:
    """FF-MOR-06, AMB-86, FF-MOR-T1 as Experienced: 4 and more holds, so that half of the faces do."""
    tablet, board = table
    first = tablet.get_by_role("region", name="77 mm, 1st Battery", exact=True)
    expect(first).to_contain_text("I / 1st Regt is gone")
    expect(first.locator(".odds li")).to_have_text(["50%abandons its guns", "50%stands by its guns"])
    first.locator('dice-pad button[data-face="3"]').tap()
    told = tablet.get_by_role("region", name="Morale test, result", exact=True)
    expect(told).to_contain_text("abandons its guns")
    expect(board.locator("ol.log .said").first).to_have_text("77 mm, 1st Battery abandons its guns: die 3")
    tablet.get_by_role("region", name="77 mm, 2nd Battery", exact=True).get_by_role(
        "button", name="It did not support them"
    ).tap()
    expect(board.locator("ol.log .said").first).to_have_text("77 mm, 2nd Battery did not support I / 1st Regt")
    expect(tablet.get_by_role("region", name="77 mm, 3rd Battery", exact=True)).to_be_visible()
    expect(first).to_have_count(0)
