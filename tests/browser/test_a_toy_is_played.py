"""A rule system of the tests, in a house in which no other stands: played on two tablets, looked up, built, printed."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.houses import TOY_ENTRY, house_without
from tests.app.test_without_a_system import SYSTEMS
from tests.browser.conftest import OpenPage
from tests.browser.playing import BOUNCE_MS, Touch, on_the_map
from tests.browser.test_1418_on_two_tablets import ON_SCREEN
from tests.browser.touching import Fingers
from tests.stage_toy.bands import SAMPLE, document_of
from tests.torture.served import Server, real_service

pytestmark = pytest.mark.browser
FINGER_MM = 5
"""A drag ends on whole pixels."""
TOY = {"system": "stage-toy", "title": "Two by two", "role": "north", "command": {"kind": "begin"}}


def served(house: Path, prefix: str) -> Iterator[str]:
    """A service whose one system is the toy: no other stands in its house."""
    house_without(house, SYSTEMS, TOY_ENTRY.format(prefix=prefix))
    server = Server(f"sqlite:///{house / 'toy.db'}", real_service, house=house)
    yield server.base
    server.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("toy"), "")


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("mapped"), "MAPPED_")


@pytest.fixture
def tablets(open_page: OpenPage, address: str) -> Iterator[tuple[Page, Page]]:
    """North's, which opened the game, and south's, which joined it."""
    pages = [open_page("", size) for size in ("tablet-upright", "phone")]
    north, south = (one.page for one in pages)
    headers = {"Origin": address}
    game = north.request.post(f"{address}/api/v1/games", data=TOY, headers=headers).json()["game_id"]
    wanted = {"role": "south"}
    code = north.request.post(f"{address}/api/v1/games/{game}/invitations", data=wanted, headers=headers).json()["code"]
    assert south.request.post(f"{address}/api/v1/join", data={"code": code}, headers=headers).ok
    for page in (north, south):
        page.goto(f"{address}/games/{game}")
        expect(page.locator("#bar")).to_be_visible()
        page.goto(f"{address}/games/{game}/plain")
    yield north, south
    for one in pages:
        assert one.complaints == []


@pytest.fixture
def stages(tablets: tuple[Page, Page]) -> tuple[Page, Page]:
    """The same seats on the stage."""
    for page in tablets:
        page.goto(page.url.replace("/plain", "/stage"))
        expect(page.locator(".hd h1")).to_be_visible()
    return tablets


def touch(page: Page, name: str) -> None:
    """Tap a button of the card; on the same spot no sooner than a finger would."""
    Touch(page).tap(page.locator("#main").get_by_role("button", name=name, exact=True))


def type_in(page: Page, figure: str) -> None:
    page.locator("#main .typed input").first.fill(figure)
    page.locator("#main .typed input").first.press("Enter")


def test_a_round_is_played_on_the_stage_without_a_line_of_its_own(stages: tuple[Page, Page]) -> None:
    north, south = stages
    touch(south, "Stand is hit on 4 and up")
    expect(south.locator(".next")).to_contain_text("The north seat acts")
    expect(north.locator(".acts .not-yet")).to_contain_text("Nobody runs in this game")
    touch(north, "Lie is hit on 5 and up")
    # Nothing else is left to do: it comes into the hand by itself, and going on without it says what is lost.
    expect(north.locator(".hd h1")).to_have_text("Shoot")
    expect(north.locator(".next")).to_have_text(re.compile("Hold fire.*The shot of this round is lost", re.DOTALL))
    for stand in ("North a", "South a", "South b"):
        touch(north, stand)
    type_in(north, "90")
    expect(north.locator(".refuse")).to_contain_text("No rifle reaches so far")
    touch(north, "Leave it")
    type_in(north, "8")
    expect(north.locator(".pads:not(.off)")).to_be_visible()
    for face in ("4", "1"):
        touch(north, face)
    # The dice are followed by a choice below what they came to, and that by a die of the other side.
    expect(north.locator(".res .die.hit")).to_have_count(2)
    expect(north.locator(".dock .top b")).to_have_text(re.compile("hit", re.IGNORECASE))
    expect(north.locator(".next")).to_contain_text("Next: Say who is hit")
    touch(north, "South b")
    expect(south.locator(".hd h1")).to_have_text("South b")
    touch(south, "2")
    expect(south.locator(".next")).to_contain_text("Next: Reply")
    touch(south, "Yes")
    expect(north.locator(".hd h1")).to_have_text("Choose a stance")


def test_a_refusal_before_the_dice_is_set_aside_where_the_other_side_agrees(stages: tuple[Page, Page]) -> None:
    north, south = stages
    touch(south, "Stand is hit on 4 and up")
    expect(south.locator(".next")).to_contain_text("The north seat acts")
    touch(north, "Lie is hit on 5 and up")
    expect(north.locator(".hd h1")).to_have_text("Shoot")
    for stand in ("North a", "South a"):
        touch(north, stand)
    type_in(north, "90")
    expect(north.locator(".refuse")).to_contain_text("No rifle reaches so far")
    north.get_by_label("Why the rule is set aside").fill("it is nearer than we measured")
    touch(north, "Ask to allow it")
    expect(north.locator(".aside")).to_have_text(re.compile("Set aside: it is nearer than we measured TOY-2"))
    # No die is asked for before the other side has agreed.
    expect(north.locator(".keys")).to_have_count(0)
    touch(north, "Ask: Shoot")
    expect(south.locator("body")).to_contain_text("set aside TOY-2: no rifle reaches so far")
    expect(north.locator(".slot")).to_contain_text("Asked")
    south.get_by_role("button", name="Agree", exact=True).click()
    expect(south.locator(".next")).to_contain_text("The north seat acts")
    expect(north.locator(".hd h1")).to_have_text("Set aside TOY-2: no rifle reaches so far")
    expect(north.locator(".next")).to_contain_text("1 die to come")
    touch(north, "6")
    expect(north.locator(".res .die.hit")).to_have_count(1)
    expect(north.locator(".next")).to_contain_text("Next: Say who is hit")


def test_agreed_request_is_withdrawn_by_the_button_that_goes_back(stages: tuple[Page, Page]) -> None:
    north, south = stages
    touch(south, "Stand is hit on 4 and up")
    expect(south.locator(".next")).to_contain_text("The north seat acts")
    touch(north, "Lie is hit on 5 and up")
    for stand in ("North a", "South a"):
        touch(north, stand)
    type_in(north, "90")
    north.get_by_label("Why the rule is set aside").fill("it is nearer than we measured")
    touch(north, "Ask to allow it")
    touch(north, "Ask: Shoot")
    south.get_by_role("button", name="Agree", exact=True).click()
    expect(north.locator(".hd h1")).to_have_text("Set aside TOY-2: no rifle reaches so far")
    expect(north.locator(".back")).to_contain_text("the request")
    north.locator(".back").click()
    expect(north.locator(".hd h1")).to_have_text("Shoot")
    expect(south.locator("body")).to_contain_text("no longer asks: set aside TOY-2")


@pytest.fixture
def second_round(open_page: OpenPage, mapped: str) -> Iterator[Page]:
    """South's tablet in a game on the meadow: the second round is his, and smoke has drifted since the first."""
    opened, beside = open_page("", "tablet-upright"), open_page("", "phone")
    south, north = opened.page, beside.page
    headers = {"Origin": mapped}
    begin = {**TOY, "command": {"kind": "begin", "on_map": True}}
    game = north.request.post(f"{mapped}/api/v1/games", data=begin, headers=headers).json()["game_id"]
    at = f"{mapped}/api/v1/games/{game}"
    code = north.request.post(f"{at}/invitations", data={"role": "south"}, headers=headers).json()["code"]
    assert south.request.post(f"{mapped}/api/v1/join", data={"code": code}, headers=headers).ok
    stance = {"kind": "choose", "stance": "stand"}
    smoke = {"kind": "smoke", "x_mm": 200, "y_mm": 300}
    deeds = ((north, stance), (south, stance), (north, smoke), (south, {"kind": "reply", "agree": True}))
    for number, (page, command) in enumerate((*deeds, (north, stance), (south, stance))):
        seen = page.request.get(at).json()["number"]
        sent = {"command_id": f"c{number}", "expected_seq": seen, "command": command}
        answer = page.request.post(f"{at}/commands", data=sent, headers=headers)
        assert answer.ok, answer.text()
    south.goto(f"{mapped}/games/{game}/stage")
    expect(south.locator(".hd h1")).to_be_visible()
    yield south
    assert (opened.complaints, beside.complaints) == ([], [])


