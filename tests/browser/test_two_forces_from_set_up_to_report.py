"""The late-1916 British division, built and trimmed to a brigade, against a German regiment: to the report and on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.rich_scenario import rich_scenario
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.playing import Seat, served
from tests.browser.sizes import TOO_SMALL
from tests.browser.test_forces_are_built import Building

pytestmark = pytest.mark.browser

BATTALIONS = 4 + 3
FORMATIONS = BATTALIONS + 2


BOUNCE_MS = 320


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def built(page: Page) -> Building:
    """The whole division of FF-TOE-46 to FF-TOE-62, then one brigade of it, graded within a limit and against it."""
    page.get_by_role("link", name="British and Empire division, late 1915 to 1916").click()
    page.get_by_label("Month").select_option("1916-11")
    expect(page.locator("input[type=hidden][name=date]")).to_have_value("1916-11")
    page.get_by_label("Name").fill("21st Division")
    page.get_by_role("button", name="Make the whole of it").click()
    # 12 battalions and the pioneers; 3 brigades of 2 18-pounders and a 4.5 inch howitzer (FF-TOE-152).
    expect(page.locator("#overview")).to_contain_text("13 battalions")
    expect(page.locator("#overview")).to_contain_text("9 guns")
    force = Building(page)
    assert page.evaluate(TOO_SMALL) == []
    force.take("1st Brigade")
    page.get_by_role("button", name="Bring only this").click()
    # Its 4 battalions, 8 Vickers, and of the division what serves with it: 3 guns, a medium mortar, its 4 light ones.
    expect(page.locator("#overview")).to_contain_text("4 battalions")
    expect(page.locator("#overview")).to_contain_text("3 guns, 8 machine guns, 5 mortars")
    force.open("1st Brigade")
    force.grade("1st Battalion", "Experienced")
    expect(page.locator("#overview")).to_contain_text("Within the rules")
    # Of four battalions one may be more than Raw (FF-QLM-18).
    force.grade("2nd Battalion", "Veteran")
    refused = page.locator("#in-hand .finding")
    expect(refused).to_contain_text("FF-QLM-18")
    assert found_by_axe(page) == []
    assert page.evaluate(TOO_SMALL) == []
    refused.get_by_label("Why it is allowed").fill("rested since Loos")
    refused.get_by_role("button", name="Allow anyway").click()
    expect(page.locator("#findings .allowed")).to_contain_text("rested since Loos")
    assert force.now["document"]["allowed"] == [{"clause": "FF-QLM-18", "reason": "rested since Loos"}]
    return force


def set_up(page: Page, address: str) -> Seat:
    """FF-TOE-49 to -56 against FF-TOE-131: 64 platoons against 36 (FF-FOR-07)."""
    page.get_by_role("link", name="Set up a game with it").click()
    page.get_by_label("Title", exact=True).fill("North of the river")
    expect(page.locator("[data-strength]")).to_contain_text("64 rifle platoons against 36: 1.78 to 1")
    # Of the ready tables that of September is the nearest in time.
    expect(page.get_by_role("combobox", name="Table")).to_have_value("somme-1916")
    page.get_by_label("Ends after turn").fill("6")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/games/*")
    return Seat(page.context, address, page.url.rpartition("/")[2], "referee")


def deployed(board: Page, seat: Seat) -> None:
    """FF-SET-10: the defender first, the higher commanders last; the first formation by hand, on the map too."""
    now = board.locator("#rail [aria-current=step]")
    for step in ("Lay the terrain", "Lay trenches", "Write the fire plans"):
        expect(now).to_contain_text(step)
        board.wait_for_timeout(BOUNCE_MS)
        board.get_by_role("button", name="This step is done").click()
    expect(board.locator(".dock")).to_contain_text("1st Regiment")
    wrong = seat.try_("place_formation", of="d1.1", layout="column", x_mm=600, y_mm=500, facing_deg=180)
    assert (wrong["status"], wrong["clause"]) == (409, "FF-SET-07")
    seat.send("place_formation", of="d1.1", layout="column", x_mm=600, y_mm=1000, facing_deg=180)
    board.wait_for_timeout(BOUNCE_MS)
    board.locator(".dock .btn").first.click()
    expect(board.locator(".dock")).to_contain_text("1st Battalion")
    for _ in range(FORMATIONS - 1):
        now = seat.view["set_up_by_steps"]
        seat.send("deploy_formation", formation=now["choices"][0]["id"])
    expect(board.get_by_role("button", name="Start the turn")).to_be_visible()


def played(seat: Seat) -> None:
    """A turn of each side: a German platoon falls, then two of the British 1st Battalion; then it is over."""
    seat.send("start_turn")
    seat.send("correct", of="d1.1.c1.p1", what="alive", value=False, reason="hit by the mortars")
    seat.send("end_turn")
    seat.send("start_turn")
    for stand in ("a1.1.c1.p1", "a1.1.c1.p2"):
        seat.send("correct", of=stand, what="alive", value=False, reason="caught in the wire")
    seat.send("end_turn")
    seat.post("close", {})


def carried_on(page: Page, force: Building) -> None:
    """FF-CMP-04: the log's two platoons, two drafts, and the dice of the service, which taking back does not change."""
    page.get_by_role("link", name="1st Battalion: 2 lost").first.click()
    expect(page.get_by_text("by its log 2 platoons lost")).to_be_visible()
    expect(page.locator("#f-lost")).to_have_value("2")
    expect(page.locator("#f-drafts")).to_have_value("2")
    page.get_by_role("button", name="Roll the rest").click()
    page.get_by_role("button", name="Carry on").click()
    record = page.locator("#in-hand li", has_text="by the service: ")
    expect(record).to_contain_text("by the service")
    (fought,) = force.now["document"]["fought"]
    assert (fought["lost"], fought["told"], fought["drafts"], fought["full"]) == (2, 2, 2, 16)
    fell = " + ".join(str(face) for face in fought["dice"])
    # So does any other page at any time; the dice lie as they fell, and the form is open to make it again.
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.get_by_role("button", name="Take North of the river back").click()
    expect(page.locator("#in-hand")).to_contain_text(f"Taken back: the service threw {fell} after North of the river")
    expect(page.locator("[data-after-a-game] > summary")).to_be_focused()
    expect(page.locator("[data-after-a-game] .kept")).to_contain_text("count again")
    page.get_by_role("button", name="Roll the rest").click()
    page.get_by_role("button", name="Carry on").click()
    expect(record).to_contain_text(f"rolled {fell} by the service")
    expect(page.locator("#in-hand")).not_to_contain_text("Taken back: the service")
    page.locator("#in-hand summary", has_text="What was done to its record").click()
    expect(page.locator("#in-hand details[open] li")).to_have_count(3)


