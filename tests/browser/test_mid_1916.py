"""Mid-1916 at the table: from deep suppression to a morale test, every die worked by hand from the rulebook.

The British attack behind a rolling barrage that lies on 33 to 53 cm in turn 1 and on 53 to 73 in turn 2.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, nobody_arrives, opened, planned_fire_falls, served, settle_plans

pytestmark = [pytest.mark.browser, pytest.mark.evening]
SOMME = {"kind": "create_game", "scenario": "somme-1916"}
BARRAGE, COMPANY, TRENCH = "attacker.barrage1", "a1.1.c1", "d1.1.c1.p1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("mid"))


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page, Seat, Seat, Seat]]:
    """Both tablets, and the seats of both sides and of the referee."""
    pages = [open_page(address, size) for size in ("tablet-upright", "tablet-flat")]
    british, german = (one.page for one in pages)
    attacker = opened(british.context, address, title="Somme", role="attacker", command=SOMME)
    defender = attacker.invites("defender", german.context)
    referee_page = open_page(address, "laptop")
    referee = attacker.invites("referee", referee_page.page.context)
    for page, seat in ((british, attacker), (german, defender)):
        page.goto(seat.place)
    yield british, german, attacker, defender, referee
    for one in pages:
        assert one.complaints == []


def tap(page: Page, form: str, *faces: int) -> None:
    """The faces of a form's dice, one after the other."""
    for face in faces:
        page.locator(f"#work {form} [data-face='{face}']").first.click()


def pick(page: Page, *stands: str) -> None:
    """Unfold the list that holds the stands, and their battalion, where they are folded; tap them.

    Another list may stand there a moment longer, of what was done before: it is not looked at.
    """
    held = page.locator(f"input[value='{stands[0]}']")
    for folded in ("details.picker", "details.holder"):
        one = page.locator(f"#work {folded}").filter(has=held).first
        if one.get_attribute("open") is None:
            one.locator("summary").first.click()
    for stand in stands:
        page.locator(f"#work label:has(input[value='{stand}'])").first.click()


@contextmanager
def far_away(page: Page) -> Iterator[None]:
    """Everything that is asked of the service takes four tenths of a second more."""
    line = page.context.new_cdp_session(page)
    limits = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", {**limits, "latency": 400})
    yield
    line.send("Network.emulateNetworkConditions", {**limits, "latency": 0})


def first_turn(british: Page, attacker: Seat, defender: Seat) -> None:
    """Deep suppression at -1, the band on its start line, gas let go with 3 and 4: 17 cm; a turn without orders."""
    attacker.send("start_turn")
    attacker.send("next_step")
    tap(british, "form[data-command=roll_deep_suppression]", 3)
    expect(british.locator("#work")).to_contain_text("\u22121 on orders for guns behind the table")
    british.get_by_role("button", name="Next:").click()
    british.get_by_role("button", name="Lay it on its start line").click()
    british.get_by_role("button", name="Nobody is under it").click()
    expect(british.locator("#work")).to_contain_text("It lies 33 to 53 cm")
    attacker.send("next_step")
    attacker.send("throw_for_gas", what="release", dice=[{"pips": 3}, {"pips": 4}])
    attacker.send("gas_attacks", cloud="cloud1")
    planned_fire_falls(attacker)
    defender.send("start_turn")
    planned_fire_falls(defender)


def barrage_over_the_trench(british: Page, german: Page, attacker: Seat) -> None:
    """FF-BAR-X1: it moves on by 20. FF-BAR-T1, Medium: 3 suppresses, 6 kills."""
    attacker.send("start_turn")
    attacker.send("next_step")
    attacker.send("roll_deep_suppression", dice=[{"pips": 1}])
    attacker.send("next_step")
    expect(british.locator("#work")).to_contain_text("It comes to lie 53 to 73 cm")
    british.get_by_role("button", name="Advance it").click()
    expect(british.locator("#work")).to_contain_text("takes a die, friend or enemy")
    # Dice tapped before the page knows of both stands wait for it: one die is not rolled for the two of them.
    with far_away(british):
        pick(british, "d1.1.c2.p1")
        expect(british.locator("form[data-command=roll_under_barrage] dice-pad")).to_have_attribute("count", "1")
        pick(british, "d1.1.c2.p2")
        tap(british, "form[data-command=roll_under_barrage]", 3, 6)
        british.get_by_role("button", name="Roll for them").click()
    expect(german.locator("#work .shots")).to_contain_text("suppressed")
    expect(german.locator("#work .shots")).to_contain_text("killed")
    british.get_by_role("button", name="Nobody else is under it").click()
    expect(german.locator("#work")).to_contain_text("It lies 53 to 73 cm")


