"""Fire on an area and a stand that goes in, with units on the map: whom it catches, from where it comes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Seat, on_a_field, served, to_step
from tests.game.ground_in_play import at

pytestmark = pytest.mark.browser
COMPANY, OWN, SECOND, FOE, FARTHER = "a1.1.c1", "a1.1.c1.p1", "a1.1.c1.p2", "d1.1.c1.p1", "d1.1.c1.p2"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(Path(tmp_path_factory.mktemp("map")))


@pytest.fixture
def seat(address: str, browser: Browser) -> Iterator[Seat]:
    """The attacker with a platoon, another right behind it, and two British platoons before them."""
    own, enemies = [at(OWN, 300, 300), at(SECOND, 300, 285)], [at(FOE, 300, 400, 180.0), at(FARTHER, 360, 400, 180.0)]
    with on_a_field(browser, address, *own, *enemies) as attacker:
        yield attacker


def test_a_battery_is_told_whom_its_area_catches(seat: Seat) -> None:
    to_step(seat, "Artillery")
    view = seat.view
    gun = next(name for name in view["turn"]["can_act"])
    seat.send("roll_orders", unit=gun, die={"pips": 6}, own_sight=True)
    # 10 by 10 cm about 32, 40: the one platoon wholly, the other from 34.5 to 37.5, which is 2.5 cm of its 3.
    seat.send("lay_point", unit=gun, where="the mill", along_cm=32.0, up_cm=40.0)
    page = seat.context.new_page()
    page.goto(f"{seat.place}?unit={gun}&do=area&observed=true")
    told = page.locator("fieldset.zone")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text("Proposed from the map: its whole base lies in it")
    expect(told.last).to_contain_text("Proposed from the map: at least half its base lies in it")
    told.last.get_by_role("radio", name="Wholly").check()
    expect(told.last).to_contain_text("Otherwise than the map, which has at least half its base lies in it")


def test_a_stand_that_goes_in_is_told_from_where_it_comes(seat: Seat) -> None:
    to_step(seat, "Rifle companies")
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6})
    page = seat.context.new_page()
    page.goto(f"{seat.place}?unit={COMPANY}&do=assault&stand={OWN}&target={FOE}")
    work = page.locator("#work")
    # Its front edge is at 307.5, the enemy's at 392.5.
    page.locator("#more-of-the-move > summary").click()
    expect(page.locator("input[name=began_cm]")).to_have_value("8.5")
    expect(work).to_contain_text("Proposed from the map: Soft: open ground")
    page.locator("#support > summary").click()
    expect(work).to_contain_text("touches it from behind")
    page.get_by_role("button", name="Go in").click()
    expect(page.locator("#work")).not_to_contain_text("otherwise than the map")
    contact = seat.view["assault"]["contacts"][0]
    assert (contact["began_cm"], contact["supporter"], contact["cover"]) == (8.5, SECOND, "soft")
