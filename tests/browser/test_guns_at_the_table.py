"""Guns at the table: a battery on a tablet, fire nobody sees, an SOS call, a zone that fires at a mover."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import on_to, opened, pick_caught, served

pytestmark = pytest.mark.browser
PLATOONS = ("d1.1.c1.p1", "d1.1.c1.p2")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("guns"))


class Table:
    """Late 1917 at a board and two tablets: British attackers, German defenders."""

    def __init__(self, open_page: OpenPage, address: str) -> None:
        self.pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
        host, british, german = (one.page.context for one in self.pages)
        create = {"kind": "create_game", "scenario": "cambrai-1917"}
        self.referee = opened(host, address, title="Cambrai 1917", command=create)
        self.attacker = self.referee.invites("attacker", british)
        self.defender = self.referee.invites("defender", german)

    def show(self) -> tuple[Page, Page, Page]:
        """The game on all three."""
        for one, seat in zip(self.pages, (self.referee, self.attacker, self.defender), strict=True):
            one.page.goto(seat.place)
        board, british, german = self.pages
        return board.page, british.page, german.page


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[Table]:
    made = Table(open_page, address)
    yield made
    for one in made.pages:
        assert one.complaints == []


def test_a_battery_lays_its_point_and_fires_on_two_platoons(table: Table) -> None:
    """FF-ART-T1: a 6 is two actions; FF-SHO-T1 at Soft 4 / 5: a 4 suppresses, partly in it a 6 is a 4."""
    table.attacker.send("start_turn")
    on_to(table.attacker, "Artillery")
    table.attacker.send("roll_orders", unit="a1.b1", die={"pips": 6})
    board, british, german = table.show()
    british.locator("#units a.chip").first.click()
    work = british.locator("#work")
    work.get_by_role("link", name="Lay its aiming point").click()
    work.get_by_label("What the place is called").fill("the wire")
    work.get_by_role("button", name="Lay the point").click()
    expect(british.locator("#units a.chip").first).to_contain_text("1 left")
    expect(board.locator("#side-log")).to_contain_text("the wire, not yet fired on")
    work.get_by_role("link", name="Fire on its area").click()
    form = work.locator("form[data-command=fire_on_area]")
    for stand in PLATOONS:
        pick_caught(form, stand)
    form.locator("label:has(input[name='stands.1.overlap'][value=half])").click()
    # Wholly in it 3 of 6 do nothing, partly 5 of 6.
    expect(form.locator(".aims")).to_contain_text("50%")
    expect(form.locator(".aims")).to_contain_text("83%")
    form.locator("[data-face='4']").click()
    form.locator("[data-face='6']").click()
    form.get_by_role("button", name="Fire").click()
    card = work.get_by_role("region", name="Fire on an area, result")
    expect(card.locator(".tag")).to_have_text(["suppressed", "suppressed"])
    expect(german.locator("#work")).to_contain_text("Fire on an area")
    expect(board.locator("#side-log")).to_contain_text("the wire, under fire")


def test_fire_that_nobody_sees_is_rolled_for_first(table: Table) -> None:
    """FF-DEV-X2: 2; 3 and 5; 4 + 3: 7 cm towards 5 o'clock. Heavy guns at Medium: a 5 kills (FF-ART-X6)."""
    table.attacker.send("start_turn")
    on_to(table.attacker, "Artillery")
    table.attacker.send("roll_orders", unit="a1.b4", die={"pips": 6})
    table.attacker.send("lay_point", unit="a1.b4", where="the trench")
    _, british, german = table.show()
    british.goto(f"{table.attacker.place}?unit=a1.b4&do=area")
    work = british.locator("#work")
    expect(work).to_contain_text("Nobody sees it fall")
    expect(work.locator(".odds").first).to_contain_text("33%")
    for face in (2, 3, 5, 4, 3):
        work.locator(f"[data-face='{face}']").click()
    work.get_by_role("button", name="See where it falls").click()
    expect(work).to_contain_text("7 cm off, towards 5 o'clock")
    form = work.locator("form[data-command=fire_on_area]")
    pick_caught(form, PLATOONS[0])
    form.locator("label:has(input[name='stands.0.cover'][value=medium])").click()
    expect(form.locator(".aims")).to_contain_text("33%")
    form.locator("[data-face='5']").click()
    expect(work.get_by_role("region", name="Fire on an area, result")).to_contain_text("killed")
    expect(german.locator("#work")).to_contain_text("killed")


