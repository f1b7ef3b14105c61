"""National rules on a tablet: Professionalism with an order, a mutiny named, a result set aside (FF-SPR)."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import opened, served, to_step

pytestmark = pytest.mark.browser
DIE = {"pips": 1}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("national"))


def test_professionalism_once_for_a_battalion(open_page: OpenPage, address: str) -> None:
    """FF-SPR-04, FF-ORD-T5: 3 + 2 is two actions; its next company is not offered it again."""
    shown = open_page(address, "tablet-upright")
    page, command = shown.page, {"kind": "create_game", "scenario": "cambrai-1917"}
    seat = opened(page.context, address, role="attacker", command=command)
    to_step(seat, "Rifle companies")
    page.goto(seat.place)
    page.locator("#units a.chip").first.click()
    work = page.locator("#work")
    work.locator("label:has(input[name=professionalism])").click()
    expect(work).to_contain_text("Professionalism")
    expect(work.locator(".odds")).to_contain_text("2 actions")
    expect(page).to_have_url(re.compile("professionalism=true"))
    work.locator("[data-face='3']").click()
    expect(work).to_contain_text("2 actions to spend")
    page.locator("#units a.chip").nth(1).click()
    expect(work.locator("[data-face='3']")).to_be_visible()
    expect(work.locator("input[name=professionalism]")).to_have_count(0)
    assert shown.complaints == []


def test_a_mutiny_is_named_and_a_result_set_aside(open_page: OpenPage, address: str) -> None:
    """FF-SPR-07; FF-SPR-06: a 1 at half is a retreat of 40 cm, and the battalion stays where it is."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-flat", "phone")]
    host, german, french = (one.page.context for one in pages)
    referee = opened(host, address, command={"kind": "create_game", "scenario": "aisne-1918"})
    attacker, defender = referee.invites("attacker", german), referee.invites("defender", french)
    attacker.send("start_turn")
    for company in (1, 2):
        for platoon in (1, 2, 3, 4):
            lost = {"of": f"d1.1.c{company}.p{platoon}", "what": "alive", "value": False, "reason": "seen"}
            referee.send("correct", **lost)
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    mutiny = pages[1].page.locator("#mutiny")
    mutiny.locator("summary").click()
    mutiny.locator("select").select_option("d1.2")
    mutiny.get_by_role("button", name="It is mutinous").click()
    expect(pages[0].page.locator("#side-defender")).to_contain_text("mutinous, does not move")
    page = pages[2].page
    page.locator("#work [data-face='1']").click()
    resist = page.locator("#resist")
    resist.get_by_role("button", name="Ignore the result").click()
    expect(resist).to_have_count(0)
    expect(pages[0].page.locator("#side-log .log")).to_contain_text("resists stubbornly and holds: 2 times left")
    for one in pages:
        assert one.complaints == []


@pytest.mark.parametrize("size", ["tablet-upright", "phone"])
def test_the_referee_splits_the_storm_battalion_by_the_keyboard(open_page: OpenPage, address: str, size: str) -> None:
    """FF-SPR-16: on the board, before the game and in its player turn until the company has its order."""
    one = open_page(address, size)
    referee = opened(one.page.context, address, command={"kind": "create_game", "scenario": "aisne-1918"})
    one.page.goto(referee.place)
    split = one.page.locator("#storm-parts")
    summary = split.get_by_text("Split the storm battalion")
    summary.focus()
    one.page.keyboard.press("Enter")
    split.get_by_role("combobox", name="Who").select_option("a1.3.c1")
    split.get_by_role("combobox", name="Serves with").select_option("a1.1")
    split.get_by_role("button", name="It serves there").press("Enter")
    expect(one.page.locator("#side-log .log")).to_contain_text("9 Company serves with I / Regt from now")
    # Nothing reaches beyond the edge of the screen.
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # In the enemy's turn it is not offered, in the own turn it is again.
    referee.send("start_turn")
    expect(split).to_have_count(1)
    referee.send("end_turn")
    referee.send("start_turn")
    expect(split).to_have_count(0)
    assert one.complaints == []


def test_a_storm_company_is_sent_to_another_battalion(open_page: OpenPage, address: str) -> None:
    """FF-SPR-16: at the German tablet, before the game; both boards show it there, and the French have no such form."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, german, french = (one.page.context for one in pages)
    referee = opened(host, address, command={"kind": "create_game", "scenario": "aisne-1918"})
    seats = (referee, referee.invites("attacker", german), referee.invites("defender", french))
    for one, seat in zip(pages, seats, strict=True):
        one.page.goto(seat.place)
    board, tablet, theirs = (one.page for one in pages)
    split = tablet.locator("#storm-parts")
    split.locator("summary").click()
    split.get_by_label("Who").select_option("a1.3.c1")
    split.get_by_label("Serves with").select_option("a1.1")
    split.get_by_role("button", name="It serves there").click()
    expect(board.locator("#side-log .log")).to_contain_text("9 Company serves with I / Regt from now")
    # 12 platoons and 3 (GAP-49).
    expect(board.locator("#side-attacker .bn").first.locator(".strength")).to_contain_text("15 of 15")
    expect(theirs.locator("#storm-parts")).to_have_count(0)
    assert [one.complaints for one in pages] == [[], [], []]