def test_grenades_are_thrown_by_a_tap_on_the_map_where_smoke_has_drifted(second_round: Page) -> None:
    """A table, places, squares, a circle, a cloud and a pool of dice of a system that has no page of its own."""
    page = second_round
    touch(page, "Throw grenades")
    # A place is wanted: the map comes by itself.
    drawn = page.locator("trench-map")
    drawn.locator("[data-part=view]").wait_for()
    lies, comes = drawn.locator("g.overlay title").all_text_contents()
    assert (lies, comes) == ("Smoke of B3, 5 cm on", "Smoke of B3, 10 cm on, next round")
    page.touchscreen.tap(*drawn.evaluate(ON_SCREEN, [300, 300]))
    expect(page.locator(".refuse")).to_contain_text("Nobody lies under the circle")
    page.touchscreen.tap(*drawn.evaluate(ON_SCREEN, [300, 560]))
    expect(page.locator(".pads:not(.off)")).to_be_visible()
    for face in ("1", "4"):
        touch(page, face)
    # Two lay under it, and a four hits whoever stands.
    expect(page.locator(".next")).to_contain_text("Next: Say who is hit")


def test_a_stand_is_shifted_by_a_drag_within_its_reach(open_page: OpenPage, mapped: str) -> None:
    opened = open_page("", "tablet-upright")
    page, headers = opened.page, {"Origin": mapped}
    begin = {**TOY, "command": {"kind": "begin", "on_map": True}}
    game = page.request.post(f"{mapped}/api/v1/games", data=begin, headers=headers).json()["game_id"]
    on_the_map(page, f"{mapped}/games/{game}")
    expect(page.locator(".overlay.reach")).to_have_count(2)
    stand = page.locator('[data-stand="north a"]')
    before = [int(stand.get_attribute(f"data-{one}") or 0) for one in "xy"]
    start = page.locator("trench-map").evaluate(ON_SCREEN, before)
    # 15 cm are too far (TOY-9), 10 are not.
    for cm, says in ((150, ".refuse"), (100, ".past")):
        end = page.locator("trench-map").evaluate(ON_SCREEN, [before[0], before[1] - cm])
        page.wait_for_timeout(BOUNCE_MS)
        Fingers(page).drag((start[0], start[1]), (end[0], end[1]))
        expect(page.locator(says)).to_be_visible()
    at = page.request.get(f"{mapped}/api/v1/games/{game}").json()["view"]["places"]["north a"]
    assert (at[0], abs(at[1] - before[1] + 100) <= FINGER_MM) == (before[0], True)
    # What is refused is a conflict, of which a browser complains.
    assert ["409" in one for one in opened.complaints] == [True]