def test_an_sos_call_brings_a_turn_of_fire(table: Table) -> None:
    """FF-SOS-T2: 5 of 6; FF-SHO-T1, field guns: in the Open a 4 kills."""
    table.attacker.send("start_turn")
    on_to(table.attacker, "Artillery")
    table.attacker.send("end_turn")
    table.defender.send("start_turn")
    on_to(table.defender, "Rifle companies")
    _, british, german = table.show()
    work = german.locator("#work")
    work.get_by_role("link", name="SOS call").click()
    work.get_by_role("link", name="77 mm, 1st Battery").click()
    call = work.locator("form[data-command=call_sos]")
    expect(call.locator(".odds")).to_contain_text("83%")
    call.locator("[data-face='2']").click()
    expect(work).to_contain_text("SOS fire")
    expect(work).to_contain_text("10 cm across and 5 cm deep")
    form = work.locator("form[data-command=fire_on_area]")
    pick_caught(form, "a1.1.c1.p1")
    form.locator("label:has(input[name='stands.0.cover'][value=open])").click()
    expect(form.locator(".aims")).to_contain_text("50%")
    form.locator("[data-face='4']").click()
    expect(british.locator("#work")).to_contain_text("killed")


def test_a_zone_fires_at_whoever_moves_through_it(table: Table) -> None:
    """FF-MVZ-X1: -1 at Soft 4 / 5: a 5 suppresses; the seat of the guns throws, and the mover waits."""
    table.attacker.send("start_turn")
    on_to(table.attacker, "Artillery")
    table.attacker.send("roll_orders", unit="a1.b1", die={"pips": 6})
    table.attacker.send("lay_point", unit="a1.b1", where="the wire")
    table.attacker.send("fire_on_area", unit="a1.b1", range_cm=90)
    table.attacker.send("end_turn")
    table.defender.send("start_turn")
    on_to(table.defender, "Rifle companies")
    table.defender.send("roll_orders", unit="d1.1.c1", die={"pips": 6})
    board, british, german = table.show()
    german.goto(f"{table.defender.place}?unit=d1.1.c1&do=move")
    work = german.locator("#work")
    work.locator("#zones summary").click()
    work.locator("label:has(input[value='a1.b1|d1.1.c1.p1'])").click()
    expect(work.locator("input[type=hidden][value='a1.b1']")).to_have_count(1)
    work.get_by_role("button", name="Move", exact=True).click()
    expect(german.locator("#movers")).to_contain_text("waiting for the British seat")
    movers = british.locator("#movers")
    expect(movers.locator(".odds")).to_contain_text("67%")
    expect(board.locator("#movers")).to_contain_text("67%")
    movers.locator("[data-face='5']").click()
    expect(german.locator("#work")).to_contain_text("suppressed")
    expect(german.locator("#movers")).to_have_count(0)


def test_a_mortar_is_laid_on_a_platoon_and_fires_at_it(table: Table) -> None:
    """FF-ORD-T4: a 5 is two actions; FF-MTR-12, howitzers' row: at Soft a 3 suppresses, a 4 kills: 33, 17 and 50%."""
    table.attacker.send("start_turn")
    on_to(table.attacker, "Light mortars")
    table.attacker.send("roll_orders", unit="a1.1.x3", die={"pips": 5}, own_sight=True)
    _, british, _ = table.show()
    british.locator("#units a.chip").first.click()
    work = british.locator("#work")
    work.get_by_role("link", name="Lay its aiming point").click()
    lay = work.locator("form[data-command=lay_point]")
    lay.locator(f"label:has(input[value='{PLATOONS[0]}'])").click()
    lay.get_by_role("button", name="Lay the point").click()
    work.get_by_role("link", name="Fire on its area").click()
    form = work.locator("form[data-command=fire_on_area]")
    expect(form).to_contain_text("3 cm across and 3 cm deep")
    expect(form.locator(".aims")).to_contain_text("50%")
    form.locator("[data-face='3']").click()
    expect(work.get_by_role("region", name="Fire on an area, result")).to_contain_text("suppressed")