def wind_changes(british: Page, attacker: Seat) -> None:
    """FF-GAS-X7: a 5 turns the wind, 2 is 90 degrees right, 2 and 3 with 5 make 10 cm: 60 to 70 along."""
    attacker.send("next_step")
    tap(british, "#gas", 5)
    expect(british.locator("#gas")).to_contain_text("the angle")
    tap(british, "#gas", 2, 2, 3)
    british.locator("#gas [data-part=confirm]").click()
    expect(british.locator("#gas")).to_contain_text("70 cm along")
    attacker.send("gas_attacks", cloud="cloud1")


def company_goes_over(british: Page, attacker: Seat) -> None:
    """Raw and not fired on adds 1 to the 6: 7 is three actions. FF-WIR-04: 5 and 6 cross, 4 and 2 are caught."""
    attacker.send("next_step")
    for _ in range(40):
        now = attacker.view
        if COMPANY in now["turn"]["can_act"]:
            break
        settle_plans(attacker, now)
        attacker.send("next_step")
    british.goto(f"{attacker.place}?unit={COMPANY}")
    tap(british, "form[data-command=roll_orders]", 6)
    expect(british.locator("#work")).to_contain_text("3 actions to spend")
    british.locator("#work").get_by_role("link", name="Cross wire").click()
    expect(british.locator("#work form[data-command=cross_wire]")).to_contain_text("a die each")
    tap(british, "form[data-command=cross_wire]", 5, 6, 4, 2)
    british.get_by_role("button", name="Try the wire").click()
    expect(british.locator("#work")).to_contain_text("2 actions to spend")
    stands = {one["id"]: one["on_wire"] for one in _company(attacker)}
    assert stands == {f"{COMPANY}.p{n}": n > 2 for n in (1, 2, 3, 4)}


def _company(seat: Seat) -> Any:
    battalion = seat.view["sides"][0]["regiments"][0]["battalions"][0]
    return next(unit["stands"] for unit in battalion["units"] if unit["id"] == COMPANY)


def assault_draws(british: Page, german: Page) -> None:
    """Supported, +1 +1, Raw and a trench -1 -1: 3 against nothing added to 3 is a draw. The rifles' 2 +1 misses."""
    british.locator("#work").get_by_role("link", name="Assault").click()
    pick(british, TRENCH)
    british.locator("label:has(input[name=cover][value=medium])").click()
    british.locator("#support summary").first.click()
    british.locator(f"label:has(input[name=supporter][value='{COMPANY}.p2'])").click()
    british.get_by_role("button", name="Go in").click()
    british.get_by_role("button", name="All have moved in").click()
    tap(german, "#assault", 2)
    expect(german.locator("#assault")).to_contain_text("waiting for the British seat")
    tap(british, "#assault", 3)
    tap(german, "#assault", 3)
    expect(british.locator("#work")).to_contain_text("a draw")


def half_are_lost(british: Page, referee: Seat) -> None:
    """FF-MOR-01: 8 of 16 platoons are gone. Raw takes 1 off the 6: at 5 they hold."""
    for company in ("c2", "c3"):
        for platoon in (1, 2, 3, 4):
            who = f"a1.1.{company}.p{platoon}"
            referee.send("correct", of=who, what="alive", value=False, reason="machine guns")
    test = british.locator("#work form[data-command=test_morale]")
    expect(british.locator("#work")).to_contain_text("half of its platoons lost")
    expect(test.locator(".odds")).to_be_visible()
    test.locator("[data-face='6']").click()
    expect(british.locator("#work [aria-label='Morale test, result']")).to_contain_text("holds")


def it_lifts(british: Page, german: Page, attacker: Seat, defender: Seat, referee: Seat) -> None:
    """FF-BAR-10: its turns, which the record has as two, are used up: in turn 3 it is taken off without effect."""
    attacker.send("correct", of=BARRAGE, what="turns", value=2, reason="the plan says so")
    referee.send("answer", agree=True)
    attacker.send("end_turn")
    defender.send("start_turn")
    defender.send("end_turn")
    attacker.send("start_turn")
    nobody_arrives(attacker)
    attacker.send("next_step")
    attacker.send("roll_deep_suppression", dice=[{"pips": 1}])
    attacker.send("next_step")
    british.goto(attacker.place)
    british.get_by_role("button", name="Lift it").click()
    expect(german.locator("#work")).not_to_contain_text("It lies")


def test_the_whole_of_an_attack(table: tuple[Page, Page, Seat, Seat, Seat]) -> None:
    british, german, attacker, defender, referee = table
    first_turn(british, attacker, defender)
    barrage_over_the_trench(british, german, attacker)
    wind_changes(british, attacker)
    company_goes_over(british, attacker)
    assault_draws(british, german)
    half_are_lost(british, referee)
    it_lifts(british, german, attacker, defender, referee)
