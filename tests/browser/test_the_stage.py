"""What must never happen on the stage: under a finger that bounces, a thumb, a keyboard, and beside a second tablet."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import LOOKED_EVERY_MS, SIZES, OpenPage
from tests.browser.playing import BOUNCE_MS, Seat, opened
from tests.browser.staged import (
    COMPANIES,
    COMPANY,
    FIRST,
    GUNS,
    SMALLEST_FACE,
    SOMME,
    THIRD,
    VICKERS,
    Finger,
    Table,
    faces,
    fits,
    inside,
    to_step,
)

pytestmark = pytest.mark.browser
MEETING_FACE: Final = 44


def test_whatever_may_be_a_target_can_be_tapped_in_every_size(table: Table) -> None:
    """The guns of a regiment stand in no battalion: on a phone they have a tab of their own."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$")
    for wide, high in SIZES.values():
        table.british.set_viewport_size({"width": wide, "height": high})
        by_tab = table.british.locator(".tabs.bns").get_by_role("tab", name="The Regiment")
        if by_tab.is_visible():
            by_tab.click()
        gun = table.british.locator(".board .bn.span .ct:not(.off)").first
        finger.tap(gun)
        expect(gun).to_have_class(re.compile(r"\btg\b"))
        box = gun.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST_FACE - 2
        finger.back()
        expect(table.british.locator(".ct.tg")).to_have_count(0)


MEETING: Final = """all => all.map((one) => {
  const b = one.getBoundingClientRect();
  return [b.width, b.height, Math.min(b.x, b.y, innerWidth - b.right, innerHeight - b.bottom)];
})"""


THEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark", "light", "dark")


def test_a_fight_is_a_table_of_36_that_is_read_under_a_thumb(open_page: OpenPage, address: str) -> None:
    """Raw infantry against a trench: +1 -1 -1 against 0, so 10 wins, 5 draws, 21 losses in 36 (FF-ASL-T1, -T2)."""
    table = Table(open_page, address)
    finger, german = table.ordered(COMPANY, COMPANIES), Finger(table.german)
    table.german.goto(table.defender.place)
    finger.deed("Assault")
    finger.stand(FIRST[0])
    finger.deed("Begin the fights")
    german.next()
    cells = table.british.locator(".duels .cell")
    for size in held_in_turn(table.british):
        expect(cells).to_have_count(36)
        assert "".join(cells.all_inner_texts()) == "GGGGGG=GGGGGB=GGGGBB=GGGBBB=GGBBBB=G"
        says = "attacker wins 28%, draw 14%, defender wins 58%"
        expect(table.british.get_by_role("img", name=says)).to_be_visible()
        expect(table.british.locator(".factors b")).to_have_text(["−1", "±0"])
        heads = table.british.get_by_role("group", name="Tap the face you rolled").get_by_role("button")
        expect(heads).to_have_count(6)
        three = "against 1 attacker wins, against 2 draw, against 3 to 6 defender wins"
        assert heads.nth(2).get_attribute("aria-description") == three
        for place in (cells, heads):
            for width, height, within in place.evaluate_all(MEETING):
                assert min(width, height) >= MEETING_FACE, size
                assert within >= 0, size
    table.is_clean()
    for size in held_in_turn(table.british):
        assert [one for one in found_by_axe(table.british) if "cell" in one or "data-die" in one] == [], size
    # The other side's die lies: what it leaves stands out.
    german.die(2)
    expect(table.british.locator(".duels .cell:not(.faded)")).to_have_text(["G", "G", "=", "B", "B", "B"])


def held_in_turn(page: Page) -> Iterator[str]:
    """The page as it is held in each size, light and dark in turn."""
    for size, theme in zip(SIZES, THEMES, strict=True):
        wide, high = SIZES[size]
        page.set_viewport_size({"width": wide, "height": high})
        page.emulate_media(color_scheme=theme)
        yield size


