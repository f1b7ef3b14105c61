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
from tests.browser.golden import laid
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
    "create_game": "on the page of a new game",
    "seal_plan": "on the page of the fire plan",
    "overrule": "in the card of a refusal: why, in writing, and a tap",
    "begin_set_up": "no golden log has it",
    "clear_wire": "no golden log has it",
    "card_carried_out": "no golden log has it",
    "suffer_barrage": "no golden log has it",
    "reread": "only in the five seconds after a die: tests/browser/test_the_stage.py",
    "place_stands": "its place is a tap on the map: tests/browser/test_the_stage_map.py",
    "roll_reinforcement": "a card is drawn before it, and the page has what is owed one after the other",
    "play_card": "a card is drawn before it, and the page has what is owed one after the other",
    "enter_gas": "its walk leaves the stand that the map proposes, and its page asks for it",
    "come_up": "an order stands on the card before it",
    "end_air_attack": "targets are named before it",
    "strike_from_plan": "the fire by plan that it strikes stands on the card before it",
    "supports_another": "a test of the weapon stands on the card before it",
    "put_card_aside": "its moment is that of another device: on its page nothing is offered",
}
"""Deeds that no finger has done here yet, and why. It may only get shorter."""


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
        self.named(says, ".dock")

    def stand(self, stand: str) -> None:
        """On the face where it stands: the board turns by itself to the other where both may be meant."""
        place = self.page.locator(f"button.ct[data-st='{stand}']:visible").first
        self.page.locator("#main:not([aria-busy])").wait_for()
        if not place.is_visible():
            self.tap(self.page.locator(".board .tabs [role=tab][aria-selected=false]:visible").first)
        self.tap(place)

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
        """In the dock; where it is aimed, by Next, which says so; else at the first who may be meant."""
        chief, on = self.page.locator(".dock .btn.chief:not(.not-yet):visible"), self.page.locator(".foot .next")
        self.page.locator("#main:not([aria-busy])").wait_for()
        if chief.count():
            self.tap(chief.first)
        elif says in on.inner_text():
            self.tap(on)
        else:
            self.tap(self.page.locator(".board button.ct:not(.off):not(.x):visible").first)


def walked(done: Collection[str]) -> Iterator[tuple[Moment, Taped]]:
    """The moments of golden logs that can be walked, each with its tape, as long as anything is not done."""
    files, wanted = golden_games(SYSTEM.key), set(KINDS) - NOT_YET.keys()
    for moment in moments():
        if wanted <= set(done):
            return
        if moment.deed.kind in done or moment.deed.kind in NOT_YET:
            continue
        walk = Taped(moment)
        with suppress(NotWalked):
            walk.command()
            if moment.name in files:
                yield moment, walk


def done_on(page: Page, address: str, keeper: Keeper, moment: Moment, walk: Taped) -> str:
    """Does the deed with real taps; what went wrong, empty where nothing did."""
    game = laid(keeper, moment.name, len(moment.game.log))
    _, token = keeper.seats.sit(game, moment.actor.role, "Ada")
    page.context.add_cookies([{"name": cookie_name(game, False), "value": token, "url": address}])
    page.goto(f"{address}/games/{game}")
    before = len(keeper.games.log.read_commands(game))

    def sent() -> list[str]:
        return [msgspec.json.decode(one["body"])["kind"] for one in keeper.games.log.read_commands(game)[before:]]

    hand = Hand(page)
    try:
        page.locator("#main .sheet").wait_for()
        hand.follow(walk.tape)
        page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=walk.scene.number)
        for _ in range(ON_AND_ON if moment.deed.where == "on" else 0):
            if moment.deed.kind not in sent():
                hand.next("")
                page.locator("#main:not([aria-busy])").wait_for()
    except Error as wrong:
        return f"{moment.name}: {walk.tape}: {str(wrong).splitlines()[0]}"
    return "" if moment.deed.kind in sent() else f"{moment.name}: {sent()} came of {walk.tape}"


def test_every_deed_is_done_with_a_finger(browser: Browser, tmp_path: Path) -> None:
    app = app_with(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}", log_level="warning"))
    wrong, done = dict[str, str](), set[str]()
    with serving(app) as address:
        page = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_default_navigation_timeout(6 * PATIENCE_MS)
        for moment, walk in walked(done):
            kind = moment.deed.kind
            if said := done_on(page, address, app.state.keeper, moment, walk):
                wrong[kind] = said
            else:
                done.add(kind)
        page.context.close()
    give_back(app)
    assert {kind: why for kind, why in wrong.items() if kind not in done} == {}
    assert sorted(NOT_YET) == sorted(set(KINDS) - done)
