"""Tables drawn by hand, by keys and by forms alone: each way comes to the same document on the server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import TABLETS, OpenPage, held_as, until
from tests.browser.playing import Service, served
from tests.browser.sizes import LOOKED_AT, TOO_SMALL
from tests.browser.touching import Fingers, middle

pytestmark = pytest.mark.browser

SCALE: Final = """() => document.querySelector('[data-part=view]').getScreenCTM().a"""
PLACE_UNDER: Final = """([x, y]) => {
  const matrix = document.querySelector('[data-part=view]').getScreenCTM().inverse();
  const at = new DOMPoint(x, y).matrixTransform(matrix);
  return [at.x, at.y];
}"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


class Drawing:
    """A page on which a table is drawn, and what the server holds of it."""

    def __init__(self, page: Page, address: str, ready: str = "", system: str = "") -> None:
        self.page = page
        self._address = address
        body = {"name": "Ours"} if ready else {"name": "Ours", "width_cm": 120, "depth_cm": 180, "system": system}
        way = f"/api/v1/tables/{ready}/copy" if ready else "/api/v1/tables"
        made = page.context.request.post(f"{address}{way}", data=body, headers={"Origin": address})
        self.id = made.json()["id"]
        page.goto(f"{address}/tables/{self.id}/edit")

    @property
    def pieces(self) -> dict[str, Any]:
        """Every piece on the server, by its id."""
        told = self.page.context.request.get(f"{self._address}/api/v1/tables/{self.id}").json()
        return {one["id"]: one for one in told["features"]}

    def points(self, id: str) -> Any:
        """The points of a piece on the server, mm."""
        geometry = self.pieces[id]["geometry"]
        return geometry["coordinates"][0][:-1] if geometry["type"] == "Polygon" else geometry["coordinates"]

    def take(self, name: str) -> None:
        """Take a piece in hand from the list."""
        self.page.locator("a[data-choose]", has_text=name).last.click()
        expect(self.page.locator("#in-hand h2")).to_have_text(name)

    def handle(self, part: str) -> Locator:
        """A handle of the piece in hand: p0 a point, b0 the place behind it, all the whole."""
        return self.page.locator(f".handle[data-part={part}] > .dot").first

    def put(self, sort: str) -> None:
        """Put a new piece down."""
        self.page.locator("#f-sort").select_option(sort)
        self.page.get_by_role("button", name="Put one down").click()
        expect(self.page.locator("#in-hand h2")).to_be_visible()


