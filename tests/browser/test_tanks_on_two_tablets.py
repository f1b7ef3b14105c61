"""Tanks and block houses on two tablets, November 1917: fire by sides and faces, standing against a tank, its wire."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import MONS, Seat, opened, served, to_step

pytestmark = pytest.mark.browser
CAMBRAI = {**MONS, "title": "Cambrai", "command": {"kind": "create_game", "scenario": "cambrai-1917"}}
MALE, FEMALE, THEIRS, HOUSE = "a1.1.x1", "a1.1.x2", "d1.1.c1.p1", "d1.x1"
Game = tuple[Seat, Seat, Page, Page, Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("tanks"))


@pytest.fixture
def game(open_page: OpenPage, address: str) -> Iterator[Game]:
    """The British and the German seat with their tablets, and the referee's board."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, british, german = (one.page.context for one in pages)
    referee = opened(host, address, **CAMBRAI)
    attacker, defender = referee.invites("attacker", british), referee.invites("defender", german)
    for one, seat in zip(pages, (referee, attacker, defender), strict=True):
        one.page.goto(seat.place)
    yield attacker, defender, pages[1].page, pages[2].page, pages[0].page
    for one in pages:
        assert one.complaints == []


def choose(page: Page, name: str, stand: str, holder: str) -> None:
    """Unfold its holder, tap the stand."""
    field = page.locator(f"input[name='{name}'][value='{stand}']")
    if field.locator("xpath=ancestor::details[contains(@class, 'holder')]").get_attribute("open") != "":
        picker = page.locator("#work details.picker").filter(has=field)
        picker.locator("details.holder > summary", has_text=holder).click()
    page.locator(f"label:has(input[name='{name}'][value='{stand}'])").click()


def test_a_female_tank_crushes_wire_and_fires_at_the_end_of_her_move(game: Game) -> None:
    """FF-WIR-11, FF-TNK-X3: one action; at −1 a 4 suppresses in the Open, a 3 does nothing."""
    attacker, _, british, _, board = game
    to_step(attacker, "Attached tanks")
    attacker.send("roll_orders", unit=FEMALE, die={"pips": 3})
    british.goto(f"{attacker.place}?unit={FEMALE}&do=move")
    british.get_by_label("Belts of wire it moves over").fill("2")
    british.get_by_role("button", name="Move", exact=True).click()
    expect(board.locator("#side-log .log")).to_contain_text("leaves a track through the wire")
    british.get_by_role("link", name="Fire at the end of its move").click()
    choose(british, "aims.0.target", THEIRS, "I / Regt")
    british.locator("label:has(input[name='aims.0.cover'][value=open])").click()
    expect(british.locator("#work .aims")).to_contain_text("−1 on each of 2 dice")
    british.locator("#work [data-face='4']").click()
    british.locator("#work [data-face='3']").click()
    british.get_by_role("button", name="Fire", exact=True).click()
    expect(board.locator("#side-log .log")).to_contain_text("fires at the end of its move")
    expect(board.locator("#side-log .log")).to_contain_text("suppressed and no effect")


def test_a_male_tank_assaults_and_the_infantry_tests_to_stand(game: Game) -> None:
    """FF-ASL-25, FF-ASL-X7: 4 stands; +3 −1 against 0 in Medium, 3 against 4 is 5 against 4."""
    attacker, _, british, german, _ = game
    to_step(attacker, "Attached tanks")
    attacker.send("roll_orders", unit=MALE, die={"pips": 6})
    british.goto(f"{attacker.place}?unit={MALE}&do=assault")
    choose(british, "target", THEIRS, "I / Regt")
    british.locator("label:has(input[name=cover][value=medium])").click()
    british.get_by_role("button", name="Go in").click()
    british.get_by_role("button", name="All have moved in").click()
    expect(british.locator("#assault")).to_contain_text("tests whether it stands against armour")
    stands = german.locator("#assault")
    expect(stands).to_contain_text("stand against armour?")
    expect(stands.locator(".odds")).to_contain_text("50%")
    stands.locator("[data-face='4']").click()
    expect(stands).to_contain_text("may fire as they close")
    german.get_by_role("button", name="Hold its fire").click()
    british.locator("#assault [data-face='3']").click()
    german.locator("#assault [data-face='4']").click()
    expect(british.locator("#work")).to_contain_text("attacker wins")


def test_a_block_house_fires_from_two_faces(game: Game) -> None:
    """FF-BLK-03: with one action 4 suppresses to the front, 5 kills to the left; the front has a zone of its own."""
    attacker, defender, _, german, board = game
    attacker.send("start_turn")
    attacker.send("end_turn")
    to_step(defender, "Machine guns and block houses")
    defender.send("roll_orders", unit=HOUSE, die={"pips": 6})
    german.goto(f"{defender.place}?unit={HOUSE}&do=fire")
    german.get_by_label("How many targets").get_by_role("link", name="2").click()
    choose(german, "aims.0.target", "a1.1.c1.p1", "1st Battalion")
    choose(german, "aims.1.target", "a1.1.c2.p1", "1st Battalion")
    expect(german.locator("input[name='aims.1.sector'][value=left]")).to_be_checked()
    german.locator("#work [data-face='4']").click()
    german.locator("#work [data-face='5']").click()
    german.get_by_role("button", name="Fire", exact=True).click()
    expect(board.locator("#side-log .log")).to_contain_text("1st Battalion suppressed; 1st Platoon, B Company")
    expect(board.locator("#side-log .log")).to_contain_text("killed")
    # Its front face is marked by the referee, and is silent from then on.
    board.locator("a.asset", has_text="Block house, left").click()
    board.locator("[data-what=front_face] label", has_text="1").click()
    board.locator("#f-reason").fill("seen")
    board.get_by_role("button", name="Correct the record").click()
    expect(board.locator("a.asset", has_text="Block house, left")).to_contain_text("front 1")
    german.goto(f"{defender.place}?unit={HOUSE}&do=fire")
    expect(german.locator("input[name='aims.0.sector'][value=front]")).to_be_disabled()
