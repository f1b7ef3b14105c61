"""Late 1917 on two tablets: a superimposed battery, tanks over the wire, block houses from two faces, SOS fire on both
sides, a tank stormed.

Every die is worked by hand from the rulebook, beside the step. The scenario is Cambrai's.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import MONS, choose, on_to, opened, pick_caught, served

pytestmark = [pytest.mark.browser, pytest.mark.evening]
CAMBRAI = {**MONS, "title": "Cambrai", "command": {"kind": "create_game", "scenario": "cambrai-1917"}}
MALE, FEMALE, HOUSE, OVER_THE_BARRAGE = "a1.1.x1", "a1.1.x2", "d1.x1", "a1.b2"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("late-1917"))


class Table:
    """The British and the German seat with their tablets, and the referee's board."""

    def __init__(self, open_page: OpenPage, address: str) -> None:
        self.pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
        host, british, german = (one.page.context for one in self.pages)
        referee = opened(host, address, **CAMBRAI)
        self.attacker, self.defender = referee.invites("attacker", british), referee.invites("defender", german)
        self.board, self.british, self.german = (one.page for one in self.pages)
        for one, seat in zip(self.pages, (referee, self.attacker, self.defender), strict=True):
            one.page.goto(seat.place)

    @property
    def log(self) -> Locator:
        return self.board.locator("#side-log .log")


def throw(page: Page, *pips: int) -> None:
    for face in pips:
        page.locator(f"#work [data-face='{face}']").first.click()


@pytest.fixture
def table(open_page: OpenPage, address: str) -> Iterator[Table]:
    made = Table(open_page, address)
    yield made
    for one in made.pages:
        assert one.complaints == []


def a_superimposed_battery_fires_at_its_brigades_call(table: Table) -> None:
    """FF-SUI-04: in step III; FF-ORD-T2, late: a 6 earns two actions. FF-SHO-T1, field guns in Soft: a 5 kills."""
    attacker, page = table.attacker, table.british
    attacker.send("start_turn")
    on_to(attacker, "Artillery")
    page.goto(f"{attacker.place}?unit={OVER_THE_BARRAGE}")
    throw(page, 6)
    expect(page.locator("#work")).to_contain_text("2 actions to spend")
    page.locator("#work").get_by_role("link", name="Lay its aiming point").click()
    page.get_by_label("What the place is called").fill("the second trench")
    page.get_by_role("button", name="Lay the point").click()
    page.locator("#work").get_by_role("link", name="Fire on its area").click()
    page.get_by_label("A command stand or battery in action sees the point").check()
    form = page.locator("#work form[data-command=fire_on_area]")
    pick_caught(form, "d1.2.c1.p1")
    throw(page, 5)
    expect(table.log).to_contain_text("1st Platoon, 5 Company, II / Regt killed")


def tanks_come_over_the_wire(table: Table) -> None:
    """FF-WIR-11: no die. FF-TNK-X1 and FF-BLK-08: a 5 kills in Soft, a 6 suppresses the face it hits."""
    attacker, page = table.attacker, table.british
    on_to(attacker, "Attached tanks")
    attacker.send("roll_orders", unit=MALE, die={"pips": 6})
    page.goto(f"{attacker.place}?unit={MALE}&do=move")
    page.get_by_label("Belts of wire it moves over").fill("2")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(table.log).to_contain_text("leaves a track through the wire")
    page.goto(f"{attacker.place}?unit={MALE}&do=fire&targets=2")
    choose(page, "aims.0.target", "d1.1.c1.p1")
    choose(page, "aims.1.target", HOUSE)
    expect(page.locator("input[name='aims.1.face'][value=front]")).to_be_checked()
    throw(page, 5, 6)
    page.get_by_role("button", name="Fire", exact=True).click()
    expect(table.log).to_contain_text("killed; Block house, left suppressed")
    # FF-TNK-X3: the female fires at the end of her one move; a 4 −1 suppresses in the Open, a 3 −1 does nothing.
    attacker.send("roll_orders", unit=FEMALE, die={"pips": 3})
    attacker.send("move_unit", unit=FEMALE)
    page.goto(f"{attacker.place}?unit={FEMALE}&do=fire&moving=true")
    choose(page, "aims.0.target", "d1.1.c2.p1")
    page.locator("label:has(input[name='aims.0.cover'][value=open])").click()
    expect(page.locator("#work .aims")).to_contain_text("−1 on each of 2 dice")
    throw(page, 4, 3)
    page.get_by_role("button", name="Fire", exact=True).click()
    expect(table.log).to_contain_text("fires at the end of its move")
    attacker.send("end_turn")