def test_the_map_is_moved_and_scaled_with_the_fingers(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/tables/mons-1914").page
    for size in TABLETS:
        held_as(page, size)
        is_moved_and_scaled_with_the_fingers(page)


def is_moved_and_scaled_with_the_fingers(page: Page) -> None:
    about = middle(page.locator("[data-part=frame]"))
    fingers = Fingers(page)
    before, under = page.evaluate(SCALE), page.evaluate(PLACE_UNDER, about)
    fingers.pinch(about, 100, 200)
    assert page.evaluate(SCALE) == pytest.approx(2 * before, rel=0.03)
    assert page.evaluate(PLACE_UNDER, about) == pytest.approx(under, abs=1)
    under, there = page.evaluate(PLACE_UNDER, about), (about[0] + 60, about[1] - 40)
    fingers.drag(about, there)
    assert page.evaluate(PLACE_UNDER, there) == pytest.approx(under, abs=0.5)
    frame = page.locator("[data-part=frame]").bounding_box()
    assert frame is not None
    for ruler in ("below", "above", "left", "right"):
        x, y = middle(page.locator(f"[data-ruler={ruler}] > .tick").nth(9))
        inside = (frame["x"] < x < frame["x"] + frame["width"], frame["y"] < y < frame["y"] + frame["height"])
        assert inside[0 if ruler in ("left", "right") else 1], ruler
    page.get_by_role("button", name="Whole table").click()
    assert page.evaluate(SCALE) == pytest.approx(before)


@pytest.mark.parametrize("size", TABLETS)
def test_points_are_dragged_and_a_block_house_is_turned_with_a_finger(
    address: str, open_page: OpenPage, size: str
) -> None:
    table = Drawing(open_page("", size).page, address)
    page, fingers = table.page, Fingers(table.page)
    table.put("road")
    (start, end), cm = table.points("road-1"), page.evaluate(SCALE)
    at = middle(table.handle("p1"))
    fingers.drag(at, (at[0], at[1] - 20 * cm))
    expect(page.locator("#pieces")).to_contain_text(f"to {end[0] // 10}, {end[1] // 10 + 20}")
    assert table.points("road-1") == [start, [end[0], end[1] + 200]]
    at = middle(table.handle("b0"))
    fingers.drag(at, (at[0], at[1] + 30 * cm))
    expect(page.locator("#points > summary")).to_have_text("Its 3 bends")
    between = table.points("road-1")[1]
    assert between[1] % 10 == 0
    assert between[1] < start[1]
    table.put("area.block_house")
    for _ in range(4):
        page.get_by_role("button", name="Larger").click()
    scale = page.evaluate(SCALE)
    assert scale > 4 * cm
    grip, arm = middle(table.handle("all").locator("..")), middle(page.locator("[data-turns] .dot"))
    fingers.drag(arm, (grip[0] + 90, middle(page.locator(".handle.whole > .dot"))[1]))
    expect(page.locator("#pieces")).to_contain_text("faces 90°")
    assert table.pieces["block_house-1"]["properties"]["facing_deg"] == 90
    # What was in view before the page was brought up to date still is.
    assert page.evaluate(SCALE) == pytest.approx(scale)


def test_keys_move_by_one_centimetre_by_five_and_turn_by_fifteen_degrees(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "laptop").page, address)
    page = table.page
    table.put("area.block_house")
    corners = table.points("block_house-1")
    page.locator("[data-part=frame]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    x, y = corners[0][0] // 10 + 2, corners[0][1] // 10 + 5
    expect(page.locator("#pieces")).to_contain_text(f"{x} to {x + 3} cm along, {y} to {y + 3} cm up")
    page.keyboard.press("]")
    expect(page.locator("#pieces")).to_contain_text("faces 195°")
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page.locator("#pieces")).to_contain_text("faces 165°")
    page.keyboard.press("Control+z")
    expect(page.locator("#pieces")).to_contain_text("faces 180°")
    before = page.evaluate(SCALE)
    page.keyboard.press("Escape")
    page.keyboard.press("+")
    assert page.evaluate(SCALE) > before * 1.4
    assert [[one[0] + 20, one[1] + 50] for one in corners] == table.points("block_house-1")


