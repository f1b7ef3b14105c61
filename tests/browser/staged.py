"""Both seats of a game, one of them on its stage, and the finger that plays there: what tests of the stage share."""

import re
from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.begun import Seated, begun
from tests.browser.conftest import OpenPage
from tests.browser.playing import BOUNCE_MS, Seat, Touch

SOMME: Final = {"kind": "create_game", "scenario": "somme-1916"}
VICKERS, COMPANY = "a1.x1", "a1.1.c1"
THIRD: Final = [f"d1.1.c3.p{n}" for n in (1, 2, 3)]
FIRST: Final = [f"d1.1.c1.p{n}" for n in (1, 2, 3)]
SMALLEST_FACE: Final = 46
SCROLLED: Final = """[document.documentElement.scrollHeight - innerHeight, scrollY,
  document.body.scrollWidth - innerWidth]"""
FACES: Final = """all => all.map((one) => {
  const b = one.getBoundingClientRect();
  return [b.x, b.y, b.width, b.height, innerWidth - b.right, innerHeight - b.bottom];
})"""


class Finger(Touch):
    """A finger on a stage, and how often it touched it."""

    @property
    def heading(self) -> Locator:
        return self.page.locator(".hd h1")

    def die(self, *faces: int) -> None:
        for face in faces:
            self.tap(self.page.locator(f".pads:not(.off) button[data-die='{face}']"))

    def deed(self, name: str) -> None:
        words = re.compile(rf"^\s*{name}")
        self.tap(self.page.locator(".dock .btn:not(.not-yet)").filter(has_text=words).last)

    def stand(self, *ids: str) -> None:
        for one in ids:
            self.tap(self.page.locator(f".board button[data-st='{one}']"))

    def row(self, name: str) -> None:
        self.tap(
            self.page.locator(".board .pointing .lt, .board .lt")
            .and_(self.page.get_by_role("button", name=name, exact=True))
            .first
        )

    def next(self) -> None:
        self.tap(self.page.locator(".foot .next:not(.not-yet)"))

    def back(self) -> None:
        self.tap(self.page.locator(".foot .back:not(.not-yet)"))

    def shows(self, title: str) -> None:
        expect(self.heading).to_have_text(title)


def to_step(seat: Seat, title: str) -> None:
    """Begin the turn and go on until the named step is in hand; what is owed on the way harms nobody."""
    seat.send("start_turn")
    for _ in range(80):
        if seat.view["turn"]["step"] == title:
            return
        owed = [one for one in seat.get("available-commands")["required"] if one["kind"] != "roll_under_barrage"]
        if owed:
            seat.send(owed[0]["kind"], **{**as_proposed(seat, owed[0]), **owed[0]["about"]})
        else:
            seat.send("next_step")
    raise AssertionError(f"{title} was never reached")


def as_proposed(seat: Seat, deed: dict[str, Any]) -> dict[str, Any]:
    """The answers of a deed with what is proposed, and ones for its dice."""
    asked = seat.post("prompts", {"kind": deed["kind"], "about": deed["about"], "propose": True})
    dice = {
        ask["name"]: {"pips": 1} if ask["maximum"] is None else [{"pips": 1}] * int(ask["maximum"])
        for ask in asked["prompts"]
        if ask["kind"] == "dice" and not ask["per"]
    }
    return {**asked["answers"], **dice}


class Table:
    """Both seats of a Somme game, the British one on its stage."""

    def __init__(
        self,
        open_page: OpenPage,
        address: str,
        size: str = "tablet-flat",
        theme: str = "light",
        command: Any = SOMME,
        stands: Sequence[Any] = (),
        **more: Any,
    ) -> None:
        self.opened = [open_page("", size, theme=theme, **more), open_page("", "tablet-upright")]
        self.british, self.german = (one.page for one in self.opened)
        self.finger = Finger(self.british)
        self._devices = {"attacker": self.british.context, "defender": self.german.context}
        if stands:
            self._devices["referee"] = open_page("").page.context
        self._told = {"title": "Somme", "command": command}
        self._stands = list(stands)
        self._address = address
        self._seats: Seated = {}

    @property
    def attacker(self) -> Seat:
        """The British seat."""
        return self._seated["attacker"]

    @property
    def defender(self) -> Seat:
        """The German seat."""
        return self._seated["defender"]

    @property
    def _seated(self) -> Seated:
        if not self._seats:
            self.to()
        return self._seats

    def to(self, step: str = "", unit: str = "", **ordered: Any) -> None:
        """A game that has come to a step, and to the order of a unit there: a 6, unless it is told otherwise."""

        def play(seats: Seated) -> None:
            if self._stands:
                seats["referee"].send("place_stands", stands=self._stands)
            if step:
                to_step(seats["attacker"], step)
            if unit:
                seats["attacker"].send("roll_orders", unit=unit, **{"die": {"pips": 6}, **ordered})

        so_far = f"{self._stands} {step} {unit} {ordered}"
        self._seats = begun(self._address, self._devices, self._told, so_far, play)

    def shown(self) -> Finger:
        """The British stage."""
        self.british.goto(self.attacker.place)
        expect(self.british.locator("connection-bar")).to_have_text("Up to date")
        return self.finger

    def at(self, step: str) -> Finger:
        """The British stage with a step in hand."""
        self.to(step)
        return self.shown()

    def ordered(self, unit: str, step: str, **ordered: Any) -> Finger:
        """The same with a unit that has been ordered."""
        self.to(step, unit, **ordered)
        return self.shown()

    def stroke(self, *ids: str) -> None:
        """A finger drawn over stands."""
        self.british.wait_for_timeout(BOUNCE_MS)
        mouse = self.british.mouse
        for n, one in enumerate(ids):
            box = self.british.locator(f".lie button[data-st='{one}']").bounding_box()
            assert box is not None
            mouse.move(box["x"] + 12, box["y"] + 20, steps=4)
            if n == 0:
                mouse.down()
        mouse.up()

    def is_clean(self) -> None:
        for one in self.opened:
            assert one.complaints == []


COMPANIES, GUNS = "Rifle companies", "Machine guns and block houses"


def stands_of(seat: Seat, unit: str) -> list[dict[str, Any]]:
    units = (
        one
        for side in seat.view["sides"]
        for regiment in side["regiments"]
        for holder in (regiment, *regiment["battalions"])
        for one in holder["units"]
    )
    return next(list(one["stands"]) for one in units if one["id"] == unit)


def fits(page: Page) -> None:
    """The page does not scroll, and each face of a pad is in the window and as large as a thumb."""
    scrolled = page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, scrollY, document.body.scrollWidth - innerWidth]"
    )
    assert [max(0, one) for one in scrolled] == [0, 0, 0]
    for x, y, wide, high in faces(page):
        assert min(wide, high) >= SMALLEST_FACE
        assert x >= 0
        assert y >= 0


def faces(page: Page) -> list[tuple[float, float, float, float]]:
    found = page.locator(".pads:not(.off) .pad button").evaluate_all(FACES)
    for *_, right, below in found:
        assert right >= 0
        assert below >= 0
    return [(x, y, wide, high) for x, y, wide, high, *_ in found]


def inside(page: Page, what: str) -> None:
    box = page.locator(what).bounding_box()
    size = page.viewport_size
    assert box
    assert size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"] + 1
    assert box["y"] + box["height"] <= size["height"] + 1
