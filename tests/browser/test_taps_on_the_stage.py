"""The stage as it is tapped: how many taps a deed takes, counted with own dice from the unit in hand.

Numbers are those of the rulebook where a face decides; the rest is what a finger, an eye and a second tablet meet.
"""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, until
from tests.browser.playing import BOUNCE_MS
from tests.browser.staged import COMPANIES, COMPANY, FIRST, GUNS, SOMME, THIRD, VICKERS, Finger, Table, stands_of

pytestmark = pytest.mark.browser


def test_an_order_that_fails_takes_two_taps(table: Table) -> None:
    """FF-ORD-T5: a 1 always fails."""
    finger = table.at(COMPANIES)
    finger.shows("A Company")
    finger.die(1)
    finger.shows("No action")
    finger.next()
    finger.shows("B Company")
    assert finger.taps == 2


def test_recovering_with_its_order_takes_two_taps_for_the_next_unit_comes_by_itself(table: Table) -> None:
    """FF-SUP-08: an action removes a level."""
    table.to(COMPANIES)
    table.attacker.send("correct", of=f"{COMPANY}.p1", what="levels", value=1, reason="on the table")
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.die(2)
    finger.shows("1 action")
    finger.deed("Recover")
    finger.shows("B Company")
    expect(table.british.locator(".past li")).to_contain_text("A Company")
    assert finger.taps == 2
    assert not any(stand["levels"] for stand in stands_of(table.attacker, COMPANY))


def test_a_machine_gun_at_three_platoons_takes_eight_taps_with_its_order(table: Table) -> None:
    """Mid 1916 at Medium: a first target is suppressed by 5, the second by 6 (FF-SHO-T2, FF-BZN-05)."""
    finger = table.at(GUNS)
    finger.shows("1st Vickers")
    finger.die(6)
    finger.shows("3 actions")
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.stand(*THIRD)
    # Of the third no face changes anything: its die is not asked for.
    finger.die(5)
    # The facts below are those of the target whose die is next.
    expect(table.british.locator(".tg-list li").nth(1)).to_have_class(re.compile(r"\bnow\b.*\bread\b"))
    finger.die(6)
    finger.shows("2 suppressed")
    assert finger.taps <= 8
    assert all(stand["levels"] == 1 for stand in stands_of(table.defender, "d1.1.c3"))


