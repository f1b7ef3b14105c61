"""Templates, barrages and gas tried out on the map of a game: by finger, tap, mouse, key and form."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from rules.tabletop.terrain import laid
from tests.browser.axe import found_by_axe
from tests.browser.conftest import HANDHELD, OpenPage, held_as
from tests.browser.playing import Seat, opened, served
from tests.browser.sizes import LOOKED_AT, TOO_SMALL
from tests.browser.touching import Fingers, middle
from tests.game.ground_in_play import at
from tests.systems import ready_tables

pytestmark = pytest.mark.browser

OURS, THEIRS = "a1.1.c1.p1", "d1.1.c1.p1"
SCALE = "() => document.querySelector('[data-part=view]').getScreenCTM().a"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def the_somme(address: str, open_page: OpenPage) -> Seat:
    """September 1916 on its own table with a platoon of each side on it; the host is the referee."""
    named = ready_tables()["somme-1916"]
    table = json.loads(msgspec.json.encode(laid(named.name, named.table)))
    command = {"kind": "create_game", "scenario": "somme-1916", "table": table}
    host = opened(open_page("", "laptop", "light").page.context, address, command=command)
    host.send("place_stands", stands=[at(OURS, 600, 400), at(THEIRS, 600, 700, 180)])
    return host


def on_the_somme(address: str, open_page: OpenPage, size: str, role: str = "attacker") -> tuple[Seat, Page]:
    """The same, with the tools of the map open on a page of this seat."""
    host, page = the_somme(address, open_page), open_page("", size, "light").page
    page.goto(host.invites(role, page.context).place + "/map")
    page.locator("#tools summary").click()
    return host, page


def chosen(page: Page, tool: str) -> None:
    page.get_by_label("What", exact=True).select_option(tool)
    expect(page.locator("[data-piece=tool]").first).to_be_attached()
    page.locator("trench-map").scroll_into_view_if_needed()


def dragged(page: Page, by_cm: tuple[float, float], part: str = "") -> None:
    """The mark of the tool, or of a part of it, by so many cm to the right and up, with a finger."""
    page.mouse.move(0, 0)
    mark = page.locator(f"[data-piece=tool]{f'[data-part={part}]' if part else ''}").first
    start, scale = middle(mark), page.evaluate(SCALE)
    Fingers(page).drag(start, (start[0] + by_cm[0] * scale, start[1] - by_cm[1] * scale))


def test_a_template_is_dragged_over_the_stands_and_changes_nothing(address: str, open_page: OpenPage) -> None:
    """The table is 120 by 145 cm: the square begins at 60, 72.5; 32.5 cm lower it lies about our platoon."""
    host, page = on_the_somme(address, open_page, HANDHELD[0])
    before = host.view["map"]
    chosen(page, "template")
    said = page.locator("#tool-said")
    expect(said).to_contain_text("Battery, 10 cm by 10 cm, its middle at 60, 72.5")
    for size, by_cm, up in zip(HANDHELD, (-32.5, 30, -30), ("40", "70", "40"), strict=True):
        held_as(page, size)
        page.locator("trench-map").scroll_into_view_if_needed()
        dragged(page, (0, by_cm))
        expect(said).to_contain_text(f"its middle at 60, {up}")
    expect(said).to_contain_text("Fully covered: British: A Company, 1st Pals (1st Platoon)")
    expect(page.get_by_label("cm up").first).to_have_value("40")
    expect(page.locator(".overlay.fully")).to_be_attached()
    expect(page.locator(".overlay.held")).to_be_attached()
    expect(page.locator(".overlay.held[transform]")).to_have_count(0)
    page.get_by_label("Template", exact=True).select_option("light_mortar")
    expect(said).to_contain_text("Light mortar, 3 cm by 3 cm, its middle at 60, 40")
    assert host.view["map"] == before


def test_a_tap_lays_it_on_a_stand_or_anywhere_and_keys_move_and_turn_it(address: str, open_page: OpenPage) -> None:
    _, page = on_the_somme(address, open_page, "tablet-flat")
    chosen(page, "template")
    said = page.locator("#tool-said")
    page.get_by_label("Template", exact=True).select_option("machine_gun")
    expect(said).to_contain_text("Machine gun, indirect")
    page.touchscreen.tap(*middle(page.locator(f"[data-stand='{OURS}'] .base")))
    expect(said).to_contain_text("its middle at 60, 40")
    expect(page.get_by_label("Its middle", exact=True)).to_have_value(OURS)
    # Tapped elsewhere it lies at a place of its own, which the fields tell.
    frame = page.locator("[data-part=frame]").bounding_box()
    assert frame is not None
    page.touchscreen.tap(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    expect(page.get_by_label("Its middle", exact=True)).to_have_value("")
    up = page.locator("#f-tool-y")
    expect(up).not_to_have_value("40")
    up.fill("40")
    up.press("Enter")
    expect(said).to_contain_text(", 40")
    page.locator("[data-piece=tool]").click(force=True)
    expect(page.locator("[data-piece=tool]")).to_have_class("handle grip chosen")
    page.locator("[data-part=frame]").focus()
    page.keyboard.press("]")
    expect(said).to_contain_text("turned by 15 degrees")
    at_before = page.locator("#f-tool-x").input_value()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#f-tool-x")).to_have_value(f"{float(at_before) + 1:g}")


def test_it_follows_what_the_others_do(address: str, open_page: OpenPage) -> None:
    host, page = on_the_somme(address, open_page, "tablet-upright")
    chosen(page, "template")
    page.get_by_label("Its middle", exact=True).select_option(OURS)
    said = page.locator("#tool-said")
    expect(said).to_contain_text("its middle at 60, 40")
    host.send("place_stands", stands=[at(OURS, 800, 450)])
    expect(said).to_contain_text("its middle at 80, 45")


def test_the_plans_barrage_goes_turn_by_turn(address: str, open_page: OpenPage) -> None:
    """The scenario's plan: from 33 cm, 20 a turn, halting in turn 4; one's own begins where it is dragged."""
    _, page = on_the_somme(address, open_page, HANDHELD[0])
    chosen(page, "barrage")
    said = page.locator("#tool-said")
    for size, by_cm, start in zip(HANDHELD, (12, -10, 10), ("60", "50", "60"), strict=True):
        held_as(page, size)
        page.locator("trench-map").scroll_into_view_if_needed()
        dragged(page, (0, by_cm))
        expect(page.locator("#f-tool-start")).to_have_value(start)
    page.get_by_label("Which", exact=True).select_option("attacker.barrage1")
    expect(said).to_contain_text("The creeping barrage, turn 1: It stands on its start line; it lies from 33 to 53 cm")
    expect(page.locator("[data-piece=tool]")).to_have_count(0)
    more = page.locator("cm-stepper").get_by_role("button", name="More")
    for turn in (2, 3, 4):
        more.click()
        expect(said).to_contain_text(f"The creeping barrage, turn {turn}: ")
    expect(said).to_contain_text("It halts for this turn, as planned; it lies from 73 to 93 cm")
    expect(page.locator(".overlay.danger.preview")).to_be_attached()
    expect(page.locator(".name.tool", has_text="turn 3, 4")).to_be_attached()


def test_a_way_is_drawn_bend_by_bend_and_a_barrage_piece_by_piece(address: str, open_page: OpenPage) -> None:
    """From 60, 40: 20 cm ahead and 30 to the right. The barrage of four pieces, the second drawn 10 cm forward."""
    host, page = on_the_somme(address, open_page, "tablet-upright")
    before = host.view["map"]
    page.get_by_label("What", exact=True).select_option("path")
    way, said = page.locator("#f-tool-way"), page.locator("#tool-said")
    expect(way).to_have_value("")
    page.locator("trench-map").scroll_into_view_if_needed()
    (x, y), scale = middle(page.locator(f"[data-stand='{OURS}'] .base")), page.evaluate(SCALE)
    page.touchscreen.tap(x, y)
    expect(page.get_by_label("Who goes", exact=True)).to_have_value(OURS)
    page.touchscreen.tap(x, y - 20 * scale)
    expect(way).to_have_value("60, 60")
    page.touchscreen.tap(x + 30 * scale, y - 20 * scale)
    expect(way).to_have_value("60, 60; 90, 60")
    expect(said).to_contain_text("50 cm along it, 2 legs")
    dragged(page, (5, 0), "way-1")
    expect(way).to_have_value("60, 60; 95, 60")
    page.get_by_role("button", name="Last bend away").click()
    expect(way).to_have_value("60, 60")
    expect(said).to_contain_text("20 cm along it: ")
    chosen(page, "barrage")
    dragged(page, (0, 10), "lead-1")
    expect(page.locator("#f-tool-leads")).to_have_value("0, 10, 0, 0")
    expect(said).to_contain_text("piece by piece from the left")
    assert host.view["map"] == before


def test_a_cloud_drifts_phase_by_phase_and_turns_with_the_wind(address: str, open_page: OpenPage) -> None:
    """From 60, 40 with 15 cm a phase to the right."""
    _, page = on_the_somme(address, open_page, "tablet-flat")
    chosen(page, "gas")
    for name, value in (("x", "60"), ("y", "40"), ("wind_deg", "90"), ("wind_cm", "15")):
        page.locator(f"#f-tool-{name}").fill(value)
        page.locator(f"#f-tool-{name}").press("Enter")
    said = page.locator("#tool-said")
    expect(said).to_contain_text("its middle comes to 75, 40")
    expect(said).to_contain_text("Fully covered on its way: British: A Company, 1st Pals (1st Platoon)")
    page.locator("cm-stepper").get_by_role("button", name="More").click()
    expect(said).to_contain_text("its middle comes to 90, 40")


def test_the_tool_goes_along_to_the_other_edge(address: str, open_page: OpenPage) -> None:
    """60, 40 from the attacker's corner is 60, 105 from the defender's, on a table of 145 cm."""
    _, page = on_the_somme(address, open_page, "laptop")
    chosen(page, "template")
    page.locator("#f-tool-y").fill("40")
    page.locator("#f-tool-y").press("Enter")
    expect(page.locator("#tool-said")).to_contain_text("its middle at 60, 40")
    start, scale = middle(page.locator("[data-piece=tool]")), page.evaluate(SCALE)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20 * scale, start[1], steps=4)
    # On its way the square goes along; where it is let go it is measured anew.
    expect(page.locator(".overlay.held")).to_have_attribute("transform", "translate(20 0)")
    page.mouse.move(start[0], start[1], steps=4)
    page.mouse.up()
    page.get_by_role("link", name="From the defender’s edge").click()
    expect(page.locator("#tool-said")).to_contain_text("its middle at 60, 105")
    expect(page.get_by_role("link", name="From the attacker’s edge")).to_be_visible()
    expect(page.locator("#tool-said")).to_contain_text("Fully covered: British: A Company, 1st Pals (1st Platoon)")


def test_the_other_side_is_offered_no_plan_and_told_of_none(address: str, open_page: OpenPage) -> None:
    _, page = on_the_somme(address, open_page, "phone", "defender")
    chosen(page, "barrage")
    expect(page.get_by_label("Which", exact=True)).to_have_count(0)
    page.goto(page.url + "&plan=attacker.barrage1")
    expect(page.locator("#tool-said")).to_contain_text("A barrage to try out")
    assert "creeping" not in page.content()


def test_every_panel_can_be_read_hit_and_heard(address: str, open_page: OpenPage) -> None:
    host, page = the_somme(address, open_page), open_page("", "phone", bypass_csp=True).page
    place = host.invites("attacker", page.context).place
    for tool in ("template", "barrage", "gas", "path&way=20,20;50,60"):
        page.goto(f"{place}/map?tool={tool}")
        expect(page.locator("#tool-said")).not_to_be_empty()
        for size, theme in LOOKED_AT:
            held_as(page, size, theme)
            assert found_by_axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (tool, size)
            assert [one for one in page.evaluate(TOO_SMALL) if 'class="told' not in one] == [], (tool, size)
