"""House rules that ask for something more: the player's form asks for it, and the chances follow."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import MONS, Seat, opened, served, to_step

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server with an empty database."""
    yield from served(tmp_path)


def test_the_second_die_takes_the_place_of_a_failed_one(address: str, open_page: OpenPage) -> None:
    """AMB-13 reroll, FF-ORD-T5: the 1 earns nothing, the 5 in its place two actions; one die alone fails at 1 in 6."""
    first = open_page(address, "tablet-upright")
    made = {**MONS["command"], "house_rules": [{"ruling": "AMB-13", "option": "reroll"}]}
    seat = opened(first.page.context, address, role="attacker", command=made)
    seat.send("start_turn")
    for _ in range(40):
        turn = seat.context.request.get(f"{address}/api/v1/games/{seat.game}").json()["view"]["turn"]
        if (turn["step"], turn["of"]) == ("Rifle companies", "a1.1"):
            break
        if "staff bonus" in turn["step"] and turn["of"] == "a1":
            seat.send("allot_staff_bonus", battalion="a1.1")
        seat.send("next_step")
    page = first.page
    page.goto(f"{seat.place}?unit=a1.1.c1")
    page.get_by_label("Use the staff bonus").check()
    expect(page.get_by_role("button", name="Order, 2 dice to come")).to_be_visible()
    expect(page.locator("#work .odds li").first).to_have_text("17%none0")
    for face in (1, 5):
        page.locator(f'dice-pad button[data-face="{face}"]').click()
    page.get_by_role("button", name="Order", exact=True).click()
    card = page.get_by_role("region", name="1 Company, result")
    expect(card.locator(".outcome")).to_contain_text("2")
    expect(card.locator(".thrown .die")).to_have_count(2)
    assert first.complaints == []


def test_the_whole_battalion_may_count_for_its_farthest_platoon(address: str, open_page: OpenPage) -> None:
    """AMB-26 battalion, FF-ORD-15: 28 cm is over 25, -1 on every roll of the battalion, its machine guns' too."""
    first = open_page(address, "tablet-upright")
    made = {**MONS["command"], "house_rules": [{"ruling": "AMB-26", "option": "battalion"}]}
    seat = opened(first.page.context, address, role="attacker", command=made)
    to_step(seat, "Machine guns")
    page = first.page
    page.goto(f"{seat.place}?unit=a1.1.mg1")
    lines = page.locator("#work .ledger")
    expect(page.get_by_role("region", name="Order roll, Maxim 1")).to_be_visible()
    farthest = page.get_by_label("The battalion's farthest platoon from the commander")
    farthest.fill("25")
    farthest.press("Enter")
    expect(lines).not_to_contain_text("FF-ORD-15")
    farthest.fill("28")
    farthest.press("Enter")
    expect(lines).to_contain_text("FF-ORD-15")
    assert first.complaints == []


def by_house_rule(scenario: str, ruling: str, option: str, **more: Any) -> dict[str, Any]:
    """What is sent to open a game of a scenario with one house rule."""
    command = {"kind": "create_game", "scenario": scenario, "house_rules": [{"ruling": ruling, "option": option}]}
    return {**MONS, "command": command | more}


def without_plans(referee: Seat, title: str) -> None:
    """Finish steps until the named one is in hand, without the gas and the bombardments that the plan has for them."""
    for _ in range(20):
        view = referee.context.request.get(f"{referee.address}/api/v1/games/{referee.game}").json()["view"]
        if view["turn"]["step"] == title:
            return
        if referee.try_("next_step")["status"] != 200:
            referee.send("overrule", clause="", command={"kind": "next_step"}, reason="not for this test")
    raise AssertionError(f"{title} was never reached")


def test_a_zone_attacks_a_command_stand_on_its_way(address: str, open_page: OpenPage) -> None:
    """AMB-322 command_too: told on the mover's tablet thrown on that of the guns: 6 - 2 suppresses."""
    pages = [open_page(address, size) for size in ("laptop", "tablet-flat", "tablet-upright")]
    referee = opened(pages[0].page.context, address, **by_house_rule("cambrai-1917", "AMB-322", "command_too"))
    attacker = referee.invites("attacker", pages[1].page.context)
    defender = referee.invites("defender", pages[2].page.context)
    to_step(attacker, "Artillery and heavier mortars")
    attacker.send("roll_orders", unit="a1.b1", die={"pips": 6})
    attacker.send("lay_point", unit="a1.b1", where="the wire")
    attacker.send("fire_on_area", unit="a1.b1", range_cm=90)
    attacker.send("end_turn")
    to_step(defender, "Each command stand makes up to two moves")
    british, german = pages[1].page, pages[2].page
    british.goto(attacker.place)
    german.goto(defender.place)
    card = german.get_by_role("region", name="Command stands")
    card.get_by_role("link", name="Commander, I / Regt", exact=True).click()
    card.get_by_text("It moves through ground under fire").click()
    card.locator("label", has_text="Commander, I / Regt").click()
    expect(card.get_by_text("Its cover there")).to_be_visible()
    card.get_by_role("button", name="Move", exact=True).click()
    movers = british.get_by_role("region", name="Moving through fire")
    expect(movers).to_contain_text("Commander, I / Regt")
    movers.locator("[data-face='6']").click()
    expect(british.locator("#work")).to_contain_text("suppressed")
    expect(card.get_by_role("link", name="Commander, I / Regt", exact=True)).to_have_count(0)
    assert [one.complaints for one in pages] == [[], [], []]


