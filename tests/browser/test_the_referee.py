"""The referee's board: every stand has its chip, one form and one reason correct all that is kept of a thing."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SIZES, OpenPage
from tests.browser.playing import Seat, opened, served, to_step

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


@pytest.fixture
def board(address: str, open_page: OpenPage) -> Page:
    """The board of a game that has just been opened."""
    page: Page = open_page(address, "laptop", "light").page
    page.goto(opened(page.context, address).place)
    return page


def choose(page: Page, group: str, word: str) -> None:
    page.get_by_role("group", name=group).locator("label").filter(has_text=word).click()


def test_every_commander_has_a_chip_and_the_regiments_too(board: Page) -> None:
    """Mons: two German regiments of three battalions, a British brigade of four: thirteen commanders."""
    expect(board.locator(".stand.command")).to_have_count(13)
    expect(board.get_by_role("link", name="Oberst, 1st Regiment, 0 of 3 suppressions")).to_be_visible()


def test_a_regimental_commander_is_corrected(board: Page) -> None:
    board.get_by_role("link", name="Oberst, 1st Regiment").click()
    choose(board, "Suppression", "2")
    board.get_by_label("Why").fill("two markers lie there")
    board.get_by_role("button", name="Correct the record").click()
    expect(board.locator("#side-log .log")).to_contain_text("suppression is 2 (two markers lie there)")
    expect(board.get_by_role("link", name="Oberst, 1st Regiment, 2 of 3 suppressions")).to_be_visible()
    expect(board.locator("#correct")).to_have_count(0)


def test_several_values_are_corrected_at_once_for_one_reason(board: Page) -> None:
    board.get_by_role("link", name="A Company, 1st Platoon").first.click()
    choose(board, "Suppression", "1")
    choose(board, "Wire", "It is on the wire")
    expect(board.get_by_label("Why")).to_have_count(1)
    board.get_by_label("Why").fill("it ran into the wire")
    board.get_by_role("button", name="Correct the record").click()
    log = board.locator("#side-log .log")
    expect(log).to_contain_text("suppression is 1 (it ran into the wire)")
    expect(log).to_contain_text("it is on the wire (it ran into the wire)")


def test_a_regiment_and_a_gun_are_corrected(board: Page) -> None:
    board.get_by_role("link", name="1st Regiment", exact=True).click()
    choose(board, "Its commander", "A field promotion")
    board.get_by_label("Why").fill("the Oberst fell before the game")
    board.get_by_role("button", name="Correct the record").click()
    expect(board.locator("#side-attacker > header").first).to_contain_text("field promotion")
    board.get_by_role("link", name="77 mm, 1st Battery").click()
    choose(board, "Its weapon", "Ready to fire")
    board.get_by_label("Why").fill("unlimbered before the game")
    board.get_by_role("button", name="Correct the record").click()
    expect(board.locator("#side-log .log")).to_contain_text("its weapon is ready to fire")


def test_what_is_missing_is_said_beside_its_field_and_nothing_typed_is_lost(board: Page) -> None:
    board.get_by_role("link", name="I / 1st Regt").first.click()
    form = board.locator("#correct form")
    form.get_by_label("Why").fill("it never arrived")
    form.get_by_role("button", name="Correct the record").click()
    expect(form).to_contain_text("The record says so already.")
    expect(form.get_by_label("Why")).to_have_value("it never arrived")
    choose(board, "Where it is", "Off the table")
    form.get_by_label("Why").fill("")
    form.get_by_role("button", name="Correct the record").click()
    expect(form.locator('[data-for="reason"]')).to_contain_text("A correction needs a reason.")
    expect(form.get_by_label("Why")).to_be_focused()
    expect(form.get_by_label("Off the table")).to_be_checked()
    form.get_by_label("Why").fill("it never arrived")
    form.get_by_role("button", name="Correct the record").click()
    expect(board.locator("#side-attacker .bn").first).to_contain_text("off the table")


def test_a_value_that_cannot_stand_is_refused_beside_its_field(board: Page) -> None:
    """The refusal stands at the value, the reason stays typed. The value is altered on its way: no page offers it."""

    def alter(route: Route) -> None:
        sent = route.request.post_data_json
        route.continue_(post_data=json.dumps(sent | {"command": sent["command"] | {"value": "perhaps"}}))

    board.route("**/commands", alter)
    board.get_by_role("link", name="I / 1st Regt").first.click()
    form = board.locator("#correct form")
    choose(board, "Fired on", "It has been")
    form.get_by_label("Why").fill("seen by all")
    form.get_by_role("button", name="Correct the record").click()
    expect(form.locator('[data-for="fired_on"]')).to_contain_text("cannot stand there")
    expect(form.get_by_label("Why")).to_have_value("seen by all")


def test_what_was_chosen_stays_while_the_record_changes(board: Page) -> None:
    """Another device of the referee's sets the stand to 1, then to 0, while this one has 2 chosen and not sent yet."""
    of = {"kind": "correct", "of": "a1.1.c1.p1", "what": "levels", "reason": "seen from the other side"}
    game = Seat(board.context, *board.url.split("/games/"))
    board.goto(f"{game.place}?correct={of['of']}")
    choose(board, "Suppression", "2")
    board.get_by_label("Why").fill("two markers lie there")
    for value in (1, 0):
        game.send(**of, value=value)
        expect(board.locator(f"[data-what=levels][data-now='{value}']")).to_have_count(1)
        expect(board.get_by_role("radio", name="2")).to_be_checked()
        expect(board.get_by_label("Why")).to_have_value("two markers lie there")


