"""Fingers on a page, as the browser gets them from a touch screen: one that drags, two that pinch."""

from collections.abc import Sequence

from playwright.sync_api import Locator, Page

Point = tuple[float, float]
STEPS = 6


class Fingers:
    """The fingers of one hand on one page."""

    def __init__(self, page: Page) -> None:
        self._browser = page.context.new_cdp_session(page)

    def drag(self, start: Point, end: Point) -> None:
        """One finger from one place to another."""
        self.move([(start, end)])

    def pinch(self, about: Point, apart: float, then: float) -> None:
        """Two fingers about a point, side by side, from one distance to another (pixels)."""
        x, y = about
        self.move([((x + side * apart / 2, y), (x + side * then / 2, y)) for side in (-1, 1)])

    def move(self, ways: Sequence[tuple[Point, Point]]) -> None:
        """Every finger from its start to its end, at once."""
        self.put_down([start for start, _ in ways])
        self.slide(ways)
        self.lift()

    def put_down(self, at: Sequence[Point]) -> None:
        """Touch the screen and stay there."""
        self._send("touchStart", at)

    def slide(self, ways: Sequence[tuple[Point, Point]]) -> None:
        """Fingers that touch the screen, every one from a place to another."""
        for step in range(1, STEPS + 1):
            share = step / STEPS
            self._send("touchMove", [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in ways])

    def lift(self) -> None:
        """Let go of the screen."""
        self._send("touchEnd", [])

    def _send(self, kind: str, at: Sequence[Point]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        self._browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(one: Locator) -> Point:
    """The middle of what is seen of an element."""
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