def test_who_speaks_for_both_sides_taps_where_the_dice_meet(open_page: OpenPage, address: str) -> None:
    page = open_page("", "laptop").page
    seat = opened(page.context, address, title="Somme", role="referee", command=SOMME)
    to_step(seat, COMPANIES)
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6})
    seat.send("go_in", unit=COMPANY, stand=f"{COMPANY}.p1", target=FIRST[0], cover="soft")
    seat.send("all_in", unit=COMPANY)
    seat.send("fire_as_they_close", stand=FIRST[0])
    page.goto(seat.place)
    finger = Finger(page)
    finger.tap(page.get_by_role("button", name="British 2, German 6: defender wins"))
    finger.shows("Defender wins")
    assert finger.taps == 1
    expect(page.locator(".met .thrown")).to_have_text("G")


def test_nothing_scrolls_and_every_die_and_outcome_stands_in_the_window(open_page: OpenPage, address: str) -> None:
    """Never 1, 2, 3: from the order roll to the outcome of fire in one go, on a phone.

    Each moment of it, in every window, is a scene of `test_never_on_the_screen.py`.
    """
    table = Table(open_page, address, "phone", "dark")
    finger = table.at(GUNS)
    fits(table.british)
    finger.die(6)
    finger.shows("3 actions")
    fits(table.british)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    expect(table.british.locator(".tg-list > li")).to_have_count(3)
    expect(table.british.locator(".pads:not(.off)")).to_be_visible()
    before = faces(table.british)
    fits(table.british)
    finger.die(5)
    # The pad stays where it was between two dice.
    assert faces(table.british) == before
    finger.die(6)
    finger.shows("2 suppressed")
    fits(table.british)
    inside(table.british, ".hd h1")
    inside(table.british, ".res > li >> nth=0")
    inside(table.british, ".foot .next")
    table.is_clean()


def test_no_tap_waits_for_the_service(table: Table) -> None:
    """Every answer is held back: counter, chip and die show their tap while it has not come."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    expect(table.british.locator(".wait1")).to_contain_text("the stand fired at")
    held = list[Route]()
    for way in ("prompts", "commands", "screen", "known"):
        table.british.route(f"**/{way}*", lambda route: held.append(route))
    finger.stand(THIRD[0])
    counter = table.british.locator(f".lie button[data-st='{THIRD[0]}']")
    expect(counter).to_have_class(re.compile("tg"))
    expect(table.british.locator(".tg-list > li")).to_have_count(1)
    answered_late(table.british, held)
    cover = table.british.locator(".facts .fact").filter(has_text="Cover")
    finger.tap(cover.first)
    expect(table.british.locator(".facts.unfold")).to_be_visible()
    finger.tap(table.british.locator(".facts.unfold .fact").filter(has_text="Open"))
    expect(cover.first).to_contain_text("Open")
    expect(cover.first).to_have_class(re.compile(r"\btold\b"))
    answered_late(table.british, held)
    finger.die(5)
    expect(table.british.locator(".wait1 .die, .tg-list .die.hit").first).to_be_visible()
    table.british.unroute_all()
    answered_late(table.british, held)
    finger.shows("1 killed")


def answered_late(page: Page, held: list[Route]) -> None:
    """What was held back goes on, and its answers come in."""
    while held or page.locator("#main[aria-busy]").count():
        while held:
            with suppress(Exception):
                held.pop(0).continue_()
        # Routes are heard of while the page runs.
        page.wait_for_timeout(LOOKED_EVERY_MS)


def test_a_finger_that_bounces_does_one_deed(table: Table) -> None:
    """Never 3: a second touch of the same spot within 280 ms does nothing."""
    finger = table.at(COMPANIES)
    face = table.british.locator(".pad button[data-die='6']")
    expect(face).to_be_visible()
    box = face.bounding_box()
    assert box
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.british.mouse.click(*place)
    finger.shows("3 actions")
    table.british.mouse.click(*place)
    table.british.wait_for_timeout(BOUNCE_MS)
    finger.shows("3 actions")
    expect(table.british.locator(".foot .back")).to_contain_text("A Company's order")


@pytest.mark.usefixtures("unhurried")
def test_a_mistyped_die_is_read_again_within_five_seconds(table: Table) -> None:
    """Never 5: a tap on the die, and its face; the deed stays."""
    finger = table.at(COMPANIES)
    finger.die(1)
    finger.shows("No action")
    finger.tap(table.british.locator(".res button.dz"))
    finger.shows("Read it again")
    finger.die(6)
    finger.shows("3 actions")


def test_what_is_taken_back_leaves_the_card_and_its_die_counts_again(table: Table) -> None:
    """Never 4, 12: the request stands in the window until it is answered; then the old result is gone."""
    finger = table.at(COMPANIES)
    table.german.goto(f"{table.defender.place}/stage")
    finger.die(6)
    finger.shows("3 actions")
    expect(table.british.locator(".foot .back")).to_contain_text("Ask it back")
    finger.back()
    request = table.german.locator(".slot.ask")
    expect(request).to_contain_text("A Company's order (die 6)")
    inside(table.german, ".slot.ask")
    Finger(table.german).tap(request.get_by_role("button", name="Agree", exact=True))
    finger.shows("A Company's order")
    expect(table.british.locator(".sheet")).to_contain_text("stay thrown")
    expect(table.british.locator(".hd")).not_to_contain_text("3 actions")
    finger.deed("Go on from here")
    finger.deed("The 6 counts again")
    finger.shows("3 actions")


def test_a_request_is_withdrawn(table: Table) -> None:
    """Never 12: it goes from the other side's slot with the tap, and the deed stands."""
    finger = table.at(COMPANIES)
    table.german.goto(f"{table.defender.place}/stage")
    finger.die(6)
    finger.back()
    expect(table.german.locator(".slot.ask")).to_be_visible()
    finger.back()
    expect(table.german.locator(".slot.ask")).to_have_count(0)
    expect(table.british.locator(".slot.hold")).to_have_count(0)
    expect(table.british.locator(".point .tx")).to_contain_text("No longer asked")
    finger.shows("3 actions")