def test_everything_is_done_without_a_pointer_on_the_map(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "phone").page, address)
    page = table.page
    table.put("wire")
    expect(page.locator("#in-hand h2")).to_be_focused()
    page.get_by_label("Name").first.fill("Belt before the wood")
    page.locator("[name=belts]").fill("3")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#pieces")).to_contain_text("6 cm deep")
    page.locator("#points > summary").click()
    page.get_by_role("button", name="A bend after 1").click()
    expect(page.locator("#points > summary")).to_have_text("Its 3 bends")
    for name, x, y in (("1", "10", "90"), ("2", "60,5", "92"), ("3", "110", "90")):
        page.get_by_label(f"Bend {name}, cm along").fill(x)
        page.get_by_label(f"Bend {name}, cm up").fill(y)
    page.get_by_role("button", name="Move the bends").click()
    expect(page.locator("#pieces")).to_contain_text("from 10, 90 to 110, 90")
    assert table.points("wire-1") == [[100, 900], [605, 920], [1100, 900]]
    page.locator("#gaps > summary").click()
    gap = page.locator("form[data-do=gap]")
    for name, value in (
        ("End 1, cm along", "30"),
        ("End 1, cm up", "86"),
        ("End 2, cm along", "30"),
        ("End 2, cm up", "95"),
    ):
        gap.get_by_label(name).fill(value)
    gap.get_by_role("button", name="Open a gap").click()
    expect(page.locator("#pieces")).to_contain_text("1 gap")
    page.locator("#whole > summary").click()
    page.get_by_label("cm up the table").fill("-5")
    page.get_by_role("button", name="Move it", exact=True).click()
    expect(page.locator("#pieces")).to_contain_text("from 10, 85 to 110, 85")
    told = table.pieces["wire-1"]["properties"]
    assert (told["name"], told["depth_mm"], told["gaps"][0]["path"]) == (
        "Belt before the wood",
        60,
        [[300, 810], [300, 900]],
    )
    page.get_by_role("button", name="Bend 2 away").click()
    expect(page.locator("#points > summary")).to_have_text("Its 2 bends")
    page.get_by_role("button", name="Take Belt before the wood off the table").click()
    expect(page.locator("#pieces")).to_contain_text("open ground")
    expect(page.locator("#pieces h2")).to_be_focused()
    page.get_by_role("button", name="Take the last change back").click()
    expect(page.locator("#pieces")).to_contain_text("Belt before the wood")
    page.get_by_role("button", name="Make it again").click()
    expect(page.locator("#pieces")).to_contain_text("open ground")


def test_a_piece_says_what_it_is_worth_in_the_rule_system_of_its_table(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "tablet-upright").page, address, system="earth-1418")
    page = table.page
    table.put("area.wood")
    words = page.locator("form[data-do=facts]")
    expect(words.get_by_label("Cover")).to_have_value("")
    words.get_by_label("Cover").select_option("Defensible")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Keep").click()
    assert table.pieces["wood-1"]["properties"]["words"] == {"cover": "defensible"}
    page.reload()
    expect(words.get_by_label("Cover")).to_have_value("defensible")
    assert not found_by_axe(page)
    assert page.evaluate(TOO_SMALL) == []
    words.get_by_label("Cover").select_option("As is usual")
    words.get_by_label("Going").select_option("Impractical")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Keep").click()
    assert table.pieces["wood-1"]["properties"]["words"] == {"going": "impractical"}


def test_a_wood_is_drawn_by_tapping_its_corners(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "tablet-flat").page, address, "menin-road-1917")
    page = table.page
    page.locator("#f-sort").select_option("area.wood")
    page.get_by_role("button", name="Draw it on the map").click()
    x, y = middle(page.locator("[data-part=frame]"))
    finish = page.get_by_role("button", name="Finish it")
    for by in ((-60, -60), (60, -60), (60, 60), (-60, 60)):
        page.touchscreen.tap(x + by[0], y + by[1])
    expect(page.locator("[data-part=drawing-words]")).to_contain_text("4 so far")
    page.get_by_role("button", name="Last point back").click()
    expect(page.locator("[data-part=drawing-words]")).to_contain_text("3 so far")
    finish.click()
    expect(page.locator("#in-hand h2")).to_have_text("Wood 1")
    assert len(table.points("wood-1")) == 3
    assert all(one % 10 == 0 for point in table.points("wood-1") for one in point)


def test_what_cannot_be_is_said_at_the_piece_and_changes_nothing(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "tablet-flat").page, address)
    page = table.page
    table.put("area.wood")
    before = table.pieces
    page.locator("#points > summary").click()
    first, second = (page.get_by_label(f"Corner {number}, cm along") for number in (1, 2))
    left, right = first.input_value(), second.input_value()
    first.fill(right)
    second.fill(left)
    page.get_by_role("button", name="Move the corners").click()
    refused = page.locator("[data-refusals]")
    expect(refused).to_contain_text("crosses or touches itself")
    expect(refused).to_contain_text("goes once round")
    expect(page.locator("#saved")).to_have_text("Not saved")
    assert table.pieces == before
    first.fill("5000")
    second.fill(right)
    page.get_by_role("button", name="Move the corners").click()
    expect(refused).to_contain_text("off the table")
    assert table.pieces == before