def test_what_was_told_lies_on_the_counter_and_what_was_not_told_is_in_the_log(table: Table) -> None:
    """The cover of a target that was tapped is remembered; that of the others was taken, and the log says so."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    fact = table.british.locator(".facts .fact")
    expect(fact.filter(has_text="Cover of all")).to_have_class(re.compile(r"\bask\b"))
    # Whatever would change no die of this shot is folded away, and no unknown one among it.
    shown = fact.locator("visible=true")
    assert all("friends" not in words.lower() for words in shown.all_inner_texts())
    finger.tap(fact.filter(has_text="Cover").first)
    finger.tap(fact.filter(has_text="Hard").first)
    finger.tap(table.british.get_by_role("button", name=re.compile("^Roll")))
    expect(finger.heading).to_have_text(re.compile("suppressed|lost|Nothing|No effect"))
    table.british.get_by_role("tab", name="German").click()
    first = table.british.locator(f".lie button[data-st='{THIRD[0]}']")
    expect(first).to_contain_text("hard cover told")
    table.british.goto(f"{table.attacker.place}/log")
    expect(table.british.get_by_text(re.compile("taken as [0-9]+ cm.*not told")).first).to_be_visible()


def test_a_battalion_of_four_companies_takes_at_most_24_taps_for_its_turn(table: Table) -> None:
    """Lewis guns move, a mortar fails, A moves twice, B recovers, C fires at somebody in the open, D moves."""
    table.to(GUNS)
    while table.attacker.view["turn"]["can_act"] != ["a1.1.x1"]:
        table.attacker.send("next_step")
    table.attacker.send("correct", of="a1.1.c2.p1", what="levels", value=1, reason="on the table")
    table.british.goto(f"{table.attacker.place}/stage")
    finger, fact = table.finger, table.british.locator(".facts .fact")
    finger.shows("Lewis guns")
    finger.die(4)
    finger.deed("Move$")
    finger.next()
    finger.die(1)
    finger.next()
    finger.shows("A Company")
    finger.die(4)
    finger.deed("Move$")
    finger.deed("Move$")
    finger.shows("B Company")
    finger.die(2)
    finger.deed("Recover$")
    finger.shows("C Company")
    finger.die(4)
    finger.deed("Fire$")
    finger.stand(FIRST[0])
    finger.tap(fact.filter(has_text="Cover").first)
    finger.tap(fact.filter(has_text="Open").first)
    finger.die(2, 3, 4, 6)
    finger.shows("1 killed, 1 suppressed")
    finger.next()
    finger.shows("D Company")
    finger.die(2)
    finger.deed("Move$")
    finger.next()
    assert finger.taps <= 24
    until(lambda: not any(unit.startswith("a1.1.") for unit in table.attacker.view["turn"]["can_act"]), table.british)
    expect(finger.heading).not_to_have_text("All are done")


def test_a_barrage_over_six_stands_takes_two_strokes_and_six_dice_and_shows_what_it_did(table: Table) -> None:
    """1 to 2 nothing, 3 to 5 suppressed, 6 killed at Medium (FF-BAR-13); the cloud after it asks whom it touches."""
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.next()
    finger.die(1)
    finger.next()
    finger.shows("It lies 33 to 53 cm")
    before = finger.taps
    for row in ("c1", "c2"):
        table.stroke(*(f"d1.1.{row}.p{n}" for n in (1, 2, 3)))
        finger.taps += 1
    title = table.british.locator(".pads .top b")
    expect(title).to_have_text("How many of each face?")
    finger.die(1, 2, 3, 4, 5, 6)
    finger.shows("1 killed, 3 suppressed")
    assert finger.taps - before <= 9
    expect(table.british.locator(".say1").first).to_have_text("Dealt by lot: they stood alike, and the service deals")
    expect(table.british.locator(".dock .btn")).to_have_text(re.compile("Under the barrage"))
    finger.next()
    finger.shows("Release")
    finger.die(1, 2)
    finger.next()
    # Nobody is touched unless somebody says so.
    finger.shows("Gas cloud 1")
    expect(table.british.locator(".foot .next")).to_contain_text("Nobody")


@pytest.mark.usefixtures("unhurried")
def test_dice_told_by_count_are_taken_away_again_and_one_that_was_mistyped_is_put_right(table: Table) -> None:
    """Six stands at Medium (FF-BAR-13): the lot deals, and deals alike whichever of two equal dice was misread."""
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.next()
    finger.die(1)
    finger.next()
    for row in ("c1", "c2"):
        table.stroke(*(f"d1.1.{row}.p{n}" for n in (1, 2, 3)))
    finger.die(6, 6, 1)
    count, face = table.british.locator(".pads .top .c"), table.british.locator(".pad button[data-die='6'] .k")
    expect(count).to_have_text("3 of 6")
    expect(face).to_have_text("×2")
    finger.tap(table.british.get_by_role("button", name="Take a 6 away, 2 told"))
    expect(count).to_have_text("2 of 6")
    expect(face).to_have_text("×1")
    finger.back()
    expect(count).to_have_text("3 of 6")
    finger.die(1, 1, 1)
    finger.shows("2 killed")
    table.british.get_by_role("button", name="Die 6: read it again").first.click()
    finger.die(1)
    finger.shows("1 killed")
    expect(table.british.locator(".res .die.hit").locator("use[href$='d6'], use[href$='die-6']")).to_have_count(1)
    expect(table.british.locator(".say1").first).to_contain_text("Dealt by lot")


def test_fire_on_a_point_asks_who_stands_there(table: Table) -> None:
    """Only exceptions are passed over by one tap: whom fire on an area catches is what it is about (FF-ART-24)."""
    finger = table.ordered(VICKERS, GUNS)
    before = table.british.locator("body").get_attribute("data-seq")
    finger.deed("Fire on its point")
    finger.shows("1st Vickers")
    expect(table.british.locator(".foot .next")).to_contain_text("Nobody")
    table.british.wait_for_timeout(BOUNCE_MS)
    expect(table.british.locator("body")).to_have_attribute("data-seq", before or "")


def test_a_note_is_written_down_with_the_tap_that_tells_it(table: Table) -> None:
    finger = table.at(COMPANIES)
    finger.tap(table.british.get_by_role("button", name="More: log"))
    drawer = table.british.locator("#drawer")
    expect(drawer.get_by_role("button", name="Set the rule aside")).to_have_count(0)
    finger.tap(drawer.get_by_role("button", name=re.compile("^(Note|Write)")).first)
    table.british.get_by_role("textbox").fill("Smoke over the mill")
    finger.tap(table.british.get_by_role("button", name="Tell it", exact=True))
    expect(table.british.locator(".past li").last).to_contain_text("Smoke over the mill")
    assert finger.taps == 3


def test_a_move_takes_one_tap_where_no_fire_lies_on_the_table_too(open_page: OpenPage, address: str) -> None:
    table = Table(open_page, address, command={"kind": "create_game", "scenario": "cambrai-1917"})
    finger = table.ordered("a1.1.c1", COMPANIES)
    finger.deed("Move$")
    expect(table.british.locator(".past li").last).to_contain_text("moves up to")
    assert finger.taps == 1
    table.is_clean()


def test_a_move_through_fire_is_told_before_it_is_made(table: Table) -> None:
    """One tap moves a unit as it usually moves; what else there is to say of it has a way in of its own (FF-MVZ-02)."""
    finger = table.ordered("a1.1.c1", COMPANIES)
    finger.deed("Move \u2026")
    finger.shows("A Company")
    expect(table.british.locator(".facts")).to_contain_text("In column")
    finger.tap(table.british.locator(".facts .fact").filter(has_text="Ground"))
    finger.tap(table.british.locator(".facts .fact").filter(has_text="Road"))
    finger.next()
    expect(table.british.locator(".past li").last).to_contain_text("road")


def test_the_same_again_by_the_number_of_the_company_and_rolled_by_the_service(table: Table) -> None:
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    finger.die(1, 1)
    finger.shows("Nothing")
    assert finger.taps <= 5
    finger.taps = 0
    finger.deed("Fire\\s*same targets")
    expect(table.british.locator(".board .ct.tg")).to_have_count(3)
    finger.deed("Roll")
    expect(table.british.locator(".res > li")).to_have_count(3)
    assert finger.taps == 2


def test_a_company_fires_in_six_taps_and_what_was_told_of_its_target_counts(table: Table) -> None:
    """FF-SHO-T2: a rifle at Open suppresses with 5 and kills with 6; raw infantry takes one off (FF-DFM-04)."""
    finger = table.ordered(COMPANY, COMPANIES)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.stand(THIRD[0])
    assert finger.taps == 2
    finger.tap(table.british.locator(".fact", has_text="Cover"))
    finger.tap(table.british.locator(".facts.unfold .fact", has_text="Open"))
    finger.taps = 2
    expect(table.british.locator(".pads .odds")).to_contain_text("killed")
    finger.die(1, 1, 1, 1)
    finger.shows("Nothing")
    assert finger.taps == 6


@pytest.mark.parametrize("by_number", [False, True])
def test_an_assault_of_three_fights_takes_nine_taps_and_seven_by_number(table: Table, by_number: bool) -> None:
    """The defender's own taps are not counted: he holds his fire and throws his dice."""
    finger = table.ordered(COMPANY, COMPANIES)
    german = Finger(table.german)
    table.german.goto(f"{table.defender.place}/stage")
    finger.deed("Assault")
    if by_number:
        finger.row("1 Company")
        expect(table.british.locator(".past li")).to_contain_text("3rd Platoon")
    else:
        for stand in FIRST:
            finger.stand(stand)
            expect(table.british.locator(".past li")).to_contain_text(_platoon(stand))
    finger.deed("Begin the fights")
    for n in (1, 2, 3):
        german.shows(f"{_nth(n)} Platoon, 1 Company, I / Regt")
        german.next()
    for n in (1, 2, 3):
        pair = f"{_nth(n)} against {_nth(n)} Platoon"
        german.shows(pair)
        german.die(1)
        finger.shows(pair)
        expect(table.british.locator(".fights .now .nm")).to_have_text(f"{_nth(n)} at {_nth(n)}")
        expect(table.british.locator(".fights li")).to_have_count(3)
        finger.die(6)
    finger.shows("Attacker wins")
    # The pair that fell is marked in the table that stood there before.
    expect(table.british.get_by_role("img", name="British 6, German 1: attacker wins")).to_be_visible()
    expect(table.british.locator(".met .thrown")).to_have_text("B")
    finger.next()
    finger.shows("B Company")
    assert finger.taps <= (7 if by_number else 9)
    assert sum(not stand["alive"] for stand in stands_of(table.attacker, "d1.1.c1")) == 3


