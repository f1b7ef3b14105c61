"""An attacker's and a defender's plan, written by touch, checked and sealed on two tablets, played through six turns,
proved whole at the end; a changed byte is caught. What is not the subject is sent without a page."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import SIZES
from tests.browser.playing import Seat, nobody_arrives, opened, settle_plans
from tests.browser.test_a_fire_plan_is_written import Writing
from tests.browser.touching import middle
from tests.torture.forgery import chained

pytestmark = [pytest.mark.browser, pytest.mark.evening]
MARCH: Final = {"kind": "create_game", "scenario": "michael-1918"}
TURNS: Final = 6
FINGERPRINT: Final = re.compile(r"[0-9a-f]{64}")
LAST: Final = {"attacker": "ZULEIKA", "defender": "YGGDRASIL"}
"""What the fire of a side's sixth turn is called: nobody else may read it sooner."""
GUNS: Final = {"attacker": "150 mm howitzers", "defender": "18-pounder, 1st Battery"}


def drafted(seat: Seat, side: str) -> str:
    """The side's draft as it begins in its game, with a barrage of the attacker's."""
    at, origin = f"{seat.address}/api/v1", {"Origin": seat.address}
    begun = seat.context.request.post(
        f"{at}/games/{seat.game}/fire-plans", data={"name": "Ours"}, headers=origin
    ).json()
    plan = seat.context.request.get(f"{at}/fire-plans/{begun['id']}").json()["document"]
    barrages = [{"id": "b", "start_mm": 550, "turns": 5}] if side == "attacker" else []
    plan |= {"barrages": barrages, "gas": [], "works": [], "shifts": [], "air_missions": 0}
    save = {"revision": 1, "document": plan}
    kept = seat.context.request.post(f"{at}/fire-plans/{begun['id']}/save", data=save, headers=origin)
    assert kept.ok, kept.text()
    return str(begun["id"])


def written_on_its_page(page: Page, seat: Seat, side: str, draft: str) -> None:
    """By touch: fire of one of its guns in the second and the sixth turn; the defender's first thought is a clash."""
    page.goto(f"{seat.address}/plans/{draft}")
    writing = Writing(page, seat.address)
    defends = side == "defender"
    for turn, up_cm, where in ((2, 118 if defends else 92, "the ford"), (TURNS, 96, LAST[side])):
        writing.take(GUNS[side]).get_by_role("button", name="Planned fire").tap()
        card = page.locator("#in-hand")
        expect(card.locator("h2 .counter")).to_have_text("B1" if turn == 2 else "B2")
        card.get_by_label("In turn").select_option(str(turn))
        card.get_by_role("button", name="Tap it").tap()
        writing.tap(50, up_cm)
        card.get_by_label("What the place is called").fill(where)
        expect(page.locator("#sheet")).to_contain_text(where)
        if defends and turn == 2:
            a_clash_is_mended(writing)
    if defends:
        page.get_by_role("button", name="A point, new").tap()
        expect(page.locator("#in-hand h2 .counter")).to_have_text("S1")
        page.locator("#in-hand").get_by_role("button", name="Tap it").tap()
        writing.tap(60, 124)
        expect(page.locator("#sheet")).to_contain_text("60, 124")
    writing.saved()
    told = [one["at"] for one in writing.document["bombardments"]]
    assert told == [[500, 920], [500, 960]]


def a_clash_is_mended(writing: Writing) -> None:
    """FF-ART-28: fire 118 cm up falls on the British front trench. A sign says so, leads to its finding, and goes."""
    page = writing.page
    writing.turn(2)
    told = page.locator("#clashes")
    expect(told).to_contain_text("It falls on its own front trench")
    expect(page.locator(".overlay.clash .area")).to_have_count(1)
    page.touchscreen.tap(*middle(page.locator(".handle.clash .sign")))
    found = page.locator(".finding:focus")
    expect(found).to_contain_text("its own front trench")
    writing.turn(1)
    found = page.locator(".finding", has=page.locator("a[data-clash]"))
    found.locator("a[data-clash]").tap()
    expect(page.locator("#turn-said")).to_contain_text("Turn 2:")
    expect(page.locator(".handle.clash.chosen")).to_have_count(1)
    assert found_by_axe(page) == []
    writing.drag("B1", 0, -26)
    expect(told).not_to_contain_text("front trench")
    expect(page.locator(".handle.clash")).to_have_count(0)


