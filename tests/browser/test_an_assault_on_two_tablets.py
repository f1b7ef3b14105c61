"""An assault on two tablets: one side moves in, the other fires, each throws its own die; the referee sees it all."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import opened, served, to_step

pytestmark = pytest.mark.browser
THEIRS = "d1.3.c1.p1"
STEP = "Rifle companies"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("assault"))


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page, Page]]:
    """The referee's board and both tablets; the first German company has two actions (FF-ORD-T5: a 6)."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, german, british = (one.page.context for one in pages)
    referee = opened(host, address)
    attacker, defender = referee.invites("attacker", german), referee.invites("defender", british)
    to_step(attacker, STEP)
    attacker.send("roll_orders", unit="a1.1.c1", die={"pips": 6})
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    yield pages[0].page, pages[1].page, pages[2].page
    for one in pages:
        assert one.complaints == []


def choose_target(german: Page, stand: str = THEIRS) -> None:
    """Unfold its battalion, tap the stand."""
    german.locator("#work details.holder summary", has_text="3rd Battalion").click()
    german.locator(f"label:has(input[name=target][value='{stand}'])").click()


def test_a_platoon_goes_in_is_fired_at_and_wins(table: tuple[Page, Page, Page]) -> None:
    """FF-ASL-X1 and FF-DFM-03: a rifle's 3 with +1 misses at Soft; +1 +1 -1 against 0, 4 against 4 wins."""
    board, german, british = table
    german.locator("#units a.chip").first.click()
    german.locator("#work").get_by_role("link", name="Assault").click()
    choose_target(german)
    german.locator("label:has(input[name=cover][value=medium])").click()
    german.locator("#support summary").first.click()
    german.locator("label:has(input[name=supporter][value='a1.1.c1.p2'])").click()
    german.get_by_role("button", name="Go in").click()
    german.get_by_role("button", name="All have moved in").click()
    expect(german.locator("#assault")).to_contain_text("waiting for the British seat")
    # The defender's own tablet asks for the defender's dice.
    fire = british.locator("#assault")
    expect(fire).to_contain_text("may fire as they close")
    expect(fire.locator(".odds")).to_contain_text("17%")
    fire.locator("[data-face='3']").click()
    expect(fire).to_contain_text("against")
    expect(fire).to_contain_text("Assaulting infantry")
    expect(board.locator("#assault")).to_contain_text("58%")
    fire.locator("[data-face='4']").click()
    expect(fire).to_contain_text("waiting for the German seat")
    german.locator("#assault [data-face='4']").click()
    expect(german.locator("#work")).to_contain_text("attacker wins")
    expect(german.locator("#assault")).to_contain_text("go on to one more fight")
    expect(board.locator("#side-log .log")).to_contain_text("wins its fight")
    expect(british.locator("#work")).to_contain_text("attacker wins")
    # FF-ASL-16: the winner goes on, as a new assault with closing fire, without another action.
    german.get_by_role("link", name="Go on to another enemy").click()
    choose_target(german, "d1.3.c1.p2")
    german.get_by_role("button", name="Go in").click()
    expect(german.locator("#units a.chip").first).to_contain_text("1 left")
    german.get_by_role("button", name="All have moved in").click()
    expect(fire).to_contain_text("may fire as they close")


def test_who_holds_its_fire_lets_them_close(table: tuple[Page, Page, Page]) -> None:
    """FF-ASL-06 lets the defenders fire; FF-ASL-17: 3 against 4 without support at Soft, 4 against 4, a draw."""
    _, german, british = table
    german.locator("#units a.chip").first.click()
    german.locator("#work").get_by_role("link", name="Assault").click()
    choose_target(german)
    german.get_by_role("button", name="Go in").click()
    german.get_by_role("button", name="All have moved in").click()
    british.get_by_role("button", name="Hold its fire").click()
    german.locator("#assault [data-face='3']").click()
    british.locator("#assault [data-face='4']").click()
    expect(german.locator("#work")).to_contain_text("a draw")
    expect(german.locator("#assault")).to_have_count(0)
