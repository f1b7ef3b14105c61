"""A stand dropped on the map that has a move left: tried out first, then moved, only placed, or put back."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.begun import Seated, begun
from tests.browser.conftest import HANDHELD, OpenPage, held_as, until
from tests.browser.playing import Seat, on_the_map, served, to_step
from tests.browser.sizes import LOOKED_AT
from tests.browser.touching import Fingers, middle
from tests.game.ground_in_play import OPEN_FIELD, at

pytestmark = pytest.mark.browser

COMPANY = "a1.1.c1"
OWN, SECOND, THIRD, OTHER = f"{COMPANY}.p1", f"{COMPANY}.p2", f"{COMPANY}.p3", "a1.1.c2.p1"
BOUNCE_MS = 320
SCALE = "() => document.querySelector('[data-part=view]').getScreenCTM().a"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(tmp_path)


def with_orders(address: str, open_page: OpenPage, size: str, theme: str = "light", **more: Any) -> tuple[Seat, Page]:
    """Mons on an open field: the first company in line at 30 cm with two actions; the page is the attacker's."""
    command = {"kind": "create_game", "scenario": "mons-1914", "table": OPEN_FIELD}
    line = [at(stand, 520 + 80 * place, 300) for place, stand in enumerate((OWN, SECOND, THIRD))]

    def play(seats: Seated) -> None:
        host = seats["referee"]
        host.send("place_stands", stands=[*line, at(OTHER, 900, 300)])
        to_step(host, "Rifle companies")
        host.send("roll_orders", unit=COMPANY, die={"pips": 6})

    host_at, page = open_page("", "laptop").page, open_page("", size, theme, **more).page
    devices = {"referee": host_at.context, "attacker": page.context}
    host = begun(address, devices, {"command": command}, "a company with its orders", play)["referee"]
    on_the_map(page, host.place)
    return host, page


def drag(page: Page, stand: str, by_cm: tuple[float, float]) -> None:
    """A stand by so many cm to the right and up, with a finger."""
    start, scale = middle(page.locator(f"[data-stand='{stand}'] .base")), page.evaluate(SCALE)
    Fingers(page).drag(start, (start[0] + by_cm[0] * scale, start[1] - by_cm[1] * scale))


def places(seat: Seat) -> dict[str, tuple[int, int, bool]]:
    told = seat.view["map"]["places"]
    return {one["stand"]: (one["x_mm"], one["y_mm"], one["unsure"]) for one in told}


def left(seat: Seat) -> int:
    """How many actions the company has left."""
    units = [
        unit
        for side in seat.view["sides"]
        for one in side["regiments"]
        for b in one["battalions"]
        for unit in b["units"]
    ]
    return int(next(unit["left"] for unit in units if unit["id"] == COMPANY))


def takes_along(page: Page, what: str) -> None:
    """What a drag moves: one stand at first; a tap changes it."""
    button = page.get_by_role("button", name=re.compile("^A drag moves"))
    for _ in range(2):
        if what not in button.inner_text():
            button.click()
            page.wait_for_timeout(BOUNCE_MS)
    expect(button).to_contain_text(what)


def move(page: Page) -> None:
    """What was tried out is done."""
    page.locator(".dock .btn.chief").click()


CARD = "section.sheet"


@pytest.mark.parametrize("size", HANDHELD)
def test_a_company_is_dragged_tried_out_and_moved(address: str, open_page: OpenPage, size: str) -> None:
    host, page = with_orders(address, open_page, size)
    takes_along(page, "Its unit")
    drag(page, SECOND, (0, 15))
    card = page.locator(CARD)
    expect(card).to_contain_text("15 cm cross country; one move action carries it there")
    expect(page.locator(".onmap .mark.way")).to_have_count(3)
    # Nothing has moved yet, for nobody.
    assert places(host)[SECOND] == (600, 300, False)
    assert left(host) == 2
    move(page)
    expect(page.locator(".onmap .mark.way")).to_have_count(0)
    expect(page.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "450")
    there = {OWN: (520, 450, False), SECOND: (600, 450, False), THIRD: (680, 450, False)}
    until(lambda: {stand: places(host)[stand] for stand in there} == there, page)
    assert left(host) == 1


def test_one_platoon_after_the_other_and_then_all_at_once(address: str, open_page: OpenPage) -> None:
    """24 cm are farther than a move: said before and kept in the log. Who is not dragged stays where he is."""
    host, page = with_orders(address, open_page, "tablet-upright")
    drag(page, OWN, (0, 10))
    card = page.locator(CARD)
    expect(card).to_contain_text("1st Platoon: 10 cm cross country")
    drag(page, SECOND, (0, 24))
    expect(card).to_contain_text("2nd Platoon: 24 cm cross country; one move action carries it 20 cm of it")
    expect(card).to_contain_text("1st Platoon: 10 cm cross country")
    move(page)
    expect(page.locator(".onmap .mark.way")).to_have_count(0)
    there = {
        OWN: (520, 400, False),
        SECOND: (600, 540, False),
        THIRD: (680, 300, False),
        OTHER: (900, 300, False),
    }
    until(lambda: places(host) == there, page)
    page.goto(f"{host.place}/log")
    expect(page.locator("main")).to_contain_text("way 24 cm, not 20 cm")


