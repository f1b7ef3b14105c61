"""A page is tapped through while the service answers nothing: what each tap shows meanwhile."""

from collections.abc import Mapping
from math import dist
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Route

from tests.browser.playing import BOUNCE_MS, BOUNCE_PX

LOOKING: Final = (Path(__file__).parent / "answering.js").read_text(encoding="utf-8")
MOST_TAPS: Final = 40
PLACES: Final = ("dock", "sheet", "facts", "board", "slot", "foot", "drawer", "bar")
"""In which order they are tapped."""
LAST: Final = ("tab", "button Roll", "unit", "button Close")
"""What is tapped after all else, in this order: it turns, ends or closes what others stand on."""


def tapped_through(page: Page) -> dict[str, bool]:
    """Whether one of each kind of what can be tapped shows its tap within a tenth of a second.

    No answer of the service comes in meanwhile, however long it takes. The page is left for an empty one.
    """
    held = list[Route]()
    page.evaluate(LOOKING)
    page.route("**/*", lambda route: held.append(route))
    found, last = dict[str, bool](), (0.0, 0.0)
    for _ in range(MOST_TAPS):
        there = [one for one in page.evaluate("tappable()") if one["kind"] not in found]
        if not there:
            break
        chosen = min(there, key=in_turn)
        at = chosen["at"]
        # On the same spot a finger would have bounced.
        if dist(at, last) < BOUNCE_PX:
            page.wait_for_timeout(BOUNCE_MS)
        page.evaluate("answered = null")
        page.mouse.click(*at)
        found[chosen["kind"]], last = page.evaluate("answered"), at
    page.evaluate("localStorage.clear()")
    page.unroute_all()
    page.goto("about:blank")
    return found


def in_turn(one: Mapping[str, Any]) -> tuple[int, int]:
    """Where something that can be tapped comes in the order of taps."""
    place, _, kind = one["kind"].partition(": ")
    late = next((n for n, word in enumerate(LAST, 1) if kind.startswith(word)), 0)
    return late, PLACES.index(place)