def test_a_gap_is_proposed_across_the_wire_and_never_along_it(address: str, open_page: OpenPage) -> None:
    """Taken as they are proposed, gaps cut the belt where it is still whole, and leave it standing."""
    drawing = Drawing(open_page("", "tablet-upright").page, address)
    drawing.put("wire")
    (wire,) = drawing.pieces
    drawing.page.locator("#gaps > summary").click()
    for number in (1, 2, 3):
        drawing.page.get_by_role("button", name="Open a gap").click()
        expect(drawing.page.locator("#gaps li")).to_have_count(number)
    (left, y), (right, _) = drawing.points(wire)
    depth = drawing.pieces[wire]["properties"].get("depth_mm", 20)
    gaps = [gap["path"] for gap in drawing.pieces[wire]["properties"]["gaps"]]
    middle, length = (left + right) / 2, right - left
    assert [gap[0][0] for gap in gaps] == pytest.approx([middle, middle - length / 4, middle + length / 4], abs=1)
    for (from_x, from_y), (to_x, to_y) in gaps:
        assert (to_x, sorted((from_y, to_y))) == (from_x, [y - depth / 2 - 10, y + depth / 2 + 10])


@pytest.mark.parametrize("leaving", ["Done", "another piece", "Look at it"])
def test_what_was_typed_is_kept_when_the_piece_is_let_go(address: str, open_page: OpenPage, leaving: str) -> None:
    """Without "Keep": its name, and where its corners lie."""
    drawing = Drawing(open_page("", "tablet-upright").page, address)
    drawing.put("hill")
    drawing.put("area.wood")
    expect(drawing.page.locator("#in-hand h2")).to_have_text("Wood 1")
    wood = next(id for id, one in drawing.pieces.items() if one["properties"]["sort"] == "area")
    drawing.page.locator("#f-piece-name").fill("Plugstreet")
    drawing.page.locator("#points > summary").click()
    corner = drawing.page.get_by_label("Corner 1, cm along")
    corner.fill(str(drawing.points(wood)[0][0] / 10 - 1))
    was = drawing.points(wood)[0][0]
    if leaving == "another piece":
        drawing.page.locator("a[data-choose]", has_text="Hill").last.click()
        expect(drawing.page.locator("#in-hand h2")).to_contain_text("Hill")
    else:
        drawing.page.get_by_role("link", name=leaving).click()
        expect(drawing.page.locator("#in-hand h2")).to_have_count(0)
    expect(drawing.page.locator("body")).to_contain_text("Plugstreet")
    assert drawing.pieces[wood]["properties"]["name"] == "Plugstreet"
    assert drawing.points(wood)[0][0] == was - 10


def test_what_was_typed_and_cannot_be_kept_stays_in_hand(address: str, open_page: OpenPage) -> None:
    drawing = Drawing(open_page("", "phone").page, address)
    drawing.put("area.wood")
    drawing.page.locator("#f-piece-name").fill("  ")
    drawing.page.get_by_role("link", name="Done").click()
    expect(drawing.page.locator("#in-hand")).to_contain_text("name")
    expect(drawing.page.locator("#in-hand [data-refusals]")).not_to_be_empty()
    expect(drawing.page.locator("#f-piece-name")).to_have_value("  ")


