"""A company placed and moved on the map of a game, by form and by finger; what one tablet does the others show."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from rules.tabletop.terrain import laid
from tests.browser.axe import found_by_axe
from tests.browser.conftest import TABLETS, OpenPage, held_as, until
from tests.browser.playing import Seat, on_the_map, opened, served
from tests.browser.sizes import LOOKED_AT, TOO_SMALL
from tests.browser.touching import Fingers, middle
from tests.systems import ready_tables

pytestmark = pytest.mark.browser

COMPANY = ("a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c1.p3")
SCALE = "() => document.querySelector('[data-part=view]').getScreenCTM().a"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def mons_on_its_table(address: str, open_page: OpenPage, **more: Any) -> Seat:
    """The Mons game on its own table; the host is the referee."""
    named = ready_tables()["mons-1914"]
    table = json.loads(msgspec.json.encode(laid(named.name, named.table)))
    command = {"kind": "create_game", "scenario": "mons-1914", "table": table, **more}
    return opened(open_page("", "laptop", "light").page.context, address, command=command)


def on_the_table_of(address: str, open_page: OpenPage, size: str, **more: Any) -> tuple[Seat, Page]:
    """The same, with the map turned up on the attacker's tablet."""
    host, page = mons_on_its_table(address, open_page, **more), open_page("", size, "light").page
    on_the_map(page, host.invites("attacker", page.context).place)
    return host, page


def places(seat: Seat) -> dict[str, tuple[int, int, float]]:
    """Where everybody stands by the game's own word; what was dropped lies there on the page before it is heard of."""
    told = seat.view["map"]["places"]
    return {one["stand"]: (one["x_mm"], one["y_mm"], one["facing_deg"]) for one in told}


@pytest.mark.parametrize("size", TABLETS)
def test_a_company_that_is_drawn_up_is_moved_by_finger(address: str, open_page: OpenPage, size: str) -> None:
    host, page = on_the_table_of(address, open_page, size)
    board = open_page("", "laptop", "dark").page
    board.goto(host.invites("spectator", board.context).place + "/map")
    host.send("place_formation", of="a1.1.c1", layout="line", x_mm=600, y_mm=300)
    for stand in COMPANY:
        expect(page.locator(f"[data-stand='{stand}']")).to_be_attached()
        expect(board.locator(f"[data-stand='{stand}']")).to_be_attached()
    # Experienced: three bases of 30 mm, 50 mm apart; half of 15 behind the front.
    assert places(host) == {"a1.1.c1.p1": (520, 293, 0), "a1.1.c1.p2": (600, 293, 0), "a1.1.c1.p3": (680, 293, 0)}
    page.get_by_role("button", name=re.compile("^A drag moves")).click()
    start, scale = middle(page.locator("[data-stand='a1.1.c1.p2'] .base")), page.evaluate(SCALE)
    Fingers(page).drag(start, (start[0] + 20 * scale, start[1] - 10 * scale))
    expect(page.locator("[data-stand='a1.1.c1.p2']")).to_have_attribute("data-x", "800")
    expect(board.locator("[data-stand='a1.1.c1.p1']")).to_have_attribute("data-x", "720")
    until(lambda: [(x, y) for x, y, _ in places(host).values()] == [(720, 390), (800, 390), (880, 390)], page)


def test_a_drag_to_where_it_cannot_stand_springs_back_and_says_why(address: str, open_page: OpenPage) -> None:
    host, page = on_the_table_of(address, open_page, "tablet-flat")
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 300}])
    host.send("place_stands", stands=[{"stand": COMPANY[1], "x_mm": 700, "y_mm": 300}])
    one = page.locator(f"[data-stand='{COMPANY[0]}']")
    expect(page.locator(f"[data-stand='{COMPANY[1]}']")).to_be_attached()
    start, scale = middle(one.locator(".base")), page.evaluate(SCALE)
    Fingers(page).drag(start, (start[0] + 10 * scale, start[1]))
    expect(page.locator(".refuse")).to_contain_text("would lie on top of")
    expect(one).to_have_attribute("data-x", "600")
    assert places(host)[COMPANY[0]][:2] == (600, 300)


