"""The small game of March 1918 on two tablets: gas, the hurricane, aircraft, flamethrowers, an order.

Every die is worked by hand from the rulebook, beside the step.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, opened, served, settle_plans, to_step

pytestmark = [pytest.mark.browser, pytest.mark.evening]
MICHAEL = {"kind": "create_game", "scenario": "michael-1918"}
PLATOON, IN_IT, STRONG_POINT, GUN = "d1.1.c1.p1", "d1.1.c1.p2", "d1.1.mg1", "d1.2.mg1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("march-1918"))


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page, Page, tuple[Seat, Seat]]]:
    """The referee's board, both tablets and both seats, at the gas of the first turn."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, german, british = (one.page.context for one in pages)
    referee = opened(host, address, title="March 1918", command=MICHAEL)
    attacker, defender = referee.invites("attacker", german), referee.invites("defender", british)
    to_step(attacker, "Release planned gas and roll for the wind")
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    yield pages[0].page, pages[1].page, pages[2].page, (attacker, defender)
    for one in pages:
        assert one.complaints == []


def on_to(seat: Seat, title: str, battalion: str = "") -> None:
    """Finish steps until the named one is in hand."""
    for _ in range(30):
        view = seat.context.request.get(f"{seat.address}/api/v1/games/{seat.game}").json()["view"]
        if view["turn"]["step"] == title and battalion in ("", view["turn"]["of"]):
            return
        settle_plans(seat, view)
        seat.send("next_step", battalion=battalion)
    raise AssertionError(f"{title} was never reached")


def unfold(inside: Locator, battalion: str) -> None:
    """Open a battalion in the list of stands, unless it is open already."""
    holder = inside.locator("details.holder", has=inside.page.locator("summary", has_text=battalion)).first
    if holder.get_attribute("open") is None:
        holder.locator("summary").click()


def gas(german: Page, british: Page) -> None:
    """FF-GAS-X1 and -X2: 5 does not deviate; 3 and 4 make 17 cm; late, in the trench, a 4 suppresses."""
    german.locator("#gas [data-face='5']").click()
    expect(german.locator("#gas")).to_contain_text("for the speed")
    for face in (3, 4):
        german.locator(f"#gas [data-face='{face}']").click()
    german.locator("#gas [data-part=confirm]").click()
    expect(german.locator("#gas")).to_contain_text("77 cm up the table")
    expect(british.locator("#gas")).to_contain_text("waiting for the German seat")
    german.locator("#gas .picker > summary").click()
    unfold(german.locator("#gas"), "1st Battalion")
    german.locator(f"#gas label:has(input[value='{PLATOON}'])").click()
    german.locator("#gas label:has(input[name='caught.0.cover'][value=medium])").click()
    german.locator("#gas label:has(input[name='caught.0.ends'][value=whole])").click()
    german.locator("#gas [data-face='4']").click()
    expect(german.locator("#work [aria-label='Gas, result']")).to_contain_text("suppressed")
    expect(british.locator("#gas-lies > summary")).to_contain_text("1 cloud")


def hurricane(german: Page, board: Page) -> None:
    """FF-HUR-X1: super heavy guns on the strong point, Hard: a 4 suppresses."""
    falls = german.get_by_role("region", name="Hurricane bombardment").first
    falls.locator(".picker > summary").click()
    unfold(falls, "1st Battalion")
    falls.locator(f"label:has(input[value='{IN_IT}'])").click()
    expect(falls.locator("input[name='stands.0.cover'][value=hard]")).to_have_count(1)
    falls.locator("[data-face='4']").click()
    expect(board.locator("#side-log .log")).to_contain_text("2nd Platoon, A Company, 1st Battalion suppressed")


def aircraft(german: Page, british: Page) -> None:
    """FF-AIR-06: 6 brings them. A gun in Soft: 3 +2 +2 = 7 against 4 +2 = 6, suppressed; it has lost its line."""
    german.locator("#air [data-face='6']").click()
    german.locator("#air .picker > summary").click()
    unfold(german.locator("#air"), "2nd Battalion")
    german.locator(f"#air label:has(input[value='{GUN}'])").click()
    expect(german.locator(f"#air input[type=hidden][value='{GUN}']")).to_have_count(1)
    german.get_by_role("button", name="They attack").click()
    german.locator("#air [data-face='3']").click()
    british.locator("#air [data-face='4']").click()
    expect(british.locator("#work [aria-label='Air attack, result']")).to_contain_text("suppressed")


def flamethrowers(german: Page) -> None:
    """FF-ORD-T5: 4 and 1 for Veterans, two actions. FF-PSF-T3: in Fortifications a 3 suppresses, a 5 kills; 5 cm."""
    german.locator("#units a.chip", has_text="Flamethrowers").click()
    german.locator("#work [data-face='4']").click()
    expect(german.locator("#units a.chip", has_text="Flamethrowers")).to_contain_text("2 left")
    german.locator("#work").get_by_role("link", name="Fire").click()
    german.locator(f"#work label:has(input[name=target][value='{STRONG_POINT}'])").click()
    german.locator("#work label:has(input[name=cover][value=fortified])").click()
    german.locator("#work input[name=range_cm]").fill("5")
    german.locator("#work input[name=range_cm]").press("Enter")
    expect(german.locator("#work .aims [data-outcome=killed]")).to_contain_text("33%")
    for face in (3, 5):
        german.locator(f"#work dice-pad [data-face='{face}']").click()
    german.locator("#work dice-pad [data-part=confirm]").click()
    expect(german.locator("#work [aria-label='Fire, result']")).to_contain_text("killed")


def professionalism(british: Page) -> None:
    """FF-SPR-04 and FF-ORD-T5: 2, +1 for Veterans and +2 once in a game for the battalion: 5, two actions."""
    british.locator("#units a.chip", has_text="A Company").click()
    british.locator("#work label:has(input[name=professionalism])").click()
    expect(british.locator("#work")).to_contain_text("Professionalism")
    expect(british.locator("#work .odds")).to_contain_text("2 actions")
    british.locator("#work [data-face='2']").click()
    expect(british.locator("#units a.chip", has_text="A Company")).to_contain_text("2 left")


def test_the_storm_of_march_1918(table: tuple[Page, Page, Page, tuple[Seat, Seat]]) -> None:
    board, german, british, (attacker, defender) = table
    gas(german, british)
    on_to(attacker, "Lay the planned fire and roll for what it does")
    hurricane(german, board)
    on_to(attacker, "Call the aircraft")
    aircraft(german, british)
    on_to(attacker, "Rifle companies", "a1.3")
    flamethrowers(german)
    log = board.locator("#side-log .log")
    expect(log).to_contain_text("Gas cloud 1 drifts")
    expect(log).to_contain_text("the gun has lost its line")
    expect(log).to_contain_text("Flamethrowers, Storm Battalion fires")
    # The strong point has fallen; the platoon in the gas is known to stand in it.
    expect(board.locator("#gas-lies")).to_contain_text("In it: 1st Platoon, A Company, 1st Battalion")
    attacker.send("end_turn")
    defender.send("start_turn")
    on_to(defender, "Rifle companies", "d1.3")
    professionalism(british)