def test_a_request_that_is_not_agreed_to_is_said(table: Table) -> None:
    finger = table.at(COMPANIES)
    table.german.goto(f"{table.defender.place}/stage")
    finger.die(6)
    finger.back()
    Finger(table.german).tap(table.german.locator(".slot.ask").get_by_role("button", name="Don’t agree"))
    expect(table.british.locator(".point .tx")).to_contain_text("Not agreed")
    finger.shows("3 actions")


def test_next_is_not_to_be_tapped_while_something_comes_first(table: Table) -> None:
    """Never 8: it says what comes first, and takes no tap."""
    finger = table.ordered(VICKERS, GUNS)
    finger.deed("Fire$|^\\s*Fire\\s*$")
    following = table.british.locator(".foot .next")
    expect(following).to_have_attribute("aria-disabled", "true")
    expect(following).to_contain_text("First: tap a target")
    finger.row("3 Company")
    expect(following).to_contain_text("dice to come")
    finger.back()
    expect(following).to_contain_text("First: tap a target")
    finger.back()
    expect(table.british.locator(".foot .next")).to_contain_text("Done with 1st Vickers")


def test_two_devices_of_a_side_at_one_unit_are_told_what_happened_and_lose_nothing(
    table: Table, open_page: OpenPage
) -> None:
    """Both tap a die of the same order before either has heard of the other: one counts, and the other reads which."""
    finger = table.at(GUNS)
    page = open_page("", "tablet-upright").page
    page.goto(table.attacker.invites("attacker", page.context, "Cyd").place)
    expect(page.locator(".hd h1")).to_have_text("1st Vickers")
    other, held = Finger(page), list[Route]()
    for way in ("commands", "screen"):
        page.route(f"**/{way}*", lambda route: held.append(route))
    other.die(1)
    finger.die(6)
    finger.shows("3 actions")
    page.unroute_all()
    answered_late(page, held)
    refusal = page.locator(".refuse")
    expect(refusal).to_contain_text("The table has moved on since this was written")
    expect(refusal).to_contain_text("1st Vickers, order: die 6, 3 actions")
    expect(refusal.get_by_role("button", name="Send again")).to_be_visible()
    inside(page, ".refuse")
    other.tap(refusal.get_by_role("button", name="Discard"))
    other.deed("Fire$")
    expect(page.locator(".board .point")).to_have_attribute("data-mode", "aim")
    finger.shows("3 actions")


def test_where_motion_is_unwanted_nothing_moves_but_the_five_seconds(table: Table) -> None:
    finger = table.at(COMPANIES)
    table.british.emulate_media(reduced_motion="reduce")
    finger.die(1)
    finger.shows("No action")
    moving = "document.getAnimations().map(one => one.animationName ?? one.transitionProperty)"
    assert table.british.evaluate(moving) == []
    table.british.emulate_media(reduced_motion="no-preference")
    finger.next()
    finger.die(1)
    expect(finger.heading).to_have_text("No action")
    table.british.wait_for_function(f"{moving}.length > 0")


