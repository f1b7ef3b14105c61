"""Brisefer Ridge on two tablets from one tap on the home page: the deeds of a bound, and how many taps each takes."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from app.main import create_app
from app.settings import Settings
from rules.kernel.seats import Role
from tests.browser.conftest import SERVED, OpenPage, serving
from tests.browser.playing import Touch

pytestmark = [pytest.mark.browser, pytest.mark.evening]
GUNS = "Ridge machine guns"
ON_SCREEN = """(map, [x, y]) => {
  const { x: across, y: down } = map.sheetOf({ x, y });
  const drawn = map.querySelector("[data-part=view]").getScreenCTM();
  return [drawn.a * across + drawn.e, drawn.d * down + drawn.f];
}"""
"""Where a place of the table lies in the window."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("ridge")
    settings = Settings(database_url=f"sqlite:///{folder / 'ridge.db'}", log_level="warning")
    with serving(create_app(settings)) as found:
        yield found


class Tablet(Touch):
    """A side's tablet, and how often it was tapped since the last count."""

    def press(self, name: str) -> None:
        """A button of the card: beneath its word may stand what it brings."""
        self.tap(self.page.locator("#main").get_by_role("button", name=re.compile(rf"^{re.escape(name)}\b")))

    def next(self) -> None:
        """What goes on."""
        expect(self.page.locator(".next")).to_be_enabled()
        self.tap(self.page.locator(".next"))

    def shows(self, label: str, title: str = "") -> None:
        """What the card is about."""
        expect(self.page.locator(".hd").first).to_contain_text(label, ignore_case=True)
        expect(self.page.locator(".hd h1")).to_contain_text(title)

    def tap_map(self, x_mm: int, y_mm: int) -> None:
        """A place of the table, by its millimetres."""
        place = self.page.locator("trench-map [data-part=view]")
        place.wait_for()
        x, y = self.page.locator("trench-map").evaluate(ON_SCREEN, [x_mm, y_mm])
        self.page.touchscreen.tap(x, y)
        self.taps += 1
        expect(self.page.locator(".mark.spot")).to_have_count(1)

    def is_up_to_date(self) -> None:
        """Wait until the tablet shows what the service has written, and waits for no answer."""
        place = urlsplit(self.page.url)
        games = SERVED[f"{place.scheme}://{place.netloc}"].state.keeper.games
        role = Role(self.page.locator("body").get_attribute("data-role") or "")
        game = place.path.split("/")[2]
        self.page.locator("#main:not([aria-busy])").wait_for()
        expect(self.page.locator("body")).to_have_attribute(
            "data-seq", str(games.ask(game, lambda played: played.numbers[role]))
        )
        self.page.locator("#main:not([aria-busy])").wait_for()

    def counted(self) -> int:
        """The taps since this was asked last."""
        taps, self.taps = self.taps, 0
        return taps


@pytest.fixture
def tablets(open_page: OpenPage, address: str) -> Iterator[tuple[Tablet, Tablet]]:
    """The game is opened by one tap; two tablets take the seats of the sides."""
    opened = [open_page("", size) for size in ("laptop", "tablet-upright", "tablet-flat")]
    host, *sides = (one.page for one in opened)
    host.goto(address)
    host.get_by_text("Brisefer Ridge").first.click()
    # It leads to both sides' seats at once, a QR code each, without any setting.
    expect(host.locator("[data-seat] [data-qr] svg")).to_have_count(2)
    for role, page in zip(("attacker", "defender"), sides, strict=True):
        seat = host.locator(f"[data-seat={role}]")
        letters = seat.locator("[data-answer].word")
        expect(letters).to_have_text(re.compile(r"^\w{4} \w{4}$"))
        page.goto(address)
        page.get_by_label("Code from the host").fill(letters.inner_text())
        page.get_by_role("button", name="Take the seat").tap()
        if role == "attacker":
            # Until another device plays the defender the host does, and the first side is told so.
            expect(page.locator("[data-others]")).to_contain_text("the host sees what your side sees")
            page.get_by_role("button", name="Take the seat").tap()
        expect(page.locator(".hd h1")).to_be_visible()
        # Who has sat down takes the place of his code.
        expect(seat).to_contain_text(f"{role.capitalize()} has taken the seat")
    host.get_by_role("link", name="To the game").last.click()
    expect(host.locator(".hd h1")).to_contain_text("3rd Marchers")
    yield Tablet(sides[0]), Tablet(sides[1])
    # The question about the host is an answer 409.
    told = [[line for line in one.complaints if "409 (Conflict)" not in line] for one in opened]
    assert told == [[], [], []]