def sealed_on_its_page(page: Page, seat: Seat, draft: str) -> str:
    """The checks are read and the plan is sealed by hand; its fingerprint as the page shows it."""
    page.goto(f"{seat.address}/plans/{draft}")
    expect(page.locator("#checks")).to_be_visible()
    expect(page.locator("#checks-refused")).to_have_count(0)
    page.locator("#seal-it > summary").click()
    page.locator("form[data-seal] button").click()
    expect(page.locator("#seal")).to_contain_text("This plan is sealed")
    shown = page.locator("#seal code.hash").first
    expect(shown).to_have_text(FINGERPRINT)
    return shown.inner_text().strip()


def played(seat: Seat) -> None:
    """A side's turn, with what its plan brings."""
    seat.send("start_turn")
    nobody_arrives(seat)
    for _ in range(12):
        view = seat.view
        for one in view["barrages"]:
            if one["to_do"] == "advance":
                seat.send("advance_barrage", barrage=one["id"])
        # In the turn after its last it only lifts.
        for one in seat.view["barrages"]:
            if one["to_do"] == "roll":
                seat.send("all_under_barrage", barrage=one["id"])
        view = seat.view | {"barrages": []}
        settle_plans(seat, view | {"bombard": {**view["bombard"], "fires": []}})
        for line in view["bombard"]["fires"]:
            seat.send("fire_by_plan", line=line["id"], observed=True)
            seat.send("fire_on_area", unit=line["unit"], observed=True, range_cm=60, own_trench_cm=40)
        if view["turn"]["of"]:
            break
        seat.send("next_step")
    seat.send("end_turn")


def test_two_sealed_plans_through_six_turns(browser: Browser, address: str) -> None:
    wide, high = SIZES["tablet-upright"]
    tablet: dict[str, Any] = {"viewport": {"width": wide, "height": high}, "has_touch": True}
    with (
        browser.new_context() as host,
        browser.new_context(**tablet) as first,
        browser.new_context(**tablet, bypass_csp=True) as second,
    ):
        referee = opened(host, address, title="March 1918", command=MARCH)
        seats = {
            "attacker": referee.invites("attacker", first, "Bea"),
            "defender": referee.invites("defender", second, "Cyril"),
        }
        pages = {side: seat.context.new_page() for side, seat in seats.items()}
        prints = {}
        for side, seat in seats.items():
            draft = drafted(seat, side)
            written_on_its_page(pages[side], seat, side, draft)
            prints[side] = sealed_on_its_page(pages[side], seat, draft)
        # Each reads the other's fingerprint on the table, and not a word of the plan.
        for side, other in (("attacker", "defender"), ("defender", "attacker")):
            pages[side].goto(f"{seats[side].place}/log")
            expect(pages[side].locator("main")).to_contain_text(prints[other])
            assert LAST[other] not in pages[side].content()
            # Six turns are played without a page: each of their events would be drawn on both.
            pages[side].goto("about:blank")
        for turn in range(1, TURNS + 1):
            for side, other in (("attacker", "defender"), ("defender", "attacker")):
                if turn == TURNS:
                    assert LAST[side] not in json.dumps(seats[other].view)
                played(seats[side])
        for side, other in (("attacker", "defender"), ("defender", "attacker")):
            pages[side].goto(f"{seats[side].place}/log")
            expect(pages[side].locator("main")).to_contain_text(LAST[other])
        of_all = proved_at_the_end(referee, seats["defender"])
        assert {one["side"]: one["fingerprint"] for one in of_all} == prints
        assert all(one["proved"] for one in of_all)
        assert_a_changed_plan_is_caught(referee)


def proved_at_the_end(referee: Seat, reader: Seat) -> Any:
    """The sealed plans of a game that is over, as the other side reads them."""
    referee.post("close", {})
    return reader.get("sealed-plans")


def assert_a_changed_plan_is_caught(referee: Seat) -> None:
    """The file of the game is not taken in with one figure of a plan changed, the chain forged along."""
    at, origin = f"{referee.address}/api/v1/games", {"Origin": referee.address, "Content-Type": "application/json"}
    file = referee.get("export")
    event = next(one for one in file["events"] if one["type"] == "plan_sealed")
    assert "[500,960]" in event["payload"]
    event["payload"] = event["payload"].replace("[500,960]", "[500,970]", 1)
    answer = referee.context.request.post(f"{at}/import", data=chained(file), headers=origin)
    assert answer.status in (409, 422), answer.text()
    assert "fire plan" in answer.text()