def test_a_note_is_written_into_the_log(board: Page) -> None:
    board.locator("#note summary").click()
    board.locator("#f-note").fill("Rain since noon")
    board.get_by_role("button", name="Write it down").click()
    expect(board.locator("#side-log .log")).to_contain_text("Rain since noon")


@pytest.mark.parametrize("size", ["phone", "tablet-upright", "tablet-flat", "laptop"])
def test_what_is_to_be_done_is_in_sight_without_scrolling(address: str, open_page: OpenPage, size: str) -> None:
    page = open_page(address, size, "light").page
    game: Seat = opened(page.context, address)
    page.goto(game.place)
    expect(page.get_by_role("button", name="Start the next player turn")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


@pytest.fixture
def table(address: str, open_page: OpenPage) -> dict[str, Page]:
    """Board and both tablets in the German turn, with a German morale test owed: nothing may go on before it."""
    pages: dict[str, Page] = {
        role: open_page(address, size, "light").page
        for role, size in (("referee", "laptop"), ("attacker", "tablet-flat"), ("defender", "tablet-upright"))
    }
    game = opened(pages["referee"].context, address)
    for role in ("attacker", "defender"):
        game.invites(role, pages[role].context)
    game.send("start_turn")
    game.send("next_step")
    for platoon in (f"a1.1.c{company}.p{number}" for company in (1, 2) for number in (1, 2, 3)):
        game.send("correct", of=platoon, what="alive", value=False, reason="lost in the wood")
    for page in pages.values():
        page.goto(game.place)
        expect(page.locator("connection-bar")).to_have_text("Up to date")
    return pages


STEP = "#rail [aria-current=step]"
OWED = "I / 1st Regt has a morale test to take first"


def test_the_referee_overrules_with_a_reason_and_every_screen_hears_of_it(table: dict[str, Page]) -> None:
    """FF-MOR-04: no step is finished before a morale test that is owed."""
    board = table["referee"]
    before = board.locator(STEP).inner_text()
    board.get_by_role("button", name="Next: ").click()
    refusal = board.get_by_role("alert")
    expect(refusal).to_contain_text(OWED)
    expect(refusal).to_contain_text("FF-MOR-04")
    refusal.get_by_label("Why it should be allowed").fill("we roll it after the pause")
    refusal.get_by_role("button", name="Overrule").click()
    expect(board.locator(STEP)).not_to_have_text(before, use_inner_text=True)
    told = f"Overruled by the referee, FF-MOR-04: {OWED} (we roll it after the pause)"
    expect(board.locator("#side-log .log")).to_contain_text(told)
    for tablet in (table["attacker"], table["defender"]):
        tablet.locator("#log > summary").click()
        expect(tablet.locator("#log")).to_contain_text(told)


def test_a_tablet_asks_the_referee_who_agrees(table: dict[str, Page]) -> None:
    """FF-MOR-04, asked for by the side that owes the test; the other side looks on."""
    german, british, board = table["attacker"], table["defender"], table["referee"]
    before = german.locator(STEP).inner_text()
    german.locator("#rail").get_by_role("button", name="Next: ").click()
    refusal = german.get_by_role("alert")
    refusal.get_by_label("Why it should be allowed").fill("Bea is away for a minute")
    refusal.get_by_label("Why it should be allowed").press("Enter")
    expect(german.locator("#work")).to_contain_text("You ask to set aside FF-MOR-04")
    expect(german.locator("#work")).to_contain_text("waiting for the referee")
    expect(british.locator("#work")).to_contain_text("German asks to set aside FF-MOR-04")
    expect(british.get_by_role("button", name="Agree", exact=True)).to_have_count(0)
    question = board.get_by_role("region", name="German asks")
    expect(question).to_contain_text("Bea is away for a minute")
    question.get_by_role("button", name="Agree", exact=True).click()
    expect(german.locator(STEP)).not_to_have_text(before, use_inner_text=True)
    expect(board.locator("#side-log .log")).to_contain_text(
        f"Overruled by the referee, FF-MOR-04: {OWED} (Bea is away for a minute)"
    )


def test_what_the_referee_does_not_agree_to_stays_refused(table: dict[str, Page]) -> None:
    german, board = table["attacker"], table["referee"]
    before = german.locator(STEP).inner_text()
    german.locator("#rail").get_by_role("button", name="Next: ").click()
    german.get_by_label("Why it should be allowed").fill("We agreed on it")
    german.get_by_role("button", name="Ask to overrule it").click()
    board.get_by_role("button", name="Do not agree").click()
    expect(board.locator("#side-log .log")).to_contain_text("Not agreed: set aside FF-MOR-04")
    expect(german.locator("#work")).not_to_contain_text("waiting for the referee")
    assert german.locator(STEP).inner_text() == before


def test_the_referee_takes_back_what_a_side_did_and_the_log_keeps_it_struck_through(table: dict[str, Page]) -> None:
    """FF-MOR-T1: a 6 and nothing added but the half lost; taken back, the test is owed again."""
    german, board = table["attacker"], table["referee"]
    owed = german.get_by_role("region", name="I / 1st Regt", exact=True)
    owed.locator('button[data-face="6"]').tap()
    expect(owed).to_have_count(0)
    board.get_by_role("button", name="Take back: ").click()
    expect(german.get_by_role("region", name="I / 1st Regt", exact=True)).to_be_visible()
    log = board.locator("#side-log .log")
    expect(log.locator("li").first).to_contain_text("Taken back: ")
    expect(log.locator('[data-log="withdrawn"] .said')).to_contain_text("die 6")
    struck = log.locator('[data-log="withdrawn"] .said').first
    assert struck.evaluate("(one) => getComputedStyle(one).textDecorationLine") == "line-through"


def test_the_referee_sees_the_chances_of_a_roll_that_is_owed_as_the_side_does(table: dict[str, Page]) -> None:
    """FF-MOR-T1 at half of the platoons lost: 1 is 40 cm, 2 and 3 are 20 cm, more holds. Prussian Discipline adds 2."""
    for role in ("referee", "attacker"):
        chances = (
            table[role].get_by_role("region", name="I / 1st Regt", exact=True).locator(".odds li .word, .odds li b")
        )
        expect(chances).to_have_text(["17%", "back 40 cm", "33%", "back 20 cm", "50%", "holds"])
    board = table["referee"]
    board.get_by_role("link", name="Oberst, 1st Regiment").click()
    board.get_by_label("Why").fill("two markers lie there")
    owed = board.get_by_role("region", name="I / 1st Regt", exact=True)
    owed.get_by_label("Use Prussian Discipline").check(force=True)
    expect(owed.locator(".odds li")).to_have_text([re.compile("17%back 20 cm"), re.compile("83%holds")])
    expect(board.get_by_label("Why")).to_have_value("two markers lie there")
    owed.locator('button[data-face="2"]').click()
    expect(owed).to_have_count(0)
    expect(board.locator("#side-log .log li").first).to_contain_text("die 2")


def test_the_newest_of_the_log_has_its_hours_and_whose_it_is(table: dict[str, Page]) -> None:
    german, board = table["attacker"], table["referee"]
    german.locator("#note > summary").click()
    german.get_by_label("For everyone to read in the log").fill("Rain since noon")
    german.get_by_role("button", name="Write it down").click()
    for page, log in ((board, board.locator("#side-log .log")), (german, german.locator("#log .log"))):
        newest = log.locator("li").first
        expect(newest).to_contain_text("Rain since noon")
        expect(newest.locator(".flag")).to_have_count(1)
        hours = log.locator("li time").all_text_contents()
        assert len(hours) == log.locator("li").count()
        assert all(re.fullmatch(r"\d\d:\d\d", one) for one in hours), hours
        told = page.evaluate(
            "(at) => new Date(at).toLocaleTimeString('en-GB').slice(0, 5)",
            newest.locator("time").get_attribute("datetime"),
        )
        assert hours[0] == told


def play_on(seat: Seat) -> None:
    """A whole player turn in which nobody is ordered."""
    seat.send("start_turn")
    while seat.try_("next_step")["status"] == 200:
        pass
    seat.send("end_turn")


def test_what_cannot_be_set_aside_is_not_offered_to_be(address: str, open_page: OpenPage) -> None:
    """FF-SCN-10: in turn 2 the arrival of the third battalions is rolled; without it no step can be begun."""
    board = open_page(address, "laptop", "light").page
    game = opened(board.context, address)
    play_on(game)
    play_on(game)
    game.send("start_turn")
    board.goto(game.place)
    board.get_by_role("button", name="Next: ").click()
    refusal = board.get_by_role("alert")
    expect(refusal).to_contain_text("FF-SCN-10")
    expect(refusal.get_by_role("button")).to_have_text(["Leave it"])
    expect(refusal.get_by_role("textbox")).to_have_count(0)
    arrival = board.get_by_role("region", name="III / 1st Regt", exact=True)
    expect(arrival.locator(".odds li")).to_have_text([re.compile("83%not yet"), re.compile("17%arrives")])


def test_a_long_step_does_not_widen_the_board_on_a_phone(address: str, open_page: OpenPage) -> None:
    """Late in the war many steps are past when the batteries are ordered: their ticks scroll with the strip."""
    page: Page = open_page(address, "phone", "light").page
    made = {"kind": "create_game", "scenario": "cambrai-1917"}
    seat = opened(page.context, address, title="Cambrai", command=made)
    to_step(seat, "Artillery and heavier mortars")
    page.goto(seat.place)
    expect(page.locator(".rail [data-step=now]")).to_contain_text("Artillery and heavier mortars")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES["phone"][0]
