"""House rules that ask for something more: the player's form asks for it, and the chances follow."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import MONS, opened, served, to_step

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
