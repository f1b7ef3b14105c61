"""An attacker's fire plan written by touch alone on an upright tablet, played, mended, sealed; the other side hears of
its fingerprint and of nothing else."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage, until
from tests.browser.playing import Seat, opened
from tests.browser.sizes import TOO_SMALL
from tests.browser.touching import Fingers, middle

pytestmark = pytest.mark.browser
MENIN_ROAD: Final = {"kind": "create_game", "scenario": "menin-road-1917"}
SCALE: Final = "() => document.querySelector('[data-part=view]').getScreenCTM().a"

ON_SCREEN: Final = """([along, up]) => {
  const depth = Number(document.querySelector('trench-map').dataset.depth);
  const at = new DOMPoint(along, depth - up).matrixTransform(document.querySelector('[data-part=view]').getScreenCTM());
  return [at.x, at.y];
}"""


class Writing:
    """The page of a draft, and what the server holds of it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.fingers = Fingers(page)
        self._address = address

    @property
    def id(self) -> str:
        """The id of the draft in the page's address."""
        return self.page.url.partition("?")[0].rpartition("/")[2]

    @property
    def document(self) -> Any:
        """The plan as the server holds it."""
        return self.page.context.request.get(f"{self._address}/api/v1/fire-plans/{self.id}").json()["document"]

    def saved(self, says: str = "Saved ") -> None:
        """Wait until the last change is kept."""
        expect(self.page.locator("#saved")).to_contain_text(says)

    def counter(self, label: str) -> Locator:
        """A point on the map by what stands on its counter."""
        return self.page.locator(".handle.counter", has=self.page.get_by_text(label, exact=True))

    def tap(self, along_cm: float, up_cm: float) -> None:
        """Tap a place of the map, counted from the own left corner."""
        x, y = self.page.evaluate(ON_SCREEN, [along_cm, up_cm])
        self.page.touchscreen.tap(x, y)

    def drag(self, label: str, right_cm: float, up_cm: float) -> None:
        """Take a point by its cross and lay it elsewhere."""
        scale = self.page.evaluate(SCALE)
        x, y = middle(self.counter(label).locator(".sign"))
        self.fingers.drag((x, y), (x + right_cm * scale, y - up_cm * scale))

    def take(self, name: str) -> Locator:
        """Take a line in hand from the sheet."""
        self.page.locator("#sheet a", has_text=name).first.tap()
        card = self.page.locator("#in-hand")
        expect(card.locator("h2")).to_contain_text(name)
        return card

    def turn(self, number: int) -> None:
        """Look at a turn."""
        self.page.locator(f"#timetable a[data-turn='{number}']").tap()
        expect(self.page.locator("#turn-said")).to_contain_text(f"Turn {number}:")


@pytest.fixture
def sides(open_page: OpenPage, address: str) -> Iterator[tuple[Writing, Seat, Page]]:
    """The attacker's upright tablet, its seat, and the defender's device."""
    host, british, german = (open_page("", size) for size in ("laptop", "tablet-upright", "phone"))
    referee = opened(host.page.context, address, title="Menin Road", command=MENIN_ROAD)
    attacker, defender = (
        referee.invites("attacker", british.page.context),
        referee.invites("defender", german.page.context),
    )
    british.page.goto(attacker.place)
    german.page.goto(defender.place)
    yield Writing(british.page, address), attacker, german.page
    for one in (british, german):
        assert one.complaints == []


def test_an_attackers_plan_by_touch_from_the_first_point_to_the_seal(sides: tuple[Writing, Seat, Page]) -> None:
    """FF-FPL-14 to -17: a barrage begins on its line, waits in turn 1 and goes 20 cm a turn; a halt costs a turn."""
    writing, attacker, german = sides
    page = writing.page
    page.get_by_role("link", name="Your side’s fire plan").tap()
    page.get_by_label("A new plan for this game").fill("Zero hour")
    page.get_by_role("button", name="Begin to write").first.tap()
    page.wait_for_url("**/plans/*")
    points_are_laid(writing)
    a_barrage_is_drawn(writing)
    it_is_played(writing)
    what_was_done_is_taken_back(writing)
    its_start_line_is_moved_as_one(writing)
    it_is_sealed(writing, attacker, german)


