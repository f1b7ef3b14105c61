"""A rule system of the tests, known to no screen, is played on two tablets by what it says of its deeds."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import OpenPage, serving
from tests.stage_toy.served import ServedToy

pytestmark = pytest.mark.browser
BOUNCE_MS = 320
TOY = {"system": "stage-toy", "title": "Two by two", "role": "north", "command": {"kind": "begin"}}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("toy")
    settings = Settings(database_url=f"sqlite:///{folder / 'toy.db'}", demo=False, log_level="warning")
    with serving(create_app(settings, {"stage-toy": ServedToy()})) as found:
        yield found


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
    """A button of the card; a finger that has left the screen before does not bounce."""
    page.wait_for_timeout(BOUNCE_MS)
    page.locator("#main").get_by_role("button", name=name, exact=True).click()


def type_in(page: Page, figure: str) -> None:
    page.locator("#main .typed input").first.fill(figure)
    page.locator("#main .typed input").first.press("Enter")


def test_a_round_is_played_on_the_stage_without_a_line_of_its_own(stages: tuple[Page, Page]) -> None:
    north, south = stages
    touch(south, "Stand is hit on 4 and up")
    expect(south.locator(".next")).to_contain_text("The north seat acts")
    expect(north.locator(".acts .not-yet")).to_contain_text("Nobody runs in this game")
    touch(north, "Lie is hit on 5 and up")
    touch(north, "Shoot")
    for stand in ("North a", "South a", "South b"):
        touch(north, stand)
    type_in(north, "90")
    expect(north.locator(".refuse")).to_contain_text("No rifle reaches so far")
    touch(north, "Leave it")
    type_in(north, "8")
    expect(north.locator(".pads:not(.off)")).to_be_visible()
    for face in ("4", "1"):
        touch(north, face)
    # The dice are followed by a choice, and that by a die of the other side.
    expect(north.locator(".hd h1")).to_have_text("Say who is hit")
    touch(north, "South b")
    expect(south.locator(".hd h1")).to_have_text("South b")
    touch(south, "2")
    expect(south.locator(".hd h1")).to_have_text("Reply")
    touch(south, "Yes")
    expect(north.locator(".hd h1")).to_have_text("Choose a stance")


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
        pad.locator(f"[data-face='{face}']").click()
    work.get_by_role("button", name="Shoot").click()

    north.get_by_role("link", name="Say who is hit").click()
    tap(north, "South b")
    north.get_by_role("button", name="Say who is hit").click()
    # South's tablet is told what it owes, throws a 2, and loses the stand.
    south.get_by_role("link", name="Save the stand: south b").click()
    south.locator("#work [data-face='2']").click()
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
