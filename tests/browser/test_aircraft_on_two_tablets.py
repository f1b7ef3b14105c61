"""Aircraft at the table: called by one side, aimed at a gun and a platoon, each side throws its own die."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, served

pytestmark = pytest.mark.browser
MICHAEL = {"kind": "create_game", "scenario": "michael-1918"}
PLATOON, GUN = "d1.1.c1.p1", "d1.1.mg1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("air"))


def to_the_call(attacker: Seat, referee: Seat) -> None:
    """The first player turn, in the step of the aircraft; what the plan brings before it is set aside."""
    attacker.send("start_turn")
    for _ in range(60):
        view = attacker.context.request.get(f"{attacker.address}/api/v1/games/{attacker.game}").json()["view"]
        if view["turn"]["step"] == "Call the aircraft":
            return
        if attacker.try_("next_step")["status"] != 200:
            referee.send("overrule", clause="", command={"kind": "next_step"}, reason="another evening")
    raise AssertionError("the step was never reached")


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page, Page]]:
    """The referee's board and both tablets, where aircraft may be called."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, german, british = (one.page.context for one in pages)
    referee = opened(host, address, title="March 1918", command=MICHAEL)
    attacker, defender = referee.invites("attacker", german), referee.invites("defender", british)
    to_the_call(attacker, referee)
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    yield pages[0].page, pages[1].page, pages[2].page
    for one in pages:
        assert one.complaints == []


def test_aircraft_are_called_and_attack_a_gun_and_a_platoon(table: tuple[Page, Page, Page]) -> None:
    """FF-AIR-06: 5 brings them. FF-AIR-X3's gun first: 4 and +1 +2 against 5 and +2 is a draw; then FF-AIR-X1."""
    board, german, british = table
    expect(board.get_by_role("region", name="Air missions")).to_contain_text("German: 2")
    expect(german.locator("#air")).to_contain_text("Missions left in the plan: 2")
    expect(british.locator("#air")).to_contain_text("waiting for the German seat")
    expect(british.locator("#air")).not_to_contain_text("Missions")
    expect(german.locator("#air .odds")).to_contain_text("33%")
    german.locator("#air [data-face='5']").click()
    german.locator("#air .picker > summary").click()
    for stand in (GUN, PLATOON):
        german.locator(f"#air label:has(input[value='{stand}'])").first.click()
        expect(german.locator(f"#air input[type=hidden][value='{stand}']")).to_have_count(1)
    german.locator("#air label:has(input[name='targets.0.cover'][value=medium])").click()
    german.locator("#air input[name='targets.1.distance_cm']").fill("3")
    german.get_by_role("button", name="They attack").click()
    expect(board.locator("#air")).to_contain_text("Vickers")
    british.locator("#air [data-face='5']").click()
    german.locator("#air [data-face='4']").click()
    expect(german.locator("#work [aria-label='Air attack, result']")).to_contain_text("a draw")
    expect(german.locator("#air h3").first).to_contain_text("against 1st Platoon")
    expect(british.locator("#air h3").first).to_contain_text("against 1st Platoon")
    german.locator("#air [data-face='3']").click()
    british.locator("#air [data-face='4']").click()
    expect(british.locator("#work [aria-label='Air attack, result']")).to_contain_text("suppressed")
    expect(board.locator("#side-log .log")).to_contain_text("the gun has lost its line")
    expect(board.get_by_role("region", name="Air missions")).to_contain_text("German: 1")