def points_are_laid(writing: Writing) -> None:
    """A first point is tapped and then dragged; its square lies about it."""
    page = writing.page
    card = writing.take("18-pounder, 1st Battery")
    expect(card).to_contain_text("has no first point")
    card.get_by_role("button", name="Tap it").tap()
    expect(page.locator("[data-part=drawing]")).to_contain_text("Tap its place")
    writing.tap(60, 110)
    expect(writing.counter("1")).to_be_visible()
    expect(card).not_to_contain_text("has no first point")
    assert writing.document["weapons"][0]["at"] == [600, 1100]
    writing.drag("1", 10, 20)
    expect(card.get_by_label("First aiming point, cm along")).to_have_value("70")
    assert writing.document["weapons"][0]["at"] == [700, 1300]
    card.get_by_label("What the point is called").fill("Tower Hamlets")
    expect(page.locator("#sheet")).to_contain_text("70, 130")
    writing.saved()


def a_barrage_is_drawn(writing: Writing) -> None:
    """Two taps lay its line; that its turns are not rolled is said until they are."""
    page = writing.page
    page.get_by_role("button", name="A barrage, new").tap()
    card = page.locator("#in-hand")
    expect(card).to_contain_text("It is not rolled how long the barrage lasts")
    expect(page.locator("#seal")).to_contain_text("Seal, 1 to settle")
    card.get_by_role("button", name="Draw its line on the map").tap()
    expect(page.locator("[data-part=drawing]")).to_contain_text("0 so far")
    writing.tap(10, 50)
    expect(page.locator("[data-part=drawing]")).to_contain_text("1 so far")
    writing.tap(110, 50)
    page.get_by_role("button", name="Finish it").tap()
    expect(card.get_by_label("Start line")).to_have_value("50")
    card.locator("label", has=page.locator("input[name=turns][value='6']")).tap()
    expect(card).not_to_contain_text("It is not rolled")
    expect(page.locator("#timetable")).to_contain_text("lifts and ends")
    card.get_by_label("Halt at 70 cm").select_option("1")
    expect(page.locator("#timetable tr", has_text="halt")).to_have_count(1)
    assert writing.document["barrages"][0] | {"id": ""} == {
        "id": "",
        "start_mm": 500,
        "turns": 6,
        "speed_mm": 200,
        "halts": [{"up_mm": 700}],
    }


def it_is_played(writing: Writing) -> None:
    """Turn 1 on the line, 2 at 70, 3 halts there, 4 at 90; after turn 6 it has lifted."""
    page = writing.page
    rows = page.locator("#timetable tbody tr")
    told = [one.split("\t")[1] for one in rows.all_inner_texts()]
    assert told == ["50 to 70", "70 to 90", "70 to 90, halt", "90 to 110", "110 to 130", "130 to 150", "lifts and ends"]
    writing.turn(3)
    band = page.locator(".overlay.band .area")
    expect(band).to_have_attribute("d", "M0 110L0 90L120 90L120 110Z")
    expect(page.locator(".overlay.danger .area")).to_have_count(1)
    page.get_by_role("button", name="A turn on").tap()
    expect(page.locator("#turn-said")).to_contain_text("Turn 4: barrage 90 to 110")
    page.locator("#turn").fill("6")
    expect(page.locator("#turn-said")).to_contain_text("Turn 6: barrage 130 to 150")
    page.get_by_role("button", name="Play").tap()
    expect(page.locator("#turn-said")).to_contain_text("Turn 7: barrage lifts and ends")
    expect(band).to_have_count(0)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def what_was_done_is_taken_back(writing: Writing) -> None:
    """One step back and on again."""
    page = writing.page
    halts = page.locator("#timetable tr", has_text="halt")
    page.get_by_role("button", name="Take the last change back").tap()
    expect(halts).to_have_count(0)
    expect(page.get_by_label("Halt at 70 cm")).to_have_value("0")
    page.get_by_role("button", name="Make it again").tap()
    expect(halts).to_have_count(1)
    writing.saved()