def rows_come_and_go(page: Page) -> None:
    """A row taken out by the keyboard is not sent, says so where it was, and comes back as it was."""
    mill = page.get_by_role("group", name="Objective 6")
    expect(mill.get_by_label("What is to be held or done")).to_have_value("The mill")
    page.get_by_role("button", name="Remove: Objective 5").focus()
    page.keyboard.press("Enter")
    gone = page.get_by_text("Objective 5 is taken out.")
    expect(gone).to_be_visible()
    expect(page.get_by_role("button", name="Put it back: Objective 5")).to_be_focused()
    mill = page.get_by_role("group", name="Objective 5")
    expect(mill.get_by_label("What is to be held or done")).to_have_value("The mill")
    page.keyboard.press("Enter")
    expect(gone).to_be_hidden()
    back = page.get_by_role("group", name="Objective 5").get_by_label("What is to be held or done")
    expect(back).to_have_value("A prisoner")
    expect(back).to_be_focused()


def other_guns_are_kept_or_said_to_be_gone(page: Page) -> None:
    """A battery of the same name stays behind the table; of what the new force lacks nothing is lost unsaid."""
    force = page.get_by_role("combobox", name="Attacker", exact=True)
    force.select_option(label="French infantry division, 1914 to 1915: one regiment")
    wrong = page.locator("[data-wrong]")
    expect(wrong).to_contain_text("18-pounder, 1st Battery is marked")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("form[data-keep] [data-answer]")).to_contain_text("is not in the force chosen now")
    expect(page.locator("select[name=attacker_start_of]")).to_be_focused()
    force.select_option("held")
    expect(wrong).not_to_contain_text("18-pounder")
    expect(page.locator("input[name=attacker_behind]:checked")).to_have_count(2)


def nothing_is_lost_in_the_editor(page: Page, address: str) -> None:
    """A scenario with more of everything than an empty form has rows for is opened, saved, and is what it was."""
    asked, headers = page.request, {"Origin": address}
    kept = asked.post(f"{address}/api/v1/scenarios/import", data=rich_scenario(), headers=headers).json()["id"]
    before = asked.get(f"{address}/api/v1/scenarios/{kept}").json()
    page.goto(f"{address}/scenarios/{kept}")
    expect(page.locator("[data-strength]")).to_contain_text("64 rifle platoons against 36")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("form[data-revision='2']")).to_be_visible()
    assert asked.get(f"{address}/api/v1/scenarios/{kept}").json() == before
    rows_come_and_go(page)
    other_guns_are_kept_or_said_to_be_gone(page)
    page.get_by_role("button", name="An objective").click()
    page.get_by_label("What is to be held or done").last.fill("The windmill")
    page.get_by_role("button", name="Somebody begins otherwise").first.click()
    page.locator("select[name=attacker_start_of]").nth(1).select_option(label="A Company, 1st Battalion")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("form[data-revision='3']")).to_be_visible()
    expect(page.get_by_label("What is to be held or done")).to_have_count(7)
    now = asked.get(f"{address}/api/v1/scenarios/{kept}").json()
    assert now["objectives"][-1] == {"name": "The windmill"}
    assert now["attacker"]["starts"][-1] == {"of": "1.2.2.2", "begins": "suppressed"}
    page.locator("#delete summary").click()
    page.get_by_role("button", name="Throw", exact=False).click()
    page.wait_for_url("**/scenarios")
    assert asked.get(f"{address}/api/v1/scenarios/{kept}").status == 404


def test_from_a_division_on_the_builder_to_its_battalions_after_the_game(address: str, open_page: OpenPage) -> None:
    opened = open_page(f"{address}/forces", "tablet-upright", bypass_csp=True)
    page = opened.page
    force = built(page)
    seat = set_up(page, address)
    deployed(page, seat)
    played(seat)
    page.get_by_role("link", name="The report").click()
    expect(page.get_by_role("heading", name="German losses")).to_be_visible()
    expect(page.get_by_text("1 base killed (1 rifle platoon)")).to_be_visible()
    # Of fifteen men, the half one that is over falls to the badly wounded (FF-CMP-02).
    expect(page.get_by_text("About 15 men: 5 dead, 2 crippled, 3 badly and 5 lightly wounded.")).to_be_visible()
    assert page.evaluate(TOO_SMALL) == []
    carried_on(page, force)
    nothing_is_lost_in_the_editor(page, address)
    assert opened.complaints == []