def test_the_keyboard_plays_a_unit(table: Table) -> None:
    finger = table.at(COMPANIES)
    finger.shows("A Company")
    table.british.keyboard.press("6")
    finger.shows("3 actions")
    table.british.keyboard.press("f")
    expect(table.british.get_by_role("tablist", name="Sides").locator("[aria-selected=true]")).to_have_text("GGerman")
    table.british.keyboard.press("u")
    finger.shows("A Company")
    table.british.wait_for_timeout(BOUNCE_MS)
    table.british.locator(".sheet").press("Enter")
    finger.shows("B Company")
    with table.british.context.expect_page() as found:
        table.british.keyboard.press("/")
    assert urlsplit(found.value.url).path == "/lookups"
    found.value.close()
    finger.shows("B Company")


def test_the_enemys_turn_shows_what_falls_and_the_ownstands_of(table: Table) -> None:
    """Never 11: what falls stands beside the own battalion that it fell upon."""
    finger = table.ordered(VICKERS, GUNS)
    table.german.goto(f"{table.defender.place}/stage")
    expect(table.german.locator(".whose")).to_have_text("BBritish")
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    finger.die(5, 6)
    finger.shows("2 suppressed")
    expect(table.german.locator(".hd h1")).to_have_text("2 suppressed")
    expect(table.german.locator(".mineview [data-st='d1.1.c3.p1']")).to_have_attribute("data-sup", "1")


def test_whoever_does_not_see_hears_what_is_owed_then_the_result_then_whose_turn_it_is(table: Table) -> None:
    """A raw platoon's 6 beats a 2 in a trench (FF-ASL-T1, -T2): 6 + 1 - 1 - 1 = 5; the next of two fights is owed."""
    table.to(COMPANIES, COMPANY)
    british, german, page = table.attacker, table.defender, table.german
    for n, stand in enumerate(FIRST[:2], 1):
        british.send("go_in", unit=COMPANY, stand=f"{COMPANY}.p{n}", target=stand, cover="soft")
    british.send("all_in", unit=COMPANY)
    for stand in FIRST[:2]:
        german.send("fire_as_they_close", stand=stand)
    throws(german, "defender", 1, 2)
    page.goto(german.place)
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    heard = page.locator("#live")
    expect(heard).to_have_attribute("aria-live", "polite")
    throws(british, "attacker", 1, 6)
    expect(heard).to_have_text(re.compile(r"^Fight, 2nd Platoon, A Company.*\. Close combat\. Attacker wins$"))
    throws(german, "defender", 2, 2)
    throws(british, "attacker", 2, 6)
    # Nothing is owed here any more: the result alone.
    expect(heard).to_have_text(re.compile(r"^Close combat\. Attacker wins\s*$"))
    british.send("end_turn")
    german.send("start_turn")
    expect(heard).to_have_text(re.compile(r"Your turn$"))
    expect(page.locator("#alert")).to_be_empty()


def throws(seat: Seat, side: str, fight: int, pips: int) -> None:
    """A side's die of a fight, told without its page."""
    seat.send("throw_in_combat", attacker=f"{COMPANY}.p{fight}", side=side, die={"pips": pips})


def test_nobody_is_kept_from_the_stage(open_page: OpenPage, address: str) -> None:
    table = Table(open_page, address, bypass_csp=True)
    finger = table.at(GUNS)
    found = list[str]()

    def look() -> None:
        for theme in THEMES[:2]:
            table.british.emulate_media(color_scheme=theme)
            found.extend(found_by_axe(table.british))

    look()
    finger.die(6)
    finger.shows("3 actions")
    look()
    finger.deed("Fire$|^\\s*Fire\\s*$")
    finger.row("3 Company")
    expect(table.british.locator(".pads:not(.off)")).to_be_visible()
    look()
    finger.die(5, 6)
    finger.shows("2 suppressed")
    table.british.get_by_role("button", name="More: log").click()
    expect(table.british.locator("#drawer")).to_be_visible()
    look()
    assert found == []
