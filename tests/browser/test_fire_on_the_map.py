"""Fire and orders with units on the map: facts are proposed with where they come from, and any may be typed over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import Seat, on_a_field, served, to_step
from tests.game.ground_in_play import at

pytestmark = pytest.mark.browser
COMPANY, OWN, FOE, FARTHER = "a1.1.c1", "a1.1.c1.p1", "d1.1.c1.p1", "d1.1.c1.p2"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(Path(tmp_path_factory.mktemp("map")))


@pytest.fixture
def seat(address: str, browser: Browser) -> Iterator[Seat]:
    """The attacker with a company whose three platoons face two British ones, its order rolled."""
    company = [at(f"{COMPANY}.p{n}", 260 + 40 * n, 300) for n in (1, 2, 3)]
    enemies = [at(FOE, 300, 439, 180.0), at(FARTHER, 340, 560, 180.0)]
    with on_a_field(browser, address, *company, at("a1.1.hq", 300, 260), *enemies) as attacker:
        to_step(attacker, "Rifle companies")
        yield attacker


def test_an_order_roll_proposes_the_farthest_platoon(seat: Seat) -> None:
    page = seat.context.new_page()
    page.goto(f"{seat.place}?unit={COMPANY}")
    # The third platoon's nearest corner is 65 aside and 32.5 up of the commander's middle: 72.7 less his 10.
    expect(page.locator("#f-farthest_platoon_cm")).to_have_value("6.3")
    expect(page.locator("#work")).to_contain_text("Proposed from the map: 6.3 cm from")
    page.locator("#f-farthest_platoon_cm").fill("26")
    page.locator("#f-farthest_platoon_cm").press("Enter")
    expect(page.locator("#work")).to_contain_text("Otherwise than the map, which has 6.3 cm")


def chosen(page: Page, stand: str) -> None:
    """Take a target from those the map lists."""
    page.locator(f"[data-fix=target][data-value='{stand}']").click()


def test_targets_come_with_their_distance_and_a_typed_one_overrules_it(seat: Seat) -> None:
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6}, farthest_platoon_cm=6.3)
    page = seat.context.new_page()
    page.goto(f"{seat.place}?unit={COMPANY}&do=fire")
    listed = page.locator(".lately button")
    expect(listed.first).to_contain_text("12.4 cm, comes first")
    chosen(page, FARTHER)
    # 560 - 7.5 - 307.5, and 40 aside less half of both: 245 mm and 10 mm, 245.2.
    expect(page.locator("input[name=range_cm]")).to_have_value("24.5")
    page.locator("[data-picker] > summary").click()
    chosen(page, FOE)
    expect(page.locator("input[name=range_cm]")).to_have_value("12.4")
    expect(page.locator("#work")).to_contain_text("Proposed from the map: 12.4 cm base to base")
    page.locator("input[name=range_cm]").fill("12")
    page.locator("input[name=range_cm]").press("Enter")
    expect(page.locator("#work")).to_contain_text("Otherwise than the map, which has 12.4 cm base to base")
    page.locator("[data-picker] > summary").click()
    chosen(page, FARTHER)
    expect(page.locator("input[name=range_cm]")).to_have_value("24.5")


def test_each_stand_fires_at_its_own_distance(seat: Seat) -> None:
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6}, farthest_platoon_cm=6.3)
    page = seat.context.new_page()
    page.goto(f"{seat.place}?unit={COMPANY}&do=fire&target={FOE}")
    expect(page.locator("input[name=range_cm]")).to_have_value("12.4")
    for _ in range(3):
        page.locator("dice-pad [data-face='3']").click()
    with page.expect_response("**/commands") as answered:
        page.locator("dice-pad [data-part=confirm]").click()
    shots = answered.value.request.post_data_json["command"]["shots"]
    assert answered.value.ok, answered.value.text()
    # The second is 40 to the right: 10 mm of ground lie between the sides, 124 before: 124.4. The third 50: 133.7.
    assert [shot["range_cm"] for shot in shots] == [12.4, 12.4, 13.4]
