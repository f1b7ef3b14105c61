"""What a person does with his fingers on the map of a game, and with the forms beside it."""

from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.touching import Fingers, Point, middle

# Where a place of the table is on the screen, whichever edge lies below.
ON_SCREEN: Final = """([x, y]) => {
  const {width, depth, across} = document.querySelector("trench-map").dataset;
  const [wide, deep] = [Number(width), Number(depth)];
  const own = across === undefined ? [x / 10, deep - y / 10] : [wide - x / 10, y / 10];
  const at = new DOMPoint(...own).matrixTransform(document.querySelector("[data-part=view]").getScreenCTM());
  return [at.x, at.y];
}"""


class MapHands:
    """The hands of one seat at its map. Places are of the table: millimetres from the attacker's rear left corner."""

    def __init__(self, page: Page, place: str) -> None:
        page.goto(f"{place}/map")
        expect(page.locator("connection-bar")).to_have_text("Up to date")
        self.page = page
        self.fingers = Fingers(page)

    def draw_up(self, of: str, layout: str, along: str, up: str) -> None:
        """Draw a unit or battalion up: the middle of its front, in cm as its own side counts."""
        form = self.page.locator("form[data-draw-up]")
        form.get_by_label("Company or battalion").select_option(of)
        form.locator(".choice label").filter(has_text=f"In {layout}").tap()
        form.get_by_label("Middle of its front, cm along").fill(along)
        form.get_by_label("Middle of its front, cm up").fill(up)
        with self.page.expect_response("**/commands") as answer:
            form.get_by_role("button", name="Draw it up").tap()
        assert answer.value.ok, answer.value.text()
        expect(form.locator("button[aria-busy]")).to_have_count(0)

    def put(self, holder: str, stand: str, along: str, up: str) -> None:
        """Put one stand on the map by its own form, as its own side counts."""
        form = self._listed(holder).locator(f"form[data-put-stand='{stand}']")
        for name, figure in (("x", along), ("y", up), ("facing", "0")):
            form.locator(f"[name={name}]").fill(figure)
        form.get_by_role("button", name="Place").tap()
        expect(self.stand(stand)).to_be_attached()

    def lift(self, holder: str, stand: str) -> None:
        """Take one stand off the map."""
        self._listed(holder).locator(f"#at-{stand.replace('.', chr(92) + '.')}").get_by_text("Off the map").tap()
        expect(self.stand(stand)).not_to_be_attached()

    def look_closer(self, at: tuple[int, int], times: float) -> None:
        """Two fingers about a place draw it larger."""
        before = self._pixels_a_cm()
        self.fingers.pinch(self._on_screen(at), 60, 60 * times)
        assert self._pixels_a_cm() > before * times * 0.9

    def drag(self, stand: str, to: tuple[int, int]) -> None:
        """A finger puts a stand down elsewhere; it lands on whole centimetres."""
        one = self.stand(stand)
        start = middle(one.locator("> .base > .edge"))
        here = (int(one.get_attribute("data-x") or 0), int(one.get_attribute("data-y") or 0))
        (left, top), (x, y) = self._on_screen(here), self._on_screen(to)
        with self.page.expect_response("**/commands") as answer:
            self.fingers.drag(start, (start[0] + x - left, start[1] + y - top))
        assert answer.value.ok, answer.value.text()
        self.shows({stand: to})

    def turn(self, stand: str, to: tuple[int, int]) -> None:
        """A finger taps a stand, takes the handle it shows and points it at a place."""
        self.page.touchscreen.tap(*middle(self.stand(stand).locator("> .base > .edge")))
        with self.page.expect_response("**/commands") as answer:
            self.fingers.drag(middle(self.stand(stand).locator("[data-turns] .dot")), self._on_screen(to))
        assert answer.value.ok, answer.value.text()

    def moves(self, what: str) -> None:
        """What a drag takes along."""
        self.page.locator(".map-side .choice label").filter(has_text=what).tap()

    def shows(self, places: Mapping[str, tuple[int, int]]) -> None:
        """The map shows these stands there."""
        for stand, (x, y) in places.items():
            expect(self.stand(stand)).to_have_attribute("data-x", str(x))
            expect(self.stand(stand)).to_have_attribute("data-y", str(y))

    def stand(self, stand: str) -> Locator:
        """A stand on the map."""
        return self.page.locator(f"[data-stand='{stand}']")

    def _listed(self, holder: str) -> Locator:
        """The list of a battalion's stands, unfolded."""
        listed = self.page.locator(f"details[data-holder='{holder}']")
        if listed.get_attribute("open") is None:
            listed.locator("> summary").tap()
        return listed

    def _on_screen(self, at: tuple[int, int]) -> Point:
        x, y = self.page.evaluate(ON_SCREEN, list(at))
        return x, y

    def _pixels_a_cm(self) -> float:
        return float(self.page.evaluate("document.querySelector('[data-part=view]').getScreenCTM().a"))