def tap(page: Page, word: str) -> None:
    """A choice of the deed in hand."""
    page.locator("#work label").filter(has_text=re.compile(f"^{word}$")).click()


def choose(page: Page, stance: str) -> None:
    page.get_by_role("link", name="Choose a stance").click()
    tap(page, stance)
    page.get_by_role("button", name="Choose a stance").click()
    expect(page.locator("#work form")).to_have_count(0)


def test_a_round_is_played_by_what_the_toy_says_of_its_deeds(tablets: tuple[Page, Page]) -> None:
    north, south = tablets
    choose(south, "Stand")
    # What south has chosen, and that it has, is its secret until both have.
    expect(north.locator("#newest")).not_to_contain_text("only its own side knows")
    choose(north, "Lie")
    expect(south.locator("#stage")).to_contain_text("The north")

    north.get_by_role("link", name="Shoot").click()
    work = north.locator("#work")
    tap(north, "North a")
    tap(north, "South a")
    tap(north, "South b")
    work.locator("input[inputmode=decimal]").fill("90")
    work.locator("input[inputmode=decimal]").press("Enter")
    expect(work).to_contain_text("no rifle reaches so far")
    work.locator("input[inputmode=decimal]").fill("8")
    work.locator("input[inputmode=decimal]").press("Enter")
    pad = work.locator("dice-pad")
    expect(pad).to_have_attribute("count", "2")
    for face in (4, 1):
        pad.locator(f"[data-die='{face}']").click()
    work.get_by_role("button", name="Shoot").click()

    north.get_by_role("link", name="Say who is hit").click()
    tap(north, "South b")
    north.get_by_role("button", name="Say who is hit").click()
    # South's tablet is told what it owes, throws a 2, and loses the stand.
    south.get_by_role("link", name="Save the stand: south b").click()
    south.locator("#work [data-die='2']").click()
    expect(south.locator("#newest")).to_contain_text("3 stands are left")
    south.get_by_role("link", name="Reply").click()
    tap(south, "Yes")
    south.get_by_role("button", name="Reply").click()
    expect(north.locator("#newest")).to_contain_text("Round 2")
    expect(north.get_by_role("link", name="Choose a stance")).to_be_visible()


def test_nothing_scrolls_sideways_and_the_page_is_whole(tablets: tuple[Page, Page]) -> None:
    for page in tablets:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.get_by_role("heading", name="First")).to_be_visible()