def its_start_line_is_moved_as_one(writing: Writing) -> None:
    """Its bends go along under the finger and are kept; one step back and the line lies where it lay."""
    page = writing.page
    page.get_by_label("Piece 2 from the left").fill("8")
    expect(page.locator("#checks")).to_be_visible()
    expect(page.locator("[data-part=lead1] title")).to_contain_text("8 cm ahead")
    scale = page.evaluate(SCALE)
    x, y = middle(writing.counter("R1").locator(".sign"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3 * scale, y - 5 * scale, steps=4)
    lines = page.locator(".overlay.turn[class*=of-]")
    assert {one.get_attribute("transform") for one in lines.all()} == {"translate(0 -5)"}
    assert page.locator("[data-part=lead1]").evaluate("one => one.style.translate") == "0px -5px"
    page.mouse.up()
    expect(page.get_by_label("Start line")).to_have_value("55")
    expect(page.get_by_label("Piece 2 from the left")).to_have_value("8")
    held = writing.document["barrages"][0]
    assert (held["start_mm"], held["leads_mm"]) == (550, [0, 80, 0, 0])
    for label, value in (("Start line", "50"), ("Piece 2 from the left", "0")):
        page.get_by_role("button", name="Take the last change back").tap()
        expect(page.get_by_label(label)).to_have_value(value)
    writing.saved()


def it_is_sealed(writing: Writing, attacker: Seat, german: Page) -> None:
    """The other side learns the fingerprint at once, and cannot ask for more."""
    page = writing.page
    # What else happens at the game meanwhile is no reason to be asked once more.
    attacker.send("note", text="The shells are counted")
    page.locator("#seal-it > summary").tap()
    page.get_by_role("button", name="Seal the plan").tap()
    expect(page.locator("#seal")).to_contain_text("This plan is sealed")
    fingerprint = page.locator("#seal .hash").inner_text()
    assert attacker.view["sealed_plans"][0]["fingerprint"] == fingerprint
    expect(page.get_by_role("button", name="Strike it out")).to_have_count(0)
    expect(german.locator(".sheets")).to_contain_text(f"Fingerprint {fingerprint}")
    assert "Zero hour" not in german.content()
    assert "Tower Hamlets" not in german.content()
    asked = german.context.request.get(page.url, headers={"Accept": "text/html"})
    assert asked.status == 404
    assert "Zero hour" not in asked.text()


def test_what_is_typed_before_the_map_has_answered_leaves_the_place_that_was_tapped(
    sides: tuple[Writing, Seat, Page],
) -> None:
    """The form is drawn before the tap and shows no place yet when the name of the place is saved from it."""
    writing, *_ = sides
    page = writing.page
    page.get_by_role("link", name="Your side’s fire plan").tap()
    page.get_by_label("A new plan for this game").fill("In haste")
    page.get_by_role("button", name="Begin to write").first.tap()
    page.wait_for_url("**/plans/*")
    card = writing.take("18-pounder, 1st Battery")
    late: list[Route] = []
    drawn = re.compile(f"/plans/{writing.id}[?]")
    page.route(drawn, lambda asked: late.append(asked))
    card.get_by_role("button", name="Tap it").tap()
    writing.tap(60, 110)
    card.get_by_label("What the point is called").fill("Tower Hamlets")
    # The page is asked for anew after the tap, however long that takes, and held back.
    until(lambda: late, page)
    # What was typed is sent by itself, a moment after the last letter; the page has not come anew meanwhile.
    page.wait_for_timeout(1000)
    assert len(late) == 1
    with page.expect_response("**/save"):
        late[0].continue_()
    page.unroute(drawn)
    expect(page.locator("#sheet")).to_contain_text("60, 110")
    expect(card.get_by_label("First aiming point, cm along")).to_have_value("60")
    told = writing.document["weapons"][0]
    assert (told["at"], told["where"]) == ([600, 1100], "Tower Hamlets")


PRACTISED: Final = {
    "format": "beaten-zone-fire-plan",
    "version": 1,
    "name": "Practice",
    "side": "defender",
    "written_for": {"month": "1917-11", "nation": "german", "regiments": 1},
    "weapons": [{"id": "guns", "name": "77 mm", "kind": "field_gun", "at": [640, 1200]}],
    "sos_points": [{"id": "before", "at": [300, 600]}],
}


def test_what_another_device_has_saved_is_told_and_nothing_of_either_is_lost(open_page: OpenPage, address: str) -> None:
    """The same draft on two devices of a side is here a page and a request beside it."""
    device = open_page("", "tablet-upright", bypass_csp=True)
    page, request = device.page, device.page.context.request
    own = {"Origin": address}
    made = request.post(f"{address}/api/v1/fire-plans/import", data=PRACTISED, headers=own).json()["id"]
    # What would be taken over by itself stays unheard until the page saves.
    page.route("**/file", lambda asked: asked.fulfill(status=304))
    page.goto(f"{address}/plans/{made}?line=guns")
    writing = Writing(page, address)
    elsewhere = {**PRACTISED, "notes": "smoke at the mill"}
    at = f"{address}/api/v1/fire-plans/{made}/save"
    assert request.post(at, data={"revision": 1, "document": elsewhere}, headers=own).ok
    page.get_by_label("What the point is called").fill("the mill")
    expect(page.locator("#plan-answer")).to_contain_text("Saved from another device")
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Put my change on top").tap()
    writing.saved()
    expect(page.locator("#plan-answer")).to_be_empty()
    expect(page.get_by_label("Notes")).to_have_value("smoke at the mill")
    held = writing.document
    assert (held["notes"], held["weapons"][0]["where"]) == ("smoke at the mill", "the mill")
    # By keys: a centimetre to the right as the defender sees it, and back again.
    page.locator("[data-part=frame]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("First aiming point, cm along")).to_have_value("65")
    page.keyboard.press("Control+z")
    expect(page.get_by_label("First aiming point, cm along")).to_have_value("64")
    page.get_by_label("First aiming point, cm up").fill("1o")
    page.get_by_label("First aiming point, cm up").blur()
    assert writing.document["weapons"][0]["at"] == [640, 1200]
    assert page.evaluate(TOO_SMALL) == []
    it_is_heard_by_itself(writing, at, own)
    theirs_is_gone_on_from(writing, at, own)
    assert [one for one in device.complaints if "409" not in one] == []
    # What the service refuses is said at the line, after the page was drawn anew.
    page.get_by_label("First aiming point, cm along").fill("99999")
    expect(page.locator("[data-refusals]")).to_contain_text("out of range")


def it_is_heard_by_itself(writing: Writing, at: str, own: dict[str, str]) -> None:
    """What is typed and cannot be read yet stays; when nothing is unsaved the other device's plan stands there."""
    page = writing.page
    newer = {**writing.document, "notes": "mist until noon"}
    revision = int(page.locator("#plan-state").get_attribute("data-revision") or 0)
    assert page.context.request.post(at, data={"revision": revision, "document": newer}, headers=own).ok
    page.unroute("**/file")
    expect(page.locator("#saved")).to_have_text("Saved elsewhere meanwhile")
    expect(page.get_by_label("First aiming point, cm up")).to_have_value("1o")
    expect(page.get_by_label("Notes")).to_have_value("smoke at the mill")
    page.get_by_label("First aiming point, cm up").fill("120")
    expect(page.get_by_label("Notes")).to_have_value("mist until noon")
    expect(page.locator("#saved")).to_contain_text("Saved elsewhere, ")


def theirs_is_gone_on_from(writing: Writing, at: str, own: dict[str, str]) -> None:
    """What was typed here is left, and does not go on standing over what the other device has saved."""
    page, where = writing.page, writing.page.get_by_label("What the point is called")
    revision = int(page.locator("#plan-state").get_attribute("data-revision") or 0)
    page.route("**/file", lambda asked: asked.fulfill(status=304))
    newer = {**writing.document, "notes": "smoke at the ford"}
    assert page.context.request.post(at, data={"revision": revision, "document": newer}, headers=own).ok
    where.fill("the windmill")
    page.get_by_role("button", name="Go on from theirs").tap()
    expect(page.get_by_label("Notes")).to_have_value("smoke at the ford")
    expect(where).to_have_value("the mill")
