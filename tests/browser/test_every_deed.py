"""Every deed once in a browser: from a moment of a kept game, on its seat's own page, with the taps of its walk.

One server and one page; each moment is a game of its own, laid into the database as far as it was played.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Browser, Error, Page

from app.games.keeper import Keeper
from app.seats.cookies import cookie_name
from app.settings import Settings
from rules.flanders_fields.game.system import SYSTEM
from tests.browser.conftest import serving
from tests.browser.golden import laid, laid_as_kept
from tests.browser.playing import Touch
from tests.browser.taped import Tap, Taped
from tests.client import app_with, give_back
from tests.frozen.games import golden_games
from tests.stage_taps.moments import KINDS, Moment, moments
from tests.stage_taps.tapping import NotWalked

pytestmark = [pytest.mark.browser, pytest.mark.evening]
PATIENCE_MS: Final = 15_000
ON_AND_ON: Final = 5
"""So many steps Next may lead through, before it does what is looked for."""
NOT_YET: Final[Mapping[str, str]] = {
    "seal_plan": "on the page of the fire plan: tests/browser/test_a_fire_plan_is_written.py",
    "overrule": "in the card of a refusal: why, in writing, and a tap",
}
"""Deeds that no finger has done here yet, and why. It may only get shorter."""
APART: Final = {"create_game", "reread"}
"""Deeds that no moment of a game leads to: before there is one, and just after a die."""


class Hand(Touch):
    """A finger that does what stands on a tape."""

    def follow(self, tape: list[Tap]) -> None:
        for tap in tape:
            getattr(self, tap.how)(tap.at)

    def named(self, words: str, within: str) -> None:
        said = "|".join(map(re.escape, words.split("|")))
        places = ", ".join(f"{one} button:not(.not-yet):visible" for one in within.split(", "))
        self.tap(
            self.page.locator(places).filter(has_text=re.compile(rf"^\s*({said})(?! \u2026)", re.IGNORECASE)).first
        )

    def back(self, _: str) -> None:
        self.tap(self.page.locator(".foot .back:not(.not-yet)"))

    def answer(self, _: str) -> None:
        self.tap(self.page.locator(".slot.ask .btn").first)

    def more(self, says: str) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile("^More")))
        tile = self.page.locator("#drawer .tiles").get_by_role("button", name=says, exact=True)
        self.page.locator("#drawer .tiles").wait_for()
        if tile.count():
            self.tap(tile)
        else:
            self.tap(self.page.get_by_role("button", name="Other deeds", exact=True))
            self.named(says, "#drawer .many")

    def next(self, _: str) -> None:
        self.tap(self.page.locator(".foot .next:not(.not-yet)"))

    def unit(self, unit: str) -> None:
        """It is taken in hand, unless it is there by itself."""
        place = self.page.locator(f".board [data-unit='{unit}']:not(.now):visible")
        if place.count():
            self.tap(place.first)

    def deed(self, says: str) -> None:
        self.named(says, ".dock, .instead")

    def stand(self, stand: str) -> None:
        """On the face where it stands: the board turns by itself to the other where both may be meant."""
        place = self.page.locator(f"button.ct[data-st='{stand}']:visible").first
        self.page.locator("#main:not([aria-busy])").wait_for()
        if not place.is_visible():
            self.tap(self.page.locator(".board .tabs [role=tab][aria-selected=false]:visible").first)
        self.tap(place)

    def spot(self, _: str) -> None:
        """A place on the ground: the middle of the map."""
        self.page.locator(".onmap trench-map").wait_for()
        self.tap(self.page.locator(".onmap .groundhost"))

    def press(self, words: str) -> None:
        self.named(words, "#main, #drawer .many")

    def chip(self, says: str) -> None:
        self.named(says, ".facts")

    def write(self, words: str) -> None:
        place = self.page.locator("#main .writing textarea, #main .typed input").first
        place.fill(words)
        self.tap(self.page.locator("#main .writing button, #main .typed button").first)

    def die(self, face: str) -> None:
        self.tap(self.page.locator(f".pads:not(.off) button[data-die='{face}']"))

    def certain(self, _: str) -> None:
        self.tap(self.page.locator(".dock .btn.chief"))

    def done(self, says: str) -> None:
        """In the dock, or instead of what is refused; where it is aimed, by Next; else at whoever may be meant."""
        chief, on = self.page.locator(".dock .btn.chief:not(.not-yet):visible"), self.page.locator(".foot .next")
        self.page.locator("#main:not([aria-busy])").wait_for()
        if (instead := self.page.locator(".refuse").get_by_role("button", name=says, exact=True)).count():
            self.tap(instead)
        elif chief.count():
            self.tap(chief.first)
        elif says in on.inner_text():
            self.tap(on)
        else:
            self.tap(self.page.locator(".board button.ct:not(.off):not(.x):visible").first)


def walked(done: Collection[str]) -> Iterator[tuple[Moment, Taped]]:
    """The moments of golden logs that can be walked, each with its tape, as long as anything is not done."""
    files, wanted = golden_games(SYSTEM.key), set(KINDS) - NOT_YET.keys() - APART
    for moment in moments():
        if wanted <= set(done):
            return
        if moment.deed.kind in done or moment.deed.kind in NOT_YET or moment.deed.kind in APART:
            continue
        walk = Taped(moment)
        with suppress(NotWalked):
            walk.command()
            if (moment.name in files or moment.kept) and moment.is_in_turn:
                yield moment, walk


def done_on(page: Page, address: str, keeper: Keeper, moment: Moment, walk: Taped) -> str:
    """Does the deed with real taps; what went wrong, empty where nothing did."""
    kept = moment.kept
    game = laid_as_kept(keeper, kept) if kept else laid(keeper, moment.name, len(moment.game.log))
    # Cards are held by who drew them, and that is told by his name.
    _, token = keeper.seats.sit(game, moment.actor.role, moment.actor.name or "Ada")
    page.context.add_cookies([{"name": cookie_name(game, False), "value": token, "url": address}])
    page.goto(f"{address}/games/{game}")
    before = len(keeper.games.log.read_commands(game))

    def sent() -> list[str]:
        return [msgspec.json.decode(one["body"])["kind"] for one in keeper.games.log.read_commands(game)[before:]]

    hand = Hand(page)
    try:
        page.locator("#main .sheet").wait_for()
        hand.follow(walk.tape)
        print(f"{hand.taps:2} {moment.deed.kind}, {sum(walk.taps.values())} walked")
        page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=walk.scene.number)
        for _ in range(ON_AND_ON if moment.deed.where == "on" else 0):
            if moment.deed.kind not in sent():
                hand.next("")
                page.locator("#main:not([aria-busy])").wait_for()
    except Error as wrong:
        return f"{moment.name}: {walk.tape}: {str(wrong).splitlines()[0]}"
    return "" if moment.deed.kind in sent() else f"{moment.name}: {sent()} came of {walk.tape}"


def set_up(page: Page, address: str, keeper: Keeper) -> str:
    """A game is made on a page of its own, with three taps; what went wrong, empty where nothing did."""
    page.goto(address)
    for place in (
        page.get_by_role("link", name="Set up a game"),
        page.get_by_role("link", name="Mons 1914"),
        page.get_by_role("button", name="Set up the game"),
    ):
        place.first.tap()
    page.locator("#bar").wait_for()
    game = page.url.rpartition("/")[2]
    made = msgspec.json.decode(keeper.games.log.read_commands(game)[0]["body"])["kind"]
    return "" if made == "create_game" else f"{made} came of it"


def read_again(page: Page) -> str:
    """The die that has just fallen shows another face, with two taps; what went wrong, empty where nothing did."""
    hand, before = Hand(page), page.locator("#main h1").inner_text()
    try:
        hand.tap(page.locator("#main .res button.dz").first)
        hand.die("1")
        page.locator("#main h1", has_not_text=before).wait_for()
    except Error as wrong:
        return str(wrong).splitlines()[0]
    return ""


def test_every_deed_is_done_with_a_finger(browser: Browser, tmp_path: Path) -> None:
    app = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning"))
    wrong, done = dict[str, str](), {"create_game"}
    with serving(app) as address:
        page = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_default_navigation_timeout(6 * PATIENCE_MS)
        wrong["create_game"] = set_up(page, address, app.state.keeper)
        for moment, walk in walked(done):
            kind = moment.deed.kind
            if said := done_on(page, address, app.state.keeper, moment, walk):
                wrong[kind] = said
                continue
            done.add(kind)
            # A die is read again in the five seconds after it fell: of an order, whose result has one.
            if kind == "roll_orders":
                wrong["reread"] = read_again(page)
                done.add("reread")
        page.context.close()
    give_back(app)
    assert {kind: why for kind, why in wrong.items() if why and (kind not in done or kind in APART)} == {}
    assert sorted(NOT_YET) == sorted(set(KINDS) - done)