def test_it_may_be_put_back_or_only_placed(address: str, open_page: OpenPage) -> None:
    host, page = with_orders(address, open_page, "tablet-flat")
    drag(page, OWN, (0, 10))
    expect(page.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "400")
    expect(page.locator(CARD)).to_contain_text("10 cm cross country")
    page.keyboard.press("u")
    expect(page.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "300")
    drag(page, OWN, (0, 10))
    page.get_by_role("button", name="Only place it, no move").click()
    expect(page.locator(".past")).to_contain_text("On the map")
    assert places(host)[OWN] == (520, 400, False)
    assert left(host) == 2


def test_what_the_rules_refuse_is_said_before_it_is_sent(address: str, open_page: OpenPage) -> None:
    host, page = with_orders(address, open_page, "tablet-flat")
    drag(page, OWN, (8, 0))
    expect(page.locator(".refuse")).to_contain_text("would lie on top of 2nd Platoon")
    assert places(host)[OWN] == (520, 300, False)


def test_who_has_no_move_is_only_placed_and_so_is_a_formation(address: str, open_page: OpenPage) -> None:
    host, page = with_orders(address, open_page, "tablet-upright")
    # A stand that was placed by figures lies off the grid of a drag: a tap leaves it there.
    host.send("place_stands", stands=[at("a1.1.hq", 203, 303)])
    page.touchscreen.tap(*middle(page.locator("[data-stand='a1.1.hq'] .base")))
    drag(page, OTHER, (0, 10))
    expect(page.locator(f"[data-stand='{OTHER}']")).to_have_attribute("data-y", "400")
    assert places(host)["a1.1.hq"] == (203, 303, False)
    expect(page.locator(".past")).to_contain_text("On the map")
    assert places(host)[OTHER] == (900, 400, False)
    takes_along(page, "Its formation")
    drag(page, SECOND, (0, 5))
    expect(page.locator(f"[data-stand='{OTHER}']")).to_have_attribute("data-y", "450")
    expect(page.locator(".onmap .mark.way")).to_have_count(0)
    assert left(host) == 2


def test_the_keys_do_the_same(address: str, open_page: OpenPage) -> None:
    """Without a finger or a mouse; on the other screen it shows once it is confirmed."""
    host, page = with_orders(address, open_page, "laptop")
    board = open_page("", "laptop", "dark").page
    on_the_map(board, host.invites("defender", board.context).place)
    page.locator(f"[data-stand='{OWN}'] > .touch").click()
    page.locator(".onmap [data-part=frame]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(CARD)).to_contain_text("1st Platoon: 1 cm cross country")
    page.keyboard.press("ArrowUp")
    expect(page.locator(CARD)).to_contain_text("1st Platoon: 2 cm cross country")
    expect(board.locator(".stand.going")).to_have_count(0)
    move(page)
    expect(board.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "320")


def test_what_it_asks_can_be_read_hit_and_heard(address: str, open_page: OpenPage) -> None:
    _, page = with_orders(address, open_page, "phone", bypass_csp=True)
    drag(page, OWN, (0, 10))
    expect(page.get_by_role("button", name="Only place it, no move")).to_be_visible()
    for size, theme in LOOKED_AT:
        held_as(page, size, theme)
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def test_fire_on_the_way_is_told_with_the_move_and_follows_the_drag(address: str, open_page: OpenPage) -> None:
    """FF-MVZ-02: the square of a battery about 60, 90 is met on the way to it, and no longer from beside it."""
    mover, battery = "d1.1.c1.p1", "a1.b1"

    def play(seats: Seated) -> None:
        host = seats["referee"]
        host.send("place_stands", stands=[at(mover, 600, 1000, 180.0)])
        to_step(host, "Artillery and heavier mortars")
        host.send("roll_orders", unit=battery, die={"pips": 6})
        host.send("set_aiming_point", unit=battery, where="the wire", along_cm=60, up_cm=90)
        host.send("fire_on_area", unit=battery, range_cm=90)
        host.send("end_turn")
        to_step(host, "Rifle companies")
        host.send("roll_orders", unit="d1.1.c1", die={"pips": 6})

    host_at, page = open_page("", "laptop").page, open_page("", "tablet-flat").page
    told = {"command": {"kind": "create_game", "scenario": "cambrai-1917", "table": OPEN_FIELD}}
    devices = {"referee": host_at.context, "defender": page.context}
    host = begun(address, devices, told, "a company before a zone under fire", play)["referee"]
    on_the_map(page, host.place)
    card, fire = page.locator(CARD), page.locator(".tg-list")
    drag(page, mover, (0, 10))
    expect(card).to_contain_text("10 cm cross country")
    expect(fire).to_contain_text("18-pounder, 1st Battery")
    drag(page, mover, (-20, -10))
    expect(card).to_contain_text("20 cm cross country")
    expect(fire).to_have_count(0)
    drag(page, mover, (20, 10))
    expect(fire).to_contain_text("18-pounder, 1st Battery")
    move(page)
    expect(page.locator(".onmap .mark.way")).to_have_count(0)
    # The map shows the move before the service has answered.
    until(lambda: [crossing["stand"] for crossing in host.view["guns"]["crossings"]] == [mover], page)
