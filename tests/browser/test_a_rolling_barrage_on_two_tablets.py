"""Deep suppression and a rolling barrage: the attacker throws, the defender sees what falls and nothing before."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import opened, served

pytestmark = pytest.mark.browser
SOMME = {"kind": "create_game", "scenario": "somme-1916"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("barrage"))


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page, Page]]:
    """The referee's board and both tablets, in the first phase of the British turn."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "phone")]
    host, british, german = (one.page.context for one in pages)
    referee = opened(host, address, command=SOMME)
    attacker, defender = referee.invites("attacker", british), referee.invites("defender", german)
    attacker.send("start_turn")
    attacker.send("next_step")
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    yield pages[0].page, pages[1].page, pages[2].page
    for one in pages:
        assert one.complaints == []


def pick(page: Page, *stands: str) -> None:
    """Unfold the list that holds the stands, and their battalion, where they are folded; tap them."""
    held = page.locator(f"input[value='{stands[0]}']")
    for folded in ("details.picker", "details.holder"):
        one = page.locator(f"#work {folded}").filter(has=held)
        if one.get_attribute("open") is None:
            one.locator("summary").first.click()
    for stand in stands:
        page.locator(f"#work label:has(input[value='{stand}'])").click()


def test_from_the_first_die_to_the_band_on_the_table(table: tuple[Page, Page, Page]) -> None:
    """FF-DSU-T1: a 6 is -1 and a battery. FF-BAR-T1 at Medium: 3 suppresses, 6 kills. FF-BAR-25: 5 cm, 5 is at risk."""
    board, british, german = table
    card = british.locator("#work form[data-command=roll_deep_suppression]")
    expect(card.locator(".odds")).to_contain_text("33%")
    expect(german.locator("main")).not_to_contain_text("creeping")
    card.locator("[data-face='6']").click()
    expect(british.locator("#work")).to_contain_text("150 mm howitzers, on 4")
    expect(german.locator("#work")).to_contain_text("waiting for the British seat")
    british.locator("#work form[data-command=lose_battery] [data-face='4']").click()
    expect(board.locator("#side-log .log")).to_contain_text("150 mm howitzers is destroyed by deep suppression")
    expect(german.locator("#work")).to_contain_text("\u22121 on orders for guns behind the table")
    british.get_by_role("button", name="Next:").click()
    expect(british.locator("#work")).to_contain_text("It comes down 33 to 53 cm from your edge")
    expect(german.locator("main")).not_to_contain_text("creeping")
    british.get_by_role("button", name="Lay it on its start line").click()
    expect(german.locator("#work")).to_contain_text("It lies 33 to 53 cm from the British edge")
    expect(german.locator("#work")).not_to_contain_text("The plan for it")
    pick(british, "d1.1.c1.p1", "d1.1.c1.p2")
    expect(british.locator("#work .odds").first).to_contain_text("50%")
    for face in (3, 6):
        british.locator(f"#work form[data-command=roll_under_barrage] [data-face='{face}']").click()
    british.get_by_role("button", name="Roll for them").click()
    expect(british.locator("#work .shots")).to_contain_text("killed")
    expect(german.locator("#work .shots")).to_contain_text("suppressed")
    british.get_by_role("button", name="Nobody else is under it").click()
    british.get_by_role("link", name="A stand ends its move close behind it").click()
    pick(british, "a1.1.c1.p1")
    risk = british.locator("#work form[data-command=risk_barrage]")
    expect(risk.locator(".odds")).to_contain_text("67%")
    risk.locator("[data-face='5']").click()
    suffer = british.locator("#work form[data-command=suffer_barrage]")
    expect(suffer.locator(".odds")).to_contain_text("17%")
    suffer.locator("[data-face='6']").click()
    expect(board.locator("#side-log .log")).to_contain_text("catches those too close behind it")
    # The referee sets it to where it lies on the table.
    board.locator("#side-log section[aria-label='The creeping barrage']").get_by_role("link", name="Correct it").click()
    board.locator("#correct label:has(input[name=rear_cm][value='38'])").click()
    board.locator("#correct input[name=reason]").fill("measured again")
    board.get_by_role("button", name="Correct the record").click()
    expect(german.locator("#work")).to_contain_text("It lies 38 to 58 cm from the British edge")