def test_its_look_ups_answer_with_their_clauses_and_dice(open_page: OpenPage, address: str) -> None:
    opened = open_page("", "tablet-upright")
    page = opened.page
    page.goto(f"{address}/lookups/stage-toy")
    page.get_by_role("link", name="Dice of a shot").click()
    page.locator("[name=range_cm]").fill("9")
    page.locator("[name=range_cm]").press("Enter")
    expect(page.locator("#answer")).to_contain_text("2")
    expect(page.locator("main")).to_contain_text("Dice of a shot up close: 2")
    expect(page.locator("main")).to_contain_text("TOY-3")
    page.locator("[name=range_cm]").fill("41")
    page.locator("[name=range_cm]").press("Enter")
    expect(page.locator("#answer")).to_contain_text("No rifle reaches so far")
    assert opened.complaints == []


def test_its_playsheet_is_printed_and_its_service_is_described(open_page: OpenPage, address: str) -> None:
    page = open_page("", "laptop").page
    page.goto(f"{address}/lookups/stage-toy")
    page.get_by_role("link", name="Playsheet").click()
    assert page.locator("#pages img").count() == 2
    with page.expect_response(lambda one: "/print/stage-toy/file" in one.url) as answered:
        page.get_by_role("button", name="Save the PDF").click()
    sheet = page.request.get(answered.value.url)
    assert (sheet.headers["content-type"], sheet.body()[:5]) == ("application/pdf", b"%PDF-")
    described = page.request.get(f"{address}/api/v1/openapi.json").json()
    named = {name.removeprefix("stage-toy.") for name in described["components"]["schemas"]}
    assert {"begin", "choose", "shoot", "save", "undo", "ToyBand"} <= named
    assert "/api/v1/stage-toy/forces" in described["paths"]
    at, question = f"{address}/api/v1/stage-toy/questions/shot", {"facts": {"range_cm": 9}, "dice": [4, 1]}
    asked = page.request.post(at, data=question | {"date": "1916-07"}, headers={"Origin": address}).json()
    # Two dice up close, and a four hits whoever stands.
    assert (asked["value"], asked["clauses"]) == (True, ["TOY-3", "TOY-4"])


def test_two_of_its_documents_are_built_and_their_game_is_begun(open_page: OpenPage, address: str) -> None:
    opened = open_page("", "laptop")
    page, headers = opened.page, {"Origin": address}
    page.goto(address)
    for band in SAMPLE:
        kept = page.request.post(f"{address}/api/v1/stage-toy/forces/import", data=document_of(band), headers=headers)
        assert kept.ok, kept.text()
    page.goto(f"{address}/forces/stage-toy")
    page.get_by_role("link", name="The hill").click()
    expect(page.get_by_label("Stand 2")).to_have_value("Bea")
    page.get_by_role("link", name="Set up a game with it").click()
    expect(page.get_by_label("The north")).to_contain_text("The hill")
    page.get_by_label("The south").select_option(label="The brook, July 1916")
    page.get_by_role("button", name="Set up the game").click()
    expect(page.locator("#bar")).to_be_visible()
    page.goto(f"{page.url}/plain")
    page.get_by_role("link", name="Bury the chest").click()
    expect(page.locator("#work")).to_contain_text("Ann")
    assert opened.complaints == []


def aim(north: Page, cm: str) -> Locator:
    """North a at south a, as far as it is told; two dice lie there to be thrown."""
    north.get_by_role("link", name="Shoot").click()
    work = north.locator("#work")
    tap(north, "North a")
    tap(north, "South a")
    work.locator("input[inputmode=decimal]").fill(cm)
    work.locator("input[inputmode=decimal]").press("Enter")
    return work.locator("dice-pad")


def test_a_deed_is_taken_back_by_consent_and_its_dice_stay_thrown(tablets: tuple[Page, Page]) -> None:
    north, south = tablets
    choose(south, "Stand")
    choose(north, "Lie")
    pad = aim(north, "8")
    expect(pad).to_have_attribute("count", "2")
    for face in (1, 2):
        pad.locator(f"[data-die='{face}']").click()
    north.locator("#work").get_by_role("button", name="Shoot").click()
    north.get_by_role("link", name="Take back").click()
    north.locator("#work").get_by_role("button", name="Take back").click()
    # A die has fallen: the other side is asked, and agrees.
    south.get_by_role("link", name="Answer").click()
    tap(south, "Yes")
    south.get_by_role("button", name="Answer").click()
    expect(north.locator("#newest")).to_contain_text("Taken back: Shoot")
    pad = aim(north, "8")
    expect(north.locator("#work")).to_contain_text("These dice were thrown before it was taken back, and count again")
    for face in (1, 2):
        pad.locator(f"[data-die='{face}']").click()
    north.locator("#work").get_by_role("button", name="Shoot").click()
    # Neither hits whoever stands: nobody is to be saved, and the other side replies.
    expect(south.get_by_role("link", name="Reply")).to_be_visible()