def test_news_that_comes_while_a_finger_holds_a_stand_neither_loses_nor_moves_it(
    address: str, open_page: OpenPage
) -> None:
    """The other side draws up, a comrade before it in the list is placed: the finger still holds its own stand."""
    host, page = on_the_table_of(address, open_page, "tablet-flat")
    held = COMPANY[1]
    host.send("place_stands", stands=[{"stand": held, "x_mm": 600, "y_mm": 300}])
    one = page.locator(f"[data-stand='{held}']")
    start, scale = middle(one.locator(".base > .edge")), page.evaluate(SCALE)
    half, end = (start[0] + 10 * scale, start[1]), (start[0] + 20 * scale, start[1] - 10 * scale)
    fingers = Fingers(page)
    fingers.put_down([start])
    fingers.slide([(start, half)])
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 200, "y_mm": 300}])
    host.send("place_formation", of="d1.1.c1", layout="line", x_mm=600, y_mm=900, facing_deg=180)
    expect(page.locator("[data-stand='d1.1.c1.p1']")).to_be_attached()
    expect(page.locator(f"[data-stand='{COMPANY[0]}']")).to_have_attribute("data-x", "200")
    assert middle(one.locator(".base > .edge")) == pytest.approx(half, abs=1)
    fingers.slide([(half, end)])
    fingers.lift()
    expect(one).to_have_attribute("data-x", "800")
    until(lambda: places(host)[held] == (800, 400, 0), page)
    assert places(host)[COMPANY[0]] == (200, 300, 0)
    expect(page.locator(".refuse")).to_have_count(0)


def test_news_before_the_answer_leaves_a_stand_where_it_was_dropped_and_keeps_the_reason(
    address: str, open_page: OpenPage
) -> None:
    """The way to the service is slow: the other side draws up before the drag is refused."""
    host, page = on_the_table_of(address, open_page, "tablet-flat")
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 300}])
    host.send("place_stands", stands=[{"stand": COMPANY[1], "x_mm": 700, "y_mm": 300}])
    one = page.locator(f"[data-stand='{COMPANY[0]}']")
    start, scale = middle(one.locator(".base > .edge")), page.evaluate(SCALE)
    sent: list[Route] = []
    page.route("**/commands", lambda route: sent.append(route))
    with page.expect_request("**/commands"):
        Fingers(page).drag(start, (start[0] + 10 * scale, start[1]))
    host.send("place_formation", of="d1.1.c1", layout="line", x_mm=600, y_mm=900, facing_deg=180)
    expect(page.locator("[data-stand='d1.1.c1.p1']")).to_be_attached()
    assert middle(one.locator(".base > .edge")) == pytest.approx((start[0] + 10 * scale, start[1]), abs=1)
    sent[0].continue_()
    refused = page.locator(".refuse").filter(has_text="would lie on top of")
    expect(refused).to_be_visible()
    expect(one).to_have_attribute("data-x", "600")
    assert middle(one.locator(".base > .edge")) == pytest.approx(start, abs=1)


def test_a_stand_that_is_taken_off_while_a_finger_holds_it_is_not_sent(address: str, open_page: OpenPage) -> None:
    host, page = on_the_table_of(address, open_page, "tablet-upright")
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 300}])
    one = page.locator(f"[data-stand='{COMPANY[0]}']")
    start = middle(one.locator(".base > .edge"))
    fingers = Fingers(page)
    fingers.put_down([start])
    fingers.slide([(start, (start[0] + 60, start[1]))])
    host.send("lift_stands", stands=[COMPANY[0]])
    expect(one).not_to_be_attached()
    fingers.lift()
    expect(page.locator(".refuse")).to_contain_text("was taken off the map while you held it")
    assert places(host) == {}