def test_aircraft_observe_a_point_at_one_tap(address: str, open_page: OpenPage) -> None:
    """AMB-471 one_point: no dice for where the fire falls; whom it catches is asked at once."""
    first = open_page(address, "tablet-upright")
    seat = opened(first.page.context, address, **by_house_rule("michael-1918", "AMB-471", "one_point"))
    seat.send("start_turn")
    without_plans(seat, "Artillery and heavier mortars")
    seat.send("roll_orders", unit="a1.b4", die={"pips": 6})
    seat.send("lay_point", unit="a1.b4", where="the mill")
    own = open_page(address, "tablet-flat")
    attacker, page = seat.invites("attacker", own.page.context), own.page
    page.goto(f"{attacker.place}?unit=a1.b4&do=area")
    expect(page.locator("#work")).to_contain_text("where does it come down?")
    page.get_by_role("button", name="Aircraft observe it").click()
    expect(page.locator("#work")).to_contain_text("Aircraft observe its point")
    expect(page.get_by_role("button", name="Nobody is in its area")).to_be_visible()
    assert own.complaints == []


def test_a_tank_that_nobody_assaults_fires_from_the_side_it_is_told(address: str, open_page: OpenPage) -> None:
    """AMB-402 in_reach, FF-TNK-03: a male's 6-pounder to the left, heavy tank row on Soft, 4 / 5: a 5 kills."""
    first = open_page(address, "tablet-upright")
    seat = opened(first.page.context, address, **by_house_rule("cambrai-1917", "AMB-402", "in_reach"))
    seat.send("start_turn")
    seat.send("end_turn")
    to_step(seat, "Rifle companies")
    seat.send("roll_orders", unit="d1.1.c1", die={"pips": 6})
    seat.send("go_in", unit="d1.1.c1", stand="d1.1.c1.p1", target="a1.1.c1.p1", cover="soft")
    seat.send("all_in", unit="d1.1.c1")
    page = first.page
    page.goto(f"{seat.place}?closing=aside")
    aside = page.locator("#fires-aside")
    aside.get_by_label("Fires", exact=True).select_option("a1.1.x1")
    aside.locator("label", has_text="Left").click()
    aside.get_by_label("Range").fill("12.5")
    aside.get_by_label("Range").press("Enter")
    expect(aside.get_by_role("radio", name="Left")).to_be_checked()
    aside.locator("[data-face='5']").click()
    expect(page.locator("#side-log .log")).to_contain_text("killed")
    assert first.complaints == []


def test_any_brigade_calls_what_lies_over_the_barrage(address: str, open_page: OpenPage) -> None:
    """AMB-376 any_regiment, AMB-29: in the 2nd Brigade's step; the marker on its brigadier takes 1: a 3 is nothing."""
    first = open_page(address, "tablet-upright")
    made = by_house_rule("menin-road-1917", "AMB-376", "any_regiment")
    referee = opened(first.page.context, address, **made)
    own = open_page(address, "tablet-flat")
    seat, page = referee.invites("attacker", own.page.context), own.page
    to_step(seat, "Artillery and heavier mortars")
    # The staff bonus of the other brigade comes between.
    seat.send("next_step")
    seat.send("next_step")
    referee.send("correct", of="a2.hq", what="levels", value=1, reason="shelled")
    page.goto(seat.place)
    units = page.get_by_role("region", name="Units to order")
    expect(units.get_by_role("heading", name="The 2nd Brigade")).to_be_visible()
    units.get_by_role("link", name="60-pounders").click()
    expect(page.locator("#work .odds li").first).to_have_text("50%none0")
    page.locator("#work [data-face='3']").click()
    expect(page.get_by_role("region", name="60-pounders, result").locator(".outcome")).to_contain_text("no action")
    expect(units.get_by_role("link", name="9.2 inch howitzers")).to_be_visible()
    assert own.complaints == []
