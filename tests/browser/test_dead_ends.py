"""Dead ends on the play screen that are gone, and two devices of one side that show the same."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat
from tests.browser.staged import COMPANIES, COMPANY, FIRST, GUNS, SOMME, VICKERS, Finger, Table, as_proposed, to_step
from tests.game.ground_in_play import OPEN_FIELD, at

pytestmark = pytest.mark.browser
FIRE: Final = r"Fire$|^\s*Fire\s*$"
MARCH: Final = {"kind": "create_game", "scenario": "michael-1918"}
ON_A_FIELD: Final = {**SOMME, "table": OPEN_FIELD}
IN_THE_BAND: Final = [at(f"d1.1.c1.p{n}", 400 + 60 * n, 400, 180.0) for n in (1, 2)]
LATER: Final = at("d1.1.c2.p1", 700, 420, 180.0)
Opens = Callable[..., Table]


@pytest.fixture
def opens(open_page: OpenPage, address: str) -> Iterator[Opens]:
    """Open a new Somme game. At the end no browser has complained."""
    made = list[Table]()

    def opened(**more: Any) -> Table:
        made.append(table := Table(open_page, address, **more))
        return table

    yield opened
    for table in made:
        table.is_clean()


def counters(page: Page) -> Locator:
    return page.locator(".board button.ct.tg:visible")


def on_stage(page: Page, seat: Seat) -> Finger:
    page.goto(seat.place)
    expect(page.locator("connection-bar")).to_have_text("Up to date")
    return Finger(page)


def go_in(attacker: Seat, defender: Seat, many: int) -> None:
    """Bring platoons into contact. The defender holds its fire."""
    for n, stand in enumerate(FIRST[:many], 1):
        attacker.send("go_in", unit=COMPANY, stand=f"{COMPANY}.p{n}", target=stand, cover="soft")
    attacker.send("all_in", unit=COMPANY)
    for stand in FIRST[:many]:
        defender.send("fire_as_they_close", stand=stand)


def fought(seat: Seat, n: int, pips: int) -> None:
    side = "attacker" if seat.view["you"] == "attacker" else "defender"
    seat.send("throw_in_combat", attacker=f"{COMPANY}.p{n}", side=side, die={"pips": pips})


def test_attacker_acts_after_the_last_of_two_fights(opens: Opens) -> None:
    """A company that has won may follow up, move or fire (FF-ASL-16)."""
    table = opens()
    table.to(COMPANIES, COMPANY)
    go_in(table.attacker, table.defender, 2)
    finger = table.shown()
    fought(table.defender, 1, 1)
    finger.die(6)
    expect(table.british.locator(".hd h1")).to_have_text("2nd against 2nd Platoon")
    finger.die(6)
    expect(table.british.locator(".foot .next")).to_contain_text("The German seat acts")
    fought(table.defender, 2, 1)
    finger.shows("Attacker wins")
    if "A Company" in table.british.locator(".foot .next").inner_text():
        finger.next()
    for says in ("Move", "Fire", "Follow up"):
        expect(table.british.locator(".dock .btn:not(.not-yet)").filter(has_text=says).first).to_be_visible()


def test_machine_gun_takes_those_of_a_company_that_it_may_attack(opens: Opens) -> None:
    """The beaten zone is 15 cm deep (FF-BZN-03). The stands of a company count as 5 cm behind each other.

    The fourth stand begins where the zone ends. It is not attacked.
    """
    table = opens()
    attacker, defender = table.attacker, table.defender
    to_step(attacker, GUNS)
    attacker.send("end_turn")
    to_guns(defender)
    gun = next(
        one["about"]["unit"] for one in defender.get("available-commands")["available"] if one["kind"] == "roll_orders"
    )
    defender.send("roll_orders", unit=gun, die={"pips": 6})
    finger = on_stage(table.german, defender)
    finger.deed(FIRE)
    finger.row("A Company")
    expect(table.german.locator(".tg-list > li")).to_have_count(3)
    expect(table.german.locator("#main .aside")).to_contain_text("Not taken: 4th Platoon, A Coy")
    expect(counters(table.german)).to_have_count(3)
    finger.die(6, 6, 6)
    expect(finger.heading).to_have_text("3 killed")


def to_guns(seat: Seat) -> None:
    """Begin the turn of the defender and go on to the machine guns."""
    seat.send("start_turn")
    while not seat.view["turn"]["step"].startswith("Machine guns"):
        owed = seat.get("available-commands")["required"]
        if owed:
            seat.send(owed[0]["kind"], **{**as_proposed(seat, owed[0]), **owed[0]["about"]})
        else:
            seat.send("next_step")


def under_the_barrage(table: Table) -> Finger:
    """Open the card of a barrage over two platoons."""
    table.attacker.send("start_turn")
    finger = table.shown()
    finger.next()
    finger.die(1)
    finger.next()
    finger.shows("It lies 33 to 53 cm")
    expect(counters(table.british)).to_have_count(2)
    return finger


def test_stand_placed_under_an_open_barrage_is_proposed(opens: Opens) -> None:
    """Every stand under a barrage is rolled for (FF-BAR-11)."""
    table = opens(command=ON_A_FIELD, stands=IN_THE_BAND)
    under_the_barrage(table)
    table.defender.send("place_stands", stands=[LATER])
    expect(counters(table.british)).to_have_count(3)


def test_stand_placed_after_another_was_let_go_is_proposed(opens: Opens) -> None:
    """A dismissed stand stays out, and Next names it."""
    table = opens(command=ON_A_FIELD, stands=IN_THE_BAND)
    finger = under_the_barrage(table)
    finger.stand("d1.1.c1.p1", "d1.1.c1.p2")
    expect(table.british.locator(".foot .next")).to_contain_text("without")
    table.defender.send("place_stands", stands=[LATER])
    expect(counters(table.british)).to_have_count(1)
    finger.die(6)
    expect(finger.heading).to_have_text("1 killed")
    expect(table.british.locator(".foot .next")).not_to_contain_text("All rolled for")


def test_aircraft_that_arrive_attack_the_target_that_is_tapped(opens: Opens) -> None:
    """Aircraft come on a 5 (FF-AIR-06). Next leads from their die to the targets, and not past them."""
    table = opens(command=MARCH)
    finger = table.at("Call the aircraft")
    finger.die(5)
    finger.shows("They arrive")
    expect(table.british.locator(".foot .next")).to_have_text("Next: Name the targets")
    finger.next()
    finger.shows("Name the targets")
    finger.stand(FIRST[0])
    finger.next()
    finger.shows("Aircraft against 1st Platoon")
    named = [one for one in table.attacker.get("log?since=0")["events"] if one["kind"] == "air_targets_named"]
    assert len(named) == 1
    assert "1st Platoon" in named[0]["says"]
    assert [one["about"]["target"] for one in table.attacker.get("available-commands")["required"]] == [FIRST[0]]


@pytest.mark.parametrize("size", ["tablet-upright", "tablet-flat", "phone", "laptop"])
def test_fire_plan_is_reached_from_its_step_of_setting_up(opens: Opens, size: str) -> None:
    table = opens(size=size)
    for kind in ("begin_set_up", "finish_stage", "finish_stage"):
        table.attacker.send(kind)
    finger = table.shown()
    finger.shows("Write the fire plans")
    way = table.british.locator("#main").get_by_role("link", name="Your side’s fire plan")
    box, card = way.bounding_box(), table.british.locator("#main .body").bounding_box()
    assert box
    assert card
    assert box["y"] + box["height"] <= card["y"] + card["height"]
    finger.tap(way)
    expect(table.british).to_have_url(f"{table.attacker.address}/plans#game-{table.attacker.game}")


def second(open_page: OpenPage, seat: Seat, role: str = "attacker") -> Finger:
    """Open the stage of a side on another device."""
    page = open_page("", "tablet-upright").page
    return on_stage(page, seat.invites(role, page.context, "Second"))


def test_second_device_follows_the_first(opens: Opens, open_page: OpenPage) -> None:
    """The other device shows an order, a fire and the next step without a tap."""
    table = opens()
    finger = table.at(GUNS)
    other = second(open_page, table.attacker)
    finger.die(6)
    other.shows("3 actions")
    finger.deed(FIRE)
    finger.stand(FIRST[0])
    finger.die(6)
    finger.shows("1 suppressed")
    other.shows("1 suppressed")
    finger.next()
    finger.shows("2nd Vickers")
    other.shows("2nd Vickers")
    table.attacker.send("next_step")
    finger.shows("18-pounder, 1st Battery")
    other.shows("18-pounder, 1st Battery")


def test_second_device_lets_go_a_target_that_the_first_one_killed(opens: Opens, open_page: OpenPage) -> None:
    table = opens()
    finger = table.ordered(VICKERS, GUNS)
    other = second(open_page, table.attacker)
    for each in (finger, other):
        each.deed(FIRE)
        each.stand(FIRST[0])
    finger.tap(table.british.locator(".facts .fact").filter(has_text="Cover").first)
    finger.tap(table.british.locator(".facts.unfold .fact").filter(has_text="Open"))
    finger.die(6)
    finger.shows("1 killed")
    expect(other.page.locator("#main .aside")).to_contain_text("Not taken: 1st Platoon, 1 Coy")
    other.stand(FIRST[1])
    other.die(1)
    expect(other.heading).to_have_text("Nothing")


def test_side_that_waits_reads_nothing_of_earlier_steps(opens: Opens) -> None:
    """What it did itself leaves its card when the other side goes on to another step."""
    table = opens()
    table.to(COMPANIES)
    on_stage(table.german, table.defender)
    table.defender.send("note", text="Masks on")
    told = table.german.locator("#main .past").filter(has_text="Masks on")
    expect(told).to_have_count(1)
    table.attacker.send("next_step")
    expect(table.german.locator("body")).to_have_attribute("data-seq", str(table.defender.number))
    expect(told).to_have_count(0)


def test_target_that_was_let_go_is_named_on_take_back(opens: Opens) -> None:
    finger = opens().ordered(VICKERS, GUNS)
    finger.deed(FIRE)
    finger.stand(FIRST[0], FIRST[0])
    back = finger.page.locator(".foot .back")
    expect(back).to_contain_text("let go")
    expect(back).not_to_contain_text("target 0")


def test_die_that_says_no_deviation_is_thrown_alone(opens: Opens) -> None:
    """On 5 or 6 the fire falls on its point and nothing more is rolled (FF-DEV-05)."""
    table = opens()
    table.attacker.send("start_turn")
    to_planned_fire(table.attacker)
    finger = table.shown()
    finger.shows("60-pounders")
    expect(table.british.locator("#main .dock")).to_contain_text("0 of 5")
    finger.die(6)
    finger.shows("On its point")


def test_die_that_says_deviation_calls_for_four_more(opens: Opens) -> None:
    table = opens()
    table.attacker.send("start_turn")
    to_planned_fire(table.attacker)
    finger = table.shown()
    finger.die(2, 3, 5, 4)
    expect(table.british.locator("#main .dock")).to_contain_text("4 of 5")
    finger.die(3)
    finger.shows("7 cm off")


def to_planned_fire(seat: Seat) -> None:
    """Go on until unobserved fire of the plan is on its way and where it comes down is to be rolled."""
    for _ in range(30):
        owed = [one for one in seat.get("available-commands")["required"] if one["kind"] != "roll_under_barrage"]
        if owed and owed[0]["kind"] == "roll_deviation":
            return
        if owed:
            told = {**as_proposed(seat, owed[0]), **owed[0]["about"]}
            seat.send(owed[0]["kind"], **{**told, **({"observed": False} if owed[0]["kind"] == "fire_by_plan" else {})})
        else:
            seat.send("next_step")
    raise AssertionError("no fire deviates")


def test_unit_goes_on_after_a_request_is_carried_out(opens: Opens) -> None:
    """Dice that lie from before a take-back count again with one tap, and the company has its other actions."""
    table = opens()
    table.to(COMPANIES, COMPANY)
    attacker, defender = table.attacker, table.defender
    far = {"firer": f"{COMPANY}.p1", "target": FIRST[0], "range_cm": 60.0, "cover": "open"}
    command = {"kind": "fire", "unit": COMPANY, "shots": [{**far, "dice": [{"pips": 0, "source": "rolled"}]}]}
    attacker.send("override", clause="FF-RNG-04", command=command, reason="a rise in the ground")
    defender.send("answer", agree=True)
    attacker.send("carry_out", dice=[{"pips": 6}])
    attacker.send("undo")
    defender.send("answer", agree=True)
    finger = table.shown()
    finger.tap(table.british.locator("#main .dock").get_by_role("button", name=re.compile("counts? again")))
    finger.shows("1 killed")
    expect(table.british.locator(".dock .btn:not(.not-yet)").filter(has_text="Move").first).to_be_visible()