def _nth(n: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}[n]


def _platoon(stand: str) -> str:
    return f"{_nth(int(stand[-1]))} Platoon, 1 Company"


LATE_SOMME: Final = {**SOMME, "date": "1916-09", "event_cards": "none", "house_rules": []}


@pytest.mark.parametrize("by_number", [False, True])
def test_planned_fire_with_deviation_takes_nine_taps(open_page: OpenPage, address: str, by_number: bool) -> None:
    """Five dice, two counters, two dice (FF-ART-21 to 24): where it falls is read while the counters are tapped."""
    table = Table(open_page, address, command=LATE_SOMME)
    table.to("Lay the planned fire and roll for what it does")
    table.attacker.send("fire_by_plan", line="attacker.fire1")
    table.british.goto(f"{table.attacker.place}/stage")
    finger = table.finger
    finger.shows("60-pounders")
    finger.die(1, 1, 1, 1, 1)
    expect(table.british.locator(".res")).to_be_visible()
    expect(table.british.locator(".board .point")).to_have_attribute("data-mode", "aim")
    expect(table.british.locator(".foot .next")).to_contain_text("or tap on the board")
    if by_number:
        finger.row("1 Company")
        expect(table.british.locator(".tg-list > li")).to_have_count(3)
    else:
        finger.stand(*FIRST[:2])
    expect(table.british.locator(".res")).to_have_count(0)
    finger.die(*([4, 5] if not by_number else [4, 5, 1]))
    expect(table.british.locator(".res > li")).to_have_count(3 if by_number else 2)
    assert finger.taps <= 9
    table.is_clean()


def test_exceptions_of_a_platoon_that_goes_in_are_told_before_it_is_done(table: Table) -> None:
    """A tap on the target would do it as usual; the card has a button for what is otherwise."""
    finger = table.ordered(COMPANY, COMPANIES)
    finger.deed("Assault")
    more = table.british.locator("#main .instead").get_by_role("button", name=re.compile("\u2026"))
    finger.tap(more.first)
    finger.stand(FIRST[0])
    # Nothing is sent yet: its facts are on the card, and Next does it.
    fact = table.british.locator(".facts .fact")
    finger.tap(fact.filter(has_text="Cover").first)
    finger.tap(fact.filter(has_text="Hard").first)
    expect(fact.filter(has_text="Hard")).to_be_visible()
    expect(table.british.locator(".past li")).to_have_count(0)
    finger.next()
    expect(table.british.locator(".past li")).to_contain_text(_platoon(FIRST[0]))