def test_a_table_is_made_wider_and_never_narrower_than_what_lies_on_it(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "tablet-flat").page, address)
    page = table.page
    table.put("area.wood")
    page.locator("#whole-table > summary").click()
    form = page.locator("form[data-do=table]")
    form.locator("[name=name]").fill("Wider")
    form.locator("[name=width_cm]").fill("150")
    form.get_by_role("button", name="Keep").click()
    expect(page.locator("#place")).to_contain_text("150 by 180 cm")
    expect(page.locator("[data-ruler=below]")).to_contain_text("150")
    form.locator("[name=width_cm]").fill("40")
    form.get_by_role("button", name="Keep").click()
    expect(page.locator("[data-refusals]")).to_contain_text("off the table")
    page.get_by_role("button", name="Take the last change back").click()
    expect(page.locator("#place")).to_contain_text("Ours")


def test_two_pages_of_one_device_do_not_overwrite_each_other(address: str, open_page: OpenPage) -> None:
    table = Drawing(open_page("", "laptop").page, address)
    other = table.page.context.new_page()
    other.goto(table.page.url)
    table.put("hill")
    other.get_by_role("button", name="Put one down").click()
    expect(other.locator("#table-answer")).to_contain_text("saved from another page")
    assert set(table.pieces) == {"hill-1"}


def test_refusal_stays_when_a_later_change_is_saved(address: str, open_page: OpenPage) -> None:
    """Both changes are made before the first is answered: the answer to the second one leaves the message."""
    table = Drawing(open_page("", "tablet-flat").page, address)
    page = table.page
    table.put("area.wood")
    held: list[Route] = []
    page.route("**/save", lambda route: held.append(route), times=1)
    page.locator("#whole-table > summary").click()
    form = page.locator("form[data-do=table]")
    form.locator("[name=width_cm]").fill("40")
    form.get_by_role("button", name="Keep").click()
    until(lambda: held, page)
    page.get_by_role("button", name="Put one down").click()
    held[0].continue_()
    expect(page.locator("#in-hand h2")).to_have_text("Wood 2")
    expect(page.locator("#table-answer")).to_contain_text("off the table")
    table.put("hill")
    expect(page.locator("#table-answer")).to_be_empty()


def test_what_is_drawn_while_the_server_is_away_is_sent_when_it_is_back(tmp_path: Path, open_page: OpenPage) -> None:
    service = Service(tmp_path)
    service.start()
    table = Drawing(open_page("", "laptop").page, service.address)
    table.put("hill")
    service.stop()
    table.page.get_by_role("button", name="Put one down").click()
    expect(table.page.locator("#table-answer")).to_contain_text("is not saved yet")
    expect(table.page.locator("#saved")).to_have_text("Not saved yet")
    service.start()
    expect(table.page.locator("#in-hand h2")).to_have_text("Hill 2")
    expect(table.page.locator("#table-answer")).to_be_empty()
    assert set(table.pieces) == {"hill-1", "hill-2"}
    service.stop()


AT: Final = "(one) => [one.dataset.x, one.dataset.y, one.dataset.facing].map(Number)"


@pytest.mark.parametrize("size", TABLETS)
@pytest.mark.parametrize("across", [False, True])
def test_a_stand_is_placed_by_a_finger_a_handle_keys_or_a_form(
    address: str, open_page: OpenPage, size: str, across: bool
) -> None:
    """A British gun at 80, 12 facing up the table; what the page is told is the same whichever way it is said."""
    page = open_page(f"{address}/style/map{'?across=true' if across else ''}", size).page
    gun, said, up = page.locator("[data-stand=bg]"), page.locator("[data-part=said]"), -1 if across else 1
    fingers, cm = Fingers(page), page.evaluate(SCALE)
    at = middle(gun.locator("> .base"))
    fingers.drag((at[0] + 2, at[1] + 3), (at[0] + 2 + 10 * cm * up, at[1] + 3 - 20 * cm * up))
    expect(said).to_contain_text('"id":"bg","part":"","x":900,"y":320,"by":{"x":100,"y":200}')
    arm, at = middle(gun.locator("[data-turns] .dot")), middle(gun.locator("> .base > .edge"))
    fingers.drag(arm, (at[0] + 80 * up, at[1]))
    expect(said).to_contain_text('map-turned {"id":"bg","part":"","facing":90}')
    page.locator("[data-part=frame]").focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(said).to_contain_text(f'"y":{320 + 50 * up}')
    page.keyboard.press("]")
    expect(said).to_contain_text('"facing":105')
    assert page.locator("[data-stand=f1][data-moves]").count() == 0