def a_block_house_answers_from_two_faces(table: Table) -> None:
    """FF-BLK-X3: its front is suppressed; left and right fire with one action: a 4 suppresses, a 5 kills."""
    defender, page = table.defender, table.german
    defender.send("start_turn")
    on_to(defender, "Machine guns and block houses")
    defender.send("roll_orders", unit=HOUSE, die={"pips": 2})
    page.goto(f"{defender.place}?unit={HOUSE}&do=fire&targets=2")
    expect(page.locator("input[name='aims.0.sector'][value=front]")).to_be_disabled()
    page.locator("label:has(input[name='aims.0.sector'][value=right])").click()
    choose(page, "aims.0.target", "a1.1.c1.p1")
    choose(page, "aims.1.target", "a1.1.c2.p1")
    throw(page, 4, 5)
    page.get_by_role("button", name="Fire", exact=True).click()
    expect(table.log).to_contain_text("1st Platoon, A Company, 1st Battalion suppressed")
    expect(table.log).to_contain_text("1st Platoon, B Company, 1st Battalion killed")


def sos_fire_falls_on_friend_and_foe(table: Table) -> None:
    """FF-SOS-T2: a 2 answers. Field guns: a 4 kills in the Open; partly over Medium a 5 −2 does nothing (FF-SOS-08)."""
    page = table.german
    on_to(table.defender, "Rifle companies")
    page.goto(table.defender.place)
    work = page.locator("#work")
    work.get_by_role("link", name="SOS call").click()
    work.get_by_role("link", name="77 mm, 1st Battery").click()
    work.locator("form[data-command=call_sos] [data-face='2']").click()
    form = work.locator("form[data-command=fire_on_area]")
    for stand, cover in (("a1.1.c3.p1", "open"), ("d1.1.c3.p1", "medium")):
        pick_caught(form, stand)
        facts = form.locator("fieldset.zone").filter(has=page.locator(f"input[type=hidden][value='{stand}']"))
        facts.locator(f"label:has(input[value={cover}])").click()
        if cover == "medium":
            facts.locator("label:has(input[value=half])").click()
    expect(form.locator(".aims")).to_contain_text("−2")
    form.locator("[data-face='4']").first.click()
    form.locator("[data-face='5']").first.click()
    form.get_by_role("button", name="Fire", exact=True).click()
    expect(table.log).to_contain_text("1st Platoon, C Company, 1st Battalion killed")
    expect(table.log).to_contain_text("1st Platoon, 3 Company, I / Regt no effect")


def infantry_storms_a_tank(table: Table) -> None:
    """FF-ASL-24, AMB-420: −1 and +1 leave a 3 without effect; +1 against nothing: 4 and 4 make 5 against 4."""
    defender, german, british = table.defender, table.german, table.british
    defender.send("roll_orders", unit="d1.1.c4", die={"pips": 6})
    german.goto(f"{defender.place}?unit=d1.1.c4&do=assault")
    choose(german, "target", MALE)
    german.get_by_role("button", name="Go in").click()
    german.get_by_role("button", name="All have moved in").click()
    fire = british.locator("#assault")
    expect(fire).to_contain_text("Mark IV, male, 1st Battalion may fire as they close")
    fire.locator("[data-face='3']").click()
    expect(fire).to_contain_text("Armour that is assaulted has no assault bonus")
    fire.locator("[data-face='4']").click()
    german.locator("#assault [data-face='4']").click()
    expect(table.log).to_contain_text("Mark IV, male, 1st Battalion is destroyed")


def test_a_turn_of_late_1917(table: Table) -> None:
    a_superimposed_battery_fires_at_its_brigades_call(table)
    tanks_come_over_the_wire(table)
    a_block_house_answers_from_two_faces(table)
    sos_fire_falls_on_friend_and_foe(table)
    infantry_storms_a_tank(table)
