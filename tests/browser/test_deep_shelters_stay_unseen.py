"""Deep shelters on two tablets: who sits below is the owner's alone to see, until it comes up or is found."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import MONS, Seat, opened, served

pytestmark = pytest.mark.browser
CAMBRAI = {**MONS, "title": "Cambrai", "command": {"kind": "create_game", "scenario": "cambrai-1917"}}
FIRST = "d1.1.c1.p1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("shelters"))


@pytest.fixture
def game(open_page: OpenPage, address: str) -> Iterator[tuple[Seat, Seat, Page, Page, Page]]:
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, british, german = (one.page.context for one in pages)
    referee = opened(host, address, **CAMBRAI)
    attacker, defender = referee.invites("attacker", british), referee.invites("defender", german)
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    yield attacker, defender, pages[1].page, pages[2].page, pages[0].page
    for one in pages:
        assert one.complaints == []


def test_a_platoon_below_comes_up_when_its_trench_is_assaulted(game: tuple[Seat, Seat, Page, Page, Page]) -> None:
    """FF-DSH-01: unseen; FF-DSH-03: an Experienced platoon comes up on 3 and more, 67%, and may fire as they close."""
    attacker, _, british, german, board = game
    german.locator("#shelters details.picker > summary").click()
    german.locator(f"label:has(input[name='stands[]'][value='{FIRST}'])").click()
    german.get_by_role("button", name="Put them below").click()
    expect(german.locator("#shelters")).to_contain_text("unseen")
    expect(board.locator("#shelters")).to_contain_text("1st Platoon, 1 Company")
    expect(british.locator("#shelters")).to_have_count(0)
    log = british.context.request.get(f"{attacker.place}/log").text()
    assert "shelter" not in log.lower()
    attacker.send("start_turn")
    for _ in range(60):
        view = attacker.context.request.get(f"{attacker.address}/api/v1/games/{attacker.game}").json()["view"]
        if view["turn"]["step"] == "Rifle companies":
            break
        attacker.send("next_step")
    attacker.send("roll_orders", unit="a1.1.c1", die={"pips": 6})
    british.goto(f"{attacker.place}?unit=a1.1.c1&do=assault")
    expect(british.locator("input[name=target][value='d1.1.c1.p2']")).to_have_count(1)
    expect(british.locator(f"input[name=target][value='{FIRST}']")).to_have_count(0)
    attacker.send("go_in", unit="a1.1.c1", stand="a1.1.c1.p1", target="d1.1.c1.p2", cover="medium")
    shelters = german.locator("#shelters")
    expect(shelters).to_contain_text("may come up now")
    shelters.locator("details.fold > summary", has_text="1st Platoon, 1 Company").click()
    expect(shelters.locator(".odds").first).to_contain_text("67%")
    shelters.locator("[data-face='3']").first.click()
    expect(german.locator("#shelters")).to_have_count(0)
    expect(british.locator("#work")).to_contain_text("comes up")
    attacker.send("all_in", unit="a1.1.c1")
    expect(german.locator("#assault")).to_contain_text("1st Platoon, 1 Company, I / Regt may fire as they close")