def test_the_editor_fits_the_hand_and_axe_finds_nothing(address: str, open_page: OpenPage) -> None:
    opened = open_page("", "phone", bypass_csp=True)
    table, page = Drawing(opened.page, address, "menin-road-1917"), opened.page
    table.take("Wilhelm wire")
    for summary in ("#points", "#gaps", "#whole"):
        page.locator(f"{summary} > summary").click()
    for size, theme in LOOKED_AT[:2]:
        held_as(page, size, theme)
        assert page.evaluate(TOO_SMALL) == [], size
        boxes = page.locator(".handle:is(.point, .whole) > .touch").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
        )
        assert len(boxes) >= 7
        assert min(boxes) >= 47.5, size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert found_by_axe(page) == []
    assert opened.complaints == []


def test_names_on_the_map_can_be_read_from_either_edge(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/tables/somme-1916", "tablet-upright").page
    page.get_by_role("link", name="From the defender’s edge").click()
    expect(page.locator(".edge-name.below")).to_have_text("Defender’s edge")
    british, german = (middle(page.locator(f".trench.{nation}").first)[1] for nation in ("british", "german"))
    assert british < german
    turns = page.locator("[data-part=names] > *").evaluate_all(
        "(all) => all.map((one) => Math.atan2(one.getCTM().b, one.getCTM().a) * 180 / Math.PI)"
    )
    assert all(-90.5 < turn <= 90.5 for turn in turns)


def test_list_and_map_show_each_other_what_is_meant(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/tables/mons-1914", "tablet-flat").page
    for _ in range(3):
        page.get_by_role("button", name="Larger").click()
    about, wood = middle(page.locator("[data-part=frame]")), page.locator(".piece.wood[data-piece=bois-rond]")
    assert abs(middle(wood)[1] - about[1]) > 100
    page.get_by_role("button", name="Bois Rond").click()
    assert middle(wood) == pytest.approx(about, abs=2)
    expect(page.get_by_role("button", name="Bois Rond")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="The Haine").click()
    page.touchscreen.tap(*middle(page.locator(".piece.marsh")))
    expect(page.get_by_role("button", name="The reeds")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="The Haine")).to_have_attribute("aria-pressed", "false")


def test_a_table_is_copied_renamed_taken_along_and_thrown_away(
    address: str, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"{address}/tables", "phone").page
    page.get_by_role("link", name="Mons 1914").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "mons.json"
    downloading.value.save_as(file)
    page.locator("#copy > summary").click()
    page.get_by_label("Name of the copy").fill("Mons, our way")
    page.get_by_role("button", name="Copy, and change the copy").click()
    page.wait_for_url("**/edit")
    page.get_by_role("link", name="Look at it").click()
    page.locator("#rename > summary").click()
    page.get_by_label("New name").fill("Mons <b>again</b>")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.locator("#place")).to_contain_text("Mons <b>again</b>")
    page.locator("#delete > summary").click()
    page.get_by_role("button", name="away").click()
    page.wait_for_url("**/tables")
    expect(page.locator("main")).not_to_contain_text("again")
    page.get_by_label("The table’s file").set_input_files(file)
    page.get_by_role("button", name="Bring it in").click()
    page.wait_for_url("**/edit")
    expect(page.locator("#pieces")).to_contain_text("West bridge")
    page.goto(f"{address}/tables")
    page.get_by_label("The table’s file").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    page.get_by_role("button", name="Bring it in").click()
    expect(page.locator("[data-table-file] [data-answer]")).to_contain_text("names its format")