def test_two_fingers_that_come_down_on_stands_mean_the_map(address: str, open_page: OpenPage) -> None:
    """One after the other, as fingers do: what the first came down on is not moved, and all is drawn larger."""
    host, page = on_the_table_of(address, open_page, "tablet-upright")
    host.send("place_formation", of="a1.1", layout="column", x_mm=600, y_mm=900)
    one, other = (page.locator(f"[data-stand='{stand}'] > .base > .edge") for stand in (COMPANY[0], COMPANY[2]))
    expect(other).to_be_attached()
    before, scale = places(host), page.evaluate(SCALE)
    (x, y), (far, _) = middle(one), middle(other)
    fingers = Fingers(page)
    fingers.put_down([(x, y)])
    fingers.slide([((x, y), (x - 2, y))])
    fingers.put_down([(x - 2, y), (far, y)])
    fingers.slide([((x - 2, y), (x - 42, y)), ((far, y), (far + 40, y))])
    fingers.lift()
    assert page.evaluate(SCALE) > 1.5 * scale
    assert page.locator("[data-held]").count() == 0
    assert places(host) == before


def test_a_palm_beside_a_drag_takes_nothing_away(address: str, open_page: OpenPage) -> None:
    host, page = on_the_table_of(address, open_page, "tablet-flat")
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 300}])
    one = page.locator(f"[data-stand='{COMPANY[0]}'] > .base > .edge")
    expect(one).to_be_attached()
    (x, y), scale = middle(one), page.evaluate(SCALE)
    half, end, palm = (x + 10 * scale, y), (x + 20 * scale, y), (x - 100, y - 200)
    fingers = Fingers(page)
    fingers.put_down([(x, y)])
    fingers.slide([((x, y), half)])
    fingers.put_down([half, palm])
    fingers.slide([(half, end), (palm, palm)])
    fingers.lift()
    expect(page.locator(f"[data-stand='{COMPANY[0]}']")).to_have_attribute("data-x", "800")
    assert page.evaluate(SCALE) == pytest.approx(scale)
    until(lambda: places(host)[COMPANY[0]] == (800, 300, 0), page)


def test_a_stand_under_the_handle_of_another_can_be_taken(address: str, open_page: OpenPage) -> None:
    """The handle of the one in hand lies 66 pixels before it: who stands there is meant by a finger."""
    host, page = on_the_table_of(address, open_page, "tablet-flat")
    scale = page.evaluate(SCALE)
    ahead = round(66 / scale) * 10
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 300}])
    host.send("place_stands", stands=[{"stand": COMPANY[1], "x_mm": 600, "y_mm": 300 + ahead}])
    first, second = (page.locator(f"[data-stand='{stand}'] > .base > .edge") for stand in COMPANY[:2])
    expect(second).to_be_attached()
    page.touchscreen.tap(*middle(first))
    expect(page.locator(f"[data-stand='{COMPANY[0]}']")).to_have_class(re.compile("chosen"))
    x, y = middle(second)
    Fingers(page).drag((x, y), (x + 20 * scale, y))
    expect(page.locator(f"[data-stand='{COMPANY[1]}']")).to_have_attribute("data-x", "800")
    until(lambda: places(host)[COMPANY[1]][0] == 800, page)
    assert places(host)[COMPANY[0]] == (600, 300, 0)


def test_the_defender_looks_from_his_own_edge(address: str, open_page: OpenPage) -> None:
    """What he drags to the right and up goes to the left and down as the attacker counts; he faces down the table."""
    host = mons_on_its_table(address, open_page)
    page = open_page("", "tablet-flat", "dark").page
    host.send("place_stands", stands=[{"stand": "d1.1.c1.p1", "x_mm": 1000, "y_mm": 1500, "facing_deg": 180}])
    on_the_map(page, host.invites("defender", page.context).place)
    one = page.locator("[data-stand='d1.1.c1.p1']")
    expect(one).to_be_attached()
    start, scale = middle(one.locator(".base > .edge")), page.evaluate(SCALE)
    Fingers(page).drag(start, (start[0] + 20 * scale, start[1] - 10 * scale))
    expect(one).to_have_attribute("data-x", "800")
    expect(page.locator(".past")).to_contain_text("On the map")
    assert places(host) == {"d1.1.c1.p1": (800, 1400, 180)}


