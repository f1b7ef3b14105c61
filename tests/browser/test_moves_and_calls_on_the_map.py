"""A move and an SOS call with units on the map, by touch: the map fills them in, what is typed over is in the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.playing import Seat, opened, served, settle_plans, to_step
from tests.game.ground_in_play import LAID, at

pytestmark = pytest.mark.browser
COMPANY, OWN, SECOND, GUNS = "a1.1.c1", "a1.1.c1.p1", "a1.1.c1.p2", "d1.b1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(Path(tmp_path_factory.mktemp("map")))


@pytest.fixture
def sides(address: str, browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[Seat, Seat]]:
    """The referee and a player at a tablet, in a game of the scenario and for the side the test names."""
    scenario, side = request.param
    wide, high = SIZES["tablet-upright"]
    with (
        browser.new_context() as host,
        browser.new_context(viewport={"width": wide, "height": high}, has_touch=True) as guest,
    ):
        referee = opened(host, address, command={"kind": "create_game", "scenario": scenario, "table": LAID})
        yield referee, referee.invites(side, guest, "Bea")


def typed(page: Page, name: str, centimetres: str) -> None:
    """Type a distance, and wait for the page that answers to it."""
    field = page.locator(f"input[name={name}]")
    field.tap()
    field.fill(centimetres)
    with page.expect_response(lambda answer: name in answer.url):
        field.press("Enter")


@pytest.mark.parametrize("sides", [("mons-1914", "attacker")], indirect=True)
def test_a_move_told_by_its_place_names_its_ground(sides: tuple[Seat, Seat]) -> None:
    """The wood's slope leads from (10, 100) to (30, 120): the way from 112 to 118 up, at 20 along, lies in it."""
    referee, seat = sides
    referee.send("place_stands", stands=[at(OWN, 200, 1120), at(SECOND, 240, 1120)])
    to_step(seat, "Rifle companies")
    seat.send("roll_orders", unit=COMPANY, die={"pips": 6})
    page = seat.context.new_page()
    page.goto(f"{seat.place}?unit={COMPANY}&do=move")
    work = page.locator("#work")
    expect(work).not_to_contain_text("Proposed from the map")
    page.locator("#whereto > summary").tap()
    typed(page, "_to_along", "20")
    typed(page, "_to_up", "118")
    expect(page.get_by_role("radio", name="Close terrain")).to_be_checked()
    expect(work).to_contain_text("Proposed from the map: 6 cm close terrain (High Wood)")
    page.locator("label", has_text="Cross country").tap()
    expect(work).to_contain_text("Otherwise than the map, which has 6 cm close terrain (High Wood)")
    page.get_by_role("button", name="Move", exact=True).tap()
    expect(page.locator("#work h2", has_text="1 action to spend")).to_be_visible()
    places = {one["stand"]: (one["x_mm"], one["y_mm"], one["unsure"]) for one in seat.view["map"]["places"]}
    assert places == {OWN: (200, 1180, False), SECOND: (240, 1180, False)}
    expect(page.locator("#log")).to_contain_text("otherwise than the map: ground cross country, not close terrain")


@pytest.mark.parametrize("sides", [("cambrai-1917", "defender")], indirect=True)
def test_an_sos_call_measures_from_its_point(sides: tuple[Seat, Seat]) -> None:
    """FF-SOS-03: 44.9 up from the German edge is 135.1 of 180; the trench begins at 139."""
    referee, seat = sides
    referee.send("start_turn")
    while referee.view["turn"]["next"]:
        settle_plans(referee, referee.view)
        referee.send("next_step")
    referee.send("end_turn")
    seat.send("start_turn")
    page = seat.context.new_page()
    page.goto(f"{seat.place}?do=sos&_battery={GUNS}")
    typed(page, "along_cm", "60")
    typed(page, "up_cm", "44.9")
    far = page.locator("input[name=from_position_cm]")
    expect(far).to_have_value("3.9")
    expect(page.locator("#work")).to_contain_text("Proposed from the map: Kaiser trench: its front trench")
    typed(page, "from_position_cm", "5")
    expect(page.locator("#work")).to_contain_text("Otherwise than the map, which has 3.9 cm to Kaiser trench")
    with page.expect_response("**/commands") as answered:
        page.locator("dice-pad [data-face='4']").tap()
    assert answered.value.ok, answered.value.text()
    told = answered.value.json()["events"][0]
    assert told["says"].endswith("otherwise than the map: distance from the position 5 cm, not 3.9 cm")
    kept = {one["fact"]: (one["proposed"], one["used"]) for one in told["card"]["map"]}
    assert kept["from_position_cm"] == (3.9, 5.0)
    point = seat.view["guns"]["points"][GUNS]
    assert (point["along_cm"], point["up_cm"]) == (60.0, 44.9)
