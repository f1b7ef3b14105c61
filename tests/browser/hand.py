"""A finger that follows a tape on the play screen, and the page of a seat of a kept game."""

import re

from playwright.sync_api import Page

from app.games.app_services import Keeper
from app.http.guards import cookie_name
from rules.kernel.seats import Actor
from tests.browser.playing import Touch
from tests.browser.taped import Tap


class Hand(Touch):
    """A finger that follows a tape."""

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
        """What is written in several places, as the two halves of one on the ground, is told once all are filled in."""
        places = self.page.locator("#main .writing textarea, #main .typed input")
        places.first.wait_for()
        empty = [one for one in places.all() if not one.input_value()]
        (empty or [places.first])[0].fill(words)
        if len(empty) < 2:
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

    def exception(self, says: str) -> None:
        """Open a deed that one tap would do, to tell it otherwise."""
        words = re.compile(rf"^\s*{re.escape(says)} \u2026", re.IGNORECASE)
        self.tap(self.page.locator(".dock button:visible, .instead button:visible").filter(has_text=words).first)

    def fact(self, says: str) -> None:
        """Tap a chip by its name, which may have no room in its row."""
        self.page.locator("#main:not([aria-busy]) .facts").wait_for()
        name = re.compile(rf"^{re.escape(says)}( of (all|[\d, ]+))?$", re.IGNORECASE)
        chip = self.page.locator(".facts .fact").filter(has=self.page.locator("small").filter(has_text=name)).first
        if not chip.is_visible() and (rest := self.page.locator(".facts .rest")).is_visible():
            self.tap(rest)
        self.tap(chip)

    def band(self, word: str) -> None:
        """Tap a value of an unfolded chip."""
        name = re.compile(rf"^\s*{re.escape(word)}\s*$", re.IGNORECASE)
        self.tap(self.page.locator(".facts.unfold .fact").filter(has_text=name).first)

    def figure(self, words: str) -> None:
        """Type a value of an unfolded chip."""
        self.page.locator(".facts.unfold .typed input").first.fill(words)
        self.tap(self.page.locator(".facts.unfold .typed button").first)

    def place(self, words: str) -> None:
        """Type both halves of a place."""
        for half in self.page.locator(".facts.unfold .typed input").all():
            half.fill(words)
        self.tap(self.page.locator(".facts.unfold .typed button").first)

    def field(self, at: str) -> None:
        """Tap a value of a field of a row, or of things to choose several of."""
        label, _, word = at.partition("|")
        place = self.page.locator("#main .open").filter(
            has=self.page.locator(".label", has_text=re.compile(rf"^\s*{re.escape(label)}\s*$", re.IGNORECASE))
        )
        if place.locator("input").count():
            place.locator("input").first.fill(word)
            self.tap(place.locator("form button").first)
        else:
            self.tap(place.get_by_role("button", name=re.compile(rf"^{re.escape(word)}$", re.IGNORECASE)).first)

    def step(self, says: str) -> None:
        """Choose one more of a number, or one fewer where it is the greatest."""
        more = self.page.get_by_role("button", name=f"One more: {says}")
        least = self.page.get_by_role("button", name=f"One fewer: {says}")
        more.wait_for()
        self.tap(more if more.get_attribute("aria-disabled") is None else least)


def sits(page: Page, address: str, keeper: Keeper, game: str, actor: Actor) -> None:
    """The page of a game at a seat of it."""
    _, token = keeper.seats.sit(game, actor.role, actor.name or "Ada")
    page.context.add_cookies([{"name": cookie_name(game, False), "value": token, "url": address}])
    page.goto(f"{address}/games/{game}")