def test_what_moved_without_a_word_is_last_known_until_it_is_placed(address: str, open_page: OpenPage) -> None:
    host, page = mons_on_its_table(address, open_page), open_page("", "tablet-upright", "light").page
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 300}])
    host.send("start_turn")
    while host.view["turn"]["of"] != "a1.1" or "companies" not in host.view["turn"]["step"]:
        host.send("next_step")
    host.send("roll_orders", unit="a1.1.c1", die={"pips": 6})
    host.send("move_unit", unit="a1.1.c1")
    # Now, for a deed that comes into the hand by itself turns the board to what it needs.
    on_the_map(page, host.invites("attacker", page.context).place)
    one = page.locator(f"[data-stand='{COMPANY[0]}']")
    expect(one).to_have_class(re.compile("unsure"))
    start, scale = middle(one.locator(".base > .edge")), page.evaluate(SCALE)
    Fingers(page).drag(start, (start[0], start[1] - 20 * scale))
    expect(one).not_to_have_class(re.compile("unsure"))
    assert places(host)[COMPANY[0]] == (600, 500, 0)


def test_a_table_is_laid_from_the_start_or_later(address: str, open_page: OpenPage) -> None:
    page = open_page("", "tablet-upright", "light").page
    page.goto(f"{address}/new?scenario=mons-1914")
    expect(page.get_by_role("combobox", name="Table")).to_have_value("mons-1914")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/games/*")
    page.get_by_role("button", name=re.compile("^More")).click()
    page.get_by_role("link", name="Map", exact=True).click()
    expect(page.locator("trench-map")).to_be_visible()
    page.locator("#lay summary").click()
    page.get_by_label("Table", exact=True).select_option("somme-1916")
    page.get_by_role("button", name="Lay it").click()
    expect(page.get_by_label("Somme 1916, 120 by 145 cm")).to_be_visible()


def test_the_map_can_be_read_hit_and_heard(address: str, open_page: OpenPage) -> None:
    host = mons_on_its_table(address, open_page)
    host.send("place_formation", of="a1.1", layout="column", x_mm=600, y_mm=500)
    host.send("place_formation", of="d1.1.c1", layout="line", x_mm=600, y_mm=900, facing_deg=180)
    page = open_page("", "phone", bypass_csp=True).page
    page.goto(host.invites("attacker", page.context).place + "/map")
    page.locator("#of-a1\\.1 summary").click()
    page.locator("#tools summary").click()
    for size, theme in LOOKED_AT:
        held_as(page, size, theme)
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert [one for one in page.evaluate(TOO_SMALL) if 'class="told' not in one] == [], size


def test_a_distance_is_measured_on_the_map_and_follows_a_stand(address: str, open_page: OpenPage) -> None:
    """300 mm from middle to middle, less half of 15 at either end; 50 mm more once ours has gone back."""
    host, page = mons_on_its_table(address, open_page), open_page("", "tablet-flat", "light").page
    page.goto(host.invites("attacker", page.context).place + "/map")
    theirs = "d1.1.c1.p1"
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 600}])
    host.send("place_stands", stands=[{"stand": theirs, "x_mm": 600, "y_mm": 900, "facing_deg": 180}])
    expect(page.locator(f"[data-stand='{theirs}']")).to_be_attached()
    page.locator("#tools summary").click()
    page.get_by_label("From", exact=True).select_option(COMPANY[0])
    page.get_by_label("To", exact=True).select_option(theirs)
    said = page.locator("#tool-said")
    expect(said).to_contain_text("28.5 cm base to base")
    expect(page.locator(".overlay.measure .line")).to_be_attached()
    host.send("place_stands", stands=[{"stand": COMPANY[0], "x_mm": 600, "y_mm": 550}])
    expect(said).to_contain_text("33.5 cm base to base")
    page.get_by_label("What", exact=True).select_option("sight")
    expect(said).to_contain_text("1st Platoon, 1 Company, I / 1st Regt to 1st Platoon")