def test_a_bound_from_the_home_page_to_its_first_shot(tablets: tuple[Tablet, Tablet]) -> None:
    attacker, defender = tablets
    formations = (("3rd Marchers", "1st Guides"), ("21st Ridge Battalion", "40th Depot Battalion"))
    words = (("Advance", "Straight ahead"), ("Hold",))
    for side, told, names in zip(tablets, words, formations, strict=True):
        for name in names:
            side.shows("Command", name)
            for word in told:
                side.press(word)
        side.shows("Bombard a square")
        commands = side.counted()
        # The attacker's circle lies on a company, the defender's on one and on the machine guns in front of it.
        side.tap_map(*((330, 575) if side is attacker else (160, 155)))
        side.press("Bombard a square")
        assert side.counted() == 2
        side.next()
        # A command is one tap a formation, an ADVANCE one more for its direction, and Ready (BE-CMD-01, BE-CMD-07).
        assert commands + side.counted() == 2 * len(told) + 1
    shares(attacker, "1st Ridge Company")
    # A bombardment on two targets is six taps, two of them for its place (BE-ART-08).
    assert shares(defender, "C Company", "Marchers' machine guns") + 2 == 6
    planned_for(attacker, defender, attacker, "A Company")
    for name, plan in (("A Company", "Stay put"), ("B Company", "Move")):
        attacker.shows("Plan", name)
        attacker.counted()
        attacker.press(plan)
        attacker.press("None")
        # A plan is two taps a sub-unit: what it does, and at whom it shoots (BE-PLN-01).
        assert attacker.counted() == 2
    planned_for(attacker, defender, attacker, "Marchers' machine guns")
    attacker.press("Stay put")
    attacker.press("1st Ridge Company")
    planned_for(attacker, defender, defender, GUNS)
    defender.press("Stay put")
    # Ten enemies and nobody: each of them lies within the card.
    expect(defender.page.locator(".dock.long .btn")).to_have_count(11)
    assert defender.page.locator(".dock.long").evaluate("(dock) => dock.scrollHeight <= dock.clientHeight")
    defender.press("B Company")
    for _ in range(20):
        if "Shoot" in defender.page.locator(".hd").first.inner_text().capitalize():
            break
        ready(attacker, defender)
    defender.shows("Shoot", GUNS)
    defender.counted()
    # Line that moves in the open has Resilience 4 - 3 = 1: each of the three dice hits, and none is asked for.
    expect(defender.page.locator("#main")).to_contain_text("No die changes anything")
    # Dice of one volley have their reasons once.
    expect(defender.page.locator("#main .led")).to_contain_text("Open, moving")
    defender.tap(defender.page.locator("#main .dock button.chief"))
    expect(defender.page.locator(".hd h1")).to_have_text("3 hits")
    for base in (1, 2, 3):
        defender.tap(defender.page.get_by_role("button", name=re.compile(f"^B Company, base {base}")))
    # The deed and three bases: the last of them applies itself.
    expect(attacker.page.locator("body")).to_contain_text("B Company: 3 injured")
    assert defender.counted() == 4
    ready(attacker, defender)
    three_dice(attacker)


def three_dice(attacker: Tablet) -> None:
    """A shot with three dice: its target was planned with one tap; three dice and two bases make six (BE-INJ-09)."""
    attacker.shows("Shoot", "Marchers' machine guns")
    attacker.counted()
    # 1st Ridge Company, dug in on defensible ground: 4 + 2 = 6, which a six hits, and a five of the die with one more.
    for face in (5, 6, 2):
        attacker.tap(attacker.page.locator("#main").get_by_role("button", name=re.compile(f"^{face}")).first)
    expect(attacker.page.locator(".hd h1")).to_have_text("2 hits")
    for base in (1, 2):
        attacker.tap(attacker.page.get_by_role("button", name=re.compile(f"^1st Ridge Company, base {base}")))
    expect(attacker.page.locator("body")).to_contain_text("1st Ridge Company: 2 injured")
    assert attacker.counted() + 1 == 6


def shares(side: Tablet, *names: str) -> int:
    """Shots are laid on those under the circle, on each as many as may be; how many taps that took."""
    side.shows("Share out the shots")
    side.counted()
    for name in names:
        side.press(name)
        expect(side.page.locator(".chosen b")).to_be_visible()
        side.press("Share out the shots")
    return side.counted()


def ready(*sides: Tablet) -> None:
    """Each says what goes on, where it may."""
    for side in sides:
        if side.page.locator(".next").is_enabled():
            side.next()
    for side in sides:
        side.is_up_to_date()


def planned_for(attacker: Tablet, defender: Tablet, side: Tablet, name: str) -> None:
    """Ready in each planning step until this sub-unit comes into its side's hand."""
    for _ in range(20):
        if name in side.page.locator(".hd h1").inner_text():
            return
        ready(attacker, defender)
    raise AssertionError(f"{name} never comes into the hand")


def test_gun_packs_by_taps_and_target_is_asked_no_more(tablets: tuple[Tablet, Tablet]) -> None:
    """A gun says first that it packs (BE-ART-03): it stays put for that, and aims at nobody."""
    attacker, defender = tablets
    formations = (("3rd Marchers", "1st Guides"), ("21st Ridge Battalion", "40th Depot Battalion"))
    for side, names in zip(tablets, formations, strict=True):
        for name in names:
            side.shows("Command", name)
            side.press("Hold")
        side.next()
    attacker.shows("Plan", "Guides' field battery")
    attacker.tap(attacker.page.locator(".facts .fact").filter(has_text="Packs up"))
    expect(attacker.page.locator(".facts .fact").filter(has_text="Packs up")).to_contain_text("yes")
    attacker.tap(attacker.page.locator("#main .dock .btn.chief"))
    attacker.shows("Planning: Artillery")
    ready(attacker, defender)
    expect(attacker.page.locator("body")).to_contain_text("Guides' field battery packs up")
    expect(defender.page.locator("body")).not_to_contain_text("packs up")
