"""A stand dropped on the map that has a move left: tried out first, then moved, only placed, or put back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.begun import Seated, begun
from tests.browser.conftest import HANDHELD, OpenPage, held_as
from tests.browser.playing import Seat, served, to_step
from tests.browser.sizes import LOOKED_AT, TOO_SMALL
from tests.browser.touching import Fingers, middle
from tests.game.ground_in_play import OPEN_FIELD, at

pytestmark = pytest.mark.browser

COMPANY = "a1.1.c1"
OWN, SECOND, THIRD, OTHER = f"{COMPANY}.p1", f"{COMPANY}.p2", f"{COMPANY}.p3", "a1.1.c2.p1"
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
    page.goto(f"{host.place}/map")
    page.locator("trench-map").scroll_into_view_if_needed()
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


@pytest.mark.parametrize("size", HANDHELD)
def test_a_company_is_dragged_tried_out_and_moved(address: str, open_page: OpenPage, size: str) -> None:
    host, page = with_orders(address, open_page, size)
    page.get_by_label("Its company").check(force=True)
    drag(page, SECOND, (0, 15))
    asks = page.get_by_role("region", name="Move 1 Company")
    expect(asks).to_contain_text("15 cm cross country; one move action carries it there")
    expect(page.locator(".overlay.march")).to_have_count(3)
    # Nothing has moved yet, for nobody.
    assert places(host)[SECOND] == (600, 300, False)
    assert left(host) == 2
    asks.get_by_role("button", name="Move here", exact=True).click()
    expect(asks).to_have_count(0)
    expect(page.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "450")
    assert {stand: places(host)[stand] for stand in (OWN, SECOND, THIRD)} == {
        OWN: (520, 450, False),
        SECOND: (600, 450, False),
        THIRD: (680, 450, False),
    }
    assert left(host) == 1
    assert "move=" not in page.url


def test_one_platoon_after_the_other_and_then_all_at_once(address: str, open_page: OpenPage) -> None:
    """24 cm are farther than a move: said before and kept in the log. Who is not dragged stays where he is."""
    host, page = with_orders(address, open_page, "tablet-upright")
    drag(page, OWN, (0, 10))
    asks = page.locator("#move-here")
    expect(asks).to_contain_text("1st Platoon: 10 cm cross country")
    drag(page, SECOND, (0, 24))
    expect(asks).to_contain_text("2nd Platoon: 24 cm cross country; one move action carries it 20 cm of it")
    expect(asks).to_contain_text("1st Platoon: 10 cm cross country")
    asks.get_by_role("button", name="Move here all the same").click()
    expect(asks).to_be_empty()
    assert places(host) == {
        OWN: (520, 400, False),
        SECOND: (600, 540, False),
        THIRD: (680, 300, False),
        OTHER: (900, 300, False),
    }
    page.goto(f"{host.place}/log")
    expect(page.locator("main")).to_contain_text("way 24 cm, not 20 cm")


def test_it_may_be_put_back_or_only_placed(address: str, open_page: OpenPage) -> None:
    host, page = with_orders(address, open_page, "tablet-flat")
    drag(page, OWN, (0, 10))
    expect(page.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "400")
    page.get_by_role("link", name="Put it back").click()
    expect(page.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "300")
    expect(page.locator("#move-here")).to_be_empty()
    drag(page, OWN, (0, 10))
    page.get_by_role("button", name="Only place it here, no move").click()
    expect(page.locator("#move-here")).to_be_empty()
    assert places(host)[OWN] == (520, 400, False)
    assert left(host) == 2


def test_what_the_rules_refuse_is_said_before_it_is_sent(address: str, open_page: OpenPage) -> None:
    host, page = with_orders(address, open_page, "tablet-flat")
    drag(page, OWN, (8, 0))
    asks = page.locator("#move-here")
    expect(asks).to_contain_text("would lie on top of 2nd Platoon")
    asks.get_by_role("button", name="Move here all the same").click()
    expect(asks.get_by_label("Why it should be allowed")).to_be_visible()
    assert places(host)[OWN] == (520, 300, False)


def test_who_has_no_move_is_only_placed_and_so_is_a_battalion(address: str, open_page: OpenPage) -> None:
    host, page = with_orders(address, open_page, "tablet-upright")
    drag(page, OTHER, (0, 10))
    expect(page.locator("#at-a1\\.1\\.c2\\.p1 [data-at]")).to_contain_text("at 90, 40")
    assert places(host)[OTHER] == (900, 400, False)
    page.get_by_label("Its battalion").check(force=True)
    drag(page, SECOND, (0, 5))
    expect(page.locator(f"[data-stand='{OTHER}']")).to_have_attribute("data-y", "450")
    expect(page.locator("#move-here")).to_be_empty()
    assert left(host) == 2


def test_the_form_and_the_keys_do_the_same(address: str, open_page: OpenPage) -> None:
    """Without a finger or a mouse; on the other screen it shows once it is confirmed."""
    host, page = with_orders(address, open_page, "laptop")
    board = open_page("", "laptop", "dark").page
    board.goto(host.invites("defender", board.context).place + "/map")
    page.locator("#of-a1\\.1 summary").click()
    form = page.locator(f"form[data-place-stand='{OWN}']")
    form.get_by_label("cm up").fill("45")
    form.get_by_role("button", name="Place").press("Enter")
    asks = page.locator("#move-here")
    expect(asks).to_contain_text("1st Platoon: 15 cm cross country")
    page.locator("[data-part=frame]").focus()
    page.keyboard.press("ArrowUp")
    expect(asks).to_contain_text("1st Platoon: 16 cm cross country")
    assert "not yet moved there" not in board.content()
    asks.get_by_role("button", name="Move here", exact=True).press("Enter")
    expect(board.locator(f"[data-stand='{OWN}']")).to_have_attribute("data-y", "460")


def test_what_it_asks_can_be_read_hit_and_heard(address: str, open_page: OpenPage) -> None:
    _, page = with_orders(address, open_page, "phone", bypass_csp=True)
    page.goto(f"{page.url}?move={COMPANY}&at={OWN},520,560,0&at={SECOND},600,450,0")
    expect(page.get_by_role("button", name="Move here all the same")).to_be_visible()
    for size, theme in LOOKED_AT:
        held_as(page, size, theme)
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert [one for one in page.evaluate(TOO_SMALL) if 'class="told' not in one] == [], size
